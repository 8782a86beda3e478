//! `Choice`: the name of a method with the options that decide its units, as text.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::error::Error;

/// A method's name, or `auto`, with options such as `split=300`. A journal records it to say how
/// its units were made.
///
/// ```
/// use cavalcade::method::Choice;
/// let choice: Choice = "search split=300".parse()?;
/// assert_eq!((choice.name(), choice.to_string().as_str()), ("search", "search split=300"));
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    name: String,
    options: BTreeMap<String, String>,
}

impl Choice {
    /// Selects the cheapest method.
    pub const AUTO: &'static str = "auto";

    /// A method without options.
    pub fn of(name: &str) -> Choice {
        Choice { name: name.into(), options: BTreeMap::new() }
    }

    /// Adds an option.
    pub fn with(mut self, key: &str, value: impl fmt::Display) -> Choice {
        self.options.insert(key.into(), value.to_string());
        self
    }

    /// The same options with another method's name.
    pub fn named(self, name: &str) -> Choice {
        Choice { name: name.into(), ..self }
    }

    /// Removes an option.
    pub fn without(mut self, key: &str) -> Choice {
        self.options.remove(key);
        self
    }

    /// Takes the missing name and options from `kept`, whose units are to be resumed. Unchanged if
    /// `kept` names another method.
    pub fn resuming(&self, kept: Choice) -> Choice {
        if !self.is_auto() && self.name != kept.name {
            return self.clone();
        }
        self.options.iter().fold(kept, |choice, (key, value)| choice.with(key, value))
    }

    /// The method's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// True if the cheapest method is selected.
    pub fn is_auto(&self) -> bool {
        self.name == Choice::AUTO
    }

    /// The text of an option's value.
    pub fn option(&self, key: &str) -> Option<&str> {
        self.options.get(key).map(String::as_str)
    }

    /// An option whose value is a number of units.
    ///
    /// # Errors
    /// [`Error::Text`] if it is not a number, or beyond [`MOST_UNITS`].
    pub fn units(&self, key: &str) -> Result<Option<usize>, Error> {
        let Some(text) = self.option(key) else { return Ok(None) };
        let number = text.parse().ok().filter(|units| (1..=MOST_UNITS).contains(units));
        let wrong = || self.wrong(key, format!("not a number of units up to {MOST_UNITS}"));
        number.map(Some).ok_or_else(wrong)
    }

    /// Refuses options that the method does not have.
    pub fn allow(&self, keys: &[&str]) -> Result<(), Error> {
        match self.options.keys().find(|key| !keys.contains(&key.as_str())) {
            None => Ok(()),
            Some(key) => Err(self.wrong(key, format!("{} has no such option", self.name))),
        }
    }

    /// The error about an option.
    pub fn wrong(&self, key: &str, problem: String) -> Error {
        let text = self.to_string();
        let at = text.find(&format!(" {key}=")).map_or(0, |byte| byte + 1);
        let at = text[..at].chars().count() + 1;
        Error::Text { what: "method", text, at, problem, remedy: "leave the option out" }
    }
}

/// The most units of a search: a plan is held in memory.
pub const MOST_UNITS: usize = 10_000_000;

impl Default for Choice {
    fn default() -> Choice {
        Choice::of(Choice::AUTO)
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.options.iter().try_for_each(|(key, value)| write!(f, " {key}={value}"))
    }
}

impl FromStr for Choice {
    type Err = Error;

    fn from_str(text: &str) -> Result<Choice, Error> {
        let wrong = |word: &str, problem: &str| Error::Text {
            what: "method",
            text: text.into(),
            at: text[..word.as_ptr() as usize - text.as_ptr() as usize].chars().count() + 1,
            problem: problem.into(),
            remedy: "write a method's name and its options, as search split=300",
        };
        let mut words = text.split_whitespace();
        let name = words.next().ok_or_else(|| wrong(text, "no method is named"))?;
        let mut choice = Choice::of(name);
        for word in words {
            let option = word.split_once('=');
            let (key, value) = option.ok_or_else(|| wrong(word, "an option without a value"))?;
            if choice.options.insert(key.into(), value.into()).is_some() {
                return Err(wrong(word, "the option is repeated"));
            }
        }
        Ok(choice)
    }
}

#[cfg(test)]
mod tests {
    use super::Choice;

    #[test]
    fn choices_parse_back() {
        for text in ["auto", "search", "search cut-at=27,28 split=300"] {
            assert_eq!(text.parse::<Choice>().unwrap().to_string(), text);
        }
        for text in ["", "search split", "search split=1 split=2"] {
            assert!(text.parse::<Choice>().is_err(), "{text}");
        }
    }

    #[test]
    fn resuming_takes_missing_options_from_the_journal() {
        let [auto, kept] = ["auto", "halves split=64"].map(|text| text.parse::<Choice>().unwrap());
        assert_eq!(auto.resuming(kept.clone()), kept);
        assert_eq!(Choice::of("halves").resuming(kept.clone()), kept);
        for named in ["search", "halves split=2"] {
            let named: Choice = named.parse().unwrap();
            assert_eq!(named.resuming(kept.clone()), named, "what is named stays");
        }
    }

    #[test]
    fn options_are_read_or_refused() {
        let choice = Choice::of("search").with("split", 300);
        assert_eq!(choice.units("split").unwrap(), Some(300));
        assert!(choice.allow(&["split"]).is_ok() && choice.allow(&["strategy"]).is_err());
        for wrong in ["0", "-1", "x", "10000001", "99999999999999999999"] {
            assert!(Choice::of("search").with("split", wrong).units("split").is_err(), "{wrong}");
        }
    }
}
