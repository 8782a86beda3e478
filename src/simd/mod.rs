//! Vector instructions: what the processor has, and code compiled for it.
//!
//! A method writes a hot loop once, as a [`Job`] over a [`Machine`]. [`Backend::enter`] runs the
//! job in a function compiled for the processor, so all code that the job inlines uses the
//! processor's instructions. A loop that needs special instructions takes the token in
//! [`Machine::backend`], which proves that the processor has them. Such a loop has a portable
//! counterpart, and tests compare both.

mod machine;
mod portable;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(target_arch = "x86_64")]
pub use machine::{Avx2, Avx512};
pub use machine::{Backend, Job, Machine, Portable, Vectors};
#[cfg(not(target_arch = "x86_64"))]
pub(crate) use portable::prefetch;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{ones_of_bytes, pack_of_8, pack_of_16, pack_words_of_8, prefetch};

#[cfg(test)]
mod tests {
    use super::{Backend, Job, Machine};

    /// Every operation on some words, lane by lane.
    #[derive(Clone, Copy)]
    struct Each<'a>(&'a [[u32; 16]; 2]);

    impl Job for Each<'_> {
        type Output = Vec<Vec<u32>>;

        fn run(self, m: impl Machine) -> Vec<Vec<u32>> {
            all_operations(m, self.0)
        }
    }

    fn all_operations<M: Machine>(m: M, words: &[[u32; 16]; 2]) -> Vec<Vec<u32>> {
        let mut results = vec![Vec::new(); 13];
        for at in (0..16).step_by(M::LANES) {
            let [one, other] = [&words[0][at..], &words[1][at..]].map(|words| m.load(words));
            let few = m.and(other, m.splat(31));
            let made = [
                m.or(one, other),
                m.and(one, other),
                m.less(one, other),
                m.lowest(one),
                m.left(one),
                m.right(one),
                m.shifted(one, few),
                m.splat(77),
                m.load_part(&words[0][at..at + 5]),
            ];
            let mut written = vec![0; M::LANES];
            for (result, made) in results.iter_mut().zip(made) {
                m.pack(made, (1 << M::LANES) - 1, &mut written);
                result.extend(&written);
            }
            let mask = 0b1010_0110_1001_0111 >> at & ((1 << M::LANES) - 1);
            m.pack(one, mask, &mut written);
            results[9].extend(&written[..mask.count_ones() as usize]);
            let masks = [
                m.some(few),
                m.some_less(mask, one, [few, other]),
                m.apart(mask, [few, one], [one, few]),
            ];
            for (result, mask) in results[10..].iter_mut().zip(masks) {
                result.extend((0..M::LANES).map(|lane| mask >> lane & 1));
            }
        }
        results
    }

    #[test]
    fn every_machine_does_what_its_operations_say() {
        let words = |seed: u32| std::array::from_fn(|at| (at as u32 + 3).wrapping_pow(seed));
        let words: [[u32; 16]; 2] = [words(13), words(5).map(|word| word & 0xff80_0007)];
        for backend in Backend::all() {
            let found = backend.enter(Each(&words));
            let lanes = |of: &dyn Fn(u32, u32) -> u32| -> Vec<u32> {
                words[0].iter().zip(&words[1]).map(|(&one, &other)| of(one, other)).collect()
            };
            let expected = [
                lanes(&|one, other| one | other),
                lanes(&|one, other| one & other),
                lanes(&|one, other| one & !other),
                lanes(&|one, _| one & one.wrapping_neg()),
                lanes(&|one, _| one << 1),
                lanes(&|one, _| one >> 1),
                lanes(&|one, other| one >> (other & 31)),
                vec![77; 16],
            ];
            assert_eq!(found[..8], expected, "{}", backend.name());
            let width = if found[8][8] == 0 { 16 } else { 8 };
            let part = |at: usize| if at % width < 5 { words[0][at] } else { 0 };
            assert_eq!(found[8], (0..16).map(part).collect::<Vec<_>>());
            let packed = (0..16).filter(|at| 0b1010_0110_1001_0111 >> at & 1 == 1);
            assert_eq!(found[9], packed.map(|at| words[0][at]).collect::<Vec<_>>());
            assert_eq!(found[10], lanes(&|_, other| u32::from(other & 31 != 0)));
            let masked = |of: &dyn Fn(u32, u32) -> bool| -> Vec<u32> {
                let all = lanes(&|one, other| u32::from(of(one, other)));
                (0..).zip(all).map(|(at, lane)| lane & 0b1010_0110_1001_0111 >> at).collect()
            };
            assert_eq!(found[11], masked(&|one, other| one & !other != 0));
            assert_eq!(found[12], masked(&|one, other| one & other & 31 == 0));
        }
    }

    /// As the system reports them.
    #[test]
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    fn the_backend_is_the_widest_that_the_processor_has() {
        use super::Vectors;

        let info = std::fs::read_to_string("/proc/cpuinfo").unwrap();
        let flags = info.lines().find(|line| line.starts_with("flags")).unwrap();
        let has = |all: &str| all.split(' ').all(|one| flags.split(' ').any(|flag| flag == one));
        let narrow = has("avx2 bmi1 bmi2 abm popcnt");
        let wide = "avx512f avx512bw avx512dq avx512vl avx512_bitalg avx512_vpopcntdq";
        let name = |vectors| Backend::new(vectors).name();
        let widest = if narrow { "AVX2" } else { "portable" };
        assert_eq!(name(Vectors::Native), if narrow && has(wide) { "AVX-512" } else { widest });
        assert_eq!((name(Vectors::Narrow), name(Vectors::None)), (widest, "portable"));
    }
}
