//! Meaning of flags, variables and files: boards, pieces, amounts, shards.

pub mod ending;
pub mod file;
pub mod instance;
pub mod journals;
pub mod listed;
pub mod marked;
pub mod meeting;
pub mod memory;
pub mod shard;
pub mod variables;
pub mod words;
