//! `Question`: a question of any family with the method that is to answer it.

use std::path::PathBuf;

use cavalcade::answer::{Answer, Convention, Label};
use cavalcade::board::{Board, Piece};
use cavalcade::checkpoint::DirStore;
use cavalcade::engine::{Enumeration, Stop, Tally, estimated_nodes};
use cavalcade::published::Published;
use cavalcade::tours::{Ends, FrontierCount, Kind, MAX_VERTICES, TourQuestion, TourSearch};
use cavalcade::walks::{WalkQuestion, WalkSearch, WalkTransfer};
use cavalcade::{Count, Error};

use super::args::{Method, QueensMethod, WalkMethod};
use super::exit::Usage;
use super::ground::Ground;
use super::layers::Layers;
use super::memory;
use super::placements::Placements;
use super::session::Session;

/// The counts by convention, from a whole tally; an error if it cannot be the total.
pub type Counts<'a> = &'a dyn Fn(&Tally) -> anyhow::Result<Vec<(Convention, Count)>>;

/// Something to be done with a method, whichever it is.
pub trait Task {
    /// What comes of it.
    type Output;

    /// Does it.
    fn perform<E: Enumeration>(
        self,
        enumeration: &E,
        counts: Counts<'_>,
    ) -> anyhow::Result<Self::Output>;
}

/// Counting, to the end.
struct Answering<'a> {
    session: &'a Session,
    question: &'a Question,
    ask: &'a str,
}

impl Task for Answering<'_> {
    type Output = Answer;

    fn perform<E: Enumeration>(self, method: &E, counts: Counts<'_>) -> anyhow::Result<Answer> {
        let Answering { session, question, ask } = self;
        session.count(method, question.label(), ask, counts)
    }
}

/// What a method may use of the machine.
#[derive(Clone, Debug)]
pub struct Means {
    /// Worker threads.
    pub threads: usize,
    /// Bytes of memory.
    pub memory: u64,
    /// Requested when it has to end early.
    pub stop: Stop,
    /// The folder in which a sweep keeps its layers.
    pub checkpoint: Option<PathBuf>,
    /// The same, layers that do not fit in memory too.
    pub scratch: Option<PathBuf>,
    /// Hears of the layers.
    pub layers: Layers,
}

impl Default for Means {
    /// Every core, and three quarters of the memory that is free, to the end.
    fn default() -> Means {
        let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let layers = Layers::new(false);
        Means {
            threads,
            memory: memory::default(),
            checkpoint: None,
            scratch: None,
            layers,
            stop: Stop::new(),
        }
    }
}

/// A question of any family.
#[derive(Clone, Debug)]
pub enum Question {
    /// Knight's tours.
    Tours(Box<TourQuestion>, Method),
    /// Knight's tours by a search that is cut into about so many units.
    Cut(Box<TourQuestion>, usize),
    /// Non-attacking queens.
    Queens(Box<Placements>),
    /// Walks, by transfer or by search.
    Walks(Box<WalkQuestion>, WalkMethod),
    /// Walks by a search that is cut into at least so many units.
    CutWalks(Box<WalkQuestion>, usize),
}

impl Question {
    /// The knight's tours of a board, refused before the graph is made where the method
    /// does not take it.
    pub fn tours(board: &Board, kind: Kind, method: Method) -> Result<Question, Error> {
        let knight = Piece::knight(board.rank());
        Question::on(&Ground::Board(board.clone(), knight), kind, method)
    }

    /// The tours of any piece on any board or graph.
    pub fn on(ground: &Ground, kind: Kind, method: Method) -> Result<Question, Error> {
        let (name, limit) = match method {
            Method::Search => ("search", MAX_VERTICES),
            _ => ("frontier", FrontierCount::most_vertices(ground.board())),
        };
        if ground.len() > limit {
            return Err(Error::MethodTooSmall {
                what: ground.name(),
                size: ground.len(),
                unit: "squares",
                method: name,
                limit,
                remedy: "give a smaller board",
            });
        }
        let question = ground.tours(kind);
        if ground.len() > MAX_VERTICES
            // Only the frontier method is left: it refuses before anything is counted.
            && let Err(error) = FrontierCount::new(question.clone())
        {
            return Err(match error {
                Error::MethodTooSmall { what, size, unit, method: swept, limit, .. } => {
                    let remedy = if method == Method::Frontier {
                        "give a narrower board"
                    } else {
                        "give a narrower board, or one of at most 256 squares, which are searched"
                    };
                    Error::MethodTooSmall { what, size, unit, method: swept, limit, remedy }
                }
                other => other,
            });
        }
        Ok(Question::Tours(Box::new(question), method))
    }

    /// The same question for tours with these ends.
    pub fn ending(self, ends: Ends) -> Result<Question, Error> {
        Ok(match self {
            Question::Tours(question, method) if ends != Ends::Free => {
                Question::Tours(Box::new(question.with_ends(ends)?), method)
            }
            same => same,
        })
    }

    /// The placements of `side` queens.
    pub fn queens(side: usize, method: QueensMethod) -> Result<Question, Error> {
        Ok(Question::Queens(Box::new(Placements::queens(side, method)?)))
    }

    /// The same, with the search cut into about so many units, if a number is given.
    pub fn cut(self, units: Option<u32>) -> Result<Question, Usage> {
        let Some(units) = units.map(|units| units as usize) else { return Ok(self) };
        let cut = match self {
            Question::Tours(question, Method::Search) => Some(Question::Cut(question, units)),
            Question::Queens(placements) => {
                placements.cut(units).map(|placements| Question::Queens(Box::new(placements)))
            }
            Question::Walks(question, WalkMethod::Search) => {
                Some(Question::CutWalks(question, units))
            }
            _ => None,
        };
        let wrong = || Usage("--split cuts a search; add --method search".into());
        cut.ok_or_else(wrong)
    }

    /// The question that a published row answers, once for each method; none if no method
    /// here takes it.
    pub fn published(row: &Published) -> Vec<Question> {
        if row.family == "queens" {
            let placements = Placements::published(row).into_iter();
            return placements.map(|placements| Question::Queens(Box::new(placements))).collect();
        }
        let (text, from) = row.board.split_once(" from ").unzip();
        let Some((board, piece)) = published_ground(text.unwrap_or(&row.board), &row.piece) else {
            return Vec::new();
        };
        let kind = if row.kind == "open" { Kind::Open } else { Kind::Closed };
        if let Some(square) = from {
            let tours = TourQuestion::new(&board, &piece, kind);
            let ends = board.square(square).map(|square| Ends::From(square as u32));
            let asked = ends.and_then(|ends| tours.with_ends(ends));
            let asked = asked.map(|tours| Question::Tours(Box::new(tours), Method::Search));
            return asked.into_iter().collect();
        }
        let ground = Ground::Board(board, piece);
        let methods = [Method::Search, Method::Frontier].into_iter();
        methods.filter_map(|method| Question::on(&ground, kind, method).ok()).collect()
    }

    /// The question's name in tables.
    pub fn label(&self) -> Label {
        match self {
            Question::Tours(question, _) | Question::Cut(question, _) => question.label(),
            Question::Queens(placements) => placements.label(),
            Question::Walks(question, _) | Question::CutWalks(question, _) => question.label(),
        }
    }

    /// The words that ask it of the program, for boards that text can name.
    pub fn ask(&self) -> String {
        let Label { family, board, kind, .. } = self.label();
        // The label of tours with ends tells them.
        let board = board.replace(" from ", " --from ").replace(" to ", " --to ");
        let subject = match self {
            Question::Tours(..) => board,
            Question::Cut(_, units) => format!("{board} --split {units}"),
            Question::Queens(placements) => placements.words(),
            // Their label is no board that text can name: the command line asks.
            Question::Walks(..) | Question::CutWalks(..) => board,
        };
        let closed = if kind == "closed" { " --closed" } else { "" };
        format!("{family} {subject}{closed}")
    }

    /// The name of the method that is asked for.
    pub fn name(&self) -> &'static str {
        match self {
            Question::Tours(_, Method::Auto) => "auto",
            Question::Tours(_, Method::Search) | Question::Cut(..) => "search",
            Question::Walks(_, WalkMethod::Search) | Question::CutWalks(..) => "search",
            Question::Walks(..) => "transfer",
            Question::Tours(_, Method::Frontier) => "frontier",
            Question::Tours(_, Method::Pairs) => "pairs",
            Question::Tours(_, Method::Warnsdorff) => "warnsdorff",
            Question::Tours(_, Method::Divide) => "divide",
            Question::Tours(_, Method::Neural) => "neural",
            Question::Queens(placements) => placements.method(),
        }
    }

    /// Hands the method that answers it to a task.
    pub fn with<T: Task>(&self, means: &Means, task: T) -> anyhow::Result<T::Output> {
        let walked: Counts = &|tally| Ok(WalkQuestion::counts(tally.weighted()));
        let (question, method) = match self {
            Question::Queens(placements) => return placements.with(means, task),
            Question::Walks(question, WalkMethod::Search) => {
                return task.perform(&WalkSearch::new((**question).clone()), walked);
            }
            Question::CutWalks(question, units) => {
                return task.perform(&WalkSearch::new((**question).clone()).split(*units), walked);
            }
            Question::Walks(question, _) => {
                return task.perform(&WalkTransfer::new((**question).clone())?, walked);
            }
            Question::Cut(question, units) => {
                let search = TourSearch::new((**question).clone())?.split(*units);
                return task.perform(&search, &|tally| Ok(question.counts(tally)));
            }
            Question::Tours(question, Method::Auto) => (question, auto(question, means.memory)),
            Question::Tours(question, method) => (question, *method),
        };
        if matches!(method, Method::Warnsdorff | Method::Divide | Method::Neural) {
            let problem = "this method finds one tour; write --method search to count";
            return Err(Usage(problem.into()).into());
        }
        if matches!(method, Method::Frontier | Method::Pairs) {
            let sweep = FrontierCount::new((**question).clone())?;
            let mut sweep = sweep.threads(means.threads).memory(means.memory);
            if method == Method::Pairs {
                sweep = sweep.by_ends();
            }
            if let Some(folder) = means.scratch.as_ref().or(means.checkpoint.as_ref()) {
                let store = Box::new(DirStore::open(folder, &sweep.checkpoint_name())?);
                let spills = means.scratch.is_some();
                sweep = if spills { sweep.spilling(store) } else { sweep.checkpoint(store) };
            }
            let layers = means.layers.clone();
            if layers.is_verbose() {
                layers.expect(&sweep.estimate());
            }
            let sweep = sweep.watched(Box::new(move |report| layers.hear(report)));
            return task.perform(&sweep, &|tally| Ok(question.counts(tally)));
        }
        let search = TourSearch::new((**question).clone())?;
        task.perform(&search, &|tally| Ok(question.counts(tally)))
    }

    /// The same question with the method that `auto` comes to.
    pub fn chosen(&self, means: &Means) -> Question {
        match self {
            Question::Tours(question, Method::Auto) => {
                Question::Tours(question.clone(), auto(question, means.memory))
            }
            other => other.clone(),
        }
    }

    /// Counts; an error if the session is stopped first.
    pub fn answer(&self, session: &Session) -> anyhow::Result<Answer> {
        self.answer_as(session, &self.ask())
    }

    /// The same, as it is asked in these words.
    pub fn answer_as(&self, session: &Session, ask: &str) -> anyhow::Result<Answer> {
        self.with(&session.means, Answering { session, question: self, ask })
    }

    /// The nodes that the answer is expected to cost, from `probes` random descents.
    pub fn estimated_nodes(&self, probes: u32) -> Result<f64, Error> {
        Ok(match self {
            Question::Tours(question, Method::Frontier) => {
                swept_nodes(&FrontierCount::new((**question).clone())?)
            }
            Question::Tours(question, _) | Question::Cut(question, _) => {
                estimated_nodes(&TourSearch::new((**question).clone())?, probes)
            }
            Question::Queens(placements) => placements.estimated_nodes(probes)?,
            Question::Walks(question, _) | Question::CutWalks(question, _) => {
                estimated_nodes(&WalkSearch::new((**question).clone()), probes)
            }
        })
    }
}

/// The board and the piece of a published row, if a method can take them.
fn published_ground(text: &str, piece: &str) -> Option<(Board, Piece)> {
    // Tables know boards without squares; on the command line they are mistakes.
    let sides: Option<Vec<usize>> = text.split('x').map(|n| n.parse().ok()).collect();
    let board: Board = match sides.as_deref() {
        Some(&[rows, columns]) => Board::rectangle(rows, columns).ok()?,
        _ => text.parse().ok()?,
    };
    let piece = Piece::named(piece, board.rank())?;
    // Transposed boards have the same counts: each is counted once, the upright one.
    let board = match board.axes() {
        [rows, columns] if rows.length > columns.length && !board.has_holes() => {
            Board::new(vec![*columns, *rows]).ok()?
        }
        _ => board,
    };
    Some((board, piece))
}

/// Nodes of the search that take as long as a class of a sweep.
const NODES_A_CLASS: f64 = 10.0;
/// Nodes of the search that take as long as a sweep's preparation.
const NODES_TO_PREPARE: f64 = 1e6;

fn swept_nodes(sweep: &FrontierCount) -> f64 {
    NODES_TO_PREPARE + NODES_A_CLASS * sweep.estimate().states
}

/// The cheaper one of the methods that can answer. The search needs no preparation; the
/// frontier is far ahead on larger boards as long as its layers fit in memory.
fn auto(question: &TourQuestion, memory: u64) -> Method {
    const PROBES: u32 = 100;
    const FEW_PROBES: u32 = 16;
    if question.graph().len() > MAX_VERTICES {
        return Method::Frontier;
    }
    let Ok(search) = TourSearch::new(question.clone()) else { return Method::Frontier };
    // A clear case needs no better estimate, which would take as long as a small search.
    if estimated_nodes(&search, FEW_PROBES) < NODES_TO_PREPARE / 4.0 {
        return Method::Search;
    }
    let nodes = estimated_nodes(&search, PROBES);
    if nodes < NODES_TO_PREPARE {
        return Method::Search;
    }
    match FrontierCount::new(question.clone()).map(|sweep| sweep.memory(memory)) {
        Ok(sweep) if sweep.estimate().bytes < memory as f64 && swept_nodes(&sweep) < nodes => {
            Method::Frontier
        }
        _ => Method::Search,
    }
}
