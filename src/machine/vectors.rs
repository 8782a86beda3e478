//! The vector instructions of the processor.

/// The widest vector instructions that the methods are compiled for and this processor has. A
/// method that needs more falls back to the next narrower kind; the counts are the same.
pub fn vectors() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    {
        let has_bits = is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2");
        let has_wide = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        if has_bits && has_wide {
            return "AVX-512";
        }
        if has_bits && is_x86_feature_detected!("avx2") {
            return "AVX2";
        }
    }
    "portable"
}

#[cfg(test)]
mod tests {
    use super::vectors;

    /// According to the system.
    #[test]
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    fn the_vectors_are_those_of_the_processor() {
        let info = std::fs::read_to_string("/proc/cpuinfo").unwrap();
        let flags = info.lines().find(|line| line.starts_with("flags")).unwrap();
        let has = |all: &[&str]| all.iter().all(|one| flags.split(' ').any(|flag| flag == *one));
        let expected = match () {
            () if has(&["bmi1", "bmi2", "avx512f", "avx512bw", "avx512dq", "avx512vl"]) => {
                "AVX-512"
            }
            () if has(&["bmi1", "bmi2", "avx2"]) => "AVX2",
            () => "portable",
        };
        assert_eq!(vectors(), expected);
    }
}
