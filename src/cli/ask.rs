//! `Ask`: a question about queens with the method that is to answer it.

use cavalcade::answer::{Answer, Convention, Label};
use cavalcade::engine::{Enumeration, estimated_nodes};
use cavalcade::queens::{
    KinQuestion, KinSearch, QuadrantCount, QueensQuestion, QueensSearch, Turn, TurnSearch, Vectors,
    conventions,
};

use super::args::QueensMethod;
use super::exit::Usage;
use super::memory;
use super::session::Session;

/// From this many queens on, counting by quadrants is the faster way.
const QUADRANTS_FROM: usize = 12;

/// A question about queens.
#[derive(Clone, Debug)]
pub enum Ask {
    /// As many queens or amazons as rows on the plane board.
    Plain { question: QueensQuestion, method: QueensMethod, vectors: Vectors },
    /// Anything else.
    Kin(KinQuestion),
}

impl Ask {
    /// As many queens as rows, by the cheapest method.
    pub fn queens(side: usize, method: QueensMethod) -> Result<Ask, cavalcade::Error> {
        let question = QueensQuestion::new(side)?;
        Ask::plain(question, method, Vectors::Native)
    }

    /// The method for the question; an error if it cannot take it.
    pub fn plain(
        question: QueensQuestion,
        method: QueensMethod,
        vectors: Vectors,
    ) -> Result<Ask, cavalcade::Error> {
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
                Ask::Kin(if question.is_amazons() { kin.with_amazons() } else { kin })
            }
            method => Ask::Plain { question, method, vectors },
        })
    }

    /// The question's name in tables.
    pub fn label(&self) -> Label {
        match self {
            Ask::Plain { question, .. } => question.label(),
            Ask::Kin(question) => question.label(),
        }
    }

    /// Counts; an error if the session is stopped first.
    pub fn answer(&self, session: &Session) -> anyhow::Result<Answer> {
        match self {
            Ask::Plain { question, method: QueensMethod::Quadrants, vectors } => {
                by_quadrants(session, question.side(), *vectors, question.label())
            }
            Ask::Plain { question, .. } => {
                let search = QueensSearch::new(*question);
                session.count(&search, question.label(), |tally| question.counts(tally))
            }
            Ask::Kin(question) => {
                let search = KinSearch::new(question.clone());
                session.count(&search, question.label(), |tally| question.counts(tally))
            }
        }
    }

    /// The nodes that the answer is expected to cost.
    pub fn estimated_nodes(&self, probes: u32) -> Result<f64, cavalcade::Error> {
        Ok(match self {
            Ask::Plain { question, method: QueensMethod::Quadrants, .. } => {
                estimated_nodes(&QuadrantCount::new(question.side())?, probes)
            }
            Ask::Plain { question, .. } => estimated_nodes(&QueensSearch::new(*question), probes),
            Ask::Kin(question) => estimated_nodes(&KinSearch::new(question.clone()), probes),
        })
    }
}

/// All placements by quadrants and those that turns leave as they are by their own searches:
/// together they give the classes.
fn by_quadrants(
    session: &Session,
    side: usize,
    vectors: Vectors,
    label: Label,
) -> anyhow::Result<Answer> {
    let quadrants = QuadrantCount::new(side)?.vectors(vectors);
    let needed = quadrants.memory(session.threads());
    session.detail(&format!("{} needs about {}", quadrants.method(), memory::text(needed)));
    if let Some(free) = memory::available().filter(|&free| needed > free) {
        let [needed, free] = [needed, free].map(memory::text);
        return Err(Usage(format!(
            "{side} queens by quadrants: needs {needed} of memory, and {free} are free; use \
             fewer --threads, or --method search"
        ))
        .into());
    }
    let all = |search: &_, turn| count_all(session, search, &label, turn);
    let mut answer = session
        .count(&quadrants, label.clone(), |tally| vec![(Convention::All, tally.weighted())])?;
    let half = all(&TurnSearch::new(side, Turn::Half)?, Convention::HalfTurn)?;
    let quarter = all(&TurnSearch::new(side, Turn::Quarter)?, Convention::QuarterTurn)?;
    let [a, h, q] = [&answer, &half, &quarter].map(|part| &part.counts[0].1);
    answer.counts = conventions(side, a, h, q).ok_or_else(|| {
        anyhow::anyhow!(
            "{side} queens: {a} placements, {h} fixed by a half turn and {q} by a quarter turn \
             cannot belong together; this is a defect of cavalcade, please report it"
        )
    })?;
    for part in [half, quarter] {
        answer.nodes += part.nodes;
        answer.seconds += part.seconds;
    }
    Ok(answer)
}

fn count_all(
    session: &Session,
    search: &TurnSearch,
    label: &Label,
    convention: Convention,
) -> anyhow::Result<Answer> {
    session.count(search, label.clone(), |tally| vec![(convention, tally.weighted())])
}
