//! `Paths`: systems of one side, each of their paths spelled once in each direction.

use std::mem::take;
use std::ops::ControlFlow;

use super::groups::{Group, Groups};
use super::moves::{MoveSet, Moves};

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

/// Reads tours that are given group by group.
#[derive(Debug)]
pub struct Reader<'a, T> {
    moves: &'a Moves,
    spelling: &'a Spelling<T>,
    home: Home,
    sides: [&'a Groups; 2],
    /// The degree vector whose systems are spelled.
    number: Option<u32>,
    place: Place,
    paths: [Paths<T>; 2],
    /// Tours that are not handed over yet, and room for one more and a chunk.
    written: Vec<T>,
    /// Their letters.
    len: usize,
    tours: usize,
}

/// What takes tours that are spelled one behind the other, and how many these are.
pub type Give<'g, T> = &'g mut dyn FnMut(&[T], usize) -> ControlFlow<()>;

/// Tours of about so many bytes are handed over together.
const BLOCK: usize = 1 << 16;

/// The letters in a block.
const fn full<T>() -> usize {
    BLOCK / size_of::<T>()
}

/// Where the tours of a degree vector come home.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// Inside a path of a side.
    Inside(usize),
    /// At an end, where they go from side to side.
    End(u8),
}

/// How tours of one system with others go: from a path of its own to one of the other, in turn.
#[derive(Debug, Default)]
struct Weave {
    /// One more than of the others; the first or the last may be empty.
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
        // While it is written, a tour has what is left out of its last square, too.
        let most = spelling.row() + spelling.apart() + chunk::<T>();
        Reader {
            moves,
            spelling,
            home: Home { vertex, towards },
            sides,
            number: None,
            place: Place::End(0),
            paths: [Paths::default(), Paths::default()],
            written: vec![T::default(); full::<T>() + most],
            len: 0,
            tours: 0,
        }
    }

    /// Hands over the tours of two groups, but for some that wait for others.
    pub fn read(&mut self, groups: [&Group; 2], give: Give<'_, T>) -> ControlFlow<()> {
        if self.number.replace(groups[0].number) != Some(groups[0].number) {
            self.prepare(groups);
        }
        let side = if let Place::Inside(side) = self.place { side } else { 0 };
        let [own, others] = [side, 1 - side].map(|side| &self.paths[side]);
        let [these, those] = [side, 1 - side].map(|s| self.paths[s].of(self.sides[s], groups[s]));
        // Tours that begin on this side, and those that begin on the other.
        let mut weaves = [Weave::default(), Weave::default()];
        for system in these {
            let (letters, spans) = own.system(system);
            let mates = [own.mates(system), others.mates(those.start)];
            let at_home = own.at_home(system);
            match self.place {
                Place::Inside(_) => {
                    let [to, from] = at_home;
                    let (inside, ends) = spans.split_at(spans.len() - 2);
                    weaves[0].lay(inside, mates, ends[0], [to, from], ends[1]);
                }
                Place::End(end) => {
                    let (first, next) = (spans[usize::from(end)], mates[0][usize::from(end)]);
                    weaves[0].lay(spans, mates, first, [next, end], Span::default());
                    weaves[1].lay(spans, mates, Span::default(), [end, end], Span::default());
                }
            }
            for other in those.clone() {
                let begins_there = matches!(self.place, Place::End(_))
                    && !self.home.is_first(at_home[0], others.at_home(other)[0]);
                let weave = &weaves[usize::from(begins_there)];
                let (foreign, theirs) = others.system(other);
                let to = &mut self.written[..];
                let mut at = self.spelling.begin(to, self.len);
                at = copy(letters, weave.own[0], to, at);
                for (&span, &end) in weave.own[1..].iter().zip(&weave.others) {
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

    /// Hands over those that wait.
    pub fn end(self, give: Give<'_, T>) -> ControlFlow<()> {
        match self.tours {
            0 => ControlFlow::Continue(()),
            tours => give(&self.written[..self.len], tours),
        }
    }

    /// Spells the systems of both sides that have the degrees of these groups.
    fn prepare(&mut self, groups: [&Group; 2]) {
        let mut degrees = [0; 256];
        // The sides have the same ends; any system tells them.
        let set: &MoveSet = &self.sides[0].systems(groups[0])[0];
        for vertex in set.numbers().flat_map(|number| self.moves.pair(number)) {
            degrees[usize::from(vertex)] += 1;
        }
        let ends: Vec<u8> = (0..=u8::MAX).filter(|&v| degrees[usize::from(v)] == 1).collect();
        let home = self.home.vertex;
        self.place = match degrees[usize::from(home)] {
            2 => Place::Inside(0),
            1 => {
                let at = ends.binary_search(&home).expect("a vertex of degree one is an end");
                Place::End(at as u8)
            }
            _ => Place::Inside(1),
        };
        for (side, group) in groups.into_iter().enumerate() {
            let groups = self.sides[side];
            let alike = groups.of(group.number);
            let paths = &mut self.paths[side];
            paths.spell(groups, alike, &ends, self.moves, self.spelling, self.home);
        }
    }
}

impl Weave {
    /// Begins with a part of its own, goes on from the end `at` on the other side, and ends
    /// where it comes to `stop`, with another part of its own if that is on the other side.
    fn lay(
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
