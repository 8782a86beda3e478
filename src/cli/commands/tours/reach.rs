//! Advice for counts that are too large for every method.

use cavalcade::Error;

use super::one;
use crate::cli::args::ToursArgs;
use crate::cli::modes::tours::TourTask;
use crate::cli::session::exit::Usage;

/// More states than this for each byte of memory are beyond any machine.
const FAR: u64 = 100;

/// Rewrites the error of a count that is too large; returns other errors unchanged.
pub fn in_words(args: &ToursArgs, task: TourTask, error: anyhow::Error) -> anyhow::Error {
    let numbered = matches!(task, TourTask::Number | TourTask::Rank);
    let shows = [TourTask::List, TourTask::ListByNumber, TourTask::Sample, TourTask::Each];
    let reason = match error.downcast_ref::<Error>() {
        Some(Error::MethodTooSmall { size, unit, method, limit, .. }) if args.method == "auto" => {
            format!("{size} {unit} are more than the {limit} that the {method} method takes")
        }
        Some(Error::TooManyClasses { classes, limit, .. })
            if args.method == "auto" && classes / FAR > *limit =>
        {
            format!("about {classes} classes of partial tours are far more than any memory holds")
        }
        _ => return error,
    };
    if shows.contains(&task) || args.chart.random.is_some() {
        return error;
    }
    let what = if numbered { "numbered" } else { "counted" };
    let instead = match one::is_free(args) {
        true => "--first 1 shows one of them, --random 1 one made at random",
        false => "give a smaller or a narrower board",
    };
    let closed = if args.closed { "closed " } else { "" };
    let problem = format!("the {closed}tours of {} cannot be {what}: {reason}", args.board);
    Usage(format!("{problem}; {instead}")).into()
}
