//! What would start is no longer what was approved.

use crate::harness::TestHome;

/// A server that is on and ends at once: the question comes before it could say a word.
fn with_script() -> (TestHome, String) {
    let home = TestHome::new();
    let script = home.path().join("run");
    std::fs::write(&script, "exit 1\n").unwrap();
    let path = script.to_str().unwrap().to_owned();
    let added = home
        .run(&["server", "add", "Files", "--yes", "--", "sh", &path])
        .ends(4);
    let file = format!("“{path}”  (script, 7 bytes, SHA-256 ");
    assert!(added.err.contains(&file), "{added:?}");
    let remark = "The approval covers the program file and the files that are listed, not the modules";
    assert!(added.err.contains(remark), "{added:?}");
    (home, path)
}

// Proves S-13.
#[test]
fn a_changed_script_is_named_in_the_question_and_not_run_before_the_answer() {
    let (home, path) = with_script();
    let ran = home.path().join("ran");
    std::fs::write(&path, format!("touch '{}'\n", ran.display())).unwrap();
    let denied = home
        .on_terminal(&["tools", "Files"], "Start it as it is now? [y/N]", "n\n")
        .ends(3);
    let because = format!("It is asked again because “{path}” changed.");
    assert!(denied.out.contains(&because), "{denied:?}");
    assert!(denied.out.contains("before: "), "{denied:?}");
    assert!(!ran.exists());
    home.run(&["tools", "Files"]);
    assert!(
        !ran.exists(),
        "without a terminal nobody is asked, and nothing runs"
    );
}
