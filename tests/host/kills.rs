//! A host that is killed loses nothing that it acknowledged. `cargo xtask stress kills` does the same a thousand times.

use portcullis_tests::kills::harness::{Plan, run};

// Proves F-07, F-28, S-68, S-91.
#[test]
fn after_each_of_forty_kills_everything_acknowledged_is_there_and_nothing_is_half() {
    let plan = Plan {
        points: 40,
        seed: 28,
        lives: 20,
        told: 60,
    };
    let report = run(plan, |_| ());
    assert_eq!(report.faults, Vec::<String>::new());
    assert!(
        report.acknowledged > 400
            && report.interrupted > 20
            && report.branches > 10
            && report.cut_summaries >= 2
            && report.fenced > 20,
        "hardly anything was done: {report:?}"
    );
}
