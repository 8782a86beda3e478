//! Files of this program among those of others: written whole, by one process at a time, and only
//! in the place of nothing or of another file of its own.

mod lock;
mod place;
mod whole_file;

pub(crate) use lock::{lock, open_locked, open_locked_soon};
pub use place::check_ours;
pub(crate) use place::{open_regular, rename, sync_folder};
pub use whole_file::WholeFile;
