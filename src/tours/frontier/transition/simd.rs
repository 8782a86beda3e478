//! The vector backend: the bit operations of a step for 16 slots, in AVX-512 registers.
//!
//! One register holds the rule of starved cells for 32 cells, or for 32 cuts. Populations are
//! counted in all lanes together (AVX-512 BITALG). Mates are bytes of one register, so that
//! mirroring takes two shuffles; a bit extraction (BMI2) packs them into the key. The results equal
//! those of [`super::expand::Portable`]: the tests compare both.
//!
//! The helpers are inlined into the job that [`Avx512::enter`] compiles for these features. A
//! [`Vector`] contains the token that proves them.
#![expect(unsafe_code, reason = "vector instructions have no safe form in inlined helpers")]

use std::arch::x86_64::{
    __m128i, __m512i, _mm_and_si128, _mm_cmpgt_epi8_mask, _mm_cvtsi64_si128, _mm_cvtsi128_si64,
    _mm_loadu_si128, _mm_maddubs_epi16, _mm_movepi8_mask, _mm_movm_epi8, _mm_packus_epi16,
    _mm_set_epi64x, _mm_set1_epi8, _mm_set1_epi16, _mm_shuffle_epi8, _mm_srli_epi64,
    _mm_unpacklo_epi8, _mm512_add_epi16, _mm512_and_si512, _mm512_cmpgt_epi16_mask,
    _mm512_cmplt_epu16_mask, _mm512_loadu_si512, _mm512_mask_blend_epi16, _mm512_popcnt_epi16,
    _mm512_set1_epi16, _pdep_u64, _pext_u64,
};

use super::backend::{Backend, Cut, FreeTerminals, Sink, Step};
use super::expand::expand;
use crate::simd::{Avx512, Job, Machine};
use crate::tours::frontier::state::{FrontierState, MAX_SLOTS};

/// The slots of the key.
const SLOTS: usize = 16;
/// 16-bit lanes of a register.
const WIDTH: usize = 32;
/// Nibbles with their own index: each end is its own mate.
const SELF: u64 = 0xFEDC_BA98_7654_3210;

/// The bit operations of a step for 64-bit keys.
pub struct Vector {
    machine: Avx512,
    /// The rule of starved cells: 16 slots, then 16 cells outside.
    near: [u16; WIDTH],
    if_bare: [u16; WIDTH],
    if_end: [u16; WIDTH],
    white: u32,
    cuts: Vec<Cuts>,
    mirror: Option<[u8; SLOTS]>,
}

/// Thirty-two cuts; unused places never reject a state.
struct Cuts {
    demand: [u16; WIDTH],
    once: [u16; WIDTH],
    twice: [u16; WIDTH],
    constant: [i16; WIDTH],
    white: u32,
}

impl Cuts {
    fn new(cuts: &[Cut]) -> Cuts {
        let mut all = Cuts {
            demand: [0; WIDTH],
            once: [0; WIDTH],
            twice: [0; WIDTH],
            constant: [-1000; WIDTH],
            white: 0,
        };
        for (i, cut) in cuts.iter().enumerate() {
            all.demand[i] = cut.demand as u16;
            all.once[i] = cut.once as u16;
            all.twice[i] = cut.twice as u16;
            all.constant[i] = cut.constant;
            all.white |= u32::from(cut.white) << i;
        }
        all
    }
}

#[inline(always)]
fn load<T>(lanes: &[T; WIDTH]) -> __m512i {
    const { assert!(size_of::<T>() == 2) };
    // SAFETY: the array has the register's 64 bytes; unaligned loads are allowed; the
    // caller is compiled for AVX-512, see `Vector`.
    unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
}

#[inline(always)]
fn population(cells: __m512i, lanes: __m512i) -> __m512i {
    // SAFETY: compiled for AVX-512 BITALG, see `Vector`.
    unsafe { _mm512_popcnt_epi16(_mm512_and_si512(cells, lanes)) }
}

/// The value 15 in the nibble of each slot.
#[inline(always)]
fn nibbles(slots: u32) -> u64 {
    // SAFETY: compiled for BMI2, see `Vector`.
    unsafe { _pdep_u64(u64::from(slots), 0x1111_1111_1111_1111) }.wrapping_mul(15)
}

/// The key made of planes and mates.
#[inline(always)]
fn key(bare: u32, ends: u32, openers: u32, mates: u64) -> u64 {
    let inner = !(bare | ends) & 0xFFFF;
    let planes = u64::from(inner | openers) | u64::from(inner | ends & !openers) << SLOTS;
    // SAFETY: compiled for BMI2, see `Vector`.
    planes | unsafe { _pext_u64(mates, nibbles(openers)) } << (2 * SLOTS)
}

/// The mates, one in each byte.
#[inline(always)]
fn bytes(mates: u64) -> __m128i {
    // SAFETY: SSE2, which every x86-64 processor has.
    unsafe {
        let low = _mm_set1_epi8(15);
        let even = _mm_cvtsi64_si128(mates as i64);
        let odd = _mm_srli_epi64::<4>(even);
        _mm_unpacklo_epi8(_mm_and_si128(even, low), _mm_and_si128(odd, low))
    }
}

/// The ends with a mate in a higher slot.
#[inline(always)]
fn openers(mates: __m128i, ends: u32) -> u32 {
    // SAFETY: compiled for AVX-512 BW and VL, see `Vector`.
    unsafe {
        let own = _mm_set_epi64x(0x0F0E_0D0C_0B0A_0908, 0x0706_0504_0302_0100);
        u32::from(_mm_cmpgt_epi8_mask(mates, own)) & ends
    }
}

/// The key of the mirrored state. The mirror is its own inverse.
#[inline(always)]
fn mirrored(state: &FrontierState<u64>, mates: __m128i, mirror: &[u8; SLOTS]) -> u64 {
    // SAFETY: the array has the register's 16 bytes; compiled for AVX-512 BW and VL, see
    // `Vector`.
    unsafe {
        let mirror = _mm_loadu_si128(mirror.as_ptr().cast());
        let set = |slots: u32| {
            let lanes = _mm_shuffle_epi8(_mm_movm_epi8(slots as u16), mirror);
            u32::from(_mm_movepi8_mask(lanes))
        };
        let mates = _mm_shuffle_epi8(mirror, _mm_shuffle_epi8(mates, mirror));
        let (bare, ends) = (set(state.bare), set(state.ends));
        // Combines two bytes into one: the even one plus sixteen times the odd one.
        let pairs = _mm_maddubs_epi16(mates, _mm_set1_epi16(0x1001));
        let packed = _mm_cvtsi128_si64(_mm_packus_epi16(pairs, pairs)) as u64;
        key(bare, ends, openers(mates, ends), packed)
    }
}

impl Backend for Vector {
    type Key = u64;

    fn new(step: &Step, cuts: &[Cut]) -> Vector {
        let starved = &step.starved;
        let lane = |i: usize| if i < SLOTS { i } else { MAX_SLOTS + i - SLOTS };
        let white = |set: u32, i: usize| set | ((starved.white >> lane(i)) as u32 & 1) << i;
        Vector {
            machine: Avx512::detect().expect("the caller looks before"),
            near: std::array::from_fn(|i| starved.near[lane(i)] as u16),
            if_bare: std::array::from_fn(|i| u16::from(starved.if_bare[lane(i)])),
            if_end: std::array::from_fn(|i| u16::from(starved.if_end[lane(i)])),
            white: (0..WIDTH).fold(0, white),
            cuts: cuts.chunks(WIDTH).map(Cuts::new).collect(),
            mirror: step.mirror.map(|mirror| std::array::from_fn(|i| mirror[i])),
        }
    }

    #[inline(always)]
    fn unpack(&self, key: u64) -> (FrontierState<u64>, u32) {
        let (low, high) = (key as u32 & 0xFFFF, (key >> SLOTS) as u32 & 0xFFFF);
        let openers = low & !high;
        let mut alone = high & !low;
        // SAFETY: compiled for BMI2, see `Vector`.
        let mut mates = unsafe { _pdep_u64(key >> (2 * SLOTS), nibbles(openers)) };
        let mut left = openers;
        while left != 0 {
            let slot = left.trailing_zeros();
            left &= left - 1;
            let mate = mates.wrapping_shr(4 * slot) as u32 & 15;
            mates |= u64::from(slot).wrapping_shl(4 * mate);
            alone &= !1u32.wrapping_shl(mate);
        }
        mates |= SELF & nibbles(alone);
        (FrontierState { bare: !(low | high) & 0xFFFF, ends: low ^ high, mates }, alone)
    }

    #[inline(always)]
    fn pack(&self, state: &FrontierState<u64>) -> u64 {
        let mates = bytes(state.mates);
        let own = key(state.bare, state.ends, openers(mates, state.ends), state.mates);
        match &self.mirror {
            None => own,
            Some(mirror) => own.min(mirrored(state, mates, mirror)),
        }
    }

    #[inline(always)]
    fn alive<const OPEN: bool>(&self, bare: u32, ends: u32, spare: FreeTerminals) -> bool {
        // SAFETY: compiled for AVX-512 E and BW, see `Vector`.
        unsafe {
            let any = _mm512_set1_epi16((bare | ends) as i16);
            let reach = population(load(&self.near), any);
            let wants = _mm512_cmplt_epu16_mask(reach, load(&self.if_bare));
            if wants != 0 {
                let starves = _mm512_cmplt_epu16_mask(reach, load(&self.if_end));
                let bare_lanes = bare | 0xFFFF_0000;
                let ending = wants & bare_lanes | starves & ends;
                if ending != 0 {
                    let white = (ending & self.white).count_ones() as i32;
                    let black = (ending & !self.white).count_ones() as i32;
                    let dead =
                        starves & bare_lanes != 0 || white > spare.white || black > spare.black;
                    if !OPEN || dead {
                        return false;
                    }
                }
            }
            if OPEN && (spare.white < 0 || spare.black < 0) {
                return false;
            }
            let bare = _mm512_set1_epi16(bare as i16);
            for cuts in &self.cuts {
                let demand = load(&cuts.demand);
                let needs = _mm512_add_epi16(population(demand, bare), population(demand, any));
                let needs = _mm512_add_epi16(needs, load(&cuts.constant));
                let mut gets = _mm512_add_epi16(
                    population(load(&cuts.once), any),
                    population(load(&cuts.twice), bare),
                );
                if OPEN {
                    let white = _mm512_set1_epi16(spare.white as i16);
                    let black = _mm512_set1_epi16(spare.black as i16);
                    let spare = _mm512_mask_blend_epi16(cuts.white, black, white);
                    gets = _mm512_add_epi16(gets, spare);
                }
                if _mm512_cmpgt_epi16_mask(needs, gets) != 0 {
                    return false;
                }
            }
            true
        }
    }

    #[inline]
    fn expand_kind<const OPEN: bool, V: Copy, S: Sink<Self, V>>(
        &self,
        step: &Step,
        states: &[(u64, V)],
        sink: &mut S,
    ) {
        self.machine.enter(Expand::<OPEN, V, S> { vector: self, step, states, sink });
    }
}

/// Computes the successors of states.
struct Expand<'a, const OPEN: bool, V, S> {
    vector: &'a Vector,
    step: &'a Step,
    states: &'a [(u64, V)],
    sink: &'a mut S,
}

impl<const OPEN: bool, V: Copy, S: Sink<Vector, V>> Job for Expand<'_, OPEN, V, S> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: impl Machine) {
        for &(key, count) in self.states {
            expand::<OPEN, Vector, V, S>(self.vector, self.step, key, count, self.sink);
        }
    }
}
