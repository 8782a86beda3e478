//! Marks on the map of a board: a start, an end and numbers have the effect of `--from`, `--to` and
//! `--at`.

use super::instance;
use crate::cli::args::ToursArgs;
use crate::cli::session::exit::Usage;

/// Replaces the map by its board and its marks by flags. Returns the added flags.
pub fn join(args: &mut ToursArgs) -> anyhow::Result<Vec<&'static str>> {
    let Some(map) = instance::map(&args.board)? else { return Ok(Vec::new()) };
    let (source, board) = (std::mem::replace(&mut args.board, map.board.to_string()), map.board);
    let (mut start, mut end) = (map.start, map.end);
    let mut at = map.numbers;
    if let ([(1, first)], None) = (&at[..], start) {
        // A single number 1 marks the start.
        start = Some(*first);
        at.clear();
    }
    let last = board.len() as u32;
    if !at.is_empty() || start.is_none() {
        at.extend(start.take().map(|square| (1, square)));
        at.extend(end.take().map(|square| (last, square)));
    }
    let twice = |number: u32| at.iter().filter(|(other, _)| *other == number).count() > 1;
    if twice(1) || twice(last) {
        return Err(Usage(format!("{source} marks an end and gives its number elsewhere")).into());
    }
    let mut added = Vec::new();
    if !at.is_empty() {
        args.at.extend(at.iter().map(|(n, square)| format!("{n}={}", board.square_name(*square))));
        added.push("at");
    }
    let (from, to) = (&mut args.from, &mut args.to);
    for (flag, mark, given) in [("from", start, from), ("to", end, to)] {
        let Some(square) = mark else { continue };
        if given.replace(board.square_name(square)).is_some() {
            return Err(Usage(format!("{source} marks that square; leave out --{flag}")).into());
        }
        added.push(flag);
    }
    Ok(added)
}
