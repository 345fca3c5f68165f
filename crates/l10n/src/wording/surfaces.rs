//! The terminal speaks of its own commands, never of pages: a message that sends a person somewhere in the window has other words
//! for a terminal.

use super::{says, wrong};
use crate::guides::pairs;
use std::collections::BTreeSet;

/// What is only in the window.
const PLACES: &[&str] = &[
    "’s page",
    "’s settings",
    "its page",
    "its settings",
    "their pages",
    "the page of",
    "the settings of the server",
    "the overview of",
    "in settings",
    "settings →",
    "in activity",
    "tab",
    "click",
];

/// Catalogues that only the window speaks from.
const WINDOW: &[&str] = &["ui/", "src-tauri/"];

/// Messages about the window, or about other settings and pages, and why they are said in a terminal as they are.
const SAME: &[(&str, &str)] = &[
    ("act-note-press", "only a page asks for an action"),
    ("attach-model-remedy", "conversations are in the window"),
    ("demo-all", "conversations are in the window"),
    ("demo-no-tools", "conversations are in the window"),
    ("demo-some-denied", "conversations are in the window"),
    ("spending-reached-remedy", "conversations are in the window"),
    ("roots-by-setting-why", "what was done there"),
    ("fence-default-off", "the switch is there"),
    ("hook-npm", "settings of npm"),
    ("keychain-denied-remedy", "settings of the keychain"),
    ("legacy-only", "a cause, no remedy"),
    ("old-transport", "a cause, no remedy"),
    ("repair-none", "a cause, no remedy"),
    ("scopes-by-issuer", "the page of the authorization server"),
];

#[test]
fn a_message_that_names_a_place_in_the_window_has_words_for_a_terminal() {
    let all = pairs(&super::root());
    let ids: BTreeSet<&str> = all.iter().map(|pair| pair.id.as_str()).collect();
    let found = wrong(|pair| {
        let (file, id) = pair.id.split_once(' ')?;
        let is_window = WINDOW.iter().any(|it| file.starts_with(it));
        let is_same = SAME.iter().any(|(same, _)| *same == id);
        if is_window || is_same || ids.contains(format!("{}.terminal", pair.id).as_str()) {
            return None;
        }
        pair.english.iter().find(|text| names_a_place(text)).cloned()
    });
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn words_for_a_terminal_name_commands_and_no_place_in_the_window() {
    let found = wrong(|pair| {
        let id = pair.id.rsplit(' ').next().unwrap_or_default();
        let is_terminal = id.ends_with(".terminal") || pair.id.starts_with("crates/cli/");
        if !is_terminal || SAME.iter().any(|(same, _)| *same == id) {
            return None;
        }
        pair.english.iter().find(|text| names_a_place(text)).cloned()
    });
    assert_eq!(found, Vec::<String>::new());
}

fn names_a_place(text: &str) -> bool {
    PLACES.iter().any(|place| match place.strip_prefix('’') {
        Some(_) => text.to_lowercase().contains(place),
        None => says(text, place),
    })
}

#[test]
fn places_in_the_window_are_found_in_a_sentence() {
    assert!(names_a_place("Sign in on the server’s page."));
    assert!(names_a_place("Look at its Protocol tab."));
    assert!(!names_a_place("The table is long."));
}
