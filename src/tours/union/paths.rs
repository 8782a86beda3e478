//! `Paths`: the systems of one side, with each path as text in both directions.

use std::mem::take;
use std::ops::ControlFlow;

use super::groups::{Group, Groups};
use super::moves::{MoveSet, Moves};

/// The text of a tour: the letters of each square, and the text before and after the tour.
#[derive(Clone, Debug, Default)]
pub struct Spelling<T> {
    letters: Vec<T>,
    /// The end of each square's letters.
    ends: Vec<usize>,
    before: Vec<T>,
    after: Vec<T>,
    /// The number of letters omitted at the end of the last square.
    omitted: usize,
}

impl<T: Copy + Default> Spelling<T> {
    /// The letters of the squares, in their order.
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

    /// Adds text before and after each tour, and omits the last `omitted` letters of the last
    /// square.
    ///
    /// # Panics
    /// If a square has fewer letters.
    pub fn framed(self, before: &[T], omitted: usize, after: &[T]) -> Spelling<T> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        assert!(
            starts.zip(&self.ends).all(|(start, end)| end - start >= omitted),
            "too few letters"
        );
        Spelling { before: before.to_vec(), after: after.to_vec(), omitted, ..self }
    }

    /// Replaces `row` by the text of a tour.
    ///
    /// # Panics
    /// If a square has no letters.
    pub fn write(&self, squares: &[u32], row: &mut Vec<T>) {
        row.clear();
        row.extend_from_slice(&self.before);
        squares.iter().for_each(|&square| row.extend_from_slice(self.of(square as usize)));
        row.truncate(row.len() - self.omitted);
        row.extend_from_slice(&self.after);
    }

    /// The letters of a tour, including the text around it.
    pub(super) fn row(&self) -> usize {
        self.before.len() + self.letters.len() - self.omitted + self.after.len()
    }

    /// The number of letters omitted at the end of the last square.
    pub(super) fn omitted(&self) -> usize {
        self.omitted
    }

    /// The letters of a vertex; none for the outside vertex.
    fn of(&self, vertex: usize) -> &[T] {
        let start = vertex.checked_sub(1).map_or(0, |before| self.ends[before]);
        let end = self.ends.get(vertex).copied().unwrap_or(start);
        &self.letters[start..end]
    }

    /// Writes the text before a tour, and returns its end.
    #[inline(always)]
    pub(super) fn begin(&self, to: &mut [T], at: usize) -> usize {
        let end = at + self.before.len();
        to[at..end].copy_from_slice(&self.before);
        end
    }

    /// Writes the text after a tour, and returns its end.
    #[inline(always)]
    pub(super) fn end(&self, to: &mut [T], at: usize) -> usize {
        let (start, end) = (at - self.omitted, at - self.omitted + self.after.len());
        to[start..end].copy_from_slice(&self.after);
        end
    }
}

/// A range of a system's letters.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    start: u32,
    len: u32,
}

/// Where a tour is read from, and its direction.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    /// A square of a closed tour; the outside vertex of an open one.
    pub vertex: u8,
    /// The neighbour that is read first, if the tour has it there; otherwise the smaller one.
    pub towards: Option<u8>,
}

impl Origin {
    /// True if `near` is read first and `far` last.
    pub fn is_first(self, near: u8, far: u8) -> bool {
        self.towards == Some(near) || (self.towards != Some(far) && near < far)
    }
}

/// The systems of a degree vector on one side.
///
/// All of them have the same ends, which are numbered in ascending order. The path from an end is
/// written without its last vertex, the mate, because the path of the other side starts with that
/// vertex.
#[derive(Debug, Default)]
pub struct Paths<T> {
    letters: Vec<T>,
    /// By system: the start of its letters.
    starts: Vec<usize>,
    /// By system: the path from each end. Then, if the origin is inside a path of this side, the
    /// parts of that path from the origin on and up to it.
    spans: Vec<Span>,
    /// By system and end.
    mates: Vec<u8>,
    /// By system: if the origin is inside, the ends of the path after and before it; if the origin
    /// is an end, its neighbour.
    at_origin: Vec<[u8; 2]>,
    ends: usize,
    /// The place of the first system on its side.
    first: usize,
}

/// The bytes of a path that are copied at once. Nearly all paths are shorter.
const CHUNK: usize = 32;

pub const fn chunk<T>() -> usize {
    CHUNK / size_of::<T>()
}

/// Marks a vertex that is not an end.
const NONE: u8 = u8::MAX;

impl<T: Copy + Default> Paths<T> {
    /// Writes the paths of all systems with a degree vector; `ends` are their ends.
    pub fn spell(
        &mut self,
        side: &Groups,
        alike: &[Group],
        ends: &[u8],
        moves: &Moves,
        spelling: &Spelling<T>,
        origin: Origin,
    ) {
        let Paths { letters, starts, spans, mates, at_origin, .. } = self;
        letters.clear();
        starts.clear();
        spans.clear();
        mates.clear();
        at_origin.clear();
        (self.ends, self.first) = (ends.len(), alike.first().map_or(0, |group| side.start(group)));
        let mut place = [NONE; 256];
        ends.iter().zip(0..).for_each(|(&end, at)| place[usize::from(end)] = at);
        for set in alike.iter().flat_map(|group| side.systems(group)) {
            let links = moves.links(*set);
            let start = letters.len();
            starts.push(start);
            let mut parts = [Span::default(); 2];
            let mut at_this = [links[usize::from(origin.vertex)], 0];
            for (from, &end) in ends.iter().enumerate() {
                let begin = letters.len();
                // An end has one link on this side, to its neighbour.
                let (mut before, mut here) = (0, end);
                let mut split = None;
                loop {
                    if here == origin.vertex && here != end {
                        let next = links[usize::from(here)] ^ before;
                        split = origin.is_first(next, before).then_some(letters.len());
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
            at_origin.push(at_this);
        }
        letters.resize(letters.len() + chunk::<T>(), T::default());
    }

    /// The places of a group's systems.
    pub fn of(&self, side: &Groups, group: &Group) -> std::ops::Range<usize> {
        let first = side.start(group) - self.first;
        first..first + side.systems(group).len()
    }

    pub fn at_origin(&self, system: usize) -> [u8; 2] {
        self.at_origin[system]
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

/// Copies the letters of a span to a place, and returns their end.
#[inline(always)]
pub fn copy<T: Copy>(letters: &[T], span: Span, to: &mut [T], at: usize) -> usize {
    let (start, len) = (span.start as usize, span.len as usize);
    to[at..at + chunk::<T>()].copy_from_slice(&letters[start..start + chunk::<T>()]);
    if len > chunk::<T>() {
        to[at..at + len].copy_from_slice(&letters[start..start + len]);
    }
    at + len
}

/// Writes tours as text, group by group.
#[derive(Debug)]
pub struct Reader<'a, T> {
    moves: &'a Moves,
    spelling: &'a Spelling<T>,
    origin: Origin,
    sides: [&'a Groups; 2],
    /// The degree vector of the systems in `paths`.
    number: Option<u32>,
    place: Place,
    paths: [Paths<T>; 2],
    /// The tours that are not yet given to the caller, and room for one more tour and a chunk.
    written: Vec<T>,
    /// The length of these tours.
    len: usize,
    tours: usize,
}

/// Receives the text of several tours, and their number.
pub type Give<'g, T> = &'g mut dyn FnMut(&[T], usize) -> ControlFlow<()>;

/// The approximate bytes of tours that are given together.
const BLOCK: usize = 1 << 16;

const fn full<T>() -> usize {
    BLOCK / size_of::<T>()
}

/// The place of the origin in the tours of a degree vector.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// Inside a path of this side.
    Inside(usize),
    /// At an end, where the tour changes sides.
    End(u8),
}

/// The order of paths in the tours of one system: its own paths alternate with those of the other
/// side.
#[derive(Debug, Default)]
struct PathOrder {
    /// One path more than `others`; the first or the last may be empty.
    own: Vec<Span>,
    others: Vec<u8>,
}

impl<'a, T: Copy + Default> Reader<'a, T> {
    pub fn new(
        moves: &'a Moves,
        sides: [&'a Groups; 2],
        spelling: &'a Spelling<T>,
        towards: Option<u8>,
    ) -> Reader<'a, T> {
        let outside = moves.squares() < moves.vertices();
        let vertex = if outside { moves.squares() as u8 } else { 0 };
        // A tour is first written with the letters that are omitted afterwards.
        let most = spelling.row() + spelling.omitted() + chunk::<T>();
        Reader {
            moves,
            spelling,
            origin: Origin { vertex, towards },
            sides,
            number: None,
            place: Place::End(0),
            paths: [Paths::default(), Paths::default()],
            written: vec![T::default(); full::<T>() + most],
            len: 0,
            tours: 0,
        }
    }

    /// Gives the tours of two groups; some may stay in the buffer.
    pub fn read(&mut self, groups: [&Group; 2], give: Give<'_, T>) -> ControlFlow<()> {
        if self.number.replace(groups[0].number) != Some(groups[0].number) {
            self.prepare(groups);
        }
        let side = if let Place::Inside(side) = self.place { side } else { 0 };
        let [own, others] = [side, 1 - side].map(|side| &self.paths[side]);
        let [these, those] = [side, 1 - side].map(|s| self.paths[s].of(self.sides[s], groups[s]));
        // For tours that start on this side, and for those that start on the other.
        let mut orders = [PathOrder::default(), PathOrder::default()];
        for system in these {
            let (letters, spans) = own.system(system);
            let mates = [own.mates(system), others.mates(those.start)];
            let at_origin = own.at_origin(system);
            match self.place {
                Place::Inside(_) => {
                    let [to, from] = at_origin;
                    let (inside, ends) = spans.split_at(spans.len() - 2);
                    orders[0].arrange(inside, mates, ends[0], [to, from], ends[1]);
                }
                Place::End(end) => {
                    let (first, next) = (spans[usize::from(end)], mates[0][usize::from(end)]);
                    orders[0].arrange(spans, mates, first, [next, end], Span::default());
                    orders[1].arrange(spans, mates, Span::default(), [end, end], Span::default());
                }
            }
            for other in those.clone() {
                let begins_there = matches!(self.place, Place::End(_))
                    && !self.origin.is_first(at_origin[0], others.at_origin(other)[0]);
                let order = &orders[usize::from(begins_there)];
                let (foreign, theirs) = others.system(other);
                let to = &mut self.written[..];
                let mut at = self.spelling.begin(to, self.len);
                at = copy(letters, order.own[0], to, at);
                for (&span, &end) in order.own[1..].iter().zip(&order.others) {
                    at = copy(foreign, theirs[usize::from(end)], to, at);
                    at = copy(letters, span, to, at);
                }
                self.len = self.spelling.end(to, at);
                self.tours += 1;
                if self.len >= full::<T>() {
                    let (len, tours) = (take(&mut self.len), take(&mut self.tours));
                    give(&self.written[..len], tours)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Gives the tours that are still in the buffer.
    pub fn end(self, give: Give<'_, T>) -> ControlFlow<()> {
        match self.tours {
            0 => ControlFlow::Continue(()),
            tours => give(&self.written[..self.len], tours),
        }
    }

    /// Writes the paths of all systems with the degrees of these groups.
    fn prepare(&mut self, groups: [&Group; 2]) {
        let mut degrees = [0; 256];
        // Both sides have the same ends, and so has every system.
        let set: &MoveSet = &self.sides[0].systems(groups[0])[0];
        for vertex in set.numbers().flat_map(|number| self.moves.pair(number)) {
            degrees[usize::from(vertex)] += 1;
        }
        let ends: Vec<u8> = (0..=u8::MAX).filter(|&v| degrees[usize::from(v)] == 1).collect();
        let origin = self.origin.vertex;
        self.place = match degrees[usize::from(origin)] {
            2 => Place::Inside(0),
            1 => {
                let at = ends.binary_search(&origin).expect("a vertex of degree one is an end");
                Place::End(at as u8)
            }
            _ => Place::Inside(1),
        };
        for (side, group) in groups.into_iter().enumerate() {
            let groups = self.sides[side];
            let alike = groups.of(group.number);
            let paths = &mut self.paths[side];
            paths.spell(groups, alike, &ends, self.moves, self.spelling, self.origin);
        }
    }
}

impl PathOrder {
    /// Starts with the span `first`, continues from the end `at` on the other side, and ends at
    /// `stop`. If that is reached on the other side, the span `last` follows.
    fn arrange(
        &mut self,
        own: &[Span],
        mates: [&[u8]; 2],
        first: Span,
        [mut at, stop]: [u8; 2],
        last: Span,
    ) {
        self.own.clear();
        self.others.clear();
        self.own.push(first);
        loop {
            self.others.push(at);
            at = mates[1][usize::from(at)];
            if at == stop {
                self.own.push(last);
                break;
            }
            self.own.push(own[usize::from(at)]);
            at = mates[0][usize::from(at)];
            if at == stop {
                break;
            }
        }
    }
}
