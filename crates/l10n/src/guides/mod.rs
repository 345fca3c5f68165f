//! The guides say what the window says: each heading of the troubleshooting page is a message, and each label in bold is one.

mod messages;

pub(crate) use messages::{HOLE, Pair, pairs};
use std::fs;
use std::path::{Path, PathBuf};

/// From the folder of this crate.
const ROOT: &str = "../..";

/// Its headings are the messages that a person searches for.
const TROUBLESHOOTING: &str = "docs/guides/troubleshooting.md";
/// The folders of the pages that quote labels. What is in bold there is a label, and nothing else is.
const GUIDES: [&str; 2] = ["docs/guides", "docs/start"];
/// How many letters of a heading have to be those of the message, in tenths: values in it are a few words.
const OWN_TENTHS: usize = 4;
/// Names that stand for a value in a heading.
const EXAMPLES: [&str; 5] = ["files", "issues", "Anthropic", "OpenAI", "Ollama"];
/// Labels that are not Portcullis's: of servers, of the system and of other products.
const OTHERS: [&str; 9] = [
    // The server in “Your first server” and its tools.
    "Filesystem",
    "Read Text File",
    "Write File",
    // Windows.
    "Installed apps",
    // Where other products export conversations.
    "Data controls",
    "Export data",
    "Privacy",
    // Buttons with the name of a provider.
    "Use Ollama",
    "Use LM Studio",
];

#[test]
fn guides_quote_headings_and_labels_that_are_messages() {
    // At run time, since work trees may share a compiled test.
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap()).join(ROOT);
    let texts = messages::texts(&root);
    let mut wrong = Vec::new();
    for heading in headings(&fs::read_to_string(root.join(TROUBLESHOOTING)).unwrap()) {
        if !texts.iter().any(|text| is_said(&heading, text)) {
            wrong.push(format!("{TROUBLESHOOTING}: “{heading}”"));
        }
    }
    for path in GUIDES.iter().flat_map(|folder| inside(&root.join(folder))) {
        for label in labels(&fs::read_to_string(&path).unwrap()) {
            if !OTHERS.contains(&label.as_str()) && !texts.iter().any(|text| is_label(&label, text)) {
                wrong.push(format!("{}: “{label}”", path.display()));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "A heading of {TROUBLESHOOTING} is a message of a catalogue, and so is a label in bold in {}. These are none:\n{}",
        GUIDES.join(" and "),
        wrong.join("\n")
    );
}

/// What a folder has in it.
fn inside(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// The messages among the headings: those of the third level.
fn headings(page: &str) -> Vec<String> {
    let lines = page.lines().filter_map(|line| line.strip_prefix("### "));
    lines.map(|line| line.trim().to_owned()).collect()
}

/// What is in bold outside of code; `**Settings → Models**` is two labels.
fn labels(page: &str) -> Vec<String> {
    let prose: String = page
        .split("```")
        .step_by(2)
        .flat_map(|part| part.split('`').step_by(2))
        .collect::<Vec<_>>()
        .join("`");
    prose
        .split("**")
        .skip(1)
        .step_by(2)
        .flat_map(|bold| bold.split('→'))
        .map(|label| label.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

/// Whether a label is a text, with an ellipsis for a value. The period at its end may be left out, and so may a unit in brackets.
fn is_label(label: &str, text: &str) -> bool {
    let text = plain(text).replace(HOLE, "…").replace("……", "…");
    let shown = text.trim_end_matches(['.', ':']);
    let label = plain(label);
    let label = label.trim_end_matches(['.', ':']);
    shown == label
        || shown
            .strip_prefix(label)
            .is_some_and(|rest| rest.starts_with(" (") && rest.ends_with(')'))
}

/// Without the tags of a message, and with straight apostrophes.
fn plain(text: &str) -> String {
    let mut parts = text.split('<');
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|part| part.split_once('>').map_or(part, |(_, after)| after));
    rest.fold(first, |all, part| all + part).replace('’', "'")
}

/// Whether a heading is a text or how it begins or ends, up to its values.
fn is_said(heading: &str, text: &str) -> bool {
    // A part of a sentence is in quotes.
    let whole = heading.strip_prefix('“').and_then(|it| it.strip_suffix('”'));
    let heading = whole.filter(|it| !it.contains('“')).unwrap_or(heading);
    let (heading, text) = (with_holes(heading), plain(text));
    let own = text.chars().filter(|letter| *letter != HOLE).count();
    if own * 10 < heading.chars().count() * OWN_TENTHS {
        return false;
    }
    // It may begin anywhere in the text.
    let heading: Vec<char> = heading.trim_matches(HOLE).chars().collect();
    let text: Vec<char> = text.chars().collect();
    (0..text.len()).any(|from| begins(&heading, &text[from..]))
}

/// A heading in which each example is a hole.
fn with_holes(heading: &str) -> String {
    let mut text = plain(heading).replace('…', &HOLE.to_string());
    for name in EXAMPLES {
        text = text.replace(&format!("“{name}”"), &format!("“{HOLE}”"));
    }
    let mut holes = String::new();
    for letter in text.chars() {
        let letter = if letter.is_ascii_digit() { HOLE } else { letter };
        // Neighbours are one value.
        if letter != HOLE || !holes.ends_with(HOLE) {
            holes.push(letter);
        }
    }
    holes
}

/// Whether a text begins with the heading. A hole of the heading stands for anything, also for a number in the text; one of the
/// text only for a hole.
fn begins(heading: &[char], text: &[char]) -> bool {
    match (heading.split_first(), text.split_first()) {
        (None, _) => true,
        (Some((&HOLE, rest)), _) => (0..=text.len()).any(|skipped| begins(rest, &text[skipped..])),
        (Some((letter, rest)), Some((other, after))) => letter == other && begins(rest, after),
        (Some(_), None) => false,
    }
}

#[test]
fn a_heading_is_a_message_up_to_its_values() {
    for (heading, text) in [
        ("“files” exited with code 1.", "“\0” exited with code \0."),
        ("“issues” was not reached: …", "“\0” was not reached: \0."),
        ("“there is no program at …”", "there is no program at \0"),
        (
            "“issues” failed (HTTP 5…)",
            "“\0” failed (HTTP \0). It may have run.",
        ),
        (
            "It failed 6 times, so it stays off.",
            "\0 It failed \0 times, so it stays off.",
        ),
    ] {
        assert!(is_said(heading, text), "{heading}");
    }
    for (heading, text) in [
        ("“files” exited with code 1.", "“\0” ended with code \0."),
        ("“files” is gone.", "\0"),
        ("Other words, …", "\0 \0 \0"),
        ("“files” exited with code 1.", "“\0”"),
    ] {
        assert!(!is_said(heading, text), "{heading}");
    }
}

#[test]
fn a_label_is_the_whole_message() {
    assert!(is_label("Don't share folders", "Don’t share folders"));
    assert!(is_label("Reviewed by you on …", "Reviewed by you on \0."));
    assert!(is_label("Enter …", "Enter \0…"));
    assert!(is_label("Idle timeout", "Idle timeout (seconds)"));
    assert!(!is_label("Add", "Add a server"));
}

#[test]
fn labels_are_what_is_in_bold_outside_of_code() {
    let page = "Choose **Settings → Add\na server** with `a ** b`.\n```sh\nls **/x\n```\n**Allow…**\n### It failed.\n";
    assert_eq!(labels(page), ["Settings", "Add a server", "Allow…"]);
    assert_eq!(headings(page), ["It failed."]);
}
