//! The table of `tours --by-start`: open tours by their first square.

use std::io::Write;

use cavalcade::Count;
use cavalcade::board::letters;
use cavalcade::question::Instance;
use cavalcade::render::{self, Grid};

/// A row for each square.
pub fn grid(instance: &Instance, table: &[Count]) -> Grid {
    let row =
        |(square, count): (usize, &Count)| vec![instance.square_name(square), count.to_string()];
    Grid::new(&["start", "directed"], &[0]).rows(table.iter().enumerate().map(row).collect())
}

/// The board with the columns' letters above and the rows' numbers beside it, or a list if it
/// is no board of two axes.
pub fn text(instance: &Instance, table: &[Count], out: &mut impl Write) -> anyhow::Result<()> {
    let board = instance.board();
    let sides: Vec<usize> =
        board.map_or(Vec::new(), |board| board.axes().iter().map(|axis| axis.length).collect());
    let (header, lines) = if let (Some(board), &[rows, columns]) = (board, &sides[..]) {
        let line = |row: usize| {
            let count = |column| {
                board.cell(&[row, column]).map_or(String::new(), |cell| table[cell].grouped())
            };
            std::iter::once((rows - row).to_string()).chain((0..columns).map(count)).collect()
        };
        let header = std::iter::once("start".into()).chain((0..columns).map(letters));
        (header.collect(), (0..rows).map(line).collect())
    } else {
        let line =
            |(square, count): (usize, &Count)| vec![instance.square_name(square), count.grouped()];
        (vec!["start".into(), "directed".into()], table.iter().enumerate().map(line).collect())
    };
    Ok(render::grid(header, lines, &[], out)?)
}
