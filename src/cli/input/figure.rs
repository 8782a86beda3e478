//! Numbers on squares: `1=a1`, `1,4,9=a1,b3,c5`, `squares=a1,b3,c5`.

use cavalcade::question::{Instance, Tours};
use cavalcade::tours::Figure;

use crate::cli::session::exit::Usage;

/// A word for numbers, and which they are.
type Named = (&'static str, fn(u32) -> bool);

/// Numbers that have a name.
const NAMED: [Named; 4] = [
    ("squares", |n| n.isqrt().pow(2) == n),
    ("cubes", |n| (1..=n).take_while(|m| m.pow(3) <= n).any(|m| m.pow(3) == n)),
    ("triangular", |n| (1..=n).take_while(|m| m * (m + 1) / 2 <= n).any(|m| m * (m + 1) / 2 == n)),
    ("primes", |n| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d))),
];

/// Reads one.
pub fn read(instance: &Instance, text: &str) -> anyhow::Result<Figure> {
    let wrong = |problem: String| {
        let remedy =
            "write numbers and as many squares, as 1=a1, 1,4,9=a1,b3,c5 or squares=a1,b3,c5";
        Usage(format!("--at {text}: {problem}; {remedy}"))
    };
    let (numbers, squares) =
        text.split_once('=').ok_or_else(|| wrong("a sign of equality is missing".into()))?;
    let most = squares.split(',').count();
    let named = NAMED.iter().find(|(name, _)| *name == numbers);
    let numbers = match named {
        Some((_, is_one)) => {
            let all = (1..=instance.len() as u32).filter(|n| is_one(*n));
            let first: Vec<String> = all.take(most).map(|n| n.to_string()).collect();
            if first.len() < most {
                let problem =
                    format!("a board of {} squares has {} of them", instance.len(), first.len());
                return Err(wrong(problem).into());
            }
            first.join(",")
        }
        None => numbers.into(),
    };
    let figure = Tours::figure(instance, &format!("{numbers}:{squares}"))?;
    let all = instance.len() as u32;
    if let Some(number) = figure.numbers.iter().find(|number| !(1..=all).contains(number)) {
        return Err(wrong(format!("{number} is none of the numbers 1 to {all}")).into());
    }
    if figure.numbers.len() != figure.squares.len() {
        let (numbers, squares) = (figure.numbers.len(), figure.squares.len());
        return Err(wrong(format!("the numbers are {numbers}, the squares {squares}")).into());
    }
    Ok(figure)
}

#[cfg(test)]
mod tests {
    use cavalcade::question::Instance;

    use super::read;

    #[test]
    fn numbers_have_names() {
        let board = Instance::knight(8, 8).unwrap();
        let numbers = |text: &str| read(&board, text).unwrap().numbers;
        assert_eq!(numbers("1=a1"), [1]);
        assert_eq!(numbers("9,4=a1,a2"), [4, 9]);
        assert_eq!(numbers("squares=a1,a2,a3,a4"), [1, 4, 9, 16]);
        assert_eq!(numbers("cubes=a1,a2,a3,a4"), [1, 8, 27, 64]);
        assert_eq!(numbers("triangular=a1,a2,a3"), [1, 3, 6]);
        assert_eq!(numbers("primes=a1,a2,a3,a4"), [2, 3, 5, 7]);
        for wrong in ["a1", "1=", "x=a1", "1=z9", "0=a1", "65=a1", "1,2=a1", "cubes=a1,a2,a3,a4,a5"]
        {
            assert!(read(&board, wrong).is_err(), "{wrong}");
        }
    }
}
