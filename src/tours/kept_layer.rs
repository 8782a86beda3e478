//! `KeptLayer`: the description of a saved layer.

use super::frontier::Bytes;

/// A saved layer of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KeptLayer {
    /// The number of the sweep, from 0; most questions take one.
    pub sweep: u64,
    /// The number of finished steps of the sweep.
    pub step: u64,
    /// The number of states of the layer.
    pub states: u64,
    /// The number of transitions so far.
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
