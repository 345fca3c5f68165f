//! Somebody who tries to break the application, for a minute. `cargo xtask siege` does it for as long as one likes.

use std::time::Duration;

use portcullis_tests::{
    display,
    siege::{self, Plan},
};

#[tokio::test]
async fn f28_f07_f26_who_tries_to_break_it_loses_no_decision_freezes_no_window_and_leaves_no_process() {
    if !display::is_wanted() {
        return;
    }
    let out = tempfile::tempdir().unwrap();
    let mut plan = Plan::new(Duration::from_secs(60), 28, out.path());
    plan.life = (Duration::from_secs(12), Duration::from_secs(25));
    plan.short = true;
    let report = Box::pin(siege::run(plan, |report| println!("{}", report.line())))
        .await
        .unwrap();
    let told = || {
        let kept = out.path().to_owned();
        let files = std::fs::read_dir(kept).into_iter().flatten().flatten();
        let files = files.filter(|file| file.path().extension().is_some_and(|kind| kind == "txt"));
        let texts: Vec<String> = files
            .filter_map(|file| std::fs::read_to_string(file.path()).ok())
            .collect();
        texts.join("\n")
    };
    assert!(report.faults.is_empty(), "{:#?}\n{}", report.faults, told());
}
