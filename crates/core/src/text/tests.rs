use super::*;
use proptest::prelude::*;
use serde_json::Value;

fn each_case(list: &str, escape: fn(&str) -> Foreign) -> usize {
    let cases: Value = serde_json::from_str(include_str!("cases.json")).unwrap();
    let cases = cases[list].as_array().unwrap();
    for case in cases {
        let shown = escape(case["input"].as_str().unwrap());
        assert_eq!(shown.text, case["shown"].as_str().unwrap(), "{}", case["class"]);
        assert_eq!(
            u64::from(shown.hidden),
            case["hidden"].as_u64().unwrap(),
            "{}",
            case["class"]
        );
    }
    cases.len()
}

// Proves S-41.
#[test]
fn every_hiding_class_is_shown_as_an_escape_and_counted() {
    assert!(each_case("text", escape) >= 30);
}

#[test]
fn a_word_of_a_command_is_quoted_where_a_shell_needs_it() {
    for (word, quoted) in [
        ("files", "files"),
        ("笔记-2.0", "笔记-2.0"),
        ("My notes", "\"My notes\""),
        ("a;b", "\"a;b\""),
        ("", "\"\""),
        ("$HOME's", r"'$HOME'\''s'"),
    ] {
        assert_eq!(shell_word(word), quoted);
    }
}

#[test]
fn a_command_in_one_line_shows_where_each_of_its_words_ends() {
    let line = |words: &[&str]| command_line(words);
    assert_eq!(line(&["npx", "-y", "@scope/a@1.2"]), "npx -y @scope/a@1.2");
    assert_eq!(line(&["sh", "-c", "a b"]), "sh -c 'a b'");
    assert_eq!(line(&["a", "", "it's"]), r"a '' 'it'\''s'");
}

// Proves S-41.
#[test]
fn a_name_shows_line_feeds_and_tabs_too() {
    assert!(each_case("line", escape_line) > 0);
}

// Proves S-41.
#[test]
fn the_badge_of_a_cut_text_counts_what_is_behind_the_cut() {
    let text = ForeignText::new(format!("{}{}", "x".repeat(10), "\u{e0041}".repeat(4_812)));
    let shown = text.shown_within(10);
    assert_eq!(shown.text, "xxxxxxxxxx… 4,812 more characters");
    assert_eq!(shown.hidden, 4_812);
    assert_eq!(text.shown_within(10_000), text.shown());
    let line = ForeignText::new("\n  Reads a file.  \nthen\u{200b}").first_line(160);
    assert_eq!((line.text.as_str(), line.hidden), ("Reads a file.", 1));
    assert_eq!(ForeignText::new("Reads a file").first_line(5).text, "Reads…");
}

// Proves S-34.
#[test]
fn debug_output_is_escaped() {
    let printed = format!("{:?}", ForeignText::new("a\u{202e}b\x1b[8m"));
    assert_eq!(printed, "ForeignText(\"a⟨U+202E⟩b⟨U+001B⟩[8m\")");
}

#[test]
fn numbers_are_grouped_in_thousands() {
    assert_eq!(
        [0, 999, 1_000, 1_234_567].map(grouped),
        ["0", "999", "1,000", "1,234,567"]
    );
}

fn hiding_text() -> impl Strategy<Value = String> {
    let hiding = prop::sample::select(vec![
        '\u{202e}',
        '\u{200d}',
        '\u{fe0f}',
        '\u{e0041}',
        '\r',
        '\n',
        '\x1b',
        '⚠',
    ]);
    prop::collection::vec(prop_oneof![any::<char>(), hiding], 0..60).prop_map(String::from_iter)
}

proptest! {
    // Proves S-41.
    #[test]
    fn no_hidden_character_survives(text in hiding_text()) {
        for (shown, lines) in [(escape(&text), true), (escape_line(&text), false)] {
            let mut before = ' ';
            for character in shown.text.chars() {
                let kept_selector = character == '\u{fe0f}' && classes::is_pictogram(before);
                let line = lines && matches!(character, '\n' | '\t');
                prop_assert!(kept_selector || line || !is_hidden(character), "U+{:04X}", u32::from(character));
                before = character;
            }
            prop_assert_eq!(if lines { escape(&shown.text) } else { escape_line(&shown.text) }.text, shown.text);
        }
    }
}
