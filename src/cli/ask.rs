//! Commands as text: the one that resumes a run, ready to paste, and the words that ask a
//! journal's question again.

use clap::Parser;

use super::args::{Args, Command};
use super::exit::Usage;
use super::question::Question;

/// Flags that say how a run is made, or what is told of it, and not what is asked; true if a
/// value follows.
const HOW: [(&str, bool); 21] = [
    // The method that "auto" comes to depends on the machine: the journal names it itself.
    ("--method", true),
    ("--memory", true),
    ("--threads", true),
    ("--journal", true),
    ("--checkpoint", true),
    ("--scratch", true),
    ("--shard", true),
    ("--format", true),
    ("--output", true),
    ("--salvage", false),
    ("--quiet", false),
    ("-q", false),
    ("--verbose", false),
    ("-v", false),
    ("--vectors", true),
    ("--all", false),
    ("--first", true),
    ("--unique", false),
    ("--ascii", false),
    ("--visit", false),
    // The units of the plain search tell it.
    ("--by-start", false),
];

/// The words of this invocation, the program's name first.
pub fn arguments() -> Vec<String> {
    std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect()
}

/// Words as a shell reads them.
pub fn quoted(words: &[String]) -> String {
    let quote = |word: &String| match shlex::try_quote(word) {
        Ok(quoted) => quoted.into_owned(),
        Err(_) => unreachable!("an argument holds no NUL"),
    };
    words.iter().map(quote).collect::<Vec<_>>().join(" ")
}

/// The words behind the program's name that say what is asked.
pub fn question_of(arguments: &[String]) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = arguments.iter().skip(1);
    while let Some(word) = rest.next() {
        let is = |flag: &str| word == flag;
        let is_with_value = |flag| word.strip_prefix(flag).is_some_and(|v| v.starts_with('='));
        match HOW.iter().find(|(flag, _)| is(flag) || is_with_value(flag)) {
            Some((flag, true)) if is(flag) => drop(rest.next()),
            Some(_) => {}
            None => words.push(word.clone()),
        }
    }
    words
}

/// The words without a flag that takes a value.
pub fn without(flag: &str, words: &[String]) -> Vec<String> {
    let with_value = format!("{flag}=");
    let mut left = Vec::new();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        if word == flag {
            rest.next();
        } else if !word.starts_with(&with_value) {
            left.push(word.clone());
        }
    }
    left
}

/// The question that such words ask.
pub fn ask(text: &str) -> anyhow::Result<Question> {
    let wrong = || Usage(format!("\"{text}\", as the journal says it was asked, is no question"));
    let words = shlex::split(text).ok_or_else(wrong)?;
    let args = Args::try_parse_from(std::iter::once("cavalcade".into()).chain(words));
    match args.map_err(|_| wrong())?.command {
        Command::Tours(args) => super::tours::question(&args),
        Command::Queens(args) => super::queens::question(&args),
        Command::Walks(args) => super::walks::question(&args),
        _ => Err(wrong().into()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::super::args::Args;
    use super::{HOW, ask, question_of, quoted, without};

    fn words(text: &str) -> Vec<String> {
        shlex::split(text).unwrap()
    }

    #[test]
    fn only_the_question_is_left() {
        let full = "bin tours -q 5x5 --threads 2 --closed --journal=a --shard 1/2 --method search";
        assert_eq!(quoted(&question_of(&words(full))), "tours 5x5 --closed");
    }

    #[test]
    fn every_flag_that_takes_no_part_in_the_question_is_known() {
        // Those that do; a new flag has to be put on one of the two lists.
        let what = [
            "--at-most",
            "--closed",
            "--code",
            "--cut-at",
            "--from",
            "--help",
            "--holes",
            "--index",
            "--k",
            "--keypad",
            "--leaper",
            "--length",
            "--list",
            "--moves",
            "--names",
            "--no-symmetry",
            "--order",
            "--piece",
            "--place",
            "--random",
            "--rank",
            "--sample",
            "--seed",
            "--self-avoiding",
            "--split",
            "--start",
            "--stats",
            "--strategy",
            "--tie",
            "--to",
            "--torus",
            "--trials",
        ];
        for command in ["tours", "queens", "walks"] {
            let args = Args::command();
            let command = args.find_subcommand(command).unwrap();
            for flag in command.get_arguments().filter_map(|argument| argument.get_long()) {
                let flag = format!("--{flag}");
                let how = HOW.iter().any(|(known, _)| *known == flag);
                assert!(how != what.contains(&flag.as_str()), "{flag}");
            }
        }
    }

    #[test]
    fn a_flag_is_left_out_with_its_value() {
        for text in ["walks 5x5 --length 3 --from a1", "walks 5x5 --from a1 --length=3"] {
            assert_eq!(quoted(&without("--length", &words(text))), "walks 5x5 --from a1");
        }
    }

    #[test]
    fn words_with_spaces_and_quotes_survive_the_shell() {
        let odd = ["tours", "a b", "it's", "--x=\"y\"", "", "*"].map(String::from);
        assert_eq!(words(&quoted(&odd)), odd);
    }

    #[test]
    fn what_was_asked_is_asked_again() {
        let label = ask("tours 5x6 --closed").unwrap().label();
        assert_eq!((label.board.as_str(), label.kind), ("5x6", "closed"));
        for text in ["", "verify", "tours", "tours 5x6 'open", "tours --help"] {
            assert!(ask(text).is_err(), "{text}");
        }
    }
}
