//! Tours of a unit read one after the other, for listings.
//!
//! All tours of two groups go from path to path in the same order, and only what these paths are
//! differs. So the paths of each system are spelled once, and a tour is copied together from a
//! handful of them, whatever its squares are listed as.

use std::mem::take;
use std::ops::ControlFlow;

use super::groups::{Group, Groups};
use super::moves::{MoveSet, Moves};
use super::paths::{Home, Paths, Span, Spelling, chunk, copy};

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
