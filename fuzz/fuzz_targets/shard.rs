//! Shards from text: a parsed shard is valid, and its text is the input.

#![no_main]

use cavalcade::engine::Shard;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(shard) = text.parse::<Shard>() {
        assert!(shard.index() < shard.of() && shard.has(shard.index()));
        assert_eq!(shard.to_string().parse::<Shard>().expect("it reads what it prints"), shard);
    }
});
