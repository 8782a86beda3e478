//! Questions of every family and their methods.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;

use cavalcade::board::Board;
use cavalcade::draw::{Pictures, heat_map, move_map};
use cavalcade::engine::{Progress, Random, Stop};
use cavalcade::method::{LayerObserver, LayerReport, Means, SweepEstimate};
use cavalcade::question::{Checker, Instance, Question};
use cavalcade::render::{Format, Listing, Sheet};
use cavalcade::solve::OneTour;
use cavalcade::tours::{Tour, estimate_watched, flips_for, shuffled};
use cavalcade::{Count, Error};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer::{fields, number};
use crate::errors::{exception_of, raise};
use crate::options::{Options, memory};
use crate::parts::{self, Placements};
use crate::ranking::{Ranking, tours};
use crate::square::{Memory, Square, instance, without};
use crate::stream::{Stream, Wanted};
use crate::wait::{Callback, Watched, interruptible};

/// A question of the library.
#[pyclass(frozen, module = "cavalcade._cavalcade", name = "Question")]
pub struct PyQuestion(Question);

/// The progress of a sweep by layers.
#[derive(Default)]
struct Layer(Mutex<f64>);

impl LayerObserver for Layer {
    fn wants_estimate(&self) -> bool {
        false
    }

    fn expect(&self, _: &SweepEstimate) {}

    fn observe(&self, report: &LayerReport) {
        let share = (report.layer as f64 + report.done) / report.layers.max(1) as f64;
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = share;
    }
}

/// A [`Layer`] that the method writes and another thread reads.
struct Shared(Arc<Layer>);

impl LayerObserver for Shared {
    fn wants_estimate(&self) -> bool {
        false
    }

    fn expect(&self, estimate: &SweepEstimate) {
        self.0.expect(estimate);
    }

    fn observe(&self, report: &LayerReport) {
        self.0.observe(report);
    }
}

impl PyQuestion {
    fn new(py: Python<'_>, question: Result<Question, Error>) -> PyResult<PyQuestion> {
        question.map(PyQuestion).map_err(|error| raise(py, &error))
    }

    /// The board of placements.
    fn grid(&self) -> Option<Board> {
        match &self.0 {
            Question::Queens(queens) => Board::rectangle(queens.height(), queens.width()).ok(),
            other => other.instance().and_then(Instance::board).cloned(),
        }
    }
}

#[pymethods]
impl PyQuestion {
    /// Reads the canonical text.
    #[staticmethod]
    fn parse(py: Python<'_>, text: &str) -> PyResult<PyQuestion> {
        PyQuestion::new(py, text.parse())
    }

    /// Tours of a board and piece, or of a graph.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "each is a part of the question")]
    fn tours(
        py: Python<'_>,
        place: &str,
        piece: &str,
        names: Option<Vec<String>>,
        holes: Vec<Square>,
        closed: bool,
        start: Option<Square>,
        end: Option<Square>,
    ) -> PyResult<PyQuestion> {
        PyQuestion::new(py, parts::tours(place, piece, names, &holes, closed, [start, end]))
    }

    /// Placements on a board with these numbers of rows and columns.
    #[staticmethod]
    fn queens(py: Python<'_>, size: (usize, usize), asked: Placements) -> PyResult<PyQuestion> {
        PyQuestion::new(py, parts::placements(size, &asked))
    }

    /// Walks with a number of squares.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "each is a part of the question")]
    fn walks(
        py: Python<'_>,
        place: &str,
        piece: &str,
        names: Option<Vec<String>>,
        holes: Vec<Square>,
        length: usize,
        self_avoiding: bool,
        limits: Vec<String>,
        start: Option<Square>,
    ) -> PyResult<PyQuestion> {
        let make = || {
            let instance = without(instance(place, piece, names)?, &holes)?;
            parts::walks(instance, length, self_avoiding, &limits, start)
        };
        PyQuestion::new(py, make())
    }

    /// The same question for the board or its transpose, in the form of tables.
    fn upright(&self) -> PyQuestion {
        PyQuestion(self.0.upright())
    }

    /// The canonical text.
    #[getter]
    fn text(&self) -> String {
        self.0.to_string()
    }

    /// Family, board, piece and kind, as in tables.
    #[getter]
    fn label(&self) -> (&'static str, String, String, &'static str) {
        let label = self.0.label();
        (label.family, label.board, label.piece, label.kind)
    }

    /// The number of squares or vertices.
    #[getter]
    fn size(&self) -> usize {
        self.0.size()
    }

    /// The number of squares of a solution.
    #[getter]
    fn width(&self) -> usize {
        match &self.0 {
            Question::Queens(queens) => queens.variant().queens(),
            Question::Walks(walks) => walks.length(),
            other => other.size(),
        }
    }

    /// The lengths of the axes; `None` for a graph.
    #[getter]
    fn shape(&self) -> Option<Vec<usize>> {
        Some(self.grid()?.axes().iter().map(|axis| axis.length).collect())
    }

    /// The coordinates of each square; `None` for a graph.
    fn cells(&self) -> Option<Vec<Vec<usize>>> {
        let board = self.grid()?;
        Some((0..board.len()).map(|cell| board.coordinates(cell)).collect())
    }

    /// The name of each square.
    fn names(&self) -> Vec<String> {
        match (self.0.instance(), self.grid()) {
            (Some(instance), _) => {
                (0..instance.len()).map(|square| instance.square_name(square)).collect()
            }
            (None, Some(board)) => (0..board.len()).map(|cell| board.square_name(cell)).collect(),
            (None, None) => Vec::new(),
        }
    }

    /// The moves: each edge once, its smaller end first; none for placements.
    fn edges(&self) -> Vec<(usize, usize)> {
        self.0.instance().map_or(Vec::new(), |instance| instance.graph().edges().collect())
    }

    /// The question with a count up to symmetry.
    fn by_class(&self, py: Python<'_>) -> PyResult<PyQuestion> {
        let by_class = tours(&self.0).map(|tours| Question::Tours(tours.clone().by_class()));
        PyQuestion::new(py, by_class)
    }

    /// The fields of an answer; `callback` is called with the progress.
    fn count<'py>(
        &self,
        py: Python<'py>,
        options: Options,
        callback: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let stop = Stop::new();
        let refuse = |error: Error| raise(py, &error);
        let limit = options.limit().map_err(refuse)?;
        let progress = Arc::new(Progress::new(options.threads().map_err(refuse)?));
        let layer = Arc::new(Layer::default());
        let (question, halt) = (self.0.clone(), stop.clone());
        let (counters, sweep) = (Arc::clone(&progress), Arc::clone(&layer));
        let work = move || {
            options.check()?;
            let solve = options.solve(&question, &halt)?.layers(Shared(sweep));
            solve.progress(&counters).run()
        };
        let callback = callback.map(|callback| -> Callback<'_> {
            Box::new(move |py, seconds| {
                let now = progress.snapshot();
                let swept = *layer.0.lock().unwrap_or_else(PoisonError::into_inner);
                let share = now.share.max(swept);
                callback.call1(py, (share, now.solutions, now.nodes, now.units, seconds))?;
                Ok(())
            })
        });
        let answer = interruptible(py, &stop, Watched { limit, callback }, work)?;
        fields(py, &answer)
    }

    /// The number of tours that use each move: convention, moves, counts.
    #[expect(clippy::type_complexity, reason = "a row")]
    fn by_move<'py>(
        &self,
        py: Python<'py>,
        options: Options,
    ) -> PyResult<(&'static str, Vec<[usize; 2]>, Vec<Bound<'py, PyAny>>)> {
        let stop = Stop::new();
        let limit = options.limit().map_err(|error| raise(py, &error))?;
        let (question, halt) = (self.0.clone(), stop.clone());
        let work = move || question.by_move(&options.means(&halt)?);
        let counts = interruptible(py, &stop, Watched { limit, callback: None }, work)?;
        let (moves, tours): (Vec<_>, Vec<_>) = counts.moves.into_iter().unzip();
        let tours: PyResult<_> = tours.iter().map(|tours| number(py, tours)).collect();
        Ok((counts.convention.word(), moves, tours?))
    }

    /// For each method: name, description, smallest and largest time in seconds, bytes, or the
    /// reason why it cannot answer.
    #[expect(clippy::type_complexity, reason = "a row")]
    fn methods(
        &self,
        py: Python<'_>,
        threads: Option<usize>,
        given: Option<Memory>,
    ) -> PyResult<Vec<(&'static str, &'static str, Option<(f64, f64, f64)>, Option<String>)>> {
        let question = self.0.clone();
        let ask = move || {
            let mut means = Means { memory: memory(given.as_ref())?, ..Means::default() };
            means.threads = threads.unwrap_or(means.threads).max(1);
            let methods = question.methods_with(&means)?;
            let row = |method: cavalcade::solve::Candidate| match method.cost {
                Ok(cost) => {
                    let cost = (cost.seconds[0], cost.seconds[1], cost.bytes);
                    (method.name, method.about, Some(cost), None)
                }
                Err(error) => (method.name, method.about, None, Some(error.to_string())),
            };
            Ok(methods.into_iter().map(row).collect())
        };
        interruptible(py, &Stop::new(), Watched::default(), ask)
    }

    /// Estimated solutions, standard error, units run, all units, solutions visited, seconds of all
    /// threads, and the estimated seconds for all units.
    #[expect(clippy::type_complexity, reason = "a row")]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        options: Options,
        share: f64,
    ) -> PyResult<(f64, f64, usize, usize, Bound<'py, PyAny>, f64, f64)> {
        let stop = Stop::new();
        let limit = options.limit().map_err(|error| raise(py, &error))?;
        let (question, halt) = (self.0.clone(), stop.clone());
        let work = move || options.solve(&question, &halt)?.prepare()?.sample(share, None);
        let sample = interruptible(py, &stop, Watched { limit, callback: None }, work)?;
        let visited = number(py, &sample.visited)?;
        let seconds = sample.thread_time().as_secs_f64();
        let all = sample.thread_seconds_of_all();
        Ok((sample.expected, sample.error, sample.sampled, sample.units, visited, seconds, all))
    }

    /// The mean, its standard error, the ends of the 95 % interval, the number of paths and of
    /// those that became tours.
    fn estimate(
        &self,
        py: Python<'_>,
        samples: u32,
        seed: u64,
    ) -> PyResult<(f64, f64, f64, f64, u32, u32)> {
        let asked = tours(&self.0).map_err(|error| raise(py, &error))?.clone();
        let stop = Stop::new();
        let halt = stop.clone();
        let work = move || {
            let prepared = asked.prepared();
            if asked.obstacle(&prepared).is_some() {
                return Ok((0.0, 0.0, 0.0, 0.0, samples, 0));
            }
            let mut random = Random::new(seed);
            let found = estimate_watched(&prepared, samples, &mut random, &halt, &mut |_| {})?;
            let (low, high) = found.interval();
            Ok((found.mean, found.error, low, high, found.samples, found.tours))
        };
        interruptible(py, &stop, Watched::default(), work)
    }

    /// Numbers the tours.
    fn ranking(&self, py: Python<'_>, given: Option<Memory>) -> PyResult<Ranking> {
        let refuse = |error: Error| raise(py, &error);
        let memory = memory(given.as_ref()).map_err(refuse)?;
        Ranking::of(py, tours(&self.0).map_err(refuse)?, memory)
    }

    /// One tour however large the place, made unlike itself by random flips if they are wanted;
    /// nothing where there is none.
    fn one(
        &self,
        py: Python<'_>,
        given: Option<Memory>,
        seed: u64,
        flipped: bool,
    ) -> PyResult<Option<Vec<u32>>> {
        let refuse = |error: Error| raise(py, &error);
        let (asked, stop) = (tours(&self.0).map_err(refuse)?.clone(), Stop::new());
        let memory = memory(given.as_ref()).map_err(refuse)?;
        let means = Means { memory, stop: stop.clone(), ..Means::default() };
        let work = move || {
            let squares = match asked.one(seed, &means, &mut |_| {})? {
                OneTour::Found { squares, .. } => squares,
                OneTour::None { .. } => return Ok(None),
                _ => {
                    return Err(Error::ToursAsked {
                        problem: "neither a tour was found nor a proof that there is none",
                        remedy: "give another seed",
                    });
                }
            };
            if !flipped {
                return Ok(Some(squares));
            }
            let (graph, kind) = (asked.instance().graph(), asked.kind());
            let (flips, random) = (flips_for(graph.len()), &mut Random::new(seed));
            let made = shuffled(&graph, kind, &squares, flips, random, &means.stop, &mut |_| {});
            let what = asked.instance().name();
            let stopped = || Error::Stopped { what, finished: 0, units: 1 };
            let (squares, _) = made.ok_or_else(stopped)?;
            Ok(Some(Tour::on_graph(&graph, kind, &squares)?.undirected().squares().to_vec()))
        };
        interruptible(py, &stop, Watched::default(), work)
    }

    /// Begins to search for the solutions.
    fn stream(
        &self,
        py: Python<'_>,
        method: &str,
        given: Option<Memory>,
        one_of_each_class: bool,
    ) -> PyResult<Stream> {
        let refuse = |error: Error| raise(py, &error);
        let method = method.parse().map_err(refuse)?;
        let memory = memory(given.as_ref()).map_err(refuse)?;
        Stream::begin(py, self.0.clone(), Wanted { method, memory, one_of_each_class })
    }

    /// Refuses squares that are not a solution.
    fn check(&self, py: Python<'_>, squares: Vec<u32>) -> PyResult<()> {
        let checked = Checker::of(&self.0).and_then(|checker| checker.check(&squares));
        checked.map_err(|error| raise(py, &error))
    }

    /// A sheet of solutions as SVG; most symmetric first if sorted.
    fn picture(&self, py: Python<'_>, drawn: Vec<Vec<u32>>, sorted: bool) -> PyResult<String> {
        let pictures = Pictures::of(&self.0);
        let mut pictures = if sorted { pictures.by_symmetry() } else { pictures };
        let put = drawn.iter().try_for_each(|squares| pictures.put(squares));
        put.map_err(|error| raise(py, &error))?;
        Ok(pictures.svg())
    }

    /// A number for each square, given by its digits, as SVG.
    fn heat_map(&self, py: Python<'_>, counts: Vec<String>, title: &str) -> PyResult<String> {
        let counts: Result<Vec<Count>, _> = counts.iter().map(|count| count.parse()).collect();
        let counts = counts.map_err(|error| raise(py, &error))?;
        let instance = self.0.instance().filter(|instance| instance.len() == counts.len());
        let instance = instance.ok_or_else(|| {
            exception_of(
                py,
                "QuestionError",
                "a heat map has one number for each square of a board",
            )
        })?;
        Ok(heat_map(instance, &counts, title))
    }

    /// A number for each move, given by its digits, as SVG.
    fn move_map(
        &self,
        py: Python<'_>,
        moves: Vec<[usize; 2]>,
        counts: Vec<String>,
        title: &str,
    ) -> PyResult<String> {
        let counts: Result<Vec<Count>, _> = counts.iter().map(|count| count.parse()).collect();
        let counts = counts.map_err(|error| raise(py, &error))?;
        let there = |size| moves.iter().flatten().all(|&square| square < size);
        let instance = self.0.instance().filter(|instance| there(instance.len()));
        let instance = instance
            .ok_or_else(|| exception_of(py, "QuestionError", "these moves are of another board"))?;
        let moves: Vec<_> = moves.iter().copied().zip(counts).collect();
        Ok(move_map(instance, &moves, title))
    }

    /// A solution in a format of the crate: `text`, `lines`, `csv`, `json`.
    fn draw(&self, py: Python<'_>, squares: Vec<u32>, format: &str) -> PyResult<String> {
        if squares.iter().any(|&square| square as usize >= self.0.size()) {
            return Err(exception_of(py, "SolutionError", "a solution has squares of its board"));
        }
        let format = Format::ALL.into_iter().find(|known| known.name() == format);
        let mut out = Vec::new();
        let mut write = || {
            let mut listing = Listing::new(format?, Sheet::of(&self.0), &mut out);
            let written = listing.begin().and_then(|()| listing.put(&squares));
            written.and_then(|()| listing.end()).ok()
        };
        let written = write().and_then(|_| String::from_utf8(out).ok());
        written.ok_or_else(|| exception_of(py, "QuestionError", "no such format of listings"))
    }
}
