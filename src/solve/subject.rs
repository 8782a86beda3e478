//! `Subject`: a question in the form that the methods of its family take, with moves and
//! symmetries.

use crate::error::Error;
use crate::method::{Choice, Cost, Means, Method, Ready};
use crate::queens::{self, VariantQuestion};
use crate::question::{Instance, Question, Tours};
use crate::tours::{self, FrontierCount, MAX_VERTICES, TourQuestion};
use crate::walks::{self, WalkQuestion};

/// A prepared question of any family. To add a family: a variant, and a line in each match.
#[derive(Clone, Debug)]
pub(super) enum Subject {
    Tours(Box<TourQuestion>),
    Queens(VariantQuestion),
    Walks(WalkQuestion),
}

impl Subject {
    /// The subject for a method of this choice. A question too large for the method is refused
    /// before the moves are computed.
    pub fn of(question: &Question, choice: &Choice) -> Result<Subject, Error> {
        Ok(match question {
            Question::Tours(tours) => Subject::Tours(Box::new(prepared(tours, choice)?)),
            Question::Queens(queens) => Subject::Queens(queens.variant().clone()),
            Question::Walks(walks) => Subject::Walks(walks.prepared()?),
        })
    }

    /// The method that counts by first square.
    pub fn method_by_start(&self) -> &'static str {
        match self {
            Subject::Tours(_) | Subject::Queens(_) => "search",
            Subject::Walks(_) => "transfer",
        }
    }

    /// Refuses to classify tours with given ends or a selection: only all tours have classes.
    pub fn has_classes(&self) -> Result<(), Error> {
        match self {
            Subject::Tours(tours) if tours.has_ends() => Err(Error::ToursAsked {
                problem: "tours of given ends are not counted by class",
                remedy: "leave out the ends, or the classes",
            }),
            Subject::Tours(tours) if !tours.selection().is_all() => Err(Error::ToursAsked {
                problem: "selected tours are not counted by class",
                remedy: "leave out what chooses them, or the classes",
            }),
            Subject::Tours(tours) => tours::has_classes(tours),
            _ => Ok(()),
        }
    }

    /// The methods of the family, with this question.
    pub fn methods(&self) -> Vec<Entry<'_>> {
        match self {
            Subject::Tours(question) => entries(tours::methods_of(question), &**question, self),
            Subject::Queens(question) => entries(queens::METHODS, question, self),
            Subject::Walks(question) => entries(walks::METHODS, question, self),
        }
    }

    /// The board as named in messages.
    pub fn board(&self) -> String {
        match self {
            Subject::Tours(tours) => tours.label().board,
            Subject::Queens(queens) => queens.label().board,
            Subject::Walks(walks) => walks.label().board,
        }
    }
}

impl Question {
    /// Refuses a question too large for the method, before moves are computed.
    pub fn fits(&self, choice: &Choice) -> Result<(), Error> {
        match self {
            Question::Tours(tours) => limit(tours.instance(), choice).map(drop),
            Question::Queens(_) | Question::Walks(_) => Ok(()),
        }
    }
}

/// The chosen method, or else the one with the largest limit, if the instance is within it.
fn limit(instance: &Instance, choice: &Choice) -> Result<&'static str, Error> {
    let limits =
        tours::METHODS.iter().map(|method| (method.name, (method.limit)(instance.board())));
    let named = limits.clone().find(|(name, _)| *name == choice.name());
    let largest = || limits.max_by_key(|(_, limit)| *limit).unwrap_or_default();
    let (method, limit) = named.unwrap_or_else(largest);
    let size = instance.len();
    let (unit, remedy) = ("squares", "give a smaller board");
    if size > limit {
        let what = instance.name();
        return Err(Error::MethodTooSmall { what, size, unit, method, limit, remedy });
    }
    Ok(method)
}

/// Prepares tours that are not too large for the method.
fn prepared(asked: &Tours, choice: &Choice) -> Result<TourQuestion, Error> {
    let method = limit(asked.instance(), choice)?;
    let tours = asked.prepared();
    if asked.instance().len() > MAX_VERTICES
        && method == "frontier"
        // Under `auto` no other method applies, so refuse before anything is counted.
        && let Err(error) = FrontierCount::new(tours.clone())
    {
        return Err(match error {
            Error::MethodTooSmall { what, size, unit, method, limit, .. } => {
                let remedy = match choice.is_auto() {
                    false => "give a narrower board",
                    true => {
                        "give a narrower board, or one of at most 256 squares, which are searched"
                    }
                };
                Error::MethodTooSmall { what, size, unit, method, limit, remedy }
            }
            other => other,
        });
    }
    Ok(tours)
}

/// A method with a question.
pub(super) struct Entry<'q> {
    pub name: &'static str,
    pub about: &'static str,
    pub automatic: bool,
    pub sorts: fn(&str) -> Option<f64>,
    keeps_layers: bool,
    subject: &'q Subject,
    asked: Box<dyn BoundMethod + 'q>,
}

impl Entry<'_> {
    pub fn cost(&self, means: &Means) -> Result<Cost, Error> {
        self.keeps(means)?;
        self.asked.cost(means)
    }

    pub fn ready(&self, choice: &Choice, means: &Means) -> Result<Ready, Error> {
        self.keeps(means)?;
        self.asked.ready(choice, means)
    }

    /// Refuses a folder for layers if the method would not use it.
    pub fn keeps(&self, means: &Means) -> Result<(), Error> {
        if means.checkpoints.is_none() || self.keeps_layers {
            return Ok(());
        }
        Err(Error::NoMethod {
            question: self.subject.board(),
            method: self.name,
            reason: "it keeps no layers of a sweep, as halves does, but units in a journal".into(),
        })
    }
}

fn entries<'q, Q>(
    methods: &'static [Method<Q>],
    question: &'q Q,
    subject: &'q Subject,
) -> Vec<Entry<'q>> {
    let entry = |method: &'static Method<Q>| Entry {
        name: method.name,
        about: method.about,
        automatic: method.automatic,
        sorts: method.sorts,
        keeps_layers: method.keeps_layers,
        subject,
        asked: Box::new((method, question)),
    };
    methods.iter().map(entry).collect()
}

/// A method with its question, independent of the family.
trait BoundMethod {
    fn cost(&self, means: &Means) -> Result<Cost, Error>;
    fn ready(&self, choice: &Choice, means: &Means) -> Result<Ready, Error>;
}

impl<Q> BoundMethod for (&'static Method<Q>, &Q) {
    fn cost(&self, means: &Means) -> Result<Cost, Error> {
        (self.0.cost)(self.1, means)
    }

    fn ready(&self, choice: &Choice, means: &Means) -> Result<Ready, Error> {
        (self.0.ready)(self.1, choice, means)
    }
}
