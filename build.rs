//! Build details for `cavalcade --version`: the commit and the features.
//!
//! Only the profile `dist` records the commit, because other builds would start again after each
//! commit. Without git, or outside a checkout, it is unknown.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // OUT_DIR is target/PROFILE/build/PACKAGE/out.
    let out = env::var("OUT_DIR").unwrap_or_default();
    let profile = Path::new(&out).ancestors().nth(3).and_then(Path::file_name);
    let commit = match profile.is_some_and(|name| name == "dist") {
        true => commit(),
        false => Some("recorded by cargo build --profile dist".into()),
    };
    println!("cargo::rustc-env=BUILD_COMMIT={}", commit.unwrap_or_else(|| "unknown".into()));
    let features = env::vars().filter_map(|(name, _)| {
        let name = name.strip_prefix("CARGO_FEATURE_")?;
        Some(name.to_lowercase().replace('_', "-"))
    });
    let mut features: Vec<String> = features.filter(|name| name != "default").collect();
    features.sort();
    let features = if features.is_empty() { "none".into() } else { features.join(", ") };
    println!("cargo::rustc-env=BUILD_FEATURES={features}");
}

/// The current commit, its date, and whether sources differ from it.
fn commit() -> Option<String> {
    let root = env::var("CARGO_MANIFEST_DIR").ok()?;
    // A package unpacked inside another checkout does not belong to it.
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    // A commit, a checkout or a pack of refs changes one of these. A missing file would start every
    // build again.
    let reference = git(&["symbolic-ref", "--quiet", "HEAD"]);
    for name in ["HEAD", "packed-refs"].into_iter().chain(reference.as_deref()) {
        if let Some(path) = git(&["rev-parse", "--git-path", name])
            && Path::new(&root).join(&path).exists()
        {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    for path in ["src", "Cargo.toml", "Cargo.lock"] {
        println!("cargo::rerun-if-changed={path}");
    }
    let commit = git(&["log", "-1", "--format=%h %cs", "--abbrev=12"])?;
    let differs = ["status", "--porcelain", "--", "src", "Cargo.toml", "Cargo.lock", "build.rs"];
    let differs = git(&differs).is_none_or(|changes| !changes.is_empty());
    Some(if differs { format!("{commit}, with changes") } else { commit })
}

/// The output of git, or `None` if it fails.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().into())
}
