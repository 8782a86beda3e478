//! Who hears of layers while a sweep runs.

use std::ops::ControlFlow;

use crate::method::LayerReport;

/// Hears of every layer and at times within, and may break off.
pub type Watch<'w> = &'w mut dyn FnMut(&LayerReport) -> ControlFlow<()>;
