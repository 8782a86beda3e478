//! `cavalcade tours BOARD --method rotation | warnsdorff | divide | neural`: constructs one tour.

use std::time::Instant;

use cavalcade::board::Graph;
use cavalcade::engine::Random;
use cavalcade::solve::OneTour;
use cavalcade::tours::{
    Kind, NeuralTrials, Obstacle, TieRule, Tour, divide_watched, rotated, warnsdorff_watched,
};
use cavalcade::{Count, Error};

use cavalcade::question::{Instance, Question, Tours};
use cavalcade::render::Sheet;

use crate::cli::args::ToursArgs;
use crate::cli::input::instance;
use crate::cli::output::Output;
use crate::cli::session::exit::{NotFound, Usage, Verdict};
use crate::cli::session::{Session, note};

/// Bytes for each square of a graph, a tour and its text; 340 were measured for a knight.
pub const A_SQUARE: u64 = 350;

/// Constructs one tour and prints it as numbers.
pub fn run(args: &ToursArgs) -> anyhow::Result<Verdict> {
    let instance = instance::read(&args.board, &args.piece)?;
    instance::has_rows(&args.board, &instance)?;
    let kind = args.kind();
    let began = Instant::now();
    if args.first.is_some_and(|first| first > 1) {
        let problem = "this method finds one tour; write --first 1, or take another --method";
        return Err(Usage(problem.into()).into());
    }
    let output = Output::listing(args.format, args.output.as_deref());
    let session = Session::new(&args.watched, output)?;
    let question = Question::Tours(Tours::new(instance.clone(), kind));
    session.asks(&question);
    let (what, squares) = (format!("{} {}", instance.name(), args.method), instance.len() as u64);
    session.fits(&what, squares.saturating_mul(A_SQUARE))?;
    let (steps, noun) = match args.method.as_str() {
        "neural" => (u64::from(args.trials), "trial"),
        "rotation" => (OneTour::ROTATIONS, "rotation"),
        _ => (squares, "square"),
    };
    let found = session.steps(&what, Some(steps), noun, false, |done| {
        let mut made = 0;
        let mut progress = |steps| {
            made = steps;
            done(steps);
        };
        let found = find(args, &instance, kind, &session, &mut progress);
        if session.stop.is_requested() && args.method == "rotation" && found.is_err() {
            let (what, finished) = (what.clone(), made as usize);
            return Err(Error::Stopped { what, finished, units: steps as usize });
        }
        if found.is_ok() {
            done(steps);
        }
        Ok(found)
    });
    let found = found.map_err(|error| session.unfinished(error, None))?;
    let (tour, how) = found?;
    let took = began.elapsed();
    session.output.show(Sheet::of(&question), [tour.squares()])?;
    let size = Count::from(squares).grouped();
    note(&format!("{how}: {size} squares in {:.3} s, checked", took.as_secs_f64()));
    Ok(Verdict::Agrees)
}

/// Constructs and checks a tour; `progress` receives the number of steps. Returns how it was found.
fn find(
    args: &ToursArgs,
    instance: &Instance,
    kind: Kind,
    session: &Session,
    progress: &mut dyn FnMut(u64),
) -> anyhow::Result<(Tour, String)> {
    let graph = instance.graph();
    if let Some(reason) = instance.obstacle(&graph, kind) {
        return Err(NotFound(format!("{}: there can be none: {reason}", instance.name())).into());
    }
    let (squares, how) = match args.method.as_str() {
        "divide" => (divided(instance, kind, progress)?, "divide".into()),
        "rotation" => {
            let seed = args.seed;
            let (most, random) = (OneTour::ROTATIONS, &mut Random::new(seed));
            let found = rotated(&graph, kind, most, random, &session.stop, progress);
            let squares = found.ok_or_else(|| gave_up(&instance.name(), most, seed))?;
            (squares, format!("rotation, seed {seed}"))
        }
        "neural" => {
            let (squares, summary) = trials(args, instance, &graph, progress)?;
            note(&summary);
            (squares, "neural".into())
        }
        _ => follow(args, instance, &graph, progress)?,
    };
    Ok((Tour::on_graph(&graph, kind, &squares)?, how))
}

/// The error for a heuristic that found no tour, which proves nothing.
pub fn gave_up(name: &str, rotations: u64, seed: u64) -> NotFound {
    let rotations = Count::from(rotations).grouped();
    NotFound(format!(
        "{name}: gave up after {rotations} rotations, which does not prove that there is no tour; take another \
         seed, as --method rotation --seed {}",
        seed.wrapping_add(1)
    ))
}

fn follow(
    args: &ToursArgs,
    instance: &Instance,
    graph: &Graph,
    progress: &mut dyn FnMut(u64),
) -> anyhow::Result<(Vec<u32>, String)> {
    let name = args.tie.as_deref().unwrap_or(match instance {
        Instance::Board(..) | Instance::Keypad(..) => "roth",
        _ => "pohl",
    });
    let seed = args.seed;
    let tie = TieRule::named(name, seed).expect("the parser knows the rules");
    let start = args.start.as_deref().map_or(Ok(0), |name| instance.square(name))?;
    let (board, piece) = (instance.board(), instance.piece());
    tie.check(board, piece, start)?;
    let squares = warnsdorff_watched(graph, board, start, tie, progress);
    if squares.len() < graph.len() {
        let (reached, all) = (squares.len(), graph.len());
        return Err(NotFound(format!(
            "warnsdorff with ties by {name} ran into a dead end after {reached} of {all} squares; \
             take another --tie, --seed or --start, or --method divide"
        ))
        .into());
    }
    Ok((squares, format!("warnsdorff, ties by {name}")))
}

fn divided(
    instance: &Instance,
    kind: Kind,
    progress: &mut dyn FnMut(u64),
) -> anyhow::Result<Vec<u32>> {
    let sides = match instance {
        Instance::Board(board, piece) => Obstacle::rectangle(board, piece),
        _ => None,
    };
    let Some((rows, columns)) = sides else {
        let problem = "--method divide is for knights on plane rectangles; take warnsdorff";
        return Err(Usage(problem.into()).into());
    };
    let found = divide_watched(rows, columns, kind, progress);
    Ok(found.ok_or_else(|| NotFound(format!("{}: there is no tour", instance.name())))?)
}

fn trials(
    args: &ToursArgs,
    instance: &Instance,
    graph: &Graph,
    progress: &mut dyn FnMut(u64),
) -> anyhow::Result<(Vec<u32>, String)> {
    if !args.closed {
        return Err(Usage("--method neural finds closed tours; add --closed".into()).into());
    }
    let seed = args.seed;
    let trials = args.trials;
    let found = NeuralTrials::run(graph, trials, &mut Random::new(seed), progress);
    let NeuralTrials { first, ends, rounds, most_rounds, .. } = found;
    let share =
        |count: u32| format!("{count} ({:.2} %)", 100.0 * f64::from(count) / f64::from(trials));
    let [tours, circuits, stuck, restless] = ends.map(share);
    let name = instance.name();
    let mean = rounds as f64 / f64::from(trials);
    let summary = format!(
        "{name} neural, seed {seed}, {trials} trials: tours {tours} · several circuits {circuits} · \
         stuck {stuck} · not at rest after {most_rounds} rounds {restless} · mean rounds {mean:.1}"
    );
    match first {
        Some(squares) => Ok((squares, summary)),
        None => Err(NotFound(summary).into()),
    }
}
