//! `Sieve`: up to 512 patterns, prepared for tests against items.
//!
//! The patterns' codes are transposed to bit planes: one row of 512 bits for each bit of the code,
//! with a 1 for each pattern that lacks the bit. The patterns that are disjoint from an item are
//! the AND of the planes of the item's bits. Planes are combined in advance for every value of a
//! part of the item, one table for each field and two for the key, so a test is one load for each
//! field and a population count. (Evgeny Kluev's bit-sliced match, 2022, with 256 patterns.)

use super::layout::Layout;
use super::near::{ROW_BITS, ROWS, rows_of_item};
use crate::queens::lanes::transpose;
pub(super) use crate::queens::lanes::{LANES as PATTERNS, Lanes as Row};

/// The tables of up to 512 patterns.
pub(super) struct Sieve {
    /// A row for each value of a field's rest.
    fields: [Vec<Row>; 4],
    /// For each value of the lower and the upper half of the key; the lower table also excludes
    /// patterns that do not exist.
    keys: [Vec<Row>; 2],
    /// For each row of an item's amazon in its nearest column and in the next: the patterns that
    /// are not a knight's move away.
    near: [Vec<Row>; 2],
    key_half: usize,
    layout: Layout,
}

impl Sieve {
    pub fn new(layout: Layout) -> Sieve {
        let table = |bits: usize| vec![Row::ALL; 1 << bits];
        let key_half = 2 * layout.key_bits;
        Sieve {
            fields: [0, 1, 2, 3].map(|field| table(layout.rest(field))),
            keys: [table(key_half), table(key_half)],
            near: [vec![Row::ALL; ROWS], vec![Row::ALL; ROWS]],
            key_half,
            layout,
        }
    }

    /// The tables for testing items.
    #[inline(always)]
    pub fn fields(&self) -> [&[Row]; 4] {
        self.fields.each_ref().map(Vec::as_slice)
    }

    /// The tables for amazons' near columns.
    #[inline(always)]
    pub fn near(&self) -> [&[Row]; 2] {
        self.near.each_ref().map(Vec::as_slice)
    }

    /// The patterns whose key bits are disjoint from this key.
    #[inline(always)]
    pub fn of_key(&self, key: u8) -> Row {
        let key = usize::from(key);
        let low = key & ((1 << self.key_half) - 1);
        self.keys[0][low].and(&self.keys[1][key >> self.key_half])
    }

    /// Those of the given patterns that an item does not attack.
    #[inline(always)]
    pub fn passing<const AMAZONS: bool>(&self, patterns: &Row, item: u64) -> Row {
        let mut row = *patterns;
        for (field, table) in self.fields.iter().enumerate() {
            row = row.and(&table[usize::from((item >> (16 * field)) as u16) / 64]);
        }
        if AMAZONS {
            let [nearest, next] = rows_of_item(item);
            row = row.and(&self.near[0][nearest]).and(&self.near[1][next]);
        }
        row
    }

    /// Sets the patterns: at most 512 packed codes.
    #[inline(always)]
    pub fn fill(&mut self, patterns: &[u64]) {
        let mut planes = [Row::ALL; 64];
        for (plane, codes) in planes.iter_mut().zip(patterns.chunks(PATTERNS / 64)) {
            for (word, code) in plane.0.iter_mut().zip(codes) {
                *word = !code;
            }
        }
        transpose(&mut planes);
        let k = self.layout.key_bits;
        for (field, table) in self.fields.iter_mut().enumerate() {
            table[0] = Row::ALL;
            and_all(table, &planes[16 * field + k..]);
        }
        self.keys[0][0] = Row::first(patterns.len());
        let mut of_key = [Row::ALL; 32];
        for (bit, plane) in of_key[..4 * k].iter_mut().enumerate() {
            *plane = planes[16 * (bit / k) + bit % k];
        }
        for (half, table) in self.keys.iter_mut().enumerate() {
            and_all(table, &of_key[half * self.key_half..]);
        }
        if self.layout.amazons {
            self.fill_near(&planes);
        }
    }

    /// In adjacent columns rows must not differ by 2, and in columns with one between them not by
    /// 1.
    #[inline(always)]
    fn fill_near(&mut self, planes: &[Row; 64]) {
        let (nearest, next) = (by_row(planes, 0), by_row(planes, 1));
        for row in 2..ROWS - 2 {
            let two = nearest[row - 2].or(&nearest[row + 2]);
            let one = next[row - 1].or(&next[row + 1]);
            self.near[0][row] = two.or(&one).xor(&Row::ALL);
            self.near[1][row] = nearest[row - 1].or(&nearest[row + 1]).xor(&Row::ALL);
        }
    }
}

/// The patterns whose amazon of a near column is in this row.
#[inline(always)]
fn by_row(planes: &[Row; 64], column: usize) -> [Row; ROWS] {
    let mut rows = [Row::ALL; ROWS];
    for (bit, plane) in ROW_BITS.into_iter().enumerate() {
        let without = planes[plane + 32 * column];
        let with = without.xor(&Row::ALL);
        for (number, row) in rows.iter_mut().enumerate() {
            *row = row.and(if number >> bit & 1 != 0 { &with } else { &without });
        }
    }
    rows
}

/// Fills a table of 2^n rows: entry 0 is given, and entry i becomes its AND with the planes of the
/// bits of i.
#[inline(always)]
fn and_all(table: &mut [Row], planes: &[Row]) {
    for (bit, plane) in planes.iter().enumerate() {
        if 1 << bit >= table.len() {
            break;
        }
        let (done, new) = table.split_at_mut(1 << bit);
        for (new, done) in new.iter_mut().zip(done.iter()) {
            *new = done.and(plane);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert_eq, proptest};

    use super::{Layout, PATTERNS, Sieve};

    proptest! {
        #[test]
        fn a_sieve_passes_exactly_the_disjoint_patterns(
            side in 8usize..21,
            key_bits in 0usize..3,
            codes in proptest::collection::vec(any::<(u64, u64)>(), 1..=PATTERNS),
            items in proptest::collection::vec(any::<(u64, u64)>(), 1..50),
        ) {
            let layout = Layout::new(side, key_bits);
            let sparse = |&(a, b): &(u64, u64)| layout.pack(a & b & b.rotate_left(7));
            let patterns: Vec<_> = codes.iter().map(sparse).collect();
            let mut sieve = Sieve::new(layout);
            sieve.fill(&patterns);
            for code in items.iter().map(sparse) {
                let (item, mut row) = (layout.item(code), sieve.of_key(layout.key(code)));
                for (field, table) in sieve.fields().iter().enumerate() {
                    row = row.and(&table[usize::from((item >> (16 * field)) as u16) / 64]);
                }
                let disjoint = patterns.iter().filter(|&&pattern| pattern & code == 0).count();
                prop_assert_eq!(row.count(), disjoint as u64);
            }
        }
    }
}
