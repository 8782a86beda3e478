//! The memory limits of a process's control groups.
//!
//! A process belongs to a group of each hierarchy: version 2, and the memory hierarchy of the first
//! version. A group's limit holds for all groups below it together, so every group from the process's own
//! up to the mounted root counts. Pages of inactive files are reclaimed under memory pressure and
//! do not count as used. (Linux: `Documentation/admin-guide/cgroup-v2.rst`,
//! `cgroup-v1/memory.rst`.)

use std::fs;
use std::path::{Path, PathBuf};

/// A group of the process: a line of `/proc/self/cgroup`.
struct Group<'a> {
    /// The hierarchy is version 2.
    is_second: bool,
    /// The hierarchy is the memory hierarchy of version 1.
    counts_memory: bool,
    path: &'a str,
}

impl<'a> Group<'a> {
    /// Reads `hierarchy:controllers:path`.
    fn of(line: &'a str) -> Option<Group<'a>> {
        let [hierarchy, controllers, path] = line.splitn(3, ':').collect::<Vec<_>>()[..] else {
            return None;
        };
        let counts_memory = controllers.split(',').any(|name| name == "memory");
        Some(Group { is_second: hierarchy == "0", counts_memory, path })
    }
}

/// A mounted hierarchy: a line of `/proc/self/mountinfo`.
struct Mount {
    root: String,
    at: PathBuf,
    files: &'static Files,
}

impl Mount {
    /// Reads `id parent device root at options… - type source options`; `None` for another type.
    fn of(line: &str) -> Option<Mount> {
        let (place, kind) = line.split_once(" - ")?;
        let (mut place, mut kind) = (place.split(' ').skip(3), kind.split(' '));
        let (root, at) = (unescaped(place.next()?), unescaped(place.next()?).into());
        let files = match (kind.next()?, kind.nth(1)?) {
            ("cgroup", options) if options.split(',').any(|option| option == "memory") => &FIRST,
            ("cgroup2", _) => &SECOND,
            _ => return None,
        };
        Some(Mount { root, at, files })
    }
}

/// The kernel writes a blank, a tab, a line feed and a backslash as three octal digits.
fn unescaped(text: &str) -> String {
    let escapes = [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")];
    escapes.iter().fold(text.into(), |text: String, (escape, sign)| text.replace(escape, sign))
}

/// The names of a version's files in the folder of each group.
struct Files {
    is_second: bool,
    /// Limits in bytes: where processes are killed, and where they are slowed down.
    limits: &'static [&'static str],
    /// Bytes in use.
    usage: &'static str,
    /// The line of `memory.stat` with the bytes of inactive files.
    idle: &'static str,
}

static FIRST: Files = Files {
    is_second: false,
    limits: &["memory.limit_in_bytes"],
    usage: "memory.usage_in_bytes",
    idle: "total_inactive_file",
};

static SECOND: Files = Files {
    is_second: true,
    limits: &["memory.max", "memory.high"],
    usage: "memory.current",
    idle: "inactive_file",
};

/// The bytes that a process of these groups may still allocate, from the text of
/// `/proc/self/cgroup` and `/proc/self/mountinfo`; `None` if no group has a limit.
pub fn left(groups: &str, mounts: &str) -> Option<u64> {
    let least = |mount: Mount| {
        let mut groups = groups.lines().filter_map(Group::of);
        let group = groups.find(|group| match mount.files.is_second {
            true => group.is_second,
            false => group.counts_memory,
        })?;
        let folder = folder(group.path, &mount.root, &mount.at);
        let above = folder.ancestors().take_while(|group| group.starts_with(&mount.at));
        above.filter_map(|group| mount.files.left(group)).min()
    };
    mounts.lines().filter_map(Mount::of).filter_map(least).min()
}

/// The folder of a group if `root` of its hierarchy is mounted at `at`. A group outside `root`, as
/// seen from some containers, is at the mount itself.
fn folder(group: &str, root: &str, at: &Path) -> PathBuf {
    match Path::new(group).strip_prefix(root) {
        Ok(inside) if !inside.starts_with("..") => at.join(inside),
        _ => at.into(),
    }
}

impl Files {
    /// The bytes that one group still allows, if it has a limit.
    fn left(&self, group: &Path) -> Option<u64> {
        let number = |file: &&str| fs::read_to_string(group.join(file)).ok()?.trim().parse().ok();
        // Version 2 writes "max" for no limit.
        let limit: u64 = self.limits.iter().filter_map(number).min()?;
        let usage: u64 = number(&self.usage).unwrap_or(0);
        let idle = self.idle(group).unwrap_or(0);
        Some(limit.saturating_sub(usage.saturating_sub(idle)))
    }

    fn idle(&self, group: &Path) -> Option<u64> {
        let stat = fs::read_to_string(group.join("memory.stat")).ok()?;
        let mut lines = stat.lines().filter_map(|line| line.split_once(' '));
        lines.find(|(name, _)| *name == self.idle)?.1.trim().parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::{folder, left};

    fn mount(root: &str, at: &Path, kind: &str, options: &str) -> String {
        let at = at.display();
        format!("33 24 0:29 {root} {at} rw,nosuid shared:9 - {kind} none {options}\n")
    }

    /// Creates files from lines of a path, a blank, and the content (`|` ends a line).
    fn plant(folder: &Path, files: &str) {
        for (path, text) in files.lines().filter_map(|line| line.trim().split_once(' ')) {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text.replace('|', "\n") + "\n").unwrap();
        }
    }

    #[test]
    fn limits_of_all_ancestor_groups_apply() {
        let top = tempfile::tempdir().unwrap();
        plant(
            top.path(),
            "job/memory.max 9000
             job/memory.current 5000
             job/memory.stat anon 100|inactive_file 1000|active_file 7
             job/step/memory.max max
             job/step/memory.current 4000
             other/memory.max 10",
        );
        let mounts = mount("/", top.path(), "cgroup2", "rw,nsdelegate");
        assert_eq!(left("0::/job/step\n", &mounts), Some(5000));
        assert_eq!(left("0::/job/step/gone\n", &mounts), Some(5000));
        assert_eq!(left("0::/\n", &mounts), None);
        assert_eq!(left("4:memory:/job\n", &mounts), None);
        plant(top.path(), "job/step/memory.high 4500");
        assert_eq!(left("0::/job/step\n", &mounts), Some(500));
        plant(top.path(), "job/memory.current 99000");
        assert_eq!(left("0::/job/step\n", &mounts), Some(0));
    }

    #[test]
    fn folders_with_blanks_are_escaped() {
        let top = tempfile::tempdir().unwrap();
        plant(&top.path().join("a b"), "job/memory.max 70");
        let escaped = top.path().join("a\\040b");
        assert_eq!(left("0::/job\n", &mount("/", &escaped, "cgroup2", "rw")), Some(70));
    }

    #[test]
    fn version_one_has_a_memory_hierarchy() {
        let top = tempfile::tempdir().unwrap();
        plant(
            top.path(),
            "memory/memory.limit_in_bytes 9223372036854771712
             memory/job/memory.limit_in_bytes 7000
             memory/job/memory.usage_in_bytes 3000
             memory/job/memory.stat cache 9|total_inactive_file 500
             cpu/job/memory.limit_in_bytes 1
             unified/job/memory.max 6000",
        );
        let at = |name| top.path().join(name);
        let mounts = [
            mount("/", &at("cpu"), "cgroup", "rw,cpu,cpuacct"),
            mount("/", &at("memory"), "cgroup", "rw,memory"),
            mount("/", &at("unified"), "cgroup2", "rw"),
            mount("/", top.path(), "tmpfs", "rw"),
            "a line of another kind\n".into(),
        ];
        let mounts = mounts.concat();
        let both = "5:cpu,cpuacct:/job\n4:memory:/job\n0::/\n";
        assert_eq!(left(both, &mounts), Some(4500));
        assert_eq!(left("4:memory:/\n0::/job\n", &mounts), Some(6000));
        // Version 1 writes a number beyond any machine's memory for no limit.
        assert_eq!(left("4:memory:/\n", &mounts), Some(9_223_372_036_854_771_712));
    }

    #[test]
    fn a_group_is_found_below_any_mounted_root() {
        let at = Path::new("/sys/fs/cgroup");
        assert_eq!(folder("/a/b", "/", at), at.join("a/b"));
        assert_eq!(folder("/a/b", "/a", at), at.join("b"));
        assert_eq!(folder("/", "/", at), at);
        for (group, root) in [("/a/b", "/c"), ("/../x", "/"), ("/", "/docker/7")] {
            assert_eq!(folder(group, root, at), at, "{group}");
        }
    }
}
