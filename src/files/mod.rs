//! Safe file operations: files are written whole, by one process at a time, and replace only
//! earlier files of this program.

mod lock;
mod place;
mod whole_file;

pub(crate) use lock::{lock, open_locked, open_locked_soon};
pub use place::check_ours;
pub(crate) use place::{open_regular, rename, sync_folder};
pub use whole_file::WholeFile;
