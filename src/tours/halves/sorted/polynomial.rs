//! Coefficients of a polynomial from its values, modulo a prime.

use crate::count::power;

/// Of the polynomial of the least degree with these values at 0, 1, 2 and so on; there are fewer
/// than the prime.
pub fn coefficients(values: &[u32], prime: u32) -> Vec<u32> {
    let p = u64::from(prime);
    let mut differences: Vec<u64> = values.iter().map(|&value| u64::from(value)).collect();
    // Newton's divided differences: at equal distances, the divisor is that of the order.
    for order in 1..differences.len() {
        let inverse = power(order as u64, p - 2, p);
        for at in (order..differences.len()).rev() {
            let difference = differences[at] + p - differences[at - 1];
            differences[at] = difference % p * inverse % p;
        }
    }
    // d0 + x (d1 + (x - 1) (d2 + …)), from the inside.
    let mut all: Vec<u64> = Vec::new();
    for (at, &difference) in differences.iter().enumerate().rev() {
        all.insert(0, 0);
        for lower in 0..all.len() - 1 {
            all[lower] = (all[lower] + (p - at as u64) * all[lower + 1]) % p;
        }
        all[0] = (all[0] + difference) % p;
    }
    all.into_iter().map(|n| n as u32).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert_eq, proptest};

    use super::coefficients;

    const PRIME: u32 = 2_147_483_629;

    /// By Horner's rule.
    fn value(polynomial: &[u32], x: u64) -> u32 {
        let p = u64::from(PRIME);
        polynomial.iter().rev().fold(0, |sum, &n| (sum * x + u64::from(n)) % p) as u32
    }

    proptest! {
        #[test]
        fn a_polynomial_is_found_by_its_values(
            numbers in proptest::collection::vec(any::<u32>(), 0..70),
            more in 0u64..5,
        ) {
            let polynomial: Vec<u32> = numbers.iter().map(|n| n % PRIME).collect();
            let places = polynomial.len() as u64 + more;
            let values: Vec<u32> = (0..places).map(|x| value(&polynomial, x)).collect();
            let mut found = coefficients(&values, PRIME);
            prop_assert_eq!(found.len(), values.len());
            let beyond = found.split_off(polynomial.len());
            prop_assert_eq!(found, polynomial);
            prop_assert_eq!(beyond.iter().max().copied().unwrap_or(0), 0);
        }
    }
}
