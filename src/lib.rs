//! Cavalcade: exhaustive enumeration of knight's tours, non-attacking queens and walks, exact to
//! the last digit and compared with published counts.
//!
//! A question is data with one canonical text. The caller need not choose a method: each method
//! estimates its cost, and the cheapest one that can answer is used. An answer states what each of
//! its numbers counts, and which published values it agrees with.
//!
//! ```text
//! "tours closed knight 6x6" ── parse ──► Question
//!                                           │ methods(): the cost of each, or why it cannot answer
//!                                           ▼
//!                     solve(): options ──► Prepared ── units ──► engine::Run ──► Answer
//!                                           │                     ▲    │            │
//!                     solutions() ◄─────────┘     Progress, Stop ─┘    ▼            ▼
//!                     listed, filtered, sorted by class           journal        render
//! ```
//!
//! Example: the closed tours of a board with two holes, counted and compared, and three of them
//! listed:
//!
//! ```
//! use std::{error::Error, io::stdout};
//!
//! use cavalcade::question::Question;
//! use cavalcade::render::{Format, Listing, Sheet, WIDTH, answers};
//!
//! fn main() -> Result<(), Box<dyn Error>> {
//!     let board = "....../....../....../....../.....#/.....#";
//!     let question: Question = format!("tours closed knight {board}").parse()?;
//!     let answer = question.solve().run()?;
//!     answers(Format::Text, WIDTH, [&answer], &mut stdout())?;
//!     let mut listing = Listing::new(Format::Text, Sheet::of(&question), stdout());
//!     for tour in question.solutions().first(3)? {
//!         listing.put(tour.squares())?;
//!     }
//!     listing.end()?;
//!     Ok(())
//! }
//! ```
//!
//! # Where to find things
//!
//! | task | see |
//! |---|---|
//! | write a question as text, or build it from parts | [`question`] |
//! | count, with threads, memory, a journal | [`Question::solve`](question::Question::solve) |
//! | predict a method's cost before running it | [`Question::methods`](question::Question::methods), [`Prepared`](solve::Prepared) |
//! | list solutions, or filter them during the search | [`Question::solutions`](question::Question::solutions) |
//! | boards, pieces and graphs, and their symmetries | [`board`] |
//! | find a tour of a huge board, estimate, try a classic program | [`tours`] |
//! | pick a tour by its number, or at random | [`TourRanking`](tours::TourRanking) |
//! | tori, amazons, fewer queens | [`VariantQuestion`](queens::VariantQuestion) |
//! | count walks of any length | [`walks`] |
//! | watch a run, or stop it | [`Progress`](engine::Progress), [`Observer`](engine::Observer), [`Stop`](engine::Stop) |
//! | run on several machines and add up the counts | [`Shard`](engine::Shard), [`Journals`](solve::Journals) |
//! | look up published counts | [`published::Table`] |
//! | verify published counts, by families of boards | [`verify`] |
//! | write answers and listings | [`render`] |
//! | draw solutions, and numbers by square | [`draw`] |
//! | make a page of results or of a running batch | [`report`] |
//! | run your own search | [`Enumeration`](engine::Enumeration) |
//!
//! `examples/` has short programs to begin with; `src/README.md` is the map of the modules.

pub mod board;
pub mod checkpoint;
pub mod convention;
pub mod count;
pub mod draw;
pub mod engine;
pub mod error;
pub mod files;
pub mod journal;
pub mod machine;
pub mod method;
pub mod published;
pub mod queens;
pub mod question;
pub mod render;
pub mod report;
pub mod simd;
pub mod solve;
pub mod tours;
pub mod verify;
pub mod walks;

pub use count::Count;
pub use error::Error;
