//! `PackedWriter`: collects solutions in blocks.

use std::io::Result;

use super::code::Code;
use super::{FORM, solutions_in_a_block};
use crate::question::Question;
use crate::render::draft::Draft;
use crc32c::{crc32c, crc32c_append};

/// Writes solutions in the compact format.
#[derive(Debug)]
pub(in crate::render) struct PackedWriter {
    text: String,
    code: Code,
    /// The solutions of the current block.
    block: Vec<u8>,
    held: usize,
    sum: u32,
    listed: u64,
}

impl PackedWriter {
    pub(in crate::render) fn new(question: &Question) -> PackedWriter {
        let (text, code) = (question.to_string(), Code::of(question));
        PackedWriter { text, code, block: Vec::new(), held: 0, sum: 0, listed: 0 }
    }

    /// Writes the text before the first solution.
    pub(in crate::render) fn begin(&mut self, to: &mut Draft) {
        let bytes = (self.text.len() as u32).to_le_bytes();
        self.sum = crc32c_append(crc32c(&bytes), self.text.as_bytes());
        to.put(FORM);
        to.put(&bytes);
        to.put(&self.sum.to_le_bytes());
        to.put(self.text.as_bytes());
    }

    /// Writes a solution.
    ///
    /// # Errors
    /// If the squares cannot be a solution of the question.
    pub(in crate::render) fn put(&mut self, squares: &[u32], to: &mut Draft) -> Result<()> {
        self.code.pack(squares, &mut self.block)?;
        self.held += 1;
        self.listed += 1;
        if self.held == solutions_in_a_block(self.code.bytes()) {
            self.end_block(to);
        }
        Ok(())
    }

    /// Writes the end, after the last solution.
    pub(in crate::render) fn end(&mut self, to: &mut Draft) {
        if self.held > 0 {
            self.end_block(to);
        }
        self.block.extend_from_slice(&self.listed.to_le_bytes());
        self.end_block(to);
    }

    fn end_block(&mut self, to: &mut Draft) {
        let held = (std::mem::take(&mut self.held) as u32).to_le_bytes();
        self.sum = crc32c_append(crc32c_append(self.sum, &held), &self.block);
        to.put(&held);
        to.put(&self.sum.to_le_bytes());
        to.put(&self.block);
        self.block.clear();
    }
}
