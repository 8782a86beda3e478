//! `Inquiry`: how a published row is answered anew, whatever its family.

use cavalcade::answer::{Answer, Convention, Label};
use cavalcade::published::Published;
use cavalcade::tours::{MAX_VERTICES, TourQuestion};

use super::args::{Method, WalkMethod};
use super::question::Question;
use super::session::Session;
use super::{explore, walks};

/// A transfer matrix takes no time worth telling, whatever the number of walks.
const TRANSFER: f64 = 1e4;

/// What is computed.
pub enum Inquiry {
    /// Tours, placements or walks by one method.
    Count(Question),
    /// Tours by the cheapest method, and then up to symmetry.
    Classes(Box<TourQuestion>),
}

impl Inquiry {
    /// The inquiries that answer a row, one for each method; none if no method here takes it.
    pub fn about(row: &Published) -> Vec<Inquiry> {
        if row.family == "walks" {
            let question = walks::published(row).and_then(|args| walks::question(&args).ok());
            return question.map(Inquiry::Count).into_iter().collect();
        }
        let counted = matches!(row.convention, Convention::Directed | Convention::Undirected);
        let questions = Question::published(row).into_iter();
        if row.family == "queens" || counted {
            return questions.map(Inquiry::Count).collect();
        }
        let tours = questions.filter_map(|question| match question {
            Question::Tours(tours, _) if tours.graph().len() <= MAX_VERTICES => Some(tours),
            _ => None,
        });
        tours.take(1).map(Inquiry::Classes).collect()
    }

    /// The question's name in tables.
    pub fn label(&self) -> Label {
        match self {
            Inquiry::Count(question) => question.label(),
            Inquiry::Classes(tours) => tours.label(),
        }
    }

    /// The method.
    pub fn name(&self) -> &'static str {
        match self {
            Inquiry::Count(question) => question.name(),
            Inquiry::Classes(_) => "classes",
        }
    }

    /// The nodes that the answer is expected to cost.
    pub fn estimated_nodes(&self, probes: u32) -> anyhow::Result<f64> {
        Ok(match self {
            Inquiry::Count(Question::Walks(_, WalkMethod::Transfer)) => TRANSFER,
            Inquiry::Count(question) => question.estimated_nodes(probes)?,
            Inquiry::Classes(tours) => {
                let by = |method| Question::Tours(tours.clone(), method).estimated_nodes(probes);
                let searched = by(Method::Search)?;
                let swept = by(Method::Frontier).unwrap_or(f64::INFINITY);
                // The symmetric tours have a tree of about the square root of the whole one.
                let symmetric = searched.sqrt() * tours.symmetries().order() as f64;
                searched.min(swept) + symmetric
            }
        })
    }

    /// Answers it; an error if the session is stopped first.
    pub fn answer(&self, session: &Session) -> anyhow::Result<Answer> {
        match self {
            Inquiry::Count(question) => question.answer(session),
            Inquiry::Classes(tours) => {
                let mut answer = Question::Tours(tours.clone(), Method::Auto).answer(session)?;
                explore::sort(session, tours, &mut answer)?;
                // The other methods answer for these.
                let counted = [Convention::Directed, Convention::Undirected];
                answer.counts.retain(|(convention, _)| !counted.contains(convention));
                Ok(answer)
            }
        }
    }
}
