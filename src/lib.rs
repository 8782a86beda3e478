//! Cavalcade: exhaustive enumeration of knight's tours and non-attacking queens, exact to
//! the last digit.
//!
//! A question says what is asked and what counts as one; a method is one way to answer it;
//! the engine runs a method's units on all cores and sums their tallies.
//!
//! ```text
//! Board × Piece → Graph → TourQuestion → TourSearch ─┐
//!                QueensQuestion → QueensSearch ──────┤ Enumeration: plan, run, probe
//!                                                    ▼
//!     Observer ◄─ events ─ Run ─ units ─► threads ─► Tally
//!                           │
//!                           ▼
//!        counts by convention (Answer) ─► published::Table::check ─► render
//! ```
//!
//! Counting the closed tours of the 6×6 board, and comparing with what is published:
//!
//! ```
//! use cavalcade::answer::{Answer, Convention};
//! use cavalcade::board::{Board, Piece};
//! use cavalcade::engine::{Enumeration, Run};
//! use cavalcade::published::Table;
//! use cavalcade::tours::{Kind, TourQuestion, TourSearch};
//!
//! let board: Board = "6x6".parse()?;
//! let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Closed);
//! let search = TourSearch::new(question.clone())?;
//! let outcome = Run::new(&search).threads(2).execute()?;
//! let answer = Answer {
//!     label: question.label(),
//!     counts: question.counts(&outcome.tally),
//!     method: search.method(),
//!     nodes: outcome.tally.nodes(),
//!     seconds: outcome.took.as_secs_f64(),
//!     threads: 2,
//! };
//! assert_eq!(answer.count(Convention::Undirected).unwrap().to_string(), "9862");
//! assert!(Table::embedded().check(&answer).iter().all(|check| check.agrees));
//! # Ok::<(), cavalcade::Error>(())
//! ```
//!
//! `src/README.md` is the map of the rooms.

pub mod answer;
pub mod board;
pub mod checkpoint;
pub mod count;
pub mod engine;
pub mod error;
pub mod journal;
pub mod published;
pub mod queens;
pub mod render;
pub mod tours;
pub mod walks;

pub use count::Count;
pub use error::Error;
