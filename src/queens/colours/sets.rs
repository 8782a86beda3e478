//! `Sets`: numbered subsets of the rows or columns of a class.

/// The subsets of `size` elements, ascending, and the number of each.
#[derive(Debug)]
pub(super) struct Sets {
    /// The subsets.
    pub all: Vec<u32>,
    number: Vec<u16>,
}

impl Sets {
    /// The subsets of `size` of `things` elements, at most 16.
    pub fn new(things: u32, size: u32) -> Sets {
        let all: Vec<u32> = (0..1 << things).filter(|set: &u32| set.count_ones() == size).collect();
        let mut number = vec![u16::MAX; 1 << things];
        for (place, &set) in (0..).zip(&all) {
            number[set as usize] = place;
        }
        Sets { all, number }
    }

    /// The number of a subset.
    #[inline(always)]
    pub fn number(&self, set: u32) -> u16 {
        self.number[set as usize]
    }

    /// The number of subsets.
    pub fn len(&self) -> usize {
        self.all.len()
    }
}

/// The set with the order of its `things` elements reversed.
pub(super) fn reversed(set: u32, things: u32) -> u32 {
    if things == 0 { 0 } else { set.reverse_bits() >> (32 - things) }
}
