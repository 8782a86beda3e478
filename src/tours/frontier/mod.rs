//! METHOD frontier: exact counts of tours without visiting them.
//!
//! Vertices are eliminated one after the other; what the rest of the graph needs to know
//! of a partial tour is the class of its fragments on the frontier, the few vertices that
//! have an eliminated neighbour. Partial tours of one class are counted together, so the
//! work grows with the classes (tens of millions on the chessboard) and not with the
//! tours (13,267,364,410,532). Closed tours of any graph, and open ones, their ends free
//! or fixed.
//!
//! The stages, a file each: [`order`] and [`beam`] choose the vertex order; [`plan`] makes steps of it
//! on slots that cells keep for life; [`class`] packs classes into keys; [`step`] makes
//! successors; [`backend`], [`simd`] and [`cuts`] drop the dead ones; [`table`],
//! [`worker`] and [`sweep`] merge equal ones layer by layer; [`form`] is how a class and its
//! number lie in memory, [`layer`] what is between two steps, [`keep`] keeps it on disk, [`disk`]
//! are layers that fit nowhere else; [`stretch`] finds steps that repeat, [`transfer`] is what
//! they do to the numbers, [`strip`] goes over them; [`census`] counts the classes that layers
//! could have, [`forecast`] those that they are expected to have, and [`course`] says how far a
//! sweep is;
//! [`arithmetic`] keeps counts exact and [`series`] chooses among them; [`method`] is what the
//! engine runs; [`pairs`] makes units by ends, [`chart`] keeps the layers and numbers the
//! tours.
//!
//! After Knuth's frontier classes (TAOCP 7.2.2.4; DYNAHAM); the mate states are older
//! (Kloks; Sekine, Imai and Tani 1995). Order, slots, cuts and engine are our own.

mod arithmetic;
mod backend;
mod beam;
mod census;
mod chart;
mod class;
mod course;
mod cuts;
mod disk;
mod forecast;
mod form;
mod keep;
mod layer;
#[cfg(test)]
mod layer_tests;
mod method;
mod order;
mod pairs;
mod plan;
mod series;
mod simd;
mod step;
mod stretch;
mod strip;
mod sweep;
mod table;
mod terms;
#[cfg(test)]
mod tests;
mod transfer;
mod worker;

pub use chart::TourChart;
pub use forecast::Forecast;
pub use method::{FrontierCount, MAX_VERTICES as MAX_SWEPT, MAX_WIDTH};
pub use terms::LayerReport;
