//! `Arithmetic`: the numbers that states carry, either exact or with an error.
//!
//! [`Word`]s of 64 or 128 bits are checked: a sum that overflows sets a flag, and the sweep is
//! repeated in the next wider arithmetic. [`super::residues::Residues`] cannot overflow.

/// The arithmetic of the numbers that states carry.
pub trait Arithmetic: Copy + Send + Sync {
    /// One number.
    type Value: Copy + PartialEq + Send + Sync + Default;
    /// Zero.
    const ZERO: Self::Value;
    /// The name in reports.
    const NAME: &'static str;
    /// One.
    fn one(&self) -> Self::Value;
    /// The sum; sets `overflow` if it does not fit.
    fn sum(&self, a: Self::Value, b: Self::Value, overflow: &mut bool) -> Self::Value;
}

/// Plain integers of one width.
#[derive(Clone, Copy, Debug, Default)]
pub struct Word<T>(std::marker::PhantomData<T>);

macro_rules! arithmetic_of_integer {
    ($integer:ty, $name:literal) => {
        impl Arithmetic for Word<$integer> {
            type Value = $integer;
            const ZERO: $integer = 0;
            const NAME: &'static str = $name;
            fn one(&self) -> $integer {
                1
            }
            #[inline(always)]
            fn sum(&self, a: $integer, b: $integer, overflow: &mut bool) -> $integer {
                let (sum, wrapped) = a.overflowing_add(b);
                *overflow |= wrapped;
                sum
            }
        }
    };
}

arithmetic_of_integer!(u64, "words of 64 bits");

arithmetic_of_integer!(u128, "words of 128 bits");

#[cfg(test)]
mod tests {
    use super::{Arithmetic, Word};

    #[test]
    fn words_detect_overflow() {
        let mut overflow = false;
        assert_eq!(Word::<u64>::default().sum(u64::MAX - 1, 1, &mut overflow), u64::MAX);
        assert!(!overflow);
        Word::<u64>::default().sum(u64::MAX, 1, &mut overflow);
        assert!(overflow);
    }
}
