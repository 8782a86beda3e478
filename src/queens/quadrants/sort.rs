//! `KeySort`: sorts codes by their keys.

use std::ops::Range;

use super::layout::Layout;

/// A counting sort with its memory.
///
/// Keys are unevenly distributed, and incrementing a counter twice in a row causes a stall. The
/// front and the back half of the list are therefore processed alternately, each with its own
/// counters.
pub(super) struct KeySort {
    layout: Layout,
    order: Vec<u8>,
    packed: Vec<u64>,
    keys: Vec<u8>,
}

impl KeySort {
    pub fn new(layout: Layout) -> KeySort {
        let order = layout.key_order();
        KeySort { layout, order, packed: Vec::new(), keys: Vec::new() }
    }

    /// Writes `value(pack(code))` of each code to `out`, in the order of the keys of the packed
    /// codes, and returns the range of each key.
    #[inline(always)]
    pub fn sort(
        &mut self,
        codes: &[u64],
        pack: impl Fn(u64) -> u64,
        value: impl Fn(u64) -> u64,
        out: &mut [u64],
    ) -> impl Iterator<Item = (u8, Range<usize>)> {
        let layout = self.layout;
        if layout.keys() == 1 {
            for (place, &code) in out.iter_mut().zip(codes) {
                *place = value(pack(code));
            }
            return runs(&self.order, [0; 256], [codes.len() as u32; 256]);
        }
        self.packed.resize(codes.len(), 0);
        self.keys.resize(codes.len(), 0);
        for ((packed, key), &code) in self.packed.iter_mut().zip(&mut self.keys).zip(codes) {
            *packed = pack(code);
            *key = layout.key(*packed);
        }
        let middle = codes.len() / 2;
        let (front, back) = self.keys.split_at(middle);
        let mut places = [[0u32; 256]; 2];
        let count = |counts: &mut [u32; 256], key: u8| {
            let here = &mut counts[usize::from(key)];
            *here = here.wrapping_add(1);
        };
        let [of_front, of_back] = &mut places;
        for (&one, &other) in front.iter().zip(back) {
            count(of_front, one);
            count(of_back, other);
        }
        for &key in &back[front.len()..] {
            count(of_back, key);
        }
        let mut place = 0;
        let mut ends = [0u32; 256];
        for &key in &self.order {
            let key = usize::from(key);
            for places in &mut places {
                place += std::mem::replace(&mut places[key], place);
            }
            ends[key] = place;
        }
        let starts = places[0];
        let mut put = |places: &mut [u32; 256], key: u8, packed: u64| {
            let place = &mut places[usize::from(key)];
            out[*place as usize] = value(packed);
            *place = place.wrapping_add(1);
        };
        let (front, back) =
            (front.iter().zip(&self.packed), back.iter().zip(&self.packed[middle..]));
        let [of_front, of_back] = &mut places;
        let rest = back.clone().skip(middle);
        for ((&one, &this), (&other, &that)) in front.zip(back) {
            put(of_front, one, this);
            put(of_back, other, that);
        }
        for (&key, &packed) in rest {
            put(of_back, key, packed);
        }
        runs(&self.order, starts, ends)
    }
}

/// The keys in order with their ranges.
#[inline(always)]
fn runs(
    order: &[u8],
    starts: [u32; 256],
    ends: [u32; 256],
) -> impl Iterator<Item = (u8, Range<usize>)> {
    let run = move |&key: &u8| {
        let at = usize::from(key);
        (key, starts[at] as usize..ends[at] as usize)
    };
    order.iter().map(run).filter(|(_, run)| !run.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{KeySort, Layout};
    use crate::engine::Random;

    /// Boards of up to 16 queens have only one key.
    #[test]
    fn every_code_is_in_the_run_of_its_key() {
        let mut random = Random::new(11);
        for (side, key_bits) in [(16, 0), (17, 1), (20, 1), (25, 2)] {
            let layout = Layout::new(side, key_bits);
            let mut sort = KeySort::new(layout);
            for len in [300, 0, 1, 2, 7, 1000, 301] {
                let mut word =
                    || (random.below(1 << 32) as u64) << 32 | random.below(1 << 32) as u64;
                let codes: Vec<u64> = (0..len).map(|_| layout.pack(word() & word())).collect();
                let mut out = vec![0; len];
                let runs: Vec<_> = sort.sort(&codes, |code| code, |code| !code, &mut out).collect();
                let mut end = 0;
                for (key, run) in runs {
                    assert_eq!(run.start, end, "{side}: {len}");
                    end = run.end;
                    assert!(out[run].iter().all(|&code| layout.key(!code) == key), "{side}: {len}");
                }
                assert_eq!(end, len, "{side}");
                let [mut codes, mut sorted] = [codes, out.iter().map(|code| !code).collect()];
                codes.sort_unstable();
                sorted.sort_unstable();
                assert_eq!(sorted, codes, "{side}: {len}");
            }
        }
    }
}
