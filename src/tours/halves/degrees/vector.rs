//! The degrees of a frontier, their numbering, and their images.
//!
//! In a bipartite graph every edge has a white and a black end, and an eliminated vertex has two
//! edges. So the sum of the degrees of white cells less that of black cells is known for each
//! layer. With 16 cells one vector in eight has that sum. An apex between both colours has one end
//! of each colour in a complete tour. While it has one edge, the sum differs by one in either
//! direction. Sets of degrees and indexes have room for the possible degrees only. The order is
//! that of numbers in base 3, with a digit for each slot: 0 for bare, 1 for an end, 2 for inner.

use std::collections::BTreeSet;

/// The degrees of the cells in the slots of a frontier. A cell is bare (no edge), an end (one edge)
/// or inner (two edges, complete). A slot without a cell counts as inner, because nothing may be
/// joined to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Degrees {
    pub ends: u32,
    /// The slots of inner cells and those without a cell.
    pub inner: u32,
}

impl Degrees {
    /// The degrees without any cell.
    pub fn vacant(slots: usize) -> Degrees {
        Degrees { ends: 0, inner: ((1u64 << slots) - 1) as u32 }
    }

    /// The number of paths. Each has two ends.
    #[inline(always)]
    pub fn pairs(self) -> usize {
        self.ends.count_ones() as usize / 2
    }
}

/// The number of slots in a set below this one.
#[inline(always)]
pub fn below(set: u32, slot: u32) -> usize {
    (set & ((1 << slot) - 1)).count_ones() as usize
}

/// Moves cells to other slots or permutes them.
///
/// Images of sets are looked up in tables of nine slots each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotMap {
    to: Vec<Option<u8>>,
    tables: Vec<[u32; 512]>,
    reverses: bool,
}

impl SlotMap {
    /// Moves the cell of each slot to the given slot, or removes it if none is given.
    pub fn new(to: Vec<Option<u8>>) -> SlotMap {
        let table = |slots: &[Option<u8>]| {
            std::array::from_fn(|set| {
                let chosen = slots.iter().enumerate().filter(|(at, _)| set >> at & 1 != 0);
                chosen.filter_map(|(_, &to)| to).fold(0, |image, to| image | 1u32 << to)
            })
        };
        let distinct: BTreeSet<u8> = to.iter().filter_map(|&to| to).collect();
        assert_eq!(distinct.len(), to.iter().flatten().count(), "one cell to a slot: {to:?}");
        let reverses = to.windows(2).all(|two| two[1].is_some() && two[0] > two[1]);
        SlotMap { tables: to.chunks(9).map(table).collect(), reverses, to }
    }

    #[inline(always)]
    pub fn reverses(&self) -> bool {
        self.reverses
    }

    pub fn of(&self, slot: usize) -> Option<usize> {
        self.to[slot].map(usize::from)
    }

    #[inline(always)]
    pub fn set(&self, set: u32) -> u32 {
        let mut rest = set as usize;
        let mut image = 0;
        for table in &self.tables {
            image |= table[rest & 511];
            rest >>= 9;
        }
        image
    }

    /// The degrees after the move.
    #[inline(always)]
    pub fn degrees(&self, d: Degrees) -> Degrees {
        Degrees { ends: self.set(d.ends), inner: self.set(d.inner) }
    }

    /// For each end, in the order of the slots, the place of its image among the images.
    pub fn places(&self, ends: u32) -> Vec<u8> {
        let images = self.set(ends);
        let slots = (0..self.to.len()).filter(|slot| ends >> slot & 1 != 0);
        let place = |slot: usize| {
            let to = self.to[slot].expect("an end has an image");
            below(images, u32::from(to)) as u8
        };
        slots.map(place).collect()
    }

    pub fn commutes_with(&self, other: &SlotMap) -> bool {
        let then = |a: &SlotMap, b: &SlotMap, slot| a.of(slot).and_then(|slot| b.of(slot));
        (0..self.to.len()).all(|slot| then(self, other, slot) == then(other, self, slot))
    }

    pub fn is_involution(&self) -> bool {
        (0..self.to.len()).all(|slot| self.of(slot).and_then(|to| self.of(to)) == Some(slot))
    }
}

/// The most slots for numbers of 32 bits and for tables of half the slots.
pub const MOST_SLOTS: usize = 20;

/// The constraints on the degrees of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DegreeConstraints {
    /// The number of slots, at most [`MOST_SLOTS`].
    pub slots: usize,
    /// The slots without a cell, which count as inner.
    pub vacant: u32,
    pub colours: Option<Colours>,
}

/// The constraint of a bipartite graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colours {
    pub white: u32,
    /// The sum of white degrees less that of black degrees, without the edges of the apex.
    pub sum: i32,
    /// The slot of an apex that has a white and a black neighbour in a complete tour.
    pub apex: Option<u32>,
}

impl DegreeConstraints {
    /// The contribution of some slots to the sum; none if a vacant slot is not inner.
    fn sum(&self, d: Degrees, slots: u32) -> Option<i32> {
        let DegreeConstraints { vacant, colours, .. } = *self;
        let weigh = |set: u32| {
            let Some(Colours { white, apex, .. }) = colours else { return 0 };
            let cells = set & slots & !vacant & !apex.map_or(0, |apex| 1 << apex);
            (cells & white).count_ones() as i32 - (cells & !white).count_ones() as i32
        };
        let sum = weigh(d.ends) + 2 * weigh(d.inner);
        (!d.inner & vacant & slots == 0).then_some(sum)
    }

    /// If the apex is in one of these slots, true if it has exactly one edge.
    fn apex_has_one(&self, d: Degrees, slots: u32) -> Option<bool> {
        let apex = self.colours?.apex.filter(|apex| slots >> apex & 1 != 0)?;
        Some(d.ends >> apex & 1 != 0)
    }
}

/// The numbering of the degrees that a layer can have.
///
/// Degrees are split into upper and lower slots. The upper slots determine which lower slots are
/// possible: those with the remaining sum. A number is the first number with these upper slots plus
/// the rank of the lower slots among the possible ones.
#[derive(Debug)]
pub struct Numbering {
    low: usize,
    /// By set: the sum of 3^slot over its slots; large enough for either half.
    sums: Vec<u16>,
    /// By contents of the lower slots.
    lower: Vec<Lower>,
    /// With an apex: the ranks if the sum is one less than the remaining sum, and one more.
    beside: Vec<[u16; 2]>,
    /// By contents of the upper slots, and one entry after the last.
    upper: Vec<Upper>,
    /// By contents of the upper slots: the start of the matching entries in `ranked`.
    goes_with: Vec<u32>,
    /// The contents of the lower slots, by remaining sum and rank.
    ranked: Vec<Degrees>,
    /// The contents of the upper slots.
    digits: Vec<Degrees>,
    /// For every 2^`stride` numbers: the contents of the upper slots of the first one.
    starts: Vec<u16>,
    /// The binary logarithm of that distance.
    stride: u32,
}

/// The contents of the lower slots.
#[derive(Clone, Copy, Debug)]
struct Lower {
    /// The rank among those with the same sum.
    rank: u16,
    sum: i16,
}

/// The contents of the upper slots.
#[derive(Clone, Copy, Debug)]
struct Upper {
    start: u32,
    /// The sum that remains for the lower slots.
    sum: i16,
    fits: Fits,
}

/// The sums of lower slots that match upper slots: the remaining one, and one more or less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fits {
    same: bool,
    beside: bool,
}

/// The rank of impossible contents.
const NONE: u16 = u16::MAX;

/// A sum that no contents have.
const NEVER: i16 = i16::MIN;

impl Numbering {
    pub fn new(constraints: &DegreeConstraints) -> Numbering {
        let DegreeConstraints { slots, colours, .. } = *constraints;
        assert!(slots <= MOST_SLOTS, "numbers have 32 bits");
        let low = slots / 2;
        let apex = colours.and_then(|colours| colours.apex);
        let [lower_slots, upper_slots] = [(1 << low) - 1, (1 << slots) - (1 << low)];
        // The lower contents by match and remaining sum, which is between -2 and 2 for each slot.
        let most = 2 * low as i32 + 1;
        let width = 2 * most as usize + 1;
        let place = |fits: Fits, left: i32| {
            let at = usize::try_from(left + most).ok().filter(|&at| at < width)?;
            Some(at + if fits.beside { width } else { 0 })
        };
        let mut going = vec![Vec::new(); 2 * width];
        let ways = match apex {
            Some(apex) if (apex as usize) < low => vec![Fits { same: true, beside: true }],
            Some(_) => [true, false].map(|same| Fits { same, beside: !same }).to_vec(),
            None => vec![Fits { same: true, beside: false }],
        };
        let (mut lower, mut beside) = (Vec::new(), Vec::new());
        for d in all(0, low) {
            let own = constraints.sum(d, lower_slots);
            let one = constraints.apex_has_one(d, lower_slots);
            let mut rank = |more: i32| {
                let may = |fits: &&Fits| match more {
                    0 => fits.same && one != Some(true),
                    _ => fits.beside && one != Some(false),
                };
                let at = own.and_then(|own| place(*ways.iter().find(may)?, own - more));
                at.map_or(NONE, |at| {
                    going[at].push(d);
                    going[at].len() as u16 - 1
                })
            };
            lower.push(Lower { rank: rank(0), sum: own.map_or(NEVER, |own| own as i16) });
            if apex.is_some() {
                beside.push([-1, 1].map(rank));
            }
        }
        let mut firsts = vec![0];
        firsts.extend(going.iter().scan(0, |first, alike| {
            *first += alike.len() as u32;
            Some(*first)
        }));
        let total = colours.map_or(0, |colours| colours.sum);
        let (mut upper, mut goes_with, mut start) = (Vec::new(), Vec::new(), 0);
        let digits = all(low, slots - low);
        for &d in &digits {
            let fits = match constraints.apex_has_one(d, upper_slots) {
                Some(one) => Fits { same: !one, beside: one },
                None => Fits { same: true, beside: apex.is_some() },
            };
            let left = constraints.sum(d, upper_slots).map(|sum| total - sum);
            let found = left.and_then(|left| Some((place(fits, left)?, left)));
            let found = found.filter(|&(at, _)| !going[at].is_empty());
            let nothing = Fits { same: false, beside: false };
            let (sum, fits) = found.map_or((0, nothing), |(_, left)| (left as i16, fits));
            upper.push(Upper { start, sum, fits });
            goes_with.push(found.map_or(0, |(at, _)| firsts[at]));
            start += found.map_or(0, |(at, _)| going[at].len() as u32);
        }
        let stride = (start / digits.len() as u32).max(1).ilog2();
        upper.push(Upper { start, sum: 0, fits: Fits { same: false, beside: false } });
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
            beside,
            upper,
            goes_with,
            ranked: going.concat(),
            digits,
            starts,
            stride,
        }
    }

    /// The numbering of all degrees of this many slots: numbers in base 3.
    pub fn all(slots: usize) -> Numbering {
        Numbering::new(&DegreeConstraints { slots, vacant: 0, colours: None })
    }

    pub fn len(&self) -> usize {
        self.upper.last().expect("it has an entry after the last").start as usize
    }

    /// The number of these degrees, if they are possible.
    #[inline(always)]
    pub fn find(&self, d: Degrees) -> Option<usize> {
        let mask = (1 << self.low) - 1;
        let sum = |set: usize| usize::from(self.sums[set]);
        let (ends, inner) = (d.ends as usize, d.inner as usize);
        let low = sum(ends & mask) + 2 * sum(inner & mask);
        let high = sum(ends >> self.low) + 2 * sum(inner >> self.low);
        let (Lower { rank, sum }, upper) = (self.lower[low], self.upper[high]);
        let rank = match sum.wrapping_sub(upper.sum) {
            0 if upper.fits.same => rank,
            more @ (-1 | 1) if upper.fits.beside => self.beside[low][usize::from(more > 0)],
            _ => NONE,
        };
        (rank != NONE).then(|| upper.start as usize + usize::from(rank))
    }

    #[inline(always)]
    pub fn number(&self, d: Degrees) -> usize {
        self.find(d).expect("the degrees are possible in this layer")
    }

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

/// All degrees of `count` slots from `first` on, in the order of base 3.
fn all(first: usize, count: usize) -> Vec<Degrees> {
    (first..first + count).fold(vec![Degrees::default()], |fewer, slot| {
        let digits = [(0, 0), (1 << slot, 0), (0, 1 << slot)];
        let with = |(ends, inner)| {
            let more = move |d: &Degrees| Degrees { ends: d.ends | ends, inner: d.inner | inner };
            fewer.iter().map(more)
        };
        digits.into_iter().flat_map(with).collect()
    })
}

/// The mirror of a layer that is its own image. Of two groups that are images of each other, one is
/// stored: the one with the lesser degrees, where the slots in `first` are compared before all
/// others.
///
/// The steps before the layer should not touch the slots in `first`. Then these slots determine
/// before these steps which groups lead to stored ones, and the other groups are never made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mirror {
    /// The image of each slot.
    pub slots: SlotMap,
    /// A set of slots that is its own image.
    first: u32,
}

/// The stored representative of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The number of the stored degrees.
    pub number: usize,
    pub degrees: Degrees,
    pub mirrored: bool,
}

/// The stored representative of degrees in a layer with or without a mirror; none if the layer
/// cannot have them.
#[inline(always)]
pub fn stored(mirror: Option<&Mirror>, numbers: &Numbering, d: Degrees) -> Option<Stored> {
    match mirror {
        Some(mirror) => mirror.stored(numbers, d),
        None => Some(Stored { number: numbers.find(d)?, degrees: d, mirrored: false }),
    }
}

impl Mirror {
    /// A mirror that compares the slots of `first` before others, as far as their images are also
    /// in `first`.
    pub fn new(slots: SlotMap, first: u32) -> Mirror {
        let first = first & slots.set(first);
        Mirror { first: first & slots.set(first), slots }
    }

    #[inline(always)]
    fn stored(&self, numbers: &Numbering, d: Degrees) -> Option<Stored> {
        let image = self.slots.degrees(d);
        let own = Stored { number: 0, degrees: d, mirrored: false };
        let other = Stored { number: 0, degrees: image, mirrored: true };
        let [a, b] = [d, image].map(|d| {
            let [ends, inner] = [d.ends, d.inner].map(|set| u64::from(set & self.first));
            ends << 32 | inner
        });
        if a == b {
            let (a, b) = (numbers.find(d)?, numbers.find(image)?);
            let chosen = if a <= b { own } else { other };
            return Some(Stored { number: a.min(b), ..chosen });
        }
        let chosen = if a < b { own } else { other };
        Some(Stored { number: numbers.find(chosen.degrees)?, ..chosen })
    }
}

#[cfg(test)]
mod tests {
    use super::{Colours, DegreeConstraints, Degrees, Numbering, SlotMap};

    #[test]
    fn slot_maps_move_cells_to_their_images() {
        let map = SlotMap::new([3, 2, 0, 1].map(Some).to_vec());
        let d = Degrees { ends: 0b0101, inner: 0b1000 };
        assert_eq!(map.degrees(d), Degrees { ends: 0b1001, inner: 0b0010 });
        assert_eq!(map.places(0b0111), [2, 1, 0]);
        assert!(!map.is_involution());
        let turned = SlotMap::new([3, 2, 1, 0].map(Some).to_vec());
        assert!(turned.reverses() && !map.reverses());
        assert!(turned.is_involution() && !turned.commutes_with(&map));
        assert!(map.commutes_with(&map));
    }

    /// The degrees of a number in base 3.
    fn digits(number: usize, slots: usize) -> Degrees {
        (0..slots).fold(Degrees::default(), |d, slot| {
            let digit = number / 3usize.pow(slot as u32) % 3;
            let bit = |wanted| u32::from(digit == wanted) << slot;
            Degrees { ends: d.ends | bit(1), inner: d.inner | bit(2) }
        })
    }

    /// The possible degrees of a layer by definition, in the order of base 3.
    fn possible(constraints: &DegreeConstraints) -> Vec<Degrees> {
        let degree = |d: Degrees, slot: usize| (d.ends >> slot & 1) + 2 * (d.inner >> slot & 1);
        let is_possible = |d: &Degrees| {
            let cells = (0..constraints.slots).filter(|slot| constraints.vacant >> slot & 1 == 0);
            let is_as_known = |Colours { white, sum, apex }: Colours| {
                let signed = |slot: usize| match white >> slot & 1 {
                    0 => -(degree(*d, slot) as i32),
                    _ => degree(*d, slot) as i32,
                };
                let apex = apex.map(|apex| apex as usize);
                let cells = cells.filter(|&slot| Some(slot) != apex);
                let more = cells.map(signed).sum::<i32>() - sum;
                let has_one = apex.is_some_and(|apex| degree(*d, apex) == 1);
                more.abs() == i32::from(has_one)
            };
            d.inner & constraints.vacant == constraints.vacant
                && constraints.colours.is_none_or(is_as_known)
        };
        all(constraints.slots).filter(is_possible).collect()
    }

    fn all(slots: usize) -> impl Iterator<Item = Degrees> {
        (0..3usize.pow(slots as u32)).map(move |number| digits(number, slots))
    }

    #[test]
    fn numbers_follow_base_3_without_gaps() {
        for slots in 0..8 {
            let every = (1u32 << slots) - 1;
            for vacant in [0, 1, 0b100_0110] {
                let apexes = (0..slots as u32).filter(|apex| vacant >> apex & 1 == 0);
                let apexes: Vec<_> = apexes.map(Some).chain([None]).collect();
                let mut ways = vec![None];
                for (white, sum) in [(0b101_0101, 0), (0b11, 2), (!0, -3)] {
                    let white = white & every;
                    ways.extend(apexes.iter().map(|&apex| Some(Colours { white, sum, apex })));
                }
                for colours in ways {
                    let constraints = DegreeConstraints { slots, vacant: vacant & every, colours };
                    let (numbering, possible) =
                        (Numbering::new(&constraints), possible(&constraints));
                    assert_eq!(numbering.len(), possible.len(), "{constraints:?}");
                    for (number, &d) in possible.iter().enumerate() {
                        assert_eq!(numbering.number(d), number, "{constraints:?} {d:?}");
                        assert_eq!(numbering.degrees(number), d, "{constraints:?} {number}");
                    }
                    let found = all(slots).filter(|&d| numbering.find(d).is_some());
                    assert!(found.eq(possible), "{constraints:?}");
                }
            }
        }
    }
}
