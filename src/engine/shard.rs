//! `Shard`: the units that one of several runs takes. Unit u belongs to shard u mod n.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;

/// One of `of` shards. Neighbouring units, which have similar sizes, go to different shards.
///
/// ```
/// use cavalcade::engine::Shard;
/// let shard: Shard = "3/100".parse()?;
/// assert!(shard.has(3) && shard.has(203) && !shard.has(4));
/// assert_eq!(shard.to_string(), "3/100");
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shard {
    index: usize,
    of: usize,
}

impl Shard {
    /// All units.
    pub const WHOLE: Shard = Shard { index: 0, of: 1 };

    /// Shard `index` of `of`; `None` unless `index < of`.
    pub fn new(index: usize, of: usize) -> Option<Shard> {
        (index < of).then_some(Shard { index, of })
    }

    /// True if the unit with this id belongs to the shard.
    pub fn has(self, id: usize) -> bool {
        id % self.of == self.index
    }

    /// The index, from 0.
    pub fn index(self) -> usize {
        self.index
    }

    /// The number of shards.
    pub fn of(self) -> usize {
        self.of
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = Error;

    /// Reads `I/N` in plain decimal digits.
    fn from_str(text: &str) -> Result<Shard, Error> {
        let wrong = |problem| Error::ShardText { text: text.into(), problem };
        let number = |digits: &str| {
            let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| digits.parse().ok()).flatten()
        };
        let (index, of) = text.split_once('/').ok_or(wrong("the slash is missing"))?;
        let index = number(index).ok_or(wrong("the text before the slash is not a number"))?;
        let of = number(of).ok_or(wrong("the text after the slash is not a number"))?;
        Shard::new(index, of).ok_or(wrong("there is no such shard"))
    }
}

#[cfg(test)]
mod tests {
    use super::Shard;

    #[test]
    fn every_unit_belongs_to_one_shard() {
        for of in [1, 2, 7, 100] {
            for id in 0..300 {
                let owners = (0..of).filter(|&index| Shard::new(index, of).unwrap().has(id));
                assert_eq!(owners.count(), 1, "unit {id} of {of} shards");
            }
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "/", "3", "3/", "/3", "3/3", "0/0", "-1/3", "+1/3", "1/3/5", "a/b", " 1/3"]
        {
            assert!(text.parse::<Shard>().is_err(), "{text:?}");
        }
        assert!("99999999999999999999/3".parse::<Shard>().is_err());
        assert_eq!("0/1".parse::<Shard>().unwrap(), Shard::WHOLE);
    }
}
