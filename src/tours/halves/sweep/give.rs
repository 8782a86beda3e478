//! What a source gives to its target: its numbers, by the new ranks of its matchings.

use super::adding::{add_all, add_mapped, add_same};
use super::expand::Expansion;
use super::layer::{Layer, Ranks};
use super::ring::Ring;
use super::worker::{Source, Worker};
use crate::simd::Machine;
use crate::tours::halves::matching::{Act, all_ranks};

impl<'a, R: Ring> Expansion<'a, R> {
    /// Adds what a source gives to the array.
    #[inline(always)]
    pub fn add(
        self,
        machine: impl Machine,
        worker: &mut Worker<R::Value>,
        from: &Layer<'_, R::Value>,
        source: &Source,
        pairs: usize,
        array: &mut [R::Value],
    ) {
        let before = source.act.pairs_before(pairs);
        let by = self.ring.factor(source.weight);
        let (ranks, numbers) = from.group(source.at as usize, before);
        let has_table = before <= self.maps.limit();
        if matches!(ranks, Ranks::All) && has_table && !source.is_turned(before) {
            match self.maps.table(source.act, before) {
                None => add_all(self.ring, numbers, by, array),
                Some(table) => add_same(self.ring, &table[..numbers.len()], numbers, by, array),
            }
            return;
        }
        let ranks = ranks.listed(machine, &mut worker.unfolded);
        let ranks = self.turned(&mut worker.turned, source, before, ranks, numbers.len());
        if source.act == Act::Same {
            add_same(self.ring, ranks, numbers, by, array);
        } else if !has_table {
            worker.mapped.clear();
            self.maps.all(source.act, before, ranks, &mut worker.mapped);
            add_same(self.ring, &worker.mapped, numbers, by, array);
        } else if let Some(table) = self.maps.table(source.act, before) {
            add_mapped(self.ring, table, (ranks, numbers), by, array);
        }
    }

    /// Appends what a source gives to the list, cycles aside.
    #[inline(never)]
    pub fn list(
        self,
        machine: impl Machine,
        worker: &mut Worker<R::Value>,
        from: &Layer<'_, R::Value>,
        source: &Source,
        pairs: usize,
        size: usize,
    ) {
        let before = source.act.pairs_before(pairs);
        let by = self.ring.factor(source.weight);
        let (ranks, numbers) = from.group(source.at as usize, before);
        let ranks = ranks.listed(machine, &mut worker.unfolded);
        let ranks = self.turned(&mut worker.turned, source, before, ranks, numbers.len());
        worker.mapped.clear();
        self.maps.all(source.act, before, ranks, &mut worker.mapped);
        let numbers = numbers.iter().map(|&n| self.ring.weighed(n, by));
        let given = worker.mapped.iter().copied().zip(numbers);
        worker.few.extend(given.filter(|&(m, _)| (m as usize) < size));
    }

    /// The ranks of a source, of all of its matchings if none are given, mirrored if its mirror
    /// image is what is stored.
    #[inline(always)]
    fn turned<'t>(
        self,
        room: &'t mut Vec<u32>,
        source: &Source,
        pairs: usize,
        ranks: Option<&'t [u32]>,
        count: usize,
    ) -> &'t [u32]
    where
        'a: 't,
    {
        let listed = || ranks.unwrap_or_else(|| all_ranks(count));
        if !source.is_turned(pairs) {
            return listed();
        }
        match self.turns {
            // From the image, which is stored, to the source.
            Some(turns) => {
                let turn = turns.from(self.maps, source.ends);
                match turn.whole().filter(|_| ranks.is_none()) {
                    Some(table) => return &table[..count],
                    None => turn.all(self.maps, pairs, listed(), room),
                }
            }
            None if pairs <= self.maps.limit() => {
                let table = self.maps.reversal(pairs);
                let Some(ranks) = ranks else { return &table[..count] };
                let inside = table.len() - 1;
                room.clear();
                room.extend(ranks.iter().map(|&m| table[m as usize & inside]));
            }
            None => {
                room.clear();
                room.extend(listed().iter().map(|&m| self.maps.reversed(pairs, m)));
            }
        }
        room
    }
}
