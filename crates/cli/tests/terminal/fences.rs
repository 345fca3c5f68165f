//! Programs are fenced in unless a person says otherwise, and that takes a yes of its own (S-68).

use super::harness::{TestHome, tiny_server};

/// A server that tries to leave a file outside, and says nothing of it.
fn curious(home: &TestHome) -> (String, std::path::PathBuf) {
    let folder = home.path().join("notes");
    std::fs::create_dir(&folder).unwrap();
    let left = folder.join("left");
    let tries = format!("#!/bin/sh\n(echo here > {}) 2>/dev/null\n", left.display());
    let text = tiny_server("Looks.", "seen").replacen("#!/bin/sh\n", &tries, 1);
    let server = home.script("server", &text);
    (server.to_str().unwrap().to_owned(), left)
}

// Proves S-68.
#[cfg(target_os = "linux")]
#[test]
fn a_new_program_is_fenced_in_and_named_folders_are_its_own() {
    let home = TestHome::new();
    let (server, left) = curious(&home);
    let added = home
        .run(&["server", "add", "Tiny", "--yes", "--", &server])
        .ends(0);
    assert!(!left.exists(), "it wrote outside: {added:?}");
    let shown = home.run(&["server", "fence", "Tiny"]).ends(0);
    assert!(shown.out.contains("It has no network."), "{shown:?}");
    home.run(&["call", "Tiny", "look"]).ends(0);

    // The folder that its command names is granted, and shown as that.
    let notes = home.path().join("notes");
    let folder = notes.to_str().unwrap();
    home.run(&["server", "add", "Named", "--yes", "--", &server, folder])
        .ends(0);
    assert!(left.exists(), "the folder was named");
    let shown = home.run(&["server", "fence", "Named"]).ends(0);
    let grant = format!("It may also read and change {folder}");
    assert!(shown.out.contains(&grant), "{shown:?}");
}

// Proves S-68.
#[cfg(target_os = "linux")]
#[test]
fn no_fence_takes_a_yes_of_its_own() {
    let home = TestHome::new();
    let (server, left) = curious(&home);
    let add = ["server", "add", "Tiny", "--fence", "off"];
    let yes = [&add[..], &["--yes", "--", &server]].concat();
    let refused = home.run(&yes).ends(3);
    assert!(refused.err.contains("--unfenced"), "{refused:?}");
    let no = [&add[..], &["--", &server]].concat();
    let denied = home
        .on_terminal(&no, "and connect to every address. [y/N]", "n\n")
        .ends(3);
    assert!(denied.out.contains("was not added"), "{denied:?}");
    assert!(!left.exists() && !home.run(&["server", "list"]).ends(0).out.contains("Tiny"));
    let both = [&add[..], &["--unfenced", "--yes", "--", &server]].concat();
    home.run(&both).ends(0);
    assert!(left.exists(), "it has all rights");
    let shown = home.run(&["server", "fence", "Tiny"]).ends(0);
    assert!(shown.out.contains("No fence"), "{shown:?}");
}
