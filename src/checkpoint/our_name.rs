//! `OurName`: what files of checkpoints are called, as nothing else is.

use std::ffi::OsString;

/// What the names of our files begin and end with.
const BEGIN: &str = "cavalcade-";
const END: &str = ".checkpoint";

/// Behind a name, and a random part of it, while its file is written.
pub(super) const PART: &str = ".part";

/// A name as those of our files are.
pub(super) struct OurName {
    /// The whole name.
    pub name: String,
    /// Its own part: `layer`, `sweep-0`.
    pub inner: String,
    /// True while the file is written, and if that was broken off.
    pub is_part: bool,
}

impl OurName {
    /// The whole name of one that is whole.
    pub fn whole(inner: &str) -> String {
        format!("{BEGIN}{inner}{END}")
    }

    /// A name in a folder, if it is one.
    pub fn of(name: OsString) -> Option<OurName> {
        let name = name.into_string().ok()?;
        let inner = name.strip_prefix(BEGIN)?;
        let part = inner.strip_suffix(PART);
        let is_part = part.is_some();
        // A version before had no random part.
        let random = part.and_then(|part| Some(part.rsplit_once('.')?.0.strip_suffix(END)?));
        let inner = random.or_else(|| part.unwrap_or(inner).strip_suffix(END))?.to_string();
        Some(OurName { name, inner, is_part })
    }
}

#[cfg(test)]
mod tests {
    use super::OurName;

    #[test]
    fn names_of_ours_are_known_whole_and_unfinished() {
        let read = |name: &str| OurName::of(name.into()).map(|ours| (ours.inner, ours.is_part));
        assert_eq!(read(&OurName::whole("sweep-0")), Some(("sweep-0".into(), false)));
        for part in ["cavalcade-layer.checkpoint.part", "cavalcade-layer.checkpoint.a7Bc.part"] {
            assert_eq!(read(part), Some(("layer".into(), true)), "{part}");
        }
        for other in ["cavalcade-notes.txt", "layer.checkpoint", "cavalcade-a.b.c.part"] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
