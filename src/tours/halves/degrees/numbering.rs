//! `Numbering`: the degrees that a layer can have, numbered without gaps.
//!
//! Where a graph is bipartite every edge has a white end and a black one, and what is eliminated
//! has two. So the degrees of a layer's white cells and those of its black ones differ by a sum
//! that is known beforehand: of 16 cells one vector in eight does. Sets of degrees and indexes
//! have room for these alone. They are numbered in the order of base 3: a digit for each slot, 0
//! for bare, 1 for an end, 2 for inner.

use super::vector::Degrees;

/// Slots that numbers of 32 bits, and tables of halves, serve for.
pub const MOST_SLOTS: usize = 20;

/// What is known of the degrees of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// How many slots there are, at most [`MOST_SLOTS`].
    pub slots: usize,
    /// The slots without a cell, which count as inner.
    pub vacant: u32,
    /// Of a bipartite graph, the slots of white cells, and the sum of their degrees less that of
    /// the others.
    pub white: Option<(u32, i32)>,
}

/// Numbers of the degrees that a layer can have.
///
/// A number is that of the first degrees with the same upper slots, and the rank of the lower
/// slots among those that go with them: these have the sum that is left.
#[derive(Debug)]
pub struct Numbering {
    /// Slots of the lower half.
    low: usize,
    /// The sum of 3^slot over the slots of a set, which has room for either half.
    sums: Vec<u16>,
    /// By what stands in the lower slots.
    lower: Vec<Lower>,
    /// By what stands in the upper slots, and one behind the last.
    upper: Vec<Upper>,
    /// By what stands in the upper slots: where `ranked` has what goes with it.
    goes_with: Vec<u32>,
    /// What stands in the lower slots, by sum and rank.
    ranked: Vec<Degrees>,
    /// What stands in the upper slots.
    digits: Vec<Degrees>,
    /// For every so many numbers, what stands in the upper slots of the first.
    starts: Vec<u16>,
    /// So many, as a power of two.
    stride: u32,
}

/// What stands in the lower slots.
#[derive(Clone, Copy, Debug)]
struct Lower {
    /// Its rank among those of the same sum.
    rank: u16,
    sum: i16,
}

/// What stands in the upper slots.
#[derive(Clone, Copy, Debug)]
struct Upper {
    /// The first number that it has.
    start: u32,
    /// The sum that is left to the lower slots.
    sum: i16,
}

/// Sums that nothing has, of slots that are not as they can be.
const NEVER: [i16; 2] = [i16::MIN, i16::MAX];

impl Numbering {
    /// The degrees of which this is known.
    pub fn new(known: &Known) -> Numbering {
        let Known { slots, vacant, white } = *known;
        assert!(slots <= MOST_SLOTS, "numbers have 32 bits");
        let low = slots / 2;
        let (white, total) = white.unwrap_or((0, 0));
        let is_known = known.white.is_some();
        // The sum of some slots, if they are as they can be.
        let sum = |d: Degrees, slots: u32| -> Option<i32> {
            let weigh = |set: u32| {
                let cells = set & slots & !vacant;
                (cells & white).count_ones() as i32 - (cells & !white).count_ones() as i32
            };
            let sum = if is_known { weigh(d.ends) + 2 * weigh(d.inner) } else { 0 };
            (!d.inner & vacant & slots == 0).then_some(sum)
        };
        let all = |first: usize, count: usize| {
            (0..3usize.pow(count as u32)).map(move |number| digits(number, first, count))
        };
        let (lower_slots, upper_slots) = (below(low), below(slots) & !below(low));
        let lower_sums: Vec<Option<i32>> = all(0, low).map(|d| sum(d, lower_slots)).collect();
        // Sums are from -2 to 2 for each slot.
        let most = 2 * low as i32;
        let place =
            |sum: i32| usize::try_from(sum + most).ok().filter(|&at| at <= 2 * most as usize);
        let mut by_sum = vec![Vec::new(); 2 * most as usize + 1];
        let mut lower = Vec::with_capacity(lower_sums.len());
        for (d, sum) in all(0, low).zip(&lower_sums) {
            lower.push(match *sum {
                None => Lower { rank: 0, sum: NEVER[0] },
                Some(sum) => {
                    let alike = &mut by_sum[place(sum).expect("within its bounds")];
                    alike.push(d);
                    Lower { rank: alike.len() as u16 - 1, sum: sum as i16 }
                }
            });
        }
        let mut firsts = vec![0];
        firsts.extend(by_sum.iter().scan(0, |first, alike| {
            *first += alike.len() as u32;
            Some(*first)
        }));
        let (mut upper, mut goes_with, mut start) = (Vec::new(), Vec::new(), 0);
        for d in all(low, slots - low) {
            let left = sum(d, upper_slots).map(|sum| total - sum);
            let (at, sum) = match left.and_then(|left| Some((place(left)?, left))) {
                Some((at, left)) if !by_sum[at].is_empty() => (Some(at), left as i16),
                _ => (None, NEVER[1]),
            };
            upper.push(Upper { start, sum });
            goes_with.push(at.map_or(0, |at| firsts[at]));
            start += at.map_or(0, |at| by_sum[at].len() as u32);
        }
        let digits: Vec<Degrees> = all(low, slots - low).collect();
        let stride = (start / digits.len() as u32).max(1).ilog2();
        upper.push(Upper { start, sum: NEVER[1] });
        let holder = |number: u32| upper.partition_point(|upper| upper.start <= number) - 1;
        let starts = (0..start.div_ceil(1 << stride)).map(|at| holder(at << stride) as u16);
        let starts = starts.collect();
        let sums = (0..1usize << (slots - low)).map(|set| {
            let slots = (0..slots - low).filter(|slot| set >> slot & 1 != 0);
            slots.map(|slot| 3u16.pow(slot as u32)).sum()
        });
        Numbering {
            low,
            sums: sums.collect(),
            lower,
            upper,
            goes_with,
            ranked: by_sum.concat(),
            digits,
            starts,
            stride,
        }
    }

    /// All degrees of so many slots: their numbers in base 3.
    pub fn all(slots: usize) -> Numbering {
        Numbering::new(&Known { slots, vacant: 0, white: None })
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.upper.last().expect("one is behind the last").start as usize
    }

    /// The number of degrees, if a layer can have them.
    #[inline(always)]
    pub fn find(&self, d: Degrees) -> Option<usize> {
        let (lower, upper) = self.halves(d);
        (lower.sum == upper.sum).then(|| upper.start as usize + usize::from(lower.rank))
    }

    /// The number of degrees that a layer can have.
    #[inline(always)]
    pub fn number(&self, d: Degrees) -> usize {
        let (lower, upper) = self.halves(d);
        debug_assert_eq!(lower.sum, upper.sum, "{d:?}");
        upper.start as usize + usize::from(lower.rank)
    }

    #[inline(always)]
    fn halves(&self, d: Degrees) -> (Lower, Upper) {
        let mask = (1 << self.low) - 1;
        let sum = |set: usize| usize::from(self.sums[set]);
        let (ends, inner) = (d.ends as usize, d.inner as usize);
        let low = sum(ends & mask) + 2 * sum(inner & mask);
        let high = sum(ends >> self.low) + 2 * sum(inner >> self.low);
        (self.lower[low], self.upper[high])
    }

    /// The degrees of a number.
    #[inline(always)]
    pub fn degrees(&self, number: usize) -> Degrees {
        let mut high = usize::from(self.starts[number >> self.stride]);
        while self.upper[high + 1].start as usize <= number {
            high += 1;
        }
        let rank = number - self.upper[high].start as usize;
        let (a, b) = (self.ranked[self.goes_with[high] as usize + rank], self.digits[high]);
        Degrees { ends: a.ends | b.ends, inner: a.inner | b.inner }
    }
}

/// The slots before this one.
fn below(slot: usize) -> u32 {
    (1 << slot) - 1
}

/// Degrees of so many slots from the first on by a number in base 3.
fn digits(number: usize, first: usize, count: usize) -> Degrees {
    (0..count).fold(Degrees::default(), |d, slot| {
        let digit = number / 3usize.pow(slot as u32) % 3;
        let bit = |wanted| u32::from(digit == wanted) << (first + slot);
        Degrees { ends: d.ends | bit(1), inner: d.inner | bit(2) }
    })
}

#[cfg(test)]
mod tests {
    use super::{Degrees, Known, Numbering, digits};

    /// What a layer can have by its definition, in the order of base 3.
    fn possible(known: &Known) -> Vec<Degrees> {
        let degree = |d: Degrees, slot: usize| (d.ends >> slot & 1) + 2 * (d.inner >> slot & 1);
        let is_possible = |d: &Degrees| {
            let cells = (0..known.slots).filter(|slot| known.vacant >> slot & 1 == 0);
            let sum = |(white, total): (u32, i32)| {
                let signed = |slot: usize| match white >> slot & 1 {
                    0 => -(degree(*d, slot) as i32),
                    _ => degree(*d, slot) as i32,
                };
                cells.map(signed).sum::<i32>() == total
            };
            d.inner & known.vacant == known.vacant && known.white.is_none_or(sum)
        };
        all(known.slots).filter(is_possible).collect()
    }

    fn all(slots: usize) -> impl Iterator<Item = Degrees> {
        (0..3usize.pow(slots as u32)).map(move |number| digits(number, 0, slots))
    }

    #[test]
    fn numbers_are_those_of_base_3_without_gaps() {
        for slots in 0..8 {
            let every = (1u32 << slots) - 1;
            for vacant in [0, 1, 0b100_0110] {
                for white in [None, Some((0b101_0101, 0)), Some((0b11, 2)), Some((!0, -3))] {
                    let white = white.map(|(white, total)| (white & every, total));
                    let known = Known { slots, vacant: vacant & every, white };
                    let (numbering, possible) = (Numbering::new(&known), possible(&known));
                    assert_eq!(numbering.len(), possible.len(), "{known:?}");
                    for (number, &d) in possible.iter().enumerate() {
                        assert_eq!(numbering.number(d), number, "{known:?} {d:?}");
                        assert_eq!(numbering.degrees(number), d, "{known:?} {number}");
                    }
                    let found = all(slots).filter(|&d| numbering.find(d).is_some());
                    assert!(found.eq(possible), "{known:?}");
                }
            }
        }
    }
}
