//! The match: counts the pairs of an eastern and a western half board that do not attack
//! each other.
//!
//! Both lists are sorted by key. The eastern ones are the patterns, 512 to a sieve; the
//! western ones are the items, in runs of one key. A run whose key leaves no pattern of a
//! sieve is skipped whole: most pairs are. The runs stand in the order of their lengths,
//! not of their keys, so that the processor foresees where the next one ends.

use super::layout::Layout;
use super::machine::Machine;
use super::sieve::{PATTERNS, Row, Sieve};

/// West half boards are counted apart by how many of the long diagonals they occupy.
pub(super) const CLASSES: usize = 3;

/// Runs of this length or longer stand in any order.
const LONG_RUN: usize = 256;

/// The eastern half boards, sorted by key.
pub(super) struct Patterns {
    layout: Layout,
    order: Vec<usize>,
    places: Vec<u32>,
    codes: Vec<u64>,
}

/// The western half boards, sorted by class and key.
pub(super) struct Items {
    layout: Layout,
    places: Vec<u32>,
    items: Vec<u64>,
    runs: Vec<Run>,
    unordered: Vec<Run>,
}

/// The items of one key and class.
#[derive(Clone, Copy, Default)]
struct Run {
    key: u16,
    class: u16,
    start: u32,
    end: u32,
}

impl Patterns {
    pub fn new(layout: Layout) -> Patterns {
        let places = vec![0; layout.keys()];
        Patterns { layout, order: layout.key_order(), places, codes: Vec::new() }
    }

    /// Takes new codes; `with` is a part that all of them have besides.
    #[inline(always)]
    pub fn sort(&mut self, codes: &[u64], with: u64) {
        let layout = self.layout;
        let pack = |code: u64| layout.pack(code | with);
        self.places.fill(0);
        for &code in codes {
            let here = &mut self.places[layout.key(pack(code))];
            *here = here.wrapping_add(1);
        }
        let mut place = 0;
        for &key in &self.order {
            place += std::mem::replace(&mut self.places[key], place);
        }
        self.codes.resize(codes.len(), 0);
        for &code in codes {
            let packed = pack(code);
            let place = &mut self.places[layout.key(packed)];
            self.codes[*place as usize] = packed;
            *place = place.wrapping_add(1);
        }
    }

    /// The bytes that it holds.
    pub fn bytes(&self) -> u64 {
        8 * self.codes.capacity() as u64
    }
}

impl Items {
    pub fn new(layout: Layout) -> Items {
        let places = vec![0; CLASSES * layout.keys()];
        Items { layout, places, items: Vec::new(), runs: Vec::new(), unordered: Vec::new() }
    }

    /// Takes new codes.
    #[inline(always)]
    pub fn sort(&mut self, codes: &[u64], turn: impl Fn(u64) -> u64) {
        let layout = self.layout;
        let keys = layout.keys();
        let place_of = |code: u64, packed: u64| {
            // On odd boards the long diagonals are a part of the key.
            let class = if layout.odd { 0 } else { layout.long_diagonals(code) };
            class * keys + layout.key(packed)
        };
        self.places.fill(0);
        for &code in codes {
            let code = turn(code);
            let here = &mut self.places[place_of(code, layout.pack(code))];
            *here = here.wrapping_add(1);
        }
        self.unordered.clear();
        let mut lengths = [0u32; LONG_RUN + 1];
        let mut start = 0;
        for (at, here) in self.places.iter_mut().enumerate() {
            let length = std::mem::replace(here, start);
            if length > 0 {
                let (class, key) = ((at / keys) as u16, (at % keys) as u16);
                let end = start.wrapping_add(length);
                self.unordered.push(Run { key, class, start, end });
                lengths[(length as usize).min(LONG_RUN)] += 1;
                start = end;
            }
        }
        let mut first = 0;
        for here in lengths.iter_mut().rev() {
            first += std::mem::replace(here, first);
        }
        self.runs.resize(self.unordered.len(), Run::default());
        for &run in &self.unordered {
            let place = &mut lengths[((run.end - run.start) as usize).min(LONG_RUN)];
            self.runs[*place as usize] = run;
            *place += 1;
        }
        self.items.resize(codes.len(), 0);
        for &code in codes {
            let code = turn(code);
            let packed = layout.pack(code);
            let place = &mut self.places[place_of(code, packed)];
            self.items[*place as usize] = layout.item(packed);
            *place = place.wrapping_add(1);
        }
    }

    /// The bytes that it holds.
    pub fn bytes(&self) -> u64 {
        8 * self.items.capacity() as u64
    }
}

/// Matches, by the class of the item.
#[derive(Clone, Copy, Default)]
pub(super) struct Matches {
    pub of_class: [u64; CLASSES],
    /// Items that were tested against a sieve.
    pub tests: u64,
}

/// Counts the disjoint pairs of all patterns and items.
#[inline(always)]
pub(super) fn count_pairs(
    machine: impl Machine,
    patterns: &Patterns,
    items: &Items,
    sieve: &mut Sieve,
    live: &mut Vec<u32>,
) -> Matches {
    let mut sums = [Row::NONE; CLASSES];
    let mut tests = 0u64;
    live.resize(items.runs.len(), 0);
    for group in patterns.codes.chunks(PATTERNS) {
        sieve.fill(group);
        let mut lives = 0;
        for (number, run) in (0..).zip(&items.runs) {
            live[lives] = number;
            lives += usize::from(!sieve.of_key(usize::from(run.key)).is_empty());
        }
        for &number in &live[..lives] {
            let run = items.runs[number as usize];
            let of_key = sieve.of_key(usize::from(run.key));
            let of_run = &items.items[run.start as usize..run.end as usize];
            machine.count(sieve, &of_key, of_run, &mut sums[usize::from(run.class)]);
            tests = tests.wrapping_add(of_run.len() as u64);
        }
    }
    let of_class = sums.map(|sum| sum.0.iter().fold(0, |all: u64, word| all.wrapping_add(*word)));
    Matches { of_class, tests }
}
