//! The observer of layers while a sweep runs.

use std::ops::ControlFlow;

use crate::method::LayerReport;

/// Called at every layer and from time to time within; it may break off.
pub type Watch<'w> = &'w mut dyn FnMut(&LayerReport) -> ControlFlow<()>;
