//! `Placements`: a question about queens with the method that is to answer it.

use cavalcade::Count;
use cavalcade::answer::Label;
use cavalcade::board::Board;
use cavalcade::engine::{Run, estimated_nodes};
use cavalcade::published::Published;
use cavalcade::queens::{
    KinQuestion, KinSearch, QuadrantCount, QueensQuestion, QueensSearch, Square, Turn, TurnSearch,
    Vectors, conventions, name,
};

use super::args::QueensMethod;
use super::exit::Usage;
use super::memory;
use super::question::{Means, Task};

/// From this many queens on, counting by quadrants is the faster way.
const QUADRANTS_FROM: usize = 12;

/// A question about queens.
#[derive(Clone, Debug)]
pub enum Placements {
    /// As many queens or amazons as rows on the plane board.
    Plain { question: QueensQuestion, method: QueensMethod, vectors: Vectors },
    /// The same by a search that is cut into more units, and into how many at least.
    Cut(QueensSearch, usize),
    /// Anything else.
    Kin(KinQuestion),
}

impl Placements {
    /// As many queens as rows, by the cheapest method.
    pub fn queens(side: usize, method: QueensMethod) -> Result<Placements, cavalcade::Error> {
        let question = QueensQuestion::new(side)?;
        Placements::plain(question, method, Vectors::Native)
    }

    /// The method for the question; an error if it cannot take it.
    pub fn plain(
        question: QueensQuestion,
        method: QueensMethod,
        vectors: Vectors,
    ) -> Result<Placements, cavalcade::Error> {
        let side = question.side();
        let quadrants = QuadrantCount::new(side);
        let method = match method {
            QueensMethod::Auto => {
                let pays = side >= QUADRANTS_FROM && !question.is_amazons();
                if pays && quadrants.is_ok() {
                    QueensMethod::Quadrants
                } else {
                    QueensMethod::Search
                }
            }
            QueensMethod::Quadrants if question.is_amazons() => {
                return Err(cavalcade::Error::Queens {
                    problem: "--method quadrants counts queens, not amazons".into(),
                    remedy: "use --method search",
                });
            }
            QueensMethod::Quadrants => quadrants.map(|_| QueensMethod::Quadrants)?,
            other => other,
        };
        Ok(match method {
            QueensMethod::Kin => {
                let kin = KinQuestion::new(side)?;
                Placements::Kin(if question.is_amazons() { kin.with_amazons() } else { kin })
            }
            method => Placements::Plain { question, method, vectors },
        })
    }

    /// The same by a search of at least so many units; none if it is no search of queens.
    pub fn cut(self, units: usize) -> Option<Placements> {
        match self {
            Placements::Plain { question, method: QueensMethod::Search, .. } => {
                Some(Placements::Cut(QueensSearch::new(question).split(units), units))
            }
            _ => None,
        }
    }

    /// The question's name in tables.
    pub fn label(&self) -> Label {
        match self {
            Placements::Plain { question, .. } => question.label(),
            Placements::Cut(search, _) => search.question().label(),
            Placements::Kin(question) => question.label(),
        }
    }

    /// The question about queens of a published row, by each method that counts it fast.
    pub fn published(row: &Published) -> Vec<Placements> {
        let torus = row.board.strip_prefix("torus:");
        let Ok(board) = torus.unwrap_or(&row.board).parse::<Board>() else { return Vec::new() };
        let side = board.axes()[0].length;
        if torus.is_some() {
            let question = KinQuestion::new(side).map(KinQuestion::on_torus);
            return question.map(Placements::Kin).into_iter().collect();
        }
        let Ok(question) = QueensQuestion::new(side) else { return Vec::new() };
        let question = if row.piece == "amazon" { question.with_amazons() } else { question };
        let methods = [QueensMethod::Search, QueensMethod::Quadrants].into_iter();
        let by = |method| Placements::plain(question, method, Vectors::Native).ok();
        methods.filter_map(by).collect()
    }

    /// The name of the method that answers.
    pub fn method(&self) -> &'static str {
        match self {
            Placements::Plain { method: QueensMethod::Quadrants, .. } => "quadrants",
            Placements::Plain { .. } | Placements::Cut(..) => "search",
            Placements::Kin(_) => "kin",
        }
    }

    /// The words behind `cavalcade queens` that say what is asked, the method aside.
    pub fn words(&self) -> String {
        let amazon = if self.label().piece == "amazon" { " --piece amazon" } else { "" };
        match self {
            Placements::Plain { question, .. } => format!("{}{amazon}", question.side()),
            Placements::Cut(search, units) => {
                format!("{}{amazon} --split {units}", search.question().side())
            }
            Placements::Kin(kin) => {
                let torus = if kin.is_torus() { " --torus" } else { "" };
                let squares = |flag: &str, squares: &[Square]| {
                    let name = |&square| name(square, kin.side());
                    let names: Vec<_> = squares.iter().map(name).collect();
                    if names.is_empty() {
                        String::new()
                    } else {
                        format!(" {flag} {}", names.join(","))
                    }
                };
                let place = squares("--place", kin.placed());
                let holes = squares("--holes", kin.holes());
                let k = match kin.queens() {
                    k if k == kin.side() => String::new(),
                    k => format!(" --k {k}"),
                };
                format!("{}{torus}{amazon}{place}{holes}{k}", kin.side())
            }
        }
    }

    /// Hands the method that answers it to a task.
    pub fn with<T: Task>(&self, means: &Means, task: T) -> anyhow::Result<T::Output> {
        match self {
            Placements::Plain { question, method: QueensMethod::Quadrants, vectors } => {
                let (side, quadrants) = (question.side(), QuadrantCount::new(question.side())?);
                let needed = quadrants.memory(means.threads);
                if needed > means.memory {
                    let [needed, free] = [needed, means.memory].map(memory::text);
                    return Err(Usage(format!(
                        "{side} queens by quadrants: needs {needed} of memory, and may use {free}; \
                         give fewer --threads or more --memory, or take --method search"
                    ))
                    .into());
                }
                // Seconds where the quadrants take hours, and only for a whole total.
                task.perform(&quadrants.vectors(*vectors), &|tally| {
                    let all = tally.weighted();
                    let half_turn = turned(side, Turn::Half, means)?;
                    let quarter_turn = turned(side, Turn::Quarter, means)?;
                    Ok(conventions(side, all, half_turn, quarter_turn)?)
                })
            }
            Placements::Plain { question, .. } => {
                let search = QueensSearch::new(*question);
                task.perform(&search, &|tally| Ok(question.counts(tally)))
            }
            Placements::Cut(search, _) => {
                task.perform(search, &|tally| Ok(search.question().counts(tally)))
            }
            Placements::Kin(question) => {
                let search = KinSearch::new(question.clone());
                task.perform(&search, &|tally| Ok(question.counts(tally)))
            }
        }
    }

    /// The nodes that the answer is expected to cost.
    pub fn estimated_nodes(&self, probes: u32) -> Result<f64, cavalcade::Error> {
        Ok(match self {
            Placements::Plain { question, method: QueensMethod::Quadrants, .. } => {
                estimated_nodes(&QuadrantCount::new(question.side())?, probes)
            }
            Placements::Plain { question, .. } => {
                estimated_nodes(&QueensSearch::new(*question), probes)
            }
            Placements::Cut(search, _) => estimated_nodes(search, probes),
            Placements::Kin(question) => estimated_nodes(&KinSearch::new(question.clone()), probes),
        })
    }
}

/// How many placements a turn leaves as they are.
fn turned(side: usize, turn: Turn, means: &Means) -> anyhow::Result<Count> {
    let search = TurnSearch::new(side, turn)?;
    let outcome = Run::new(&search).threads(means.threads).stop(&means.stop).execute()?;
    anyhow::ensure!(outcome.complete, "stopped before all symmetric placements were counted");
    Ok(outcome.tally.weighted())
}

#[cfg(test)]
mod tests {
    use cavalcade::queens::Turn;

    use super::turned;
    use crate::cli::question::Means;

    #[test]
    fn symmetric_placements_are_counted_to_the_end_or_not_at_all() {
        let means = Means::default();
        assert_eq!(turned(12, Turn::Half, &means).unwrap(), 80u64.into());
        means.stop.request();
        assert!(turned(12, Turn::Half, &means).is_err());
    }
}
