//! What the fuzzer once found worth keeping still holds: its corpus, through the same functions, without a fuzzer. And
//! so does what becomes of it by a thousand changes at random.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
};

use portcullis_tests::random::Random;

#[path = "../../fuzz/src/targets.rs"]
mod targets;

/// The same numbers each time, so that what fails was caused by the change at hand; `cargo xtask fuzz` looks further.
const SEED: u64 = 20_261_124;
/// How many changed inputs each target is given.
const ROUNDS: u32 = 1_000;

/// Longest input that is made up: more takes time and says no more.
const LONGEST: usize = 8 << 10;

/// Words of the formats that are read, to be found in the right place now and then.
const WORDS: [&str; 14] = [
    "\"$ref\":\"#\"",
    "{}",
    "[",
    "]",
    "\"",
    "\\ud800",
    "\\u0000",
    "1e999",
    "-0",
    "\n",
    "\u{202e}",
    "\u{e0041}",
    "null",
    "{\"a\":",
];

fn corpus(name: &str) -> Vec<Vec<u8>> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus");
    let mut files: Vec<_> = std::fs::read_dir(corpus.join(name))
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    files.iter().map(|file| std::fs::read(file).unwrap()).collect()
}

// Proves S-85, F-20, F-21.
#[test]
fn everything_in_the_corpus_of_the_fuzzer_holds() {
    for (name, target) in targets::ALL {
        let inputs = corpus(name);
        assert!(inputs.len() >= 5, "{name}: {} inputs", inputs.len());
        for input in inputs {
            target(&input);
        }
    }
}

// Proves S-85, F-20, F-21.
#[test]
fn changed_at_random_it_holds_as_well() {
    for (name, target) in targets::ALL {
        let inputs = corpus(name);
        let mut random = Random::new(SEED);
        for _ in 0..ROUNDS {
            let input = changed(&inputs, &mut random);
            let held = catch_unwind(AssertUnwindSafe(|| target(&input)));
            assert!(
                held.is_ok(),
                "{name} does not hold for {:?}",
                input.escape_ascii().to_string()
            );
        }
    }
}

/// One of the inputs with a few changes: bytes turned, left out, put in, said again, or the end of another.
fn changed(inputs: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut bytes = random.one(inputs).clone();
    for _ in 0..=random.below(6) {
        let length = bytes.len() as u64;
        let place = |random: &mut Random| usize::try_from(random.below(length + 1)).unwrap();
        let (from, to) = {
            let (one, other) = (place(random), place(random));
            (one.min(other), one.max(other).min(one.min(other) + 64))
        };
        match random.below(5) {
            0 if from < bytes.len() => bytes[from] ^= 1 << random.below(8),
            1 => drop(bytes.drain(from..to)),
            2 => {
                let word = random.one(&WORDS).bytes();
                drop(bytes.splice(from..from, word));
            }
            3 => {
                let again = bytes[from..to].to_vec();
                drop(bytes.splice(to..to, again));
            }
            _ => {
                let other = random.one(inputs);
                bytes.truncate(from);
                bytes.extend_from_slice(&other[from.min(other.len())..]);
            }
        }
    }
    bytes.truncate(LONGEST);
    bytes
}
