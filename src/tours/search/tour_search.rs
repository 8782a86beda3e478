//! `TourSearch`: the search of one question, by either strategy.

use super::extend::Extend;
use super::link::{LEAST_VERTICES, Link, Membership};
use super::visited::{MAX_VERTICES, Visited};
use crate::board::Permutation;
use crate::convention::Label;
use crate::engine::{Enumeration, Erased, Halt, Plan, Random, Tally, Unit, Visitor};
use crate::error::Error;
use crate::tours::question::{Ends, TourQuestion};
use crate::tours::recount::{by_steps, by_sweep};

/// The approximate number of units of a large question.
const UNITS: usize = 1024;

/// The strategy of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Strategy {
    /// Linking if possible, otherwise path extension.
    #[default]
    Auto,
    /// Subpath linking.
    Link,
    /// Path extension.
    Extend,
}

/// The search of one question's tours.
///
/// Open tours are counted directed, closed ones undirected: see
/// [`TourQuestion::counts`].
///
/// ```
/// use cavalcade::board::{Board, Piece};
/// use cavalcade::engine::Run;
/// use cavalcade::tours::{Kind, TourQuestion, TourSearch};
/// let board = Board::rectangle(5, 5)?;
/// let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Open);
/// let outcome = Run::new(&TourSearch::new(question)?).execute()?;
/// assert_eq!(outcome.tally.weighted().to_string(), "1728"); // directed
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Debug)]
pub struct TourSearch {
    question: TourQuestion,
    units: usize,
    /// The linking strategy; `None` for path extension.
    link: Option<Link>,
}

impl TourSearch {
    /// The search for a question with the default strategy.
    ///
    /// # Errors
    /// [`Error::MethodTooSmall`] beyond [`MAX_VERTICES`] vertices.
    pub fn new(question: TourQuestion) -> Result<TourSearch, Error> {
        TourSearch::by(question, Strategy::Auto)
    }

    /// The search for a question with a given strategy. A graph that is too small for linking is
    /// searched by path extension in any case.
    ///
    /// # Errors
    /// [`Error::MethodTooSmall`] beyond [`MAX_VERTICES`] vertices.
    pub fn by(question: TourQuestion, strategy: Strategy) -> Result<TourSearch, Error> {
        question.fits("search", MAX_VERTICES)?;
        let links = strategy != Strategy::Extend && question.graph().len() >= LEAST_VERTICES;
        let link = links.then(|| Link::new(&question));
        Ok(TourSearch { question, units: UNITS, link })
    }

    /// Cuts the search at these squares: its roots are the choices of the tour's edges that meet
    /// them, one of each orbit, and no other symmetry is used. The four squares in the middle of
    /// 8×8 give Knuth's classes of closed tours by their central wedges. He has 66,771: each middle
    /// square has 27 wedges that leave its corner an exit, and 27⁴ choices have (27⁴ + 3 · 27² + 2
    /// · 27 · 3² + 2 · 27) / 8 orbits. In 198 of these the edges, or those they force, close too
    /// soon or leave a square stuck; they are omitted, and 66,573 remain.
    ///
    /// # Errors
    /// [`Error::ToursAsked`] if the symmetries do not keep the set of squares, or if the graph is
    /// too small to cut.
    pub fn cut_at(mut self, squares: &[usize]) -> Result<TourSearch, Error> {
        let kept = |g: &Permutation| squares.iter().all(|&v| squares.contains(&(g[v] as usize)));
        let wrong = |problem, remedy| Err(Error::ToursAsked { problem, remedy });
        if !self.question.symmetries().elements().iter().all(kept) {
            return wrong(
                "the symmetries of the board move the squares to cut at",
                "give whole orbits, as the four squares in the middle",
            );
        }
        match &self.link {
            Some(link) if link.cut_at(&self.question, squares) => {}
            _ => return wrong("the search cannot be cut there", "give fewer squares"),
        }
        self.units = 1;
        Ok(self)
    }

    /// Splits the search into about `units` units instead; the totals stay the same.
    pub fn split(mut self, units: usize) -> TourSearch {
        self.units = units;
        self
    }

    /// The question.
    pub fn question(&self) -> &TourQuestion {
        &self.question
    }

    /// The strategy in use: never [`Strategy::Auto`].
    pub fn strategy(&self) -> Strategy {
        if self.link.is_some() { Strategy::Link } else { Strategy::Extend }
    }

    /// The tours that the units of its plan visit; `None` if it visits all.
    pub(crate) fn membership(&self) -> Option<Membership> {
        self.link.as_ref().map(|_| Membership::new(&self.plan().units, self.question.kind()))
    }

    fn extend(&self) -> Extend<'_> {
        Extend { question: &self.question }
    }
}

/// True if the visitor wants to see prefixes.
fn asks<V: Visitor<Visited>>(_: &V) -> bool {
    V::PREFIXES
}

impl Enumeration for TourSearch {
    type Solution = Visited;

    fn method(&self) -> &'static str {
        "search"
    }

    fn fingerprint(&self) -> String {
        let Label { board, piece, kind, .. } = self.question.label();
        let order = self.question.symmetries().order();
        let strategy = if self.link.is_some() { "link" } else { "extend" };
        let ends = match self.question.ends() {
            Ends::Free => String::new(),
            Ends::From(s) => format!(" {s}"),
            Ends::Between(s, e) => format!(" {s} {e}"),
        };
        let units = self.units;
        format!(
            "tours {kind}{ends} {piece} {board}, search by {strategy}, \
             {order} symmetries, split {units}"
        )
    }

    fn plan(&self) -> Plan {
        match &self.link {
            Some(link) => link.plan(&self.question, self.units),
            None => self.extend().plan(self.units),
        }
    }

    /// Path extension goes square by square; linking does not.
    fn prunes_prefixes(&self) -> bool {
        self.link.is_none()
    }

    fn other_way(&self) -> Option<&'static str> {
        Some(match self.link {
            Some(_) => "a frontier sweep of the reduced graph",
            None => "path extension that checks every square",
        })
    }

    fn recount(&self, unit: &Unit, visitor: &mut impl Visitor<Visited>) -> Result<Tally, Halt> {
        match self.link {
            Some(_) => by_sweep(&self.question, unit, visitor),
            None => by_steps(&self.question, unit, visitor),
        }
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<Visited>) -> Result<Tally, Halt> {
        match &self.link {
            // Linking never calls `enter`, so it need not be compiled for such visitors.
            Some(link) if asks(visitor) => {
                link.run(&self.question, unit, &mut Erased::new(visitor))
            }
            Some(link) => link.run(&self.question, unit, visitor),
            None => self.extend().run(unit, visitor),
        }
    }

    fn probe(&self, probes: u32, random: &mut Random) -> f64 {
        match &self.link {
            Some(link) => link.probe(&self.question, probes, random),
            None => self.extend().probe(probes, random),
        }
    }
}
