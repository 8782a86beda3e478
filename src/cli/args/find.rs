//! Which tours are wanted: the flags of those that people look for.

use cavalcade::tours::{Selection, Symmetric};

use super::choices;

/// What leaves a tour as it is.
const SYMMETRIES: &[(&str, &str, Symmetric)] = &[
    ("half-turn", "A half turn: a quarter turn among them", Symmetric::HalfTurn),
    ("quarter-turn", "A quarter turn", Symmetric::QuarterTurn),
    ("reflection", "A reflection along an axis", Symmetric::Reflection),
    ("diagonal", "A reflection along a diagonal", Symmetric::DiagonalReflection),
    ("any", "Any symmetry of the board, or of a graph", Symmetric::Any),
];

/// Flags that choose among the tours of a board, on counts and lists.
#[derive(Debug, Default, clap::Args)]
pub struct FindArgs {
    /// Only tours that use these moves, in either direction, e.g. 8x8 --closed --through a1-b3,a1-c2
    #[arg(long, value_name = "MOVES", value_delimiter = ',')]
    pub through: Vec<String>,

    /// Only tours whose moves take turns, those of this part of the piece and its others, e.g.
    /// 6x6 --closed --piece king --alternating ferz
    #[arg(long, value_name = "PIECE", value_parser = choices::names("piece"), hide_possible_values = true)]
    pub alternating: Option<String>,

    /// Only boards with these numbers on these squares, e.g. --at 1=a1 --at 36=c2; of several
    /// numbers each stands on one of the squares, e.g. --at 1,4,9=a1,b3,c5; in their place may stand
    /// squares, cubes, triangular or primes, as many as there are squares, e.g. --at squares=a1,b3,c5
    #[arg(long, value_name = "NUMBERS=SQUARES")]
    pub at: Vec<String>,

    /// Only boards whose rows, columns and two diagonals have the same sum, e.g. 4x4 --piece king
    /// --magic
    #[arg(long)]
    pub magic: bool,

    /// Only boards whose rows have the same sum, and whose columns have, e.g. 4x4 --piece king
    /// --semi-magic
    #[arg(long)]
    pub semi_magic: bool,

    /// Only tours that a turn or a reflection leaves as they are, found without the others, e.g.
    /// 6x6 --closed --symmetric quarter-turn
    #[arg(long, visible_alias = "symmetry", value_name = "SYMMETRY", value_parser = choices::values(SYMMETRIES))]
    pub symmetric: Option<Symmetric>,
}

impl FindArgs {
    /// True if any tour is wanted.
    pub fn is_empty(&self) -> bool {
        let is_free = self.through.is_empty() && self.alternating.is_none();
        is_free && !self.is_numbered() && self.symmetric.is_none()
    }

    /// True if numbers are asked for.
    pub fn is_numbered(&self) -> bool {
        !self.at.is_empty() || self.magic || self.semi_magic
    }

    /// What they say of sums and symmetry.
    pub fn selection(&self) -> Selection {
        use cavalcade::tours::Sums;
        let sums = match (self.magic, self.semi_magic) {
            (true, _) => Some(Sums::Magic),
            (false, true) => Some(Sums::SemiMagic),
            (false, false) => None,
        };
        Selection { sums, symmetric: self.symmetric, ..Selection::default() }
    }
}
