//! The vectors of x86-64, behind tokens that prove that the processor has them.
#![expect(unsafe_code, reason = "vector instructions, behind a token that proves them there")]

use std::arch::x86_64::{
    __m256i, __m512i, _MM_HINT_T0, _mm_prefetch, _mm256_add_epi8, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_castsi256_ps, _mm256_cmpeq_epi32, _mm256_cmpgt_epi32,
    _mm256_loadu_si256, _mm256_maskload_epi32, _mm256_movemask_ps, _mm256_or_si256,
    _mm256_permutevar8x32_epi32, _mm256_set1_epi8, _mm256_set1_epi32, _mm256_setr_epi8,
    _mm256_setr_epi32, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_slli_epi32,
    _mm256_srli_epi16, _mm256_srli_epi32, _mm256_srlv_epi32, _mm256_storeu_si256, _mm256_sub_epi32,
    _mm512_and_si512, _mm512_andnot_si512, _mm512_loadu_si512, _mm512_mask_test_epi32_mask,
    _mm512_mask_testn_epi32_mask, _mm512_maskz_compress_epi32, _mm512_maskz_compress_epi64,
    _mm512_maskz_loadu_epi32, _mm512_or_si512, _mm512_set1_epi32, _mm512_setzero_si512,
    _mm512_slli_epi32, _mm512_srli_epi32, _mm512_srlv_epi32, _mm512_storeu_si512, _mm512_sub_epi32,
    _mm512_ternarylogic_epi32, _mm512_test_epi32_mask,
};

use super::machine::{Avx2, Avx512, Backend, Job, Machine};

macro_rules! processor {
    ($machine:ident: $($feature:tt),*) => {
        impl $machine {
            /// The proof that the processor has every feature, if so.
            pub fn detect() -> Option<$machine> {
                (true $(&& is_x86_feature_detected!($feature))*).then_some($machine(()))
            }

            /// Runs a job in code compiled for these features.
            #[inline(always)]
            pub fn enter<T: Job>(self, job: T) -> T::Output {
                #[target_feature($(enable = $feature),*)]
                fn with_features<T: Job>(machine: $machine, job: T) -> T::Output {
                    job.run(machine)
                }
                // SAFETY: `self` exists, so `detect` found every feature.
                unsafe { with_features(self, job) }
            }
        }
    };
}

processor!(Avx512: "avx2", "avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512bitalg",
    "avx512vpopcntdq", "bmi1", "bmi2", "lzcnt", "popcnt");
processor!(Avx2: "avx2", "bmi1", "bmi2", "lzcnt", "popcnt");

impl Avx512 {
    /// The proof for AVX2, which AVX-512 implies.
    pub fn narrow(self) -> Avx2 {
        Avx2(())
    }
}

macro_rules! operations {
    ($vector:ty: $($name:ident($($words:ident),*) => $result:expr;)*) => {$(
        #[inline(always)]
        fn $name(self, $($words: $vector),*) -> $vector {
            // SAFETY: `self` exists, so the processor has the instruction.
            unsafe { $result }
        }
    )*};
}

// SAFETY of all blocks below: `self` exists, so the processor has the instructions. Loads and
// stores are those of a slice of as many words.
impl Machine for Avx512 {
    type Words = __m512i;

    const LANES: usize = 16;

    #[inline(always)]
    fn backend(self) -> Backend {
        Backend::Avx512(self)
    }

    #[inline(always)]
    fn prefetch<T>(self, items: &[T], at: usize) {
        prefetch(items.as_ptr().wrapping_add(at));
    }

    #[inline(always)]
    fn splat(self, word: u32) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_set1_epi32(word as i32) }
    }

    #[inline(always)]
    fn load(self, from: &[u32]) -> __m512i {
        let from = &from[..Self::LANES];
        // SAFETY: see above.
        unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
    }

    #[inline(always)]
    fn load_part(self, from: &[u32]) -> __m512i {
        let lanes = if from.len() >= 16 { !0 } else { (1u16 << from.len()) - 1 };
        // SAFETY: see above; the mask has the lanes of the slice.
        unsafe { _mm512_maskz_loadu_epi32(lanes, from.as_ptr().cast()) }
    }

    #[inline(always)]
    fn pack(self, words: __m512i, mask: u32, to: &mut [u32]) {
        let to = &mut to[..Self::LANES];
        // SAFETY: see above.
        unsafe { pack_of_16(words, mask as u16, to.as_mut_ptr()) }
    }

    operations! { __m512i:
        or(one, other) => _mm512_or_si512(one, other);
        and(one, other) => _mm512_and_si512(one, other);
        less(one, other) => _mm512_andnot_si512(other, one);
        lowest(words) => _mm512_and_si512(words, _mm512_sub_epi32(_mm512_setzero_si512(), words));
        left(words) => _mm512_slli_epi32::<1>(words);
        right(words) => _mm512_srli_epi32::<1>(words);
        shifted(words, by) => _mm512_srlv_epi32(words, by);
    }

    #[inline(always)]
    fn some(self, words: __m512i) -> u32 {
        // SAFETY: see above.
        unsafe { u32::from(_mm512_test_epi32_mask(words, words)) }
    }

    #[inline(always)]
    fn some_less(self, mask: u32, words: __m512i, [one, other]: [__m512i; 2]) -> u32 {
        // SAFETY: see above.
        unsafe {
            let left = _mm512_ternarylogic_epi32::<0x10>(words, one, other);
            u32::from(_mm512_mask_test_epi32_mask(mask as u16, left, left))
        }
    }

    #[inline(always)]
    fn apart(self, mask: u32, one: [__m512i; 2], other: [__m512i; 2]) -> u32 {
        // SAFETY: see above.
        unsafe {
            let first = _mm512_mask_testn_epi32_mask(mask as u16, one[0], other[0]);
            u32::from(_mm512_mask_testn_epi32_mask(first, one[1], other[1]))
        }
    }
}

// SAFETY of all blocks below: as above.
impl Machine for Avx2 {
    type Words = __m256i;

    const LANES: usize = 8;

    #[inline(always)]
    fn backend(self) -> Backend {
        Backend::Avx2(self)
    }

    #[inline(always)]
    fn prefetch<T>(self, items: &[T], at: usize) {
        prefetch(items.as_ptr().wrapping_add(at));
    }

    #[inline(always)]
    fn splat(self, word: u32) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_set1_epi32(word as i32) }
    }

    #[inline(always)]
    fn load(self, from: &[u32]) -> __m256i {
        let from = &from[..Self::LANES];
        // SAFETY: see above.
        unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
    }

    #[inline(always)]
    fn load_part(self, from: &[u32]) -> __m256i {
        // SAFETY: see above; the mask has the lanes of the slice.
        unsafe {
            let order = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
            let lanes = _mm256_cmpgt_epi32(_mm256_set1_epi32(from.len().min(8) as i32), order);
            _mm256_maskload_epi32(from.as_ptr().cast(), lanes)
        }
    }

    #[inline(always)]
    fn pack(self, words: __m256i, mask: u32, to: &mut [u32]) {
        let to = &mut to[..Self::LANES];
        // SAFETY: see above.
        unsafe { pack_of_8(words, mask, to.as_mut_ptr()) }
    }

    operations! { __m256i:
        or(one, other) => _mm256_or_si256(one, other);
        and(one, other) => _mm256_and_si256(one, other);
        less(one, other) => _mm256_andnot_si256(other, one);
        lowest(words) => _mm256_and_si256(words, _mm256_sub_epi32(_mm256_setzero_si256(), words));
        left(words) => _mm256_slli_epi32::<1>(words);
        right(words) => _mm256_srli_epi32::<1>(words);
        shifted(words, by) => _mm256_srlv_epi32(words, by);
    }

    #[inline(always)]
    fn some(self, words: __m256i) -> u32 {
        // SAFETY: see above.
        unsafe {
            let none = _mm256_cmpeq_epi32(words, _mm256_setzero_si256());
            !_mm256_movemask_ps(_mm256_castsi256_ps(none)) as u32 & 0xff
        }
    }
}

/// Writes the lanes in the mask next to each other, followed by arbitrary words. (Compressing
/// directly to memory is slow on Zen 4.)
///
/// # Safety
/// There is room for 16 words.
#[target_feature(enable = "avx512f")]
#[inline]
pub unsafe fn pack_of_16(words: __m512i, mask: u16, to: *mut u32) {
    // SAFETY: the caller has the room.
    unsafe { _mm512_storeu_si512(to.cast(), _mm512_maskz_compress_epi32(mask, words)) }
}

/// [`pack_of_16`] for words of 64 bits.
///
/// # Safety
/// There is room for 8 words.
#[target_feature(enable = "avx512f")]
#[inline]
pub unsafe fn pack_words_of_8(words: __m512i, mask: u8, to: *mut u64) {
    // SAFETY: the caller has the room.
    unsafe { _mm512_storeu_si512(to.cast(), _mm512_maskz_compress_epi64(mask, words)) }
}

/// [`pack_of_16`] for the lanes of AVX2.
///
/// # Safety
/// There is room for 8 words.
#[target_feature(enable = "avx2")]
#[inline]
pub unsafe fn pack_of_8(words: __m256i, mask: u32, to: *mut u32) {
    // SAFETY: a permutation is as long as a vector; the caller has the room.
    unsafe {
        let lanes = _mm256_loadu_si256(FRONT[mask as usize & 0xff].as_ptr().cast());
        _mm256_storeu_si256(to.cast(), _mm256_permutevar8x32_epi32(words, lanes));
    }
}

/// For each set of eight lanes, the permutation that brings the set to the front.
static FRONT: [[u32; 8]; 256] = {
    let mut front = [[0; 8]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut lane, mut place) = (0, 0);
        while lane < 8 {
            if set >> lane & 1 != 0 {
                front[set][place] = lane;
                place += 1;
            }
            lane += 1;
        }
        set += 1;
    }
    front
};

/// The number of ones in each byte, from a table for four bits (Mula).
#[target_feature(enable = "avx2")]
#[inline]
pub fn ones_of_bytes(bytes: __m256i) -> __m256i {
    let table = _mm256_setr_epi8(
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
    );
    let ones = |digits| _mm256_shuffle_epi8(table, _mm256_and_si256(digits, _mm256_set1_epi8(15)));
    _mm256_add_epi8(ones(bytes), ones(_mm256_srli_epi16::<4>(bytes)))
}

/// Prefetches the cache line of an address.
#[inline(always)]
pub fn prefetch<T>(place: *const T) {
    // SAFETY: a prefetch reads nothing and cannot fault, whatever the address.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) }
}
