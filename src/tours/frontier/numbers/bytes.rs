//! `Bytes`: numbers as stored in checkpoints; used by `halves`, since this method saves none.

/// Numbers of a fixed size, in little-endian bytes.
pub trait Bytes: Sized {
    /// The number of bytes.
    const LEN: usize;
    fn put(self, out: &mut Vec<u8>);
    /// Reads exactly [`Bytes::LEN`] bytes.
    fn get(bytes: &[u8]) -> Self;
}

macro_rules! bytes_of_integer {
    ($($integer:ty),*) => {$(
        impl Bytes for $integer {
            const LEN: usize = size_of::<$integer>();
            fn put(self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
            fn get(bytes: &[u8]) -> Self {
                <$integer>::from_le_bytes(bytes.try_into().expect("the caller counts bytes"))
            }
        }
    )*};
}

bytes_of_integer!(u8, u16, u32, u64, u128);

impl<T: Bytes, const N: usize> Bytes for [T; N] {
    const LEN: usize = N * T::LEN;
    fn put(self, out: &mut Vec<u8>) {
        self.into_iter().for_each(|item| item.put(out));
    }
    fn get(bytes: &[u8]) -> Self {
        std::array::from_fn(|i| T::get(&bytes[i * T::LEN..(i + 1) * T::LEN]))
    }
}
