//! `Batch`: beginnings, collected and met with the ways to end them.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use super::machine::{Job, KEYS, Machine, Pair, Portable};
use super::ranks::Ranks;
#[cfg(target_arch = "x86_64")]
use super::simd::{Avx2, Avx512};
use super::table::{SIDES, Table};
use super::{BELOW, ROWS};
use crate::board::Bits;
use crate::queens::search::frame::Frame;

/// The beginnings that are met at a time: the first time few, so that small units need little.
const FIRST: usize = 1 << 10;
const MOST: usize = 1 << 16;

/// The rows of a beginning are at most so many.
pub(super) const ABOVE: usize = 16;

/// The keys of one column that are compared at a time.
const GATHERED: usize = 64;

/// The columns and diagonals that a beginning's queens attack in the row below them.
#[derive(Clone, Copy, Default)]
struct Beginning {
    columns: u32,
    left: u32,
    right: u32,
    /// Which beginning it is.
    number: u32,
}

/// A beginning, the column of the row below it, and a way to fill the rest.
#[derive(Clone, Copy)]
struct Hit {
    sorted: u32,
    rank: u32,
    at: u32,
    column: u8,
}

/// What all units of a board share: the tables, and the memory of batches that have ended.
#[derive(Default)]
pub(in crate::queens::search) struct Endings {
    whole: OnceLock<Table>,
    /// By the column of the first queen, less what its frame closes.
    framed: [OnceLock<Table>; *SIDES.end() / 2],
    rooms: Mutex<Vec<Room>>,
}

impl Endings {
    /// The table of a frame.
    fn table(&self, frame: &Frame) -> &Table {
        let whole = self.whole.get_or_init(|| Table::new(frame.side));
        let all = u64::all_below(frame.side);
        let first = frame.rows[0].trailing_zeros() as usize;
        // With the first queen in the corner the frame hangs on the second one, too.
        let closes = frame.rows[frame.side - 1] != all && first > 0;
        match self.framed.get(first).filter(|_| closes) {
            Some(framed) => framed.get_or_init(|| {
                let rows = &frame.rows[frame.side - ROWS..frame.side];
                whole.without(&rows.iter().map(|row| !row).collect::<Vec<_>>())
            }),
            None => whole,
        }
    }

    fn rooms(&self) -> MutexGuard<'_, Vec<Room>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Endings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Endings")
    }
}

/// The memory of one batch.
#[derive(Default)]
struct Room {
    paths: Vec<[u8; ABOVE]>,
    beginnings: Vec<Beginning>,
    ranks: Vec<u16>,
    sorted: Vec<Beginning>,
    hits: Vec<Hit>,
}

impl Room {
    /// With places for so many beginnings.
    fn grow(&mut self, places: usize) {
        self.paths.resize(places, [0; ABOVE]);
        self.beginnings.resize(places, Beginning::default());
        self.ranks.resize(places, 0);
        self.sorted.resize(places, Beginning::default());
    }
}

/// The beginnings of one unit that wait to be met.
pub(in crate::queens::search) struct Batch<'t> {
    table: &'t Table,
    ranks: Ranks,
    /// The squares of the rows below a beginning that the frame closes.
    closed: [u64; BELOW],
    /// The columns whose queens have to stand by the first of these rows.
    due: u64,
    all: u64,
    /// The rows of a beginning.
    above: usize,
    /// The beginnings, of which `len` are there, by number.
    room: Room,
    len: usize,
    endings: &'t Endings,
}

impl Drop for Batch<'_> {
    fn drop(&mut self) {
        let room = std::mem::take(&mut self.room);
        self.endings.rooms().push(room);
    }
}

impl<'t> Batch<'t> {
    pub fn new(endings: &'t Endings, frame: &Frame) -> Batch<'t> {
        let below = frame.side - BELOW;
        let mut closed = [0; BELOW];
        for (closed, row) in closed.iter_mut().zip(&frame.rows[below..]) {
            *closed = !row;
        }
        let mut room = endings.rooms().pop().unwrap_or_default();
        if room.paths.is_empty() {
            room.grow(FIRST);
        }
        Batch {
            table: endings.table(frame),
            ranks: Ranks::new(frame.side, BELOW),
            closed,
            due: frame.due[below + 1],
            all: u64::all_below(frame.side),
            above: below,
            room,
            len: 0,
            endings,
        }
    }

    /// Adds a beginning if it is `live`: without a branch, as nothing foretells which are.
    #[inline(always)]
    pub fn push_if(&mut self, live: bool, path: &[u8], [columns, left, right]: [u64; 3]) {
        let number = self.len as u32;
        self.room.paths[self.len].copy_from_slice(&path[..ABOVE]);
        let (columns, left, right) = (columns as u32, left as u32, right as u32);
        self.room.beginnings[self.len] = Beginning { columns, left, right, number };
        self.len += usize::from(live);
    }

    /// How many beginnings there are.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// True once there may be no room for the beginnings of another row.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.len + u64::BITS as usize > self.room.paths.len()
    }

    /// Hands over the columns of every placement that continues a beginning, beginnings of the
    /// same columns together, and forgets the beginnings.
    pub fn meet(
        &mut self,
        take: &mut impl FnMut(&[u8; ABOVE + 8]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.sort();
        #[cfg(target_arch = "x86_64")]
        if let Some(machine) = Avx512::detect() {
            machine.enter(Meeting(self));
        } else if let Some(machine) = Avx2::detect() {
            machine.enter(Meeting(self));
        } else {
            Portable.enter(Meeting(self));
        }
        #[cfg(not(target_arch = "x86_64"))]
        Portable.enter(Meeting(self));
        let mut hits = std::mem::take(&mut self.room.hits);
        let mut kept = 0;
        for at in 0..hits.len() {
            // Nothing foretells which are kept: no branch.
            let hit = hits[at];
            hits[kept] = hit;
            kept += usize::from(self.stands(&hit));
        }
        for hit in &hits[..kept] {
            take(&self.columns(hit))?;
        }
        self.room.hits = hits;
        self.room.hits.clear();
        if self.is_full() {
            self.room.grow((2 * self.room.paths.len()).min(MOST));
        }
        self.len = 0;
        ControlFlow::Continue(())
    }

    /// Sorts the beginnings by the columns that they leave.
    fn sort(&mut self) {
        let Room { beginnings, ranks, sorted, .. } = &mut self.room;
        let mut ends = vec![0u32; self.ranks.len() + 1];
        for (beginning, rank) in beginnings[..self.len].iter().zip(&mut *ranks) {
            let number = self.ranks.of(self.all & !u64::from(beginning.columns));
            *rank = number as u16;
            ends[number + 1] += 1;
        }
        for at in 1..ends.len() {
            ends[at] += ends[at - 1];
        }
        for (beginning, &rank) in beginnings[..self.len].iter().zip(&*ranks) {
            let end = &mut ends[usize::from(rank)];
            sorted[*end as usize] = *beginning;
            *end += 1;
        }
    }

    /// True if a hit is a placement: its code leaves out some diagonals, and all that the frame
    /// closes.
    #[inline(always)]
    fn stands(&self, hit: &Hit) -> bool {
        let beginning = &self.room.sorted[hit.sorted as usize];
        let way = self.table.way(hit.rank as usize, hit.at as usize);
        let queen = u64::single(usize::from(hit.column));
        let left = (u64::from(beginning.left) | queen) << 1;
        let right = (u64::from(beginning.right) | queen) >> 1;
        let mut attacked = 0;
        for (row, &column) in way[..ROWS].iter().enumerate() {
            attacked |= (self.closed[row + 1] | left << row | right >> row) >> (column & 63);
        }
        (attacked & 1 == 0) & self.table.is_way(hit.at as usize)
    }

    /// The columns of a hit's placement.
    #[inline(always)]
    fn columns(&self, hit: &Hit) -> [u8; ABOVE + 8] {
        let beginning = &self.room.sorted[hit.sorted as usize];
        let way = self.table.way(hit.rank as usize, hit.at as usize);
        let mut columns = [0; ABOVE + 8];
        columns[..ABOVE].copy_from_slice(&self.room.paths[beginning.number as usize]);
        columns[self.above] = hit.column;
        columns[self.above + 1..=self.above + ROWS].copy_from_slice(&way[..ROWS]);
        columns
    }
}

/// Meets the sorted beginnings with the table; what it finds are the batch's hits.
struct Meeting<'b, 't>(&'b mut Batch<'t>);

/// The keys of beginnings that put their next queen in one column.
#[derive(Clone, Copy)]
struct Keys {
    keys: [u32; GATHERED],
    /// The beginning of each.
    sorted: [u32; GATHERED],
    len: usize,
}

impl Job for Meeting<'_, '_> {
    #[inline(always)]
    fn run(self, machine: impl Machine) {
        let mut gathered = [Keys { keys: [0; GATHERED], sorted: [0; GATHERED], len: 0 }; 32];
        let mut pairs = Vec::new();
        let batch = self.0;
        let whole = std::mem::take(&mut batch.room.sorted);
        let sorted = &whole[..batch.len];
        let mut from = 0;
        while let Some(first) = sorted.get(from) {
            let same = sorted[from..].iter().take(GATHERED);
            let same = same.take_while(|other| other.columns == first.columns).count();
            let columns = u64::from(first.columns);
            let missing = batch.due & !columns;
            let mut open = batch.all & !batch.closed[0] & !columns;
            if missing != 0 {
                open &= missing;
            }
            for column in open.iter() {
                let rank = batch.table.rank(batch.all & !columns & !u64::single(column));
                machine.prefetch(batch.table.codes(batch.table.list(rank)));
            }
            for (number, beginning) in (from as u32..).zip(&sorted[from..from + same]) {
                let (left, right) = (u64::from(beginning.left), u64::from(beginning.right));
                for column in (open & !left & !right).iter() {
                    let queen = u64::single(column);
                    let keys = &mut gathered[column & 31];
                    let at = keys.len & (GATHERED - 1);
                    keys.keys[at] = batch.table.code((left | queen) << 1, (right | queen) >> 1);
                    keys.sorted[at] = number;
                    keys.len += 1;
                }
            }
            for column in open.iter() {
                let keys = &mut gathered[column & 31];
                let len = std::mem::take(&mut keys.len);
                if len == 0 {
                    continue;
                }
                // No code avoids such a key but one that nobody has.
                let whole = len.next_multiple_of(KEYS);
                keys.keys[len..whole].fill(u32::MAX);
                let rank = batch.table.rank(batch.all & !columns & !u64::single(column));
                let list = batch.table.list(rank);
                let start = list.start as u32;
                machine.pairs(batch.table.codes(list), &keys.keys[..whole], &mut pairs);
                let hit = |pair: Pair| Hit {
                    sorted: keys.sorted[pair.key as usize],
                    rank: rank as u32,
                    at: start + pair.code,
                    column: column as u8,
                };
                let real = pairs.drain(..).filter(|pair| (pair.key as usize) < len);
                batch.room.hits.extend(real.map(hit));
            }
            from += same;
        }
        batch.room.sorted = whole;
    }
}
