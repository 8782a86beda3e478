//! `Pictures`: drawings of one question's solutions, a single one or a sheet.

use super::background::{background, names};
use super::figure;
use super::layout::{Layout, Point};
use super::route::Route;
use super::sheet::{Sheet, Small, sheet};
use super::steps::{self, Path};
use super::svg::{Svg, put};
use super::symmetry::{Kept, Namer, colour};
use crate::error::{Error, PictureError};
use crate::question::{Instance, Question};
use crate::tours::Kind;

/// The most pictures on a sheet.
pub const MOST_PICTURES: usize = 2000;

/// The most squares of all boards of a sheet together.
pub const MOST_SQUARES: usize = 1_000_000;

/// By default, boards with more squares are not numbered.
const NUMBERED: usize = 400;

/// The most squares listed in a description.
const DESCRIBED: usize = 400;

/// Whether squares are numbered in the order of the visit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbers {
    /// A single picture of a board of up to 400 squares is numbered.
    #[default]
    Auto,
    /// Always, on sheets too.
    Always,
    /// Never.
    Never,
}

/// The kind of solutions.
#[derive(Debug)]
enum Subject {
    Tours { instance: Instance, closed: bool },
    Queens { rows: usize, columns: usize, amazons: bool, given: Vec<u32> },
    Walks { instance: Instance },
}

/// Collects solutions of one question for drawing.
///
/// ```
/// use cavalcade::draw::Pictures;
/// use cavalcade::question::Question;
/// let question: Question = "queens queen 6x6".parse()?;
/// let mut pictures = Pictures::of(&question);
/// for placement in question.solutions().first(4)? {
///     pictures.put(placement.squares())?;
/// }
/// let svg = pictures.svg();
/// assert!(svg.starts_with("<svg ") && svg.contains("<title>6x6 queen, 4 placements</title>"));
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Debug)]
pub struct Pictures {
    subject: Subject,
    layout: Layout,
    /// The title without the number of solutions.
    title: String,
    /// The noun for one solution and for several.
    nouns: [String; 2],
    namer: Namer,
    numbers: Numbers,
    first: usize,
    sorted: bool,
    figures: Vec<Solution>,
    squares: usize,
}

/// A solution and the note below it.
#[derive(Debug)]
struct Solution {
    squares: Vec<u32>,
    kept: Kept,
    note: String,
}

/// Draws one solution of a question: the squares of a tour or a walk in order, those of queens in
/// any order.
///
/// ```
/// use cavalcade::draw::picture;
/// use cavalcade::question::Question;
/// let question: Question = "tours closed knight .../.#./...".parse()?;
/// let svg = picture(&question, &[0, 4, 5, 1, 7, 3, 2, 6])?;
/// assert!(svg.contains("<title>.../.#./... knight, closed tour</title>"));
/// # Ok::<(), cavalcade::Error>(())
/// ```
pub fn picture(question: &Question, squares: &[u32]) -> Result<String, Error> {
    let mut pictures = Pictures::of(question);
    pictures.put(squares)?;
    Ok(pictures.svg())
}

impl Pictures {
    /// An empty collection for solutions of this question.
    pub fn of(question: &Question) -> Pictures {
        let label = question.label();
        // The noun already names the symmetry.
        let words = label.board.split(' ').filter(|word| !word.starts_with("symmetric="));
        let title = format!("{} {}", words.collect::<Vec<_>>().join(" "), label.piece);
        let nouns = |one: &str| [one.to_string(), format!("{one}s")];
        // A board beyond the limit is refused by `put`, so it needs no layout.
        let layout = |instance: &Instance| match instance.len() > MOST_SQUARES {
            true => Layout::of_rectangle(0, 0),
            false => Layout::of(instance),
        };
        let (subject, layout, namer, nouns) = match question {
            Question::Tours(tours) => {
                let instance = tours.instance().clone();
                let layout = layout(&instance);
                let subject = Subject::Tours { instance, closed: tours.kind() == Kind::Closed };
                let kept = tours.selection().symmetric.map_or(String::new(), |symmetric| {
                    let name = symmetric.element().unwrap_or("symmetry");
                    format!(" with a {}", name.replace('-', " "))
                });
                let noun = nouns(&format!("{} tour", tours.kind().word()));
                (subject, layout, Namer::of_tours(tours), noun.map(|noun| noun + &kept))
            }
            Question::Queens(queens) => {
                let (rows, columns) = (queens.height(), queens.width());
                let (variant, amazons) = (queens.variant(), queens.variant().is_amazons());
                let given = |&(row, column): &(usize, usize)| (row * columns + column) as u32;
                let given = variant.placed().iter().map(given).collect();
                let subject = Subject::Queens { rows, columns, amazons, given };
                let layout = Layout::of_placements(queens);
                (subject, layout, Namer::of_queens(queens), nouns("placement"))
            }
            Question::Walks(walks) => {
                let instance = walks.instance().clone();
                let layout = layout(&instance);
                (Subject::Walks { instance }, layout, Namer::Silent, nouns("walk"))
            }
        };
        Pictures::on(subject, layout, title, nouns, namer)
    }

    /// For placements on boards of any size, given as the column of each row's queen, from 0.
    pub fn of_columns(side: usize) -> Pictures {
        let title = format!("{side}x{side} queen");
        let nouns = ["placement".into(), "placements".into()];
        let (rows, columns, given) = (side, side, Vec::new());
        let subject = Subject::Queens { rows, columns, amazons: false, given };
        let drawn = if side * side > MOST_SQUARES { 0 } else { side };
        let layout = Layout::of_rectangle(drawn, drawn);
        Pictures::on(subject, layout, title, nouns, Namer::Queens(side))
    }

    fn on(
        subject: Subject,
        layout: Layout,
        title: String,
        nouns: [String; 2],
        namer: Namer,
    ) -> Pictures {
        Pictures {
            subject,
            layout,
            title,
            nouns,
            namer,
            numbers: Numbers::Auto,
            first: 1,
            sorted: false,
            figures: Vec::new(),
            squares: 0,
        }
    }

    /// Sets whether squares are numbered.
    pub fn numbers(self, numbers: Numbers) -> Pictures {
        Pictures { numbers, ..self }
    }

    /// Numbers squares from `first`.
    pub fn numbered_from(self, first: usize) -> Pictures {
        Pictures { first, ..self }
    }

    /// Sorts sheets by symmetry, the most symmetric first.
    pub fn by_symmetry(self) -> Pictures {
        Pictures { sorted: true, ..self }
    }

    /// The number of solutions.
    pub fn len(&self) -> usize {
        self.figures.len()
    }

    /// True if there are no solutions.
    pub fn is_empty(&self) -> bool {
        self.figures.is_empty()
    }

    /// Adds a solution. Only its squares are checked; see [`Checker`](crate::question::Checker) for
    /// more.
    ///
    /// # Errors
    /// [`Error::Picture`] for a square outside the board, and if the sheet is full, by
    /// [`MOST_PICTURES`] or [`MOST_SQUARES`].
    pub fn put(&mut self, squares: &[u32]) -> Result<(), Error> {
        self.put_with(squares, String::new())
    }

    /// Adds a solution with a note below it.
    pub fn put_with(&mut self, squares: &[u32], note: String) -> Result<(), Error> {
        let size = match &self.subject {
            Subject::Queens { rows, columns, .. } => rows * columns,
            Subject::Tours { instance, .. } | Subject::Walks { instance } => instance.len(),
        };
        if self.figures.len() == MOST_PICTURES || self.squares + size > MOST_SQUARES {
            let of = &self.nouns[1];
            let fewer = "ask for fewer";
            let smaller = "take fewer of them, or a smaller board";
            let (problem, remedy) = if self.figures.len() == MOST_PICTURES {
                (format!("a sheet holds {MOST_PICTURES} pictures, and there are more {of}"), fewer)
            } else {
                (format!("a sheet holds {MOST_SQUARES} squares, and these {of} have more"), smaller)
            };
            return Err(PictureError { problem, remedy }.into());
        }
        if squares.iter().any(|&square| square as usize >= size) {
            let problem = format!("a square of this {} is not on the board", self.nouns[0]);
            let remedy = "draw it on the board that it is of";
            return Err(PictureError { problem, remedy }.into());
        }
        self.squares += size;
        let kept = self.namer.kept(squares);
        self.figures.push(Solution { squares: squares.to_vec(), kept, note });
        Ok(())
    }

    /// Adds a placement given by its columns.
    pub fn put_columns(&mut self, columns: &[u32]) -> Result<(), Error> {
        let squares = columns
            .iter()
            .zip(0..)
            .map(|(&column, row)| row * columns.len() as u64 + u64::from(column));
        let squares: Vec<u32> = squares.map(|s| u32::try_from(s).unwrap_or(u32::MAX)).collect();
        self.put(&squares)
    }

    /// The SVG: a single picture has the names of squares, several form a sheet.
    pub fn svg(&self) -> String {
        match &self.figures[..] {
            [one] => self.single(one),
            _ => self.sheet(),
        }
    }

    /// One of the pictures in steps. The elements of each step are in groups with `data-step`, from
    /// 0, and the square's name is in `data-name`, so that a page can show the steps in order.
    /// `None` if there is no picture `place`.
    pub fn steps(&self, place: usize) -> Option<String> {
        let solution = self.figures.get(place)?;
        let (layout, squares) = (&self.layout, &solution.squares[..]);
        let name = |square: u32| self.square_name(square);
        let (svg, size) = self.on_board(solution, |svg| match &self.subject {
            Subject::Queens { amazons, given, .. } => {
                steps::placement(svg, layout, squares, (*amazons, given), &name);
            }
            Subject::Tours { instance, .. } | Subject::Walks { instance } => {
                let closed = self.closes() && squares.len() > 2;
                let path = Path { closed, first: self.first };
                steps::path(svg, (instance, layout), squares, path, &name);
            }
        });
        let title = format!("{}, {}", self.title, self.nouns[0]);
        Some(svg.document(size, "", &title, &self.description(solution, &solution.kept.1)))
    }

    /// True for closed tours.
    fn closes(&self) -> bool {
        matches!(self.subject, Subject::Tours { closed: true, .. })
    }

    /// The board with its names and a solution, which `draw` adds, and the size of the picture.
    fn on_board(&self, solution: &Solution, draw: impl FnOnce(&mut Svg)) -> (Svg, Point) {
        let [left, above, right, below] = self.layout.margins;
        let [width, height] = self.layout.size;
        let mut svg = Svg::default();
        put!(svg, "<g transform=\"translate({left} {above})\">\n");
        background(&mut svg, &self.layout);
        names(&mut svg, &self.layout);
        put!(svg, "<g class=\"{}\">\n", self.class(solution));
        draw(&mut svg);
        put!(svg, "</g>\n</g>\n");
        (svg, [(left + width + right).max(120.0), above + height + below])
    }

    fn sheet(&self) -> String {
        let mut board = Svg::default();
        background(&mut board, &self.layout);
        let small = |solution: &Solution| Small {
            class: self.class(solution),
            kept: solution.kept.clone(),
            note: solution.note.clone(),
        };
        let numbered = self.numbers == Numbers::Always;
        sheet(&Sheet {
            title: self.title(),
            size: self.layout.size,
            board: board.into_text(),
            pictures: self.figures.iter().map(small).collect(),
            sorted: self.sorted,
            figure: &|svg, place| self.figure(svg, &self.figures[place], numbered),
        })
    }

    fn single(&self, solution: &Solution) -> String {
        let mut notes = vec![solution.kept.1.clone(), solution.note.clone()];
        notes.retain(|note| !note.is_empty());
        let note = notes.join(" · ");
        let numbered = match self.numbers {
            Numbers::Auto => self.layout.squares.len() <= NUMBERED,
            Numbers::Always => true,
            Numbers::Never => false,
        };
        let (mut svg, mut size) =
            self.on_board(solution, |svg| self.figure(svg, solution, numbered));
        if !note.is_empty() {
            svg.fitted("cv-name", [size[0] / 2.0, size[1] + 8.0], size[0], 14.0, &note);
            size[1] += 22.0;
        }
        svg.document(size, "", &self.title(), &self.description(solution, &note))
    }

    /// The title with the number of solutions.
    fn title(&self) -> String {
        match self.figures.len() {
            1 => format!("{}, {}", self.title, self.nouns[0]),
            0 => format!("{}, no {}", self.title, self.nouns[0]),
            several => format!("{}, {several} {}", self.title, self.nouns[1]),
        }
    }

    /// The CSS class that colours a solution.
    fn class(&self, solution: &Solution) -> &'static str {
        match self.subject {
            Subject::Queens { .. } => "cv-queens",
            _ => colour(&solution.kept.1),
        }
    }

    /// Draws a solution on its board.
    fn figure(&self, svg: &mut Svg, solution: &Solution, numbered: bool) {
        let (layout, squares) = (&self.layout, &solution.squares[..]);
        match &self.subject {
            Subject::Tours { instance, .. } => {
                // A tour of one or two squares has no separate way back.
                let closed = self.closes() && squares.len() > 2;
                let route = Route::of(instance, layout, squares, closed);
                let first = numbered.then_some(self.first);
                figure::tour(svg, layout, &route, squares, (closed, first));
            }
            Subject::Queens { amazons, given, .. } => {
                figure::placement(svg, layout, squares, (*amazons, given));
            }
            Subject::Walks { instance } => {
                let route = Route::of_walk(instance, layout, squares);
                figure::walk(svg, layout, &route, squares, numbered);
            }
        }
    }

    fn square_name(&self, square: u32) -> String {
        match &self.subject {
            Subject::Tours { instance, .. } | Subject::Walks { instance } => {
                instance.square_name(square as usize)
            }
            Subject::Queens { rows, columns, .. } => {
                let (row, column) = (square as usize / columns, square as usize % columns);
                crate::queens::name((row, column), *rows)
            }
        }
    }

    /// The squares in words.
    fn description(&self, solution: &Solution, note: &str) -> String {
        let begins = match self.subject {
            Subject::Queens { .. } => "On the squares",
            _ => "The squares in their order:",
        };
        let names: Vec<_> =
            solution.squares.iter().take(DESCRIBED).map(|&s| self.square_name(s)).collect();
        let more = if solution.squares.len() > DESCRIBED { " …" } else { "" };
        let kept = if note.is_empty() { String::new() } else { format!(" ({note})") };
        format!("{begins} {}{more}{kept}", names.join(" "))
    }
}
