//! `cargo xtask fuzz`: gives random bytes to what a server, or a pasted text, reaches first. The targets are in `fuzz/`,
//! a workspace of its own; `cargo fuzz` runs them as well where it is installed. Here the compiler that the project uses
//! anyway does it: the counters that libFuzzer reads are a pass of LLVM and need no other toolchain.

use crate::{Done, place, tool};

/// Names of the targets.
const TARGETS: [&str; 10] = [
    "frames",
    "schemas",
    "digests",
    "names",
    "differences",
    "drafts",
    "registry",
    "links",
    "snippets",
    "bundles",
];

/// Counters for every edge, and comparisons told to the fuzzer.
const COUNTED: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1";

/// Longest that one input may take, in seconds. The limits of a schema are at most four together.
const SLOW: &str = "-timeout=20";

pub(crate) fn fuzz(arguments: &[String]) -> Done {
    let mut minutes = 10;
    let mut targets = Vec::new();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--minutes" => {
                let number = words.next().and_then(|number| number.parse::<u64>().ok());
                minutes = number.ok_or("--minutes takes a number.")?;
            }
            target if TARGETS.contains(&target) => targets.push(target),
            other => {
                return Err(format!("“{other}” is no target. Known: {}.", TARGETS.join(", ")));
            }
        }
    }
    if targets.is_empty() {
        targets.extend(TARGETS);
    }
    let built = build()?;
    for target in targets {
        let corpus = place::root().join("fuzz/corpus").join(target);
        let found = place::scratch("fuzz")?;
        // What is new goes where it can be looked at; the corpus in the project grows by hand, minimised.
        let new = place::scratch(&format!("fuzz/{target}"))?;
        let mut command = tool::command(&built.join(target).to_string_lossy());
        command
            .arg(&new)
            .arg(&corpus)
            .arg(format!("-max_total_time={}", minutes * 60))
            .arg(format!("-artifact_prefix={}/{target}-", found.display()))
            .args([
                SLOW,
                "-rss_limit_mb=2048",
                "-max_len=65536",
                "-print_final_stats=1",
            ]);
        tool::run(command)?;
    }
    Ok(())
}

/// Builds all targets; where they are.
fn build() -> Done<std::path::PathBuf> {
    let triple = tool::triple()?;
    let target = place::target().join("fuzz");
    // With the machine named, only what runs in the fuzzer is counted, and no macro and no build script.
    let mut command = tool::cargo(&[
        "build",
        "--release",
        "--manifest-path",
        "fuzz/Cargo.toml",
        "--target",
        &triple,
    ]);
    command.env("RUSTFLAGS", COUNTED).env("CARGO_TARGET_DIR", &target);
    tool::run(command)?;
    Ok(target.join(triple).join("release"))
}
