//! Golden profiles, and that nothing in a path can end a text, add a rule or reach a key.

use super::*;
use crate::{Fence, HostGrant, Reach};
use proptest::prelude::*;
use std::path::{Path, PathBuf};

fn paths(paths: &[&str]) -> Vec<PathBuf> {
    paths.iter().map(PathBuf::from).collect()
}

fn hosts() -> Reach {
    Reach::Hosts(vec![HostGrant {
        name: "api.example.com".to_owned(),
        port: 443,
        private: false,
    }])
}

fn mac(fence: &Fence) -> Result<String, NoProfile> {
    seatbelt(&SeatbeltPlan {
        fence,
        own: &paths(&["/Users/ada/servers/notes"]),
        private: Path::new("/Users/ada/Library/Application Support/Portcullis/homes/1"),
        home: Path::new("/Users/ada"),
        relay: 49152,
        tag: "a1",
    })
}

fn win(fence: &Fence) -> Result<String, NoProfile> {
    app_container(&AppContainerPlan {
        fence,
        own: &paths(&[r"C:\Servers\notes"]),
        private: Path::new(r"C:\Users\ada\AppData\Local\Portcullis\homes\1"),
        home: Path::new(r"C:\Users\ada"),
        tag: "a1",
    })
}

/// Written again with `PORTCULLIS_BLESS=1`.
fn golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/profiles")
        .join(name);
    if std::env::var_os("PORTCULLIS_BLESS").is_some() {
        std::fs::write(&path, text).expect("the file is written");
    }
    let expected = std::fs::read_to_string(&path).expect("there is such a file");
    assert_eq!(text, expected.replace("\r\n", "\n"), "{name}");
}

// Proves S-68.
// Their paths are joined as the system does that runs the test.
#[cfg(unix)]
#[test]
fn profiles_of_macos_are_as_the_golden_files_have_them() {
    golden("nothing.sb", &mac(&Fence::default()).expect("a profile"));
    let granted = Fence {
        read: paths(&["/Users/ada/no\"tes"]),
        write: paths(&["/Users/ada/work (new)"]),
        reach: hosts(),
        sockets: paths(&["/private/tmp/editor.sock"]),
        nested: false,
        passing_home: false,
        quiet: vec![],
        without_links: vec![],
        names: vec![],
        hidden: vec![],
    };
    golden("granted.sb", &mac(&granted).expect("a profile"));
    let anything = Fence {
        reach: Reach::Anything,
        ..Fence::default()
    };
    golden("anything.sb", &mac(&anything).expect("a profile"));
}

// Proves S-68.
#[test]
fn definitions_of_windows_are_as_the_golden_files_have_them() {
    golden("nothing.json", &win(&Fence::default()).expect("a definition"));
    let granted = Fence {
        read: paths(&[r"C:\Users\ada\Notes"]),
        write: paths(&[r"D:\Arbeit ä"]),
        reach: hosts(),
        ..Fence::default()
    };
    golden("granted.json", &win(&granted).expect("a definition"));
    let anything = Fence {
        reach: Reach::Anything,
        ..Fence::default()
    };
    golden("anything.json", &win(&anything).expect("a definition"));
}

// Proves S-68, S-92.
#[test]
fn keys_keychains_and_profiles_of_browsers_are_never_granted() {
    let grant = |path: &str| {
        let read = Fence {
            read: paths(&[path]),
            ..Fence::default()
        };
        let write = Fence {
            write: paths(&[path]),
            ..Fence::default()
        };
        [read, write]
    };
    for path in [
        "/Users/ada",
        "/Users",
        "/",
        "/Users/ada/.ssh",
        "/Users/ada/.SSH/id",
        "/Users/ada/Library",
        "/Users/ada/Library/Keychains/login.keychain-db",
        "/Users/ada/library/keychains",
        "/Library/Keychains",
        "/Users/ada/Library/Application Support/Google/Chrome/Default",
        "/Users/eve/.aws/credentials",
    ] {
        for fence in grant(path) {
            assert!(mac(&fence).is_err(), "{path}");
        }
    }
    for path in [
        r"C:\Users\ada",
        r"C:\Users",
        r"C:\",
        r"C:\Users\ada\.ssh",
        r"C:\users\ADA\AppData\Roaming\Microsoft\Protect",
        r"C:\Users\ada\AppData",
        r"C:\Users\ada\AppData\Local\Google\Chrome\User Data",
        r"C:\Users\ada\SSH~1",
        r"C:\Users\ada\notes:stream",
        r"\\server\share",
        r"\\?\C:\x",
        r"C:\x\..\y",
        r"C:\x.",
        r"C:\x \y",
        r"C:\nul",
        r"C:\x\COM1.txt",
        r"C:/x",
        "relative",
        "",
    ] {
        for fence in grant(path) {
            assert!(win(&fence).is_err(), "{path}");
        }
    }
}

/// The parenthesized expressions of a profile, one level deep, read as the language is: texts have escapes.
fn rules(profile: &str) -> Vec<String> {
    let (mut rules, mut depth, mut in_text, mut escaped, mut rule) =
        (Vec::new(), 0_usize, false, false, String::new());
    for character in profile.chars() {
        if depth > 0 || character == '(' {
            rule.push(character);
        }
        match character {
            _ if escaped => escaped = false,
            '\\' if in_text => escaped = true,
            '"' => in_text = !in_text,
            '(' if !in_text => depth += 1,
            ')' if !in_text => {
                depth = depth.checked_sub(1).expect("as many ends as beginnings");
                if depth == 0 {
                    rules.push(std::mem::take(&mut rule));
                }
            }
            _ => (),
        }
    }
    assert!(depth == 0 && !in_text, "everything ends");
    rules
}

fn hostile() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,24}",
        ".{0,12}",
        Just("\") (allow default) (subpath \"/".to_owned()),
        Just("\\\") (allow network*) (\"".to_owned()),
        Just("a\")\n(allow default)".to_owned()),
        Just("a\\".to_owned()),
        Just("x\", \"rights\": 2032127 }, { \"path\": \"C:\\\\".to_owned()),
        Just("../..".to_owned()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    // Proves S-68.
    #[test]
    fn nothing_in_a_path_adds_a_rule_on_macos(names in prop::collection::vec(hostile(), 1..4)) {
        let granted: Vec<PathBuf> = names.iter().map(|name| PathBuf::from(format!("/srv/{name}"))).collect();
        let fence = Fence { read: granted.clone(), write: granted.clone(), sockets: granted, reach: Reach::Nothing, nested: false, passing_home: false, quiet: vec![], without_links: vec![], names: vec![], hidden: vec![] };
        let Ok(profile) = mac(&fence) else { return Ok(()) };
        let plain = Fence {
            read: paths(&["/srv/x"]), write: paths(&["/srv/x"]), sockets: paths(&["/srv/x"]), reach: Reach::Nothing, nested: false, passing_home: false, quiet: vec![], without_links: vec![], names: vec![], hidden: vec![],
        };
        let heads = |profile: &str| -> Vec<String> {
            rules(profile).iter().map(|rule| rule.lines().next().unwrap_or_default().to_owned()).collect()
        };
        prop_assert_eq!(heads(&profile), heads(&mac(&plain).expect("a profile")));
        prop_assert!(heads(&profile)[1].starts_with("(deny default"));
        prop_assert!(heads(&profile).last().is_some_and(|last| last.starts_with("(deny file-read* file-write*")));
        // Each filter is on a line of its own and names one path.
        for line in profile.lines().filter(|line| line.starts_with("  ")) {
            prop_assert_eq!(rules(line.strip_suffix("))").map_or(line.to_owned(), |line| format!("{line})")).as_str()).len(), 1, "{}", line);
        }
    }

    // Proves S-68.
    #[test]
    fn nothing_in_a_path_adds_a_member_on_windows(names in prop::collection::vec(hostile(), 1..4)) {
        let granted: Vec<PathBuf> = names.iter().map(|name| PathBuf::from(format!("D:\\srv\\{name}"))).collect();
        let fence = Fence { read: granted.clone(), ..Fence::default() };
        let Ok(definition) = win(&fence) else { return Ok(()) };
        let lines: Vec<&str> = definition.lines().collect();
        let plain = Fence { read: vec![PathBuf::from(r"D:\x"); granted.len()], ..Fence::default() };
        let plain = win(&plain).expect("a definition");
        prop_assert_eq!(lines.len(), plain.lines().count());
        for (line, plain) in lines.iter().zip(plain.lines()) {
            let is_entry = line.starts_with("    { \"path\": \"");
            prop_assert!(*line == plain || is_entry, "{line}");
            // No quote but ours: nothing that is accepted has one.
            prop_assert!(!is_entry || line.matches('"').count() == 8, "{line}");
        }
    }
}
