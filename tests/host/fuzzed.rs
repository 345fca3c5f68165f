//! What the fuzzer once found worth keeping still holds: its corpus, through the same functions, without a fuzzer.

use std::path::Path;

#[path = "../../fuzz/src/targets.rs"]
mod targets;

#[test]
fn s85_f20_f21_everything_in_the_corpus_of_the_fuzzer_holds() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus");
    for (name, target) in targets::ALL {
        let inputs = std::fs::read_dir(corpus.join(name)).unwrap();
        let mut count = 0;
        for input in inputs {
            target(&std::fs::read(input.unwrap().path()).unwrap());
            count += 1;
        }
        assert!(count >= 5, "{name}: {count} inputs");
    }
}
