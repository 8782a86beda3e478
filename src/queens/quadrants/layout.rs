//! `Layout`: which bit of a code represents which diagonal, and how codes become keys, patterns and
//! items.
//!
//! Rows and columns are numbered by their distance from the middle of the board, so one table of
//! quadrants serves all four. In the north-east quadrant the queen of row `a` and column `b` (0
//! nearest the middle) is on the diagonals (D1, D2) = (b − a, −(a + b + 1)) of an even board, one
//! farther out in D2 of an odd one. A code has a field of 16 bits for each half of the two
//! families, indexed by the distance from the long diagonal:
//!
//! ```text
//! field      0: D1 > 0   1: D1 < 0   2: D2 > 0   3: D2 < 0
//! north-east ahead       behind      -           sum         ahead: b > a, behind: b < a
//! south-east sum         -           behind      ahead       fields reversed
//! north-west -           sum         ahead       behind      fields rotated by two
//! south-west behind      ahead       sum         -           both
//! ```
//!
//! Two quadrants of a half board attack each other if their codes have a bit in common. The half
//! board's code is their union, and two half boards attack each other if their codes have a bit in
//! common. Bits that only one half can set are dropped from the match. The long diagonal of a
//! quadrant of an odd board has its own bit, set in both fields of its family. Diagonals take at
//! most the 13 lowest bits of a field; the others are `NEAR`.

/// Bits of a field.
const FIELD: usize = 16;

/// The bits of a code that store the rows of near columns: amazons only (`near`).
pub(super) const NEAR: u64 = 0xe000_e000_e000_e000;

/// The meaning of the bits for one side of the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// Rows and columns of a quadrant.
    pub half: usize,
    /// True for a board with a middle row and a middle column.
    pub odd: bool,
    /// The number of bits of each field that form the key.
    pub key_bits: usize,
    /// True for amazons, whose codes store rows of near columns in their highest bits (`near`).
    pub amazons: bool,
    /// The bits used by the match in fields 0 and 2, and in fields 1 and 3.
    masks: [u64; 2],
}

/// The same bits in the fields named by `fields`.
fn fields(fields: &[usize], bits: u64) -> u64 {
    fields.iter().fold(0, |code, field| code | bits << (FIELD * field))
}

impl Layout {
    pub fn new(side: usize, key_bits: usize) -> Layout {
        let (half, odd) = (side / 2, side % 2 == 1);
        let distances = (1u64 << (half - 1)) - 1;
        let masks = if odd {
            // On odd boards the long diagonals count, once each; no two squares at distance `half`
            // are on different sides.
            [fields(&[0, 2], distances << 1 | 1), fields(&[1, 3], distances << 1)]
        } else {
            [fields(&[0, 2], distances), fields(&[1, 3], distances)]
        };
        Layout { half, odd, key_bits, amazons: false, masks }
    }

    /// The layout that counts fastest: the shortest key for which the sieve's tables fit in the
    /// nearest cache, 32 KiB on most processors. Keys longer than 8 bits do not pay. Amazons have
    /// fewer half boards, so short runs cost more than tables of twice the size.
    pub fn for_side(side: usize, amazons: bool) -> Layout {
        let room = if amazons { 64 << 10 } else { 32 << 10 };
        let fits = |layout: &Layout| {
            let rows: usize = (0..4).map(|field| 1 << layout.rest(field)).sum();
            64 * rows <= room
        };
        let layouts = [0, 1, 2].map(|key_bits| Layout::new(side, key_bits));
        let layout = layouts.into_iter().find(fits).unwrap_or(layouts[2]);
        if amazons { layout.with_amazons() } else { layout }
    }

    /// The same layout for amazons.
    pub fn with_amazons(self) -> Layout {
        let [even, odd] = self.masks;
        Layout { amazons: true, masks: [even | NEAR, odd], ..self }
    }

    /// The bit of the diagonals at distance `distance` from the long one, from 1.
    fn bit(self, distance: usize) -> u64 {
        1 << (distance - 1 + usize::from(self.odd))
    }

    /// The bit of the long diagonal itself; even boards handle it by cells.
    fn long(self) -> u64 {
        u64::from(self.odd)
    }

    /// The code of one queen of the north-east quadrant.
    pub fn queen(self, row: usize, column: usize) -> u64 {
        let across = match column.cmp(&row) {
            std::cmp::Ordering::Greater => fields(&[0], self.bit(column - row)),
            std::cmp::Ordering::Less => fields(&[1], self.bit(row - column)),
            std::cmp::Ordering::Equal => fields(&[0, 1], self.long()),
        };
        let sum = row + column + 1 + usize::from(self.odd);
        // Diagonals farther out meet no other quadrant and no queen of the middle lines.
        let met = sum < self.half + usize::from(self.odd);
        across | if met { fields(&[3], self.bit(sum)) } else { 0 }
    }

    /// The code of the queen in the middle column of an odd board, `distance` rows north.
    pub fn middle_column(self, distance: usize) -> u64 {
        fields(&[1, 3], self.bit(distance))
    }

    /// The code of the queen in the middle row of an odd board, `distance` columns east.
    pub fn middle_row(self, distance: usize) -> u64 {
        fields(&[0, 3], self.bit(distance))
    }

    /// The code of the queen in the centre of an odd board: both long diagonals.
    pub fn centre(self) -> u64 {
        fields(&[0, 1, 2, 3], self.long())
    }

    /// The bits of a code that matter in the match, each field from bit 0.
    #[inline(always)]
    pub fn pack(self, code: u64) -> u64 {
        (code & self.masks[0]) | (code & self.masks[1]) >> usize::from(self.odd)
    }

    /// The number of different keys.
    pub fn keys(self) -> usize {
        1 << (4 * self.key_bits)
    }

    /// The key of a packed code: the bits nearest the long diagonals, where both halves have most
    /// queens and most pairs differ.
    #[inline(always)]
    pub fn key(self, packed: u64) -> u8 {
        let k = self.key_bits;
        let bits = packed & (0x0001_0001_0001_0001 * ((1 << k) - 1));
        let gather = 1 << 48 | 1 << (32 + k) | 1 << (16 + 2 * k) | 1 << (3 * k);
        (bits.wrapping_mul(gather) >> 48 & ((1 << (4 * k)) - 1)) as u8
    }

    /// The remaining bits of a packed code: in each field the byte offset of a row of 64 bytes.
    #[inline(always)]
    pub fn item(self, packed: u64) -> u64 {
        let k = self.key_bits;
        (packed & !(0x0001_0001_0001_0001 * ((1 << k) - 1))) << (6 - k)
    }

    /// The number of bits of a field outside the key.
    pub fn rest(self, field: usize) -> usize {
        let bits = self.half - 1 + usize::from(self.odd && field.is_multiple_of(2));
        bits.saturating_sub(self.key_bits)
    }

    /// The keys in the order of the patterns. Keys that share their nearest bits are adjacent, so a
    /// group of patterns has bits in common.
    pub fn key_order(self) -> Vec<u8> {
        let k = self.key_bits;
        let mut keys: Vec<_> = (0..=u8::MAX).take(self.keys()).collect();
        keys.sort_by_key(|key| {
            let bits = (0..k).flat_map(|near| [0, 2, 1, 3].map(|field| key >> (k * field + near)));
            bits.fold(0, |rank, bit| rank << 1 | (bit & 1))
        });
        keys
    }
}

/// The code of the board turned upside down: north and south are exchanged.
#[inline(always)]
pub(super) fn flip(code: u64) -> u64 {
    let halves = code.rotate_left(32);
    (halves & 0xffff_0000_ffff) << 16 | (halves >> 16 & 0xffff_0000_ffff)
}

/// The code of the mirrored board: east and west are exchanged.
#[inline(always)]
pub(super) fn mirror(code: u64) -> u64 {
    code.rotate_left(32)
}
