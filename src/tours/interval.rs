//! `Estimate`: the mean of a few independent estimates, with a confidence interval.

/// The number of clouds, if there are enough samples for some paths in each. More, smaller clouds
/// would miss the rare heavy paths, and underestimate the error.
pub(super) const CLOUDS: u32 = 20;

/// Student's t for 95 % by degrees of freedom, from 1: the error is itself estimated, from at most
/// [`CLOUDS`] means.
const STUDENT: [f64; CLOUDS as usize - 1] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093,
];

/// An estimate with its error.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// The estimated number: directed open tours, undirected closed ones.
    pub mean: f64,
    /// The standard error of the mean, from the spread of the samples.
    pub error: f64,
    /// The number of sampled paths.
    pub samples: u32,
    /// The number of paths that are tours.
    pub tours: u32,
    /// The number of clouds.
    pub clouds: u32,
}

impl Estimate {
    /// The interval that contains the true number in 95 of 100 cases.
    pub fn interval(&self) -> (f64, f64) {
        let freedom = self.clouds.clamp(2, CLOUDS) as usize - 1;
        let reach = STUDENT[freedom - 1] * self.error;
        ((self.mean - reach).max(0.0), self.mean + reach)
    }
}
