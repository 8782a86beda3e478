//! `Tours`: questions about Hamiltonian paths and cycles.

use std::fmt;

use super::instance::Instance;
use super::words::Words;
use crate::convention::Label;
use crate::error::Error;
use crate::tours::{Alternating, Ends, Figure, Kind, Selection, Sums, Symmetric, TourQuestion};

/// Tours of an instance: open or closed, with free or fixed ends.
///
/// An open tour visits every square once; a closed one returns to its first square, which is
/// not marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tours {
    instance: Instance,
    kind: Kind,
    ends: Ends,
    selection: Selection,
    classes: bool,
}

const REMEDY: &str = "write tours open knight 6x6, with from=a1, to=b3, through=a1-b3, \
                      alternating=PIECE, at=1:a1, magic, semi-magic, symmetric=half-turn or classes behind it";

impl Tours {
    /// All tours of a kind.
    pub fn new(instance: Instance, kind: Kind) -> Tours {
        let selection = Selection { arcs: instance.arcs(), ..Selection::default() };
        Tours { instance, kind, ends: Ends::Free, selection, classes: false }
    }

    /// Only the tours with these ends.
    ///
    /// # Errors
    /// [`Error::ToursAsked`] if an end is no square, if both ends are the same, or if the tours are
    /// closed.
    pub fn ending(mut self, ends: Ends) -> Result<Tours, Error> {
        ends.check(self.instance.len(), self.kind)?;
        self.ends = ends;
        Ok(self)
    }

    /// Only the tours of a selection, whose moves and squares belong to this instance.
    ///
    /// # Errors
    /// [`Error::ToursAsked`] if a figure has more or fewer numbers than squares, repeats a number
    /// or a square, or has a number beyond the board; if alternating moves are combined with
    /// numbers or a symmetry; or if anything is selected on a directed graph.
    pub fn selecting(mut self, selection: Selection) -> Result<Tours, Error> {
        let squares = self.instance.len() as u32;
        let wrong = |problem, remedy| Err(Error::ToursAsked { problem, remedy });
        if self.instance.is_directed() {
            let arcs = self.selection.arcs.clone();
            if !(Selection { arcs: None, ..selection }).is_all() {
                return wrong(
                    "tours of a directed graph cannot be selected",
                    "ask for all of them",
                );
            }
            self.selection = Selection { arcs, ..Selection::default() };
            return Ok(self);
        }
        if selection.alternating.is_some() && !selection.is_by_moves() {
            return wrong(
                "alternating moves cannot be combined with numbers or a symmetry",
                "ask for one of them",
            );
        }
        for Figure { numbers, squares: on } in &selection.figures {
            if numbers.len() != on.len() || numbers.is_empty() {
                return wrong("a figure needs as many numbers as squares", "give one for each");
            }
            let is_twice = |values: &[u32]| {
                values.iter().enumerate().any(|(i, value)| values[..i].contains(value))
            };
            if is_twice(numbers) || is_twice(on) {
                return wrong("a number or a square is repeated in a figure", "give each once");
            }
            if numbers.iter().any(|&number| number == 0 || number > squares) {
                return wrong("numbers go from 1 to the number of squares", "give such numbers");
            }
        }
        self.selection = selection;
        Ok(self)
    }

    /// The selection.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// Also counts up to symmetry: the geometry of a board, or all automorphisms of a graph.
    pub fn by_class(mut self) -> Tours {
        self.classes = true;
        self
    }

    /// The instance.
    pub fn instance(&self) -> &Instance {
        &self.instance
    }

    /// Open or closed.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The ends of open tours.
    pub fn ends(&self) -> Ends {
        self.ends
    }

    /// True if tours are also counted up to symmetry.
    pub fn counts_classes(&self) -> bool {
        self.classes
    }

    /// Drops the count up to symmetry.
    pub fn without_classes(mut self) -> Tours {
        self.classes = false;
        self
    }

    /// The tours in the form that methods take, with moves and symmetries computed.
    pub fn prepared(&self) -> TourQuestion {
        let tours = self.instance.tours(self.kind);
        let tours = tours.with_ends(self.ends).expect("the ends were checked");
        match self.selection.is_all() {
            true => tours,
            false => tours.called(&self.named()).selecting(self.selection.clone()),
        }
    }

    /// The board's name followed by the selection.
    fn named(&self) -> String {
        format!("{}{}", self.instance.name(), self.chosen())
    }

    /// The selection in the words of the question's text.
    fn chosen(&self) -> String {
        // The arcs are part of the instance.
        let Selection { through, alternating, arcs: _, figures, sums, symmetric } = &self.selection;
        let name = |square: u32| self.instance.square_name(square as usize);
        let mut text = String::new();
        if !through.is_empty() {
            let moves = through.iter().map(|&[a, b]| format!("{}-{}", name(a), name(b)));
            text += &format!(" through={}", moves.collect::<Vec<_>>().join(","));
        }
        if let Some(alternating) = alternating {
            text += &format!(" alternating={}", alternating.part);
        }
        for Figure { numbers, squares } in figures {
            let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
            let squares: Vec<_> = squares.iter().map(|&square| name(square)).collect();
            text += &format!(" at={}:{}", numbers.join(","), squares.join(","));
        }
        text += match sums {
            None => "",
            Some(Sums::SemiMagic) => " semi-magic",
            Some(Sums::Magic) => " magic",
        };
        match symmetric {
            None => text,
            Some(symmetric) => format!("{text} symmetric={symmetric}"),
        }
    }

    /// Why there can be no tour, in words, if a quick test proves it.
    pub fn obstacle(&self, prepared: &TourQuestion) -> Option<String> {
        let squares = self.instance.len();
        let alternates = self.selection.alternating.is_some();
        if alternates && self.kind == Kind::Closed && !squares.is_multiple_of(2) {
            return Some(format!(
                "a closed tour has equally many moves of both kinds, but {squares} squares are an odd number"
            ));
        }
        if self.instance.is_directed() {
            return self.instance.arcs_missing(self.kind);
        }
        match prepared.gadget() {
            None => self.instance.obstacle(prepared.graph(), self.kind),
            Some(_) => self.instance.obstacle(&self.instance.graph(), self.kind),
        }
    }

    /// The same tours of the transposed board, if tables contain that one.
    pub(super) fn upright(&self) -> Tours {
        let (Some(instance), Some(board)) = (self.instance.upright(), self.instance.board()) else {
            return self.clone();
        };
        let turned = |square: u32| {
            let at = board.coordinates(square as usize);
            let board = instance.board().expect("it was transposed from one");
            board.cell(&[at[1], at[0]]).expect("boards without holes have every cell") as u32
        };
        let ends = match self.ends {
            Ends::Free => Ends::Free,
            Ends::From(a) => Ends::From(turned(a)),
            Ends::Between(a, b) => Ends::Between(turned(a), turned(b)),
        };
        let turned_moves = |moves: &[[u32; 2]]| {
            let turn = |&[a, b]: &[u32; 2]| [turned(a).min(turned(b)), turned(a).max(turned(b))];
            let mut moves: Vec<_> = moves.iter().map(turn).collect();
            moves.sort_unstable();
            moves
        };
        // Alternating moves are transposed with the board only if they treat both axes alike; other
        // selections are not.
        let alternating = self.selection.alternating.clone().map(|alternating| {
            let moves = turned_moves(&alternating.moves);
            Alternating { moves, ..alternating }
        });
        let same = alternating.as_ref().is_none_or(|turned| {
            instance.alternating(&turned.part).is_ok_and(|asked| asked == *turned)
        });
        let only = Selection { alternating: None, ..self.selection.clone() }.is_all();
        if !same || !only {
            return self.clone();
        }
        let selection = Selection { alternating, ..Selection::default() };
        Tours { instance, ends, selection, ..self.clone() }
    }

    /// The question's name in tables.
    pub fn label(&self) -> Label {
        let (board, name) = (self.named(), |v: u32| self.instance.square_name(v as usize));
        Label {
            family: "tours",
            board: match self.ends {
                Ends::Free => board,
                Ends::From(a) => format!("{board} from {}", name(a)),
                Ends::Between(a, b) => format!("{board} from {} to {}", name(a), name(b)),
            },
            piece: self.instance.piece_name().into(),
            kind: self.kind.word(),
        }
    }

    /// Reads the words after `tours`.
    pub(super) fn read(mut words: Words<'_>) -> Result<Tours, Error> {
        let kind = match words.fixed("kind", REMEDY)? {
            (_, "open") => Kind::Open,
            (_, "closed") => Kind::Closed,
            (at, other) => {
                let problem = format!("\"{other}\" is neither open nor closed");
                return Err(words.wrong(at, problem, REMEDY));
            }
        };
        let instance = Instance::read(&mut words)?;
        let mut options = words;
        let instance = instance.take_names(&mut options)?;
        let square = |name: &str| instance.square(name).map(|square| square as u32);
        let from = options.value("from")?.map(square).transpose()?;
        let to = options.value("to")?.map(square).transpose()?;
        let ends = match (from, to) {
            (None, None) => Ends::Free,
            (Some(from), None) => Ends::From(from),
            (Some(from), Some(to)) => Ends::Between(from, to),
            (None, Some(_)) => {
                return Err(Error::ToursAsked {
                    problem: "to= without from=",
                    remedy: "give both ends, or only the first",
                });
            }
        };
        let mut selection = Selection::default();
        if let Some(moves) = options.value("through")? {
            let moves = moves.split(',').map(|text| instance.edge(text));
            selection.through = moves.collect::<Result<_, _>>()?;
            selection.through.sort_unstable();
            selection.through.dedup();
        }
        let part = options.value("alternating")?;
        selection.alternating = part.map(|part| instance.alternating(part)).transpose()?;
        for (_, text) in options.values("at") {
            selection.figures.push(Tours::figure(&instance, text)?);
        }
        selection.sums = match (options.flag("magic"), options.flag("semi-magic")) {
            (true, _) => Some(Sums::Magic),
            (false, true) => Some(Sums::SemiMagic),
            (false, false) => None,
        };
        selection.symmetric =
            options.value("symmetric")?.map(str::parse::<Symmetric>).transpose()?;
        let classes = options.flag("classes");
        options.end(REMEDY)?;
        let tours = Tours { classes, ..Tours::new(instance, kind) };
        tours.ending(ends)?.selecting(selection)
    }

    /// A figure from its text, `1:a1`, `1,4,9=a1,b2,c3`, or `squares=a1,b3,c5` for the first of
    /// the square numbers.
    ///
    /// # Errors
    /// [`Error::Text`] if it is none on this board.
    pub fn figure(instance: &Instance, text: &str) -> Result<Figure, Error> {
        let wrong = |problem: String| Error::Text {
            what: "figure",
            text: text.into(),
            at: 1,
            problem,
            remedy: "write numbers and as many squares, as 1=a1, 1,4,9=a1,b3,c5 or squares=a1,b3,c5",
        };
        let parts = text.split_once([':', '=']);
        let (numbers, squares) =
            parts.ok_or_else(|| wrong("a sign of equality is missing".into()))?;
        let square = |name: &str| instance.square(name).map(|square| square as u32);
        let squares: Vec<u32> = squares.split(',').map(square).collect::<Result<_, _>>()?;
        let all = 1..=instance.len() as u32;
        let number =
            |text: &str| text.parse().map_err(|_| wrong(format!("\"{text}\" is no number")));
        let mut numbers: Vec<u32> = match NUMBERS.iter().find(|(name, _)| *name == numbers) {
            Some((_, is_one)) => all.clone().filter(|n| is_one(*n)).take(squares.len()).collect(),
            None => numbers.split(',').map(number).collect::<Result<_, _>>()?,
        };
        numbers.sort_unstable();
        if let Some(number) = numbers.iter().find(|number| !all.contains(number)) {
            return Err(wrong(format!("{number} is none of the numbers 1 to {}", all.end())));
        }
        if numbers.len() != squares.len() {
            let (numbers, squares) = (numbers.len(), squares.len());
            return Err(wrong(format!("the numbers are {numbers}, the squares {squares}")));
        }
        Ok(Figure { numbers, squares })
    }
}

/// A name, and whether a number has it.
type Named = (&'static str, fn(u32) -> bool);

/// Numbers that have a name.
const NUMBERS: [Named; 4] = [
    ("squares", |n| n.isqrt().pow(2) == n),
    ("cubes", |n| (1..=n).take_while(|m| m.pow(3) <= n).any(|m| m.pow(3) == n)),
    ("triangular", |n| (1..=n).take_while(|m| m * (m + 1) / 2 <= n).any(|m| m * (m + 1) / 2 == n)),
    ("primes", |n| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d))),
];

impl fmt::Display for Tours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |v: u32| self.instance.square_name(v as usize);
        write!(f, "tours {} {}", self.kind.word(), self.instance)?;
        write!(f, "{}", self.instance.names_option())?;
        match self.ends {
            Ends::Free => {}
            Ends::From(a) => write!(f, " from={}", name(a))?,
            Ends::Between(a, b) => write!(f, " from={} to={}", name(a), name(b))?,
        }
        f.write_str(&self.chosen())?;
        if self.classes { write!(f, " classes") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Instance, Tours};

    #[test]
    fn numbers_have_names() {
        let board = Instance::knight(8, 8).unwrap();
        let numbers = |text: &str| Tours::figure(&board, text).unwrap().numbers;
        assert_eq!((numbers("1=a1"), numbers("1:a1")), (vec![1], vec![1]));
        assert_eq!(numbers("9,4=a1,a2"), [4, 9]);
        assert_eq!(numbers("squares=a1,a2,a3,a4"), [1, 4, 9, 16]);
        assert_eq!(numbers("cubes=a1,a2,a3,a4"), [1, 8, 27, 64]);
        assert_eq!(numbers("triangular=a1,a2,a3"), [1, 3, 6]);
        assert_eq!(numbers("primes=a1,a2,a3,a4"), [2, 3, 5, 7]);
        for wrong in ["a1", "1=", "x=a1", "1=z9", "0=a1", "65=a1", "1,2=a1", "cubes=a1,a2,a3,a4,a5"]
        {
            assert!(Tours::figure(&board, wrong).is_err(), "{wrong}");
        }
    }
}
