//! `--shard I/N`, `auto/N` with I from the job queue, and `missing/N`, which lists the unfinished
//! shards of N.

use cavalcade::engine::Shard;

use crate::cli::session::exit::Usage;

/// Variables in which HyperQueue, Slurm and Kubernetes give the number of an array task. HyperQueue
/// comes first, because its workers may be tasks of the other queues.
const TASKS: [&str; 3] = ["HQ_TASK_ID", "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"];

/// Parses the flag. The boolean is true for `missing/N`.
pub fn parse(text: &str) -> anyhow::Result<(Shard, bool)> {
    if let Some(of) = text.strip_prefix("missing/") {
        return Ok((format!("0/{of}").parse()?, true));
    }
    Ok((parse_in(text, |name| std::env::var(name).ok())?, false))
}

fn parse_in(text: &str, variable: impl Fn(&str) -> Option<String>) -> anyhow::Result<Shard> {
    let Some(of) = text.strip_prefix("auto/") else {
        return Ok(text.parse()?);
    };
    let Some(task) = TASKS.iter().find_map(|name| variable(name)) else {
        let remedy = "write the number instead of auto";
        return Err(Usage(format!(
            "--shard {text}: none of {} is set; {remedy}",
            TASKS.join(", ")
        ))
        .into());
    };
    Ok(format!("{task}/{of}").parse()?)
}

#[cfg(test)]
mod tests {
    use super::{parse, parse_in};

    fn parsed(text: &str, environment: &[(&str, &str)]) -> Result<String, String> {
        let variable = |name: &str| {
            environment.iter().find(|(known, _)| *known == name).map(|(_, task)| task.to_string())
        };
        parse_in(text, variable).map(|s| s.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn the_queue_says_which() {
        assert_eq!(parsed("3/7", &[]), Ok("3/7".into()));
        for name in ["HQ_TASK_ID", "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"] {
            assert_eq!(parsed("auto/7", &[(name, "3")]), Ok("3/7".into()));
            assert!(parsed("auto/7", &[(name, "7")]).is_err(), "beyond the last");
        }
        let both = [("SLURM_ARRAY_TASK_ID", "0"), ("HQ_TASK_ID", "3")];
        assert_eq!(parsed("auto/7", &both), Ok("3/7".into()), "the innermost");
        assert!(parsed("auto/7", &[]).unwrap_err().contains("SLURM_ARRAY_TASK_ID"));
        let (shard, is_asked) = parse("missing/7").unwrap();
        assert_eq!((shard.of(), is_asked), (7, true));
        assert!(parse("missing/0").is_err() && !parse("3/7").unwrap().1);
    }
}
