//! The methods that count placements. To add one: its module, and a line here.

use super::colours::COLOURS;
use super::quadrants::QUADRANTS;
use super::question::QueensQuestion;
use super::search::SEARCH;
use super::torus::TORUS;
use super::turns::{TURNS, counts};
use super::variants::{VariantQuestion, VariantSearch};
use crate::engine::estimated_nodes;
use crate::error::Error;
use crate::method::{Choice, Cost, Means, Method, Ready};

/// Every method, in order of the cost of estimating it.
pub const METHODS: &[Method<VariantQuestion>] =
    &[SEARCH, QUADRANTS, COLOURS, VARIANTS, TORUS, TURNS];

/// Plain search for any question about queens.
const VARIANTS: Method<VariantQuestion> = Method {
    name: "variants",
    about: "Plain search of the variants: torus, rectangles, fewer queens or rows, given queens, holes, turns, shifts",
    limit: |_| usize::MAX,
    automatic: true,
    keeps_layers: false,
    sorts: |_| None,
    cost,
    ready,
};

/// Nodes per second on one core.
const NODES_A_SECOND: f64 = 2e7;

const PROBES: u32 = 100;

const WITHIN: f64 = 3.0;

fn cost(question: &VariantQuestion, means: &Means) -> Result<Cost, Error> {
    let nodes = estimated_nodes(&VariantSearch::new(question.clone()), PROBES);
    Ok(Cost::new(nodes, 0.0, nodes / NODES_A_SECOND, means.threads, WITHIN))
}

fn ready(question: &VariantQuestion, choice: &Choice, _: &Means) -> Result<Ready, Error> {
    choice.allow(&[])?;
    let search = VariantSearch::new(question.clone());
    let question = question.clone();
    Ok(Ready::new(search, move |tally, means| counts(&question, tally, means)))
}

impl VariantQuestion {
    /// The question in the form that methods for n queens on the n×n plane board take.
    ///
    /// # Errors
    /// [`Error::Queens`] if it is a different question.
    pub fn plain(&self, method: &'static str) -> Result<QueensQuestion, Error> {
        if !self.is_full_plane() {
            return Err(Error::Queens {
                problem: format!("{self}: the {method} method cannot answer this"),
                remedy: "use the method variants",
            });
        }
        let plain = QueensQuestion::new(self.side())?;
        Ok(if self.is_amazons() { plain.with_amazons() } else { plain })
    }
}
