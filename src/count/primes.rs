//! Primes, and powers modulo a number.

/// The primes below a limit, the largest first.
pub fn primes_below(limit: u64) -> impl Iterator<Item = u64> {
    (0..limit).rev().filter(|&number| is_prime(number))
}

/// The Miller–Rabin test; with these bases it is no guess below 2^64 (Sinclair 2011).
pub fn is_prime(n: u64) -> bool {
    if n < 2 || n.is_multiple_of(2) {
        return n == 2;
    }
    let twos = (n - 1).trailing_zeros();
    [2, 325, 9375, 28178, 450_775, 9_780_504, 1_795_265_022].iter().all(|&base: &u64| {
        let mut x = power(base % n, (n - 1) >> twos, n);
        if base.is_multiple_of(n) || x == 1 || x == n - 1 {
            return true;
        }
        (1..twos).any(|_| {
            x = times(x, x, n);
            x == n - 1
        })
    })
}

/// A power of a number below the modulus.
pub fn power(mut base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = times(result, base, modulus);
        }
        base = times(base, base, modulus);
        exponent /= 2;
    }
    result
}

/// A product modulo a number.
pub(super) fn times(one: u64, other: u64, modulus: u64) -> u64 {
    (u128::from(one) * u128::from(other) % u128::from(modulus)) as u64
}

#[cfg(test)]
mod tests {
    use super::{is_prime, power, primes_below};

    #[test]
    fn primes_are_told_from_other_numbers() {
        let naive =
            |n: u64| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
        assert!((0..20_000).all(|n| is_prime(n) == naive(n)));
        assert!(is_prime((1 << 61) - 1) && !is_prime((1 << 61) - 3));
        assert!(!is_prime(3_215_031_751) && !is_prime(3_825_123_056_546_413_051));
    }

    #[test]
    fn primes_descend_from_the_limit() {
        assert!(primes_below(32).eq([31, 29, 23, 19, 17, 13, 11, 7, 5, 3, 2]));
        assert!(primes_below(1 << 31).take(3).eq([2_147_483_647, 2_147_483_629, 2_147_483_587]));
        assert_eq!(primes_below(1 << 62).nth(1), Some((1 << 62) - 87));
    }

    #[test]
    fn powers_are_products() {
        let modulus = (1 << 61) - 1;
        assert_eq!((power(3, 0, modulus), power(3, 5, 100), power(2, 61, modulus)), (1, 43, 1));
    }
}
