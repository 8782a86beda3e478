//! `Paths`: systems of one side, each of their paths spelled once in each direction.

use super::groups::{Group, Groups};
use super::moves::Moves;

/// How a tour is listed: what stands for each square, its number or letters, and around them.
#[derive(Clone, Debug, Default)]
pub struct Spelling<T> {
    letters: Vec<T>,
    /// Where those of each square end.
    ends: Vec<usize>,
    before: Vec<T>,
    behind: Vec<T>,
    /// The last letters of the last square are left out.
    apart: usize,
}

impl<T: Copy + Default> Spelling<T> {
    /// What stands for the squares, in their order.
    pub fn new<'t>(squares: impl IntoIterator<Item = &'t [T]>) -> Spelling<T>
    where
        T: 't,
    {
        let mut spelling = Spelling::default();
        for letters in squares {
            spelling.letters.extend_from_slice(letters);
            spelling.ends.push(spelling.letters.len());
        }
        spelling
    }

    /// With these before and behind each tour, where the last `apart` letters of the last square
    /// are left out.
    ///
    /// # Panics
    /// If a square has fewer.
    pub fn framed(self, before: &[T], apart: usize, behind: &[T]) -> Spelling<T> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        assert!(starts.zip(&self.ends).all(|(start, end)| end - start >= apart), "too few letters");
        Spelling { before: before.to_vec(), behind: behind.to_vec(), apart, ..self }
    }

    /// Writes the row of a tour, instead of what stands there.
    ///
    /// # Panics
    /// If a square has no letters.
    pub fn write(&self, squares: &[u32], row: &mut Vec<T>) {
        row.clear();
        row.extend_from_slice(&self.before);
        squares.iter().for_each(|&square| row.extend_from_slice(self.of(square as usize)));
        row.truncate(row.len() - self.apart);
        row.extend_from_slice(&self.behind);
    }

    /// The letters of a tour: those of all squares, and what stands around them.
    pub(super) fn row(&self) -> usize {
        self.before.len() + self.letters.len() - self.apart + self.behind.len()
    }

    /// Letters of the last square that are left out.
    pub(super) fn apart(&self) -> usize {
        self.apart
    }

    /// Those of a vertex; none of the one outside.
    fn of(&self, vertex: usize) -> &[T] {
        let start = vertex.checked_sub(1).map_or(0, |before| self.ends[before]);
        let end = self.ends.get(vertex).copied().unwrap_or(start);
        &self.letters[start..end]
    }

    /// Writes what stands before a tour; where it ends.
    #[inline(always)]
    pub(super) fn begin(&self, to: &mut [T], at: usize) -> usize {
        let end = at + self.before.len();
        to[at..end].copy_from_slice(&self.before);
        end
    }

    /// Writes what stands behind it.
    #[inline(always)]
    pub(super) fn end(&self, to: &mut [T], at: usize) -> usize {
        let (start, end) = (at - self.apart, at - self.apart + self.behind.len());
        to[start..end].copy_from_slice(&self.behind);
        end
    }
}

/// Letters of a system.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    start: u32,
    len: u32,
}

/// Where a tour is read from and where to.
#[derive(Clone, Copy, Debug)]
pub struct Home {
    /// A square of a closed tour; the vertex outside of an open one.
    pub vertex: u8,
    /// The neighbour that is read first, if a tour has it there; else the smaller one.
    pub towards: Option<u8>,
}

impl Home {
    /// True if `near` is read next, and `far` last.
    pub fn is_first(self, near: u8, far: u8) -> bool {
        self.towards == Some(near) || (self.towards != Some(far) && near < far)
    }
}

/// The systems of a degree vector on one side.
///
/// They have the same ends, which go by their places in ascending order. The path from an end is
/// spelled up to its mate, which is left to the path of the other side that goes on from there.
#[derive(Debug, Default)]
pub struct Paths<T> {
    letters: Vec<T>,
    /// By system: where its letters begin.
    starts: Vec<usize>,
    /// By system: the path from each end, then the parts of one of them from home on and up to
    /// home, if it is on this side and no end.
    spans: Vec<Span>,
    /// By system and end.
    mates: Vec<u8>,
    /// By system: home inside, the ends that are come to from there and that lead there; home as
    /// an end, its neighbour.
    at_home: Vec<[u8; 2]>,
    ends: usize,
    /// The first system among all of its side.
    first: usize,
}

/// So many bytes of a path are copied at once: nearly always all of them.
const CHUNK: usize = 32;

/// The letters in a chunk.
pub const fn chunk<T>() -> usize {
    CHUNK / size_of::<T>()
}

/// No end stands there.
const NONE: u8 = u8::MAX;

impl<T: Copy + Default> Paths<T> {
    /// Spells all systems of the groups of a degree vector, which end at these vertices.
    pub fn spell(
        &mut self,
        side: &Groups,
        alike: &[Group],
        ends: &[u8],
        moves: &Moves,
        spelling: &Spelling<T>,
        home: Home,
    ) {
        let Paths { letters, starts, spans, mates, at_home, .. } = self;
        letters.clear();
        starts.clear();
        spans.clear();
        mates.clear();
        at_home.clear();
        (self.ends, self.first) = (ends.len(), alike.first().map_or(0, |group| side.start(group)));
        let mut place = [NONE; 256];
        ends.iter().zip(0..).for_each(|(&end, at)| place[usize::from(end)] = at);
        for set in alike.iter().flat_map(|group| side.systems(group)) {
            let links = moves.links(*set);
            let start = letters.len();
            starts.push(start);
            let mut parts = [Span::default(); 2];
            let mut at_this = [links[usize::from(home.vertex)], 0];
            for (from, &end) in ends.iter().enumerate() {
                let begin = letters.len();
                // An end has one link here, which is its neighbour.
                let (mut before, mut here) = (0, end);
                let mut split = None;
                loop {
                    if here == home.vertex && here != end {
                        let next = links[usize::from(here)] ^ before;
                        split = home.is_first(next, before).then_some(letters.len());
                    }
                    letters.extend_from_slice(spelling.of(here.into()));
                    (before, here) = (here, links[usize::from(here)] ^ before);
                    if place[usize::from(here)] != NONE {
                        break;
                    }
                }
                let span = |from: usize, to: usize| Span {
                    start: (from - start) as u32,
                    len: (to - from) as u32,
                };
                let mate = place[usize::from(here)];
                if let Some(split) = split {
                    parts = [span(split, letters.len()), span(begin, split)];
                    at_this = [mate, from as u8];
                }
                mates.push(mate);
                spans.push(span(begin, letters.len()));
            }
            spans.extend(parts);
            at_home.push(at_this);
        }
        letters.resize(letters.len() + chunk::<T>(), T::default());
    }

    /// The places of a group's systems here.
    pub fn of(&self, side: &Groups, group: &Group) -> std::ops::Range<usize> {
        let first = side.start(group) - self.first;
        first..first + side.systems(group).len()
    }

    pub fn at_home(&self, system: usize) -> [u8; 2] {
        self.at_home[system]
    }

    /// The mate of each end.
    pub fn mates(&self, system: usize) -> &[u8] {
        &self.mates[system * self.ends..][..self.ends]
    }

    /// The letters from the start of a system on, and its spans.
    #[inline(always)]
    pub fn system(&self, system: usize) -> (&[T], &[Span]) {
        let spans = self.ends + 2;
        (&self.letters[self.starts[system]..], &self.spans[system * spans..][..spans])
    }
}

/// Copies the letters of a span to a place; where they end there.
#[inline(always)]
pub fn copy<T: Copy>(letters: &[T], span: Span, to: &mut [T], at: usize) -> usize {
    let (start, len) = (span.start as usize, span.len as usize);
    to[at..at + chunk::<T>()].copy_from_slice(&letters[start..start + chunk::<T>()]);
    if len > chunk::<T>() {
        to[at..at + len].copy_from_slice(&letters[start..start + len]);
    }
    at + len
}
