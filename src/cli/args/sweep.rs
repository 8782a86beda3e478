//! Flags of long sweeps.

use std::path::PathBuf;

/// How a long sweep is kept and told of.
#[derive(Clone, Debug, clap::Args)]
pub struct SweepArgs {
    /// Keep a layer of a count by halves in this folder from time to time, and go on from the
    /// one that is there, e.g. 8x8 --checkpoint kept; the folder is made, none above
    /// it is, and files of others in it stay
    #[arg(long, value_name = "DIR")]
    pub checkpoint: Option<PathBuf>,

    /// The same, and layers that do not fit in memory are kept there, too: as much disk as
    /// memory is lacking, many times over, e.g. 8x10 --closed --memory 1G --scratch /big
    #[arg(long, value_name = "DIR")]
    pub scratch: Option<PathBuf>,

    /// Disk that the files in --scratch may take [default: as much as there is]; units of --moduli
    /// plan for it, any other run ends where it is too little,
    /// e.g. 10x10 --closed --journal j --scratch /big --disk 60G
    #[arg(long, value_name = "AMOUNT")]
    pub disk: Option<String>,

    /// With --split: units that count a slice modulo one prime of so many bits each, 7, 15 or 31,
    /// so that all slices share what a sweep makes at first; as many primes as the count can take,
    /// or so many, e.g. --method halves --split 16 --moduli 31, --moduli 4x31
    #[arg(long, value_name = "BITS")]
    pub moduli: Option<String>,

    /// A line on stderr for each layer of a sweep, and the peak of memory, e.g. 7x7 --verbose
    #[arg(short, long)]
    pub verbose: bool,
}

impl SweepArgs {
    /// True if layers are kept.
    pub fn keeps(&self) -> bool {
        self.checkpoint.is_some() || self.scratch.is_some()
    }
}
