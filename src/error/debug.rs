//! `Debug` prints the message, so that an error returned by a program's `main` is readable.

use std::fmt::{self, Debug, Display, Formatter};

use super::Error;

impl Debug for Error {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Board;

    #[test]
    fn debug_output_is_the_message() {
        let error = "8y8".parse::<Board>().unwrap_err();
        assert_eq!(format!("{error:?}"), error.to_string());
    }
}
