//! `KeptLayer`: what a saved layer says of itself.

use super::frontier::Bytes;

/// A layer of a sweep that was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KeptLayer {
    /// The number of the sweep, from 0; most questions take one.
    pub sweep: u64,
    /// The steps of the sweep that are done.
    pub step: u64,
    /// The classes of the layer.
    pub states: u64,
    /// The transitions so far.
    pub transitions: u64,
}

impl KeptLayer {
    /// Reads the first frame of a file called [`KeptLayer::FILE`].
    pub fn read(head: &[u8]) -> Option<KeptLayer> {
        let (words, _) = head.split_at_checked(8 * u64::LEN)?;
        let [_, sweep, step, _, _, _, transitions, states] = <[u64; 8]>::get(words);
        Some(KeptLayer { sweep, step, states, transitions })
    }

    /// The name of the checkpoint that holds the layer.
    pub const FILE: &str = "layer";
}
