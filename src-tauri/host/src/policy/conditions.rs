//! What the arguments of a call must be like for a standing permission to cover it.
//!
//! The host offers conditions that are true of the call in front of the person, and the person picks among them:
//! nothing is typed, so nothing can be mistyped, and the window cannot make one up. A condition looks at what is
//! written, never at the disk: in doubt it does not hold, and the person is asked as before.

use crate::limits;
use crate::text::{ForeignText, escape_line};
use crate::view::{Narrowing, NarrowingTest};
use crate::{Code, Error, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::Url;

/// One condition on one argument.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Name of the argument, byte for byte.
    pub argument: String,
    /// What it must be like.
    pub test: Test,
}

/// What an argument must be like.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Test {
    /// Exactly this value.
    Is(Value),
    /// A path in this folder or below it, as it is written.
    Under(String),
    /// An address at this origin.
    Site(String),
}

impl Condition {
    /// Whether it is true of these arguments. An argument that is missing, of another kind or in doubt is not.
    #[must_use]
    pub fn holds(&self, arguments: &Value) -> bool {
        let Some(value) = arguments.get(&self.argument) else {
            return false;
        };
        match &self.test {
            Test::Is(wanted) => value == wanted,
            Test::Under(folder) => value.as_str().is_some_and(|path| under(path, folder)),
            Test::Site(wanted) => value.as_str().and_then(origin).is_some_and(|it| it == *wanted),
        }
    }

    /// As a person reads it: `“path” is under “/home/me/notes”`.
    #[must_use]
    pub fn in_words(&self) -> String {
        let narrowing = self.shown();
        let how = match narrowing.test {
            NarrowingTest::Is => "is",
            NarrowingTest::Under => "is under",
            NarrowingTest::Site => "is at",
        };
        format!("“{}” {how} “{}”", narrowing.argument.text, narrowing.value.text)
    }

    /// The same for the gate, whose words it chooses itself.
    #[must_use]
    pub fn shown(&self) -> Narrowing {
        let (test, value) = match &self.test {
            Test::Is(Value::String(text)) => (NarrowingTest::Is, text.clone()),
            Test::Is(other) => (NarrowingTest::Is, other.to_string()),
            Test::Under(folder) => (NarrowingTest::Under, folder.clone()),
            Test::Site(origin) => (NarrowingTest::Site, origin.clone()),
        };
        Narrowing {
            argument: escape_line(&self.argument),
            test,
            value: ForeignText::new(value).shown(),
        }
    }
}

/// The conditions that may be chosen for a call, argument by argument, each true of it; the wider of two folders
/// first. At most [`limits::CONDITIONS`].
#[must_use]
pub fn possible(arguments: &Value) -> Vec<Condition> {
    let members = arguments.as_object().into_iter().flatten();
    let offered = members.flat_map(|(name, value)| {
        let tests = tests(value).into_iter();
        tests.map(|test| Condition {
            argument: name.clone(),
            test,
        })
    });
    offered.take(limits::CONDITIONS).collect()
}

/// The conditions that a person chose, by their places among those that were offered.
///
/// # Errors
/// `input.bad` when one was not offered, or none was chosen: that would be a permission for everything.
pub fn chosen(arguments: &Value, places: &[u32]) -> Result<Vec<Condition>> {
    let offered = possible(arguments);
    let chosen: Option<Vec<Condition>> = places
        .iter()
        .map(|place| offered.get(usize::try_from(*place).ok()?).cloned())
        .collect();
    chosen.filter(|chosen| !chosen.is_empty()).ok_or_else(|| {
        Error::new(
            Code::BadInput,
            "This question does not offer that limit. Nothing was decided.",
        )
    })
}

fn tests(value: &Value) -> Vec<Test> {
    let mut tests = Vec::new();
    if let Some(text) = value.as_str() {
        tests.extend(origin(text).map(Test::Site));
        tests.extend(folders(text).into_iter().map(Test::Under));
    }
    let short = match value {
        Value::String(text) => !text.is_empty() && text.len() <= limits::CONDITION_BYTES,
        Value::Bool(_) | Value::Number(_) => true,
        Value::Null | Value::Array(_) | Value::Object(_) => false,
    };
    if short {
        tests.push(Test::Is(value.clone()));
    }
    tests
}

/// The origin of a page: nothing with a user in it, which is there to be taken for another.
fn origin(text: &str) -> Option<String> {
    let url = Url::parse(text).ok()?;
    let plain =
        matches!(url.scheme(), "https" | "http") && url.username().is_empty() && url.password().is_none();
    // A backslash is one thing to a browser and another to a library.
    let same_for_all = !text.contains(['\\', '\t', '\r', '\n']);
    (plain && same_for_all).then(|| url.origin().ascii_serialization())
}

/// The folders that a permission may be narrowed to, the widest first: never everything, never a whole home (S-72).
fn folders(text: &str) -> Vec<String> {
    let Some(parts) = parts(text) else {
        return Vec::new();
    };
    let least = match parts.as_slice() {
        ["", "home" | "Users" | "root", ..] => 4,
        [drive, "Users", ..] if drive.ends_with(':') => 4,
        ["", ..] => 3,
        [drive, ..] if drive.ends_with(':') => 3,
        _ => 1,
    };
    let separator = if text.contains('\\') { "\\" } else { "/" };
    let deepest = parts.len().saturating_sub(1);
    let widest = least.max(deepest.saturating_sub(2));
    (widest..=deepest)
        .map(|count| parts[..count].join(separator))
        .collect()
}

/// Whether a path is a folder or below it, as both are written.
fn under(path: &str, folder: &str) -> bool {
    // A folder may be one word, a path may not: it would be any word.
    let (Some(path), Some(folder)) = (parts(path), split(folder)) else {
        return false;
    };
    path.len() >= folder.len() && path[..folder.len()] == folder[..]
}

/// The parts of a path; the first of an absolute one is empty or a drive. `None` for what is no path, or could lead
/// somewhere else than it says: a way up, a `%` that a server may decode, an address.
fn parts(path: &str) -> Option<Vec<&str>> {
    path.contains(SEPARATORS).then(|| split(path)).flatten()
}

/// What separates the parts of a path, here or elsewhere.
const SEPARATORS: [char; 2] = ['/', '\\'];

fn split(path: &str) -> Option<Vec<&str>> {
    if path.is_empty()
        || path.len() > limits::CONDITION_PATH
        || path.contains("://")
        || path.contains('%')
        || path.chars().any(char::is_control)
    {
        return None;
    }
    let mut parts: Vec<&str> = path.split(SEPARATORS).collect();
    let absolute = parts.first().is_some_and(|first| first.is_empty());
    // Two slashes in front are another computer.
    if absolute && parts.get(1).is_some_and(|second| second.is_empty()) {
        return None;
    }
    if parts
        .iter()
        .any(|part| part.trim() == ".." || part.starts_with('~'))
    {
        return None;
    }
    let mut first = true;
    parts.retain(|part| std::mem::take(&mut first) || !(part.is_empty() || *part == "."));
    Some(parts)
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        reason = "a test fails by panicking"
    )]

    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn holds(test: Test, value: &Value) -> bool {
        let condition = Condition {
            argument: "a".to_owned(),
            test,
        };
        condition.holds(&json!({ "a": value }))
    }

    #[test]
    fn s38_a_folder_covers_what_is_written_below_it_and_nothing_else() {
        assert!(under("notes/a.md", "notes") && !under("notes", "notes") && !under("other/a.md", "notes"));
        assert!(!under("/etc/passwd", "") && !under("notes/../a", "notes"));
        let within = |path: &str| holds(Test::Under("/home/me/notes".into()), &json!(path));
        for path in [
            "/home/me/notes",
            "/home/me/notes/",
            "/home/me/notes/a.md",
            "/home/me/./notes//b/c.md",
        ] {
            assert!(within(path), "{path}");
        }
        for path in [
            "/home/me/notes2/a.md",
            "/home/me/note",
            "/home/me",
            "home/me/notes/a.md",
            "//home/me/notes/a.md",
            "/home/me/notes/../../you/a.md",
            "/home/me/notes/.. /a.md",
            "/home/me/notes\\..\\a.md",
            "/home/me/notes/%2e%2e/a.md",
            "/home/me/notes/\0/a.md",
            "/HOME/me/notes/a.md",
            "file:///home/me/notes/a.md",
            "~/notes/a.md",
            "",
        ] {
            assert!(!within(path), "{path}");
        }
        assert!(!holds(
            Test::Under("/home/me/notes".into()),
            &json!(["/home/me/notes/a.md"])
        ));
        assert!(holds(
            Test::Under("C:\\work\\notes".into()),
            &json!("C:\\work\\notes\\a.md")
        ));
        assert!(!holds(
            Test::Under("C:\\work\\notes".into()),
            &json!("C:\\work\\other\\a.md")
        ));
    }

    #[test]
    fn s38_an_address_is_at_its_origin_only() {
        let at = |url: &str| holds(Test::Site("https://api.example".into()), &json!(url));
        assert!(at("https://api.example/v1?q=1") && at("https://API.example:443/"));
        for url in [
            "http://api.example/",
            "https://api.example.evil/",
            "https://api.example@evil.example/",
            "https://evil.example/https://api.example/",
            "https://api.example:444/",
            "https:\\\\api.example/",
            "//api.example/",
        ] {
            assert!(!at(url), "{url}");
        }
    }

    #[test]
    fn s38_a_value_is_compared_whole_and_with_its_kind() {
        assert!(holds(Test::Is(json!("GET")), &json!("GET")));
        for other in [json!("get"), json!("GET "), json!(null), json!(["GET"])] {
            assert!(!holds(Test::Is(json!("GET")), &other), "{other}");
        }
        assert!(!holds(Test::Is(json!(1)), &json!("1")));
        let missing = Condition {
            argument: "b".to_owned(),
            test: Test::Is(Value::Null),
        };
        assert!(!missing.holds(&json!({"a": null})));
    }

    #[test]
    fn s72_neither_everything_nor_a_whole_home_is_offered() {
        let offered = |path: &str| folders(path);
        assert_eq!(offered("/home/me/a.md"), Vec::<String>::new());
        assert_eq!(offered("/a.md"), Vec::<String>::new());
        assert_eq!(offered("/etc/hosts"), Vec::<String>::new());
        assert_eq!(offered("C:\\Users\\me\\a.md"), Vec::<String>::new());
        assert_eq!(offered("/home/me/notes/a.md"), ["/home/me/notes"]);
        assert_eq!(
            offered("/home/me/work/x/y/a.md"),
            ["/home/me/work", "/home/me/work/x", "/home/me/work/x/y"]
        );
        assert_eq!(offered("notes/a.md"), ["notes"]);
        assert_eq!(offered("C:\\work\\notes\\a.md"), ["C:\\work\\notes"]);
    }

    #[test]
    fn what_is_chosen_from_is_in_words_and_bounded() {
        let arguments =
            json!({"path": "/srv/data/in/a.csv", "method": "GET", "text": "x".repeat(500), "deep": {}});
        let words: Vec<_> = possible(&arguments).iter().map(Condition::in_words).collect();
        assert_eq!(
            words,
            [
                "“path” is under “/srv/data”",
                "“path” is under “/srv/data/in”",
                "“path” is “/srv/data/in/a.csv”",
                "“method” is “GET”",
            ]
        );
        let many: serde_json::Map<_, _> = (0..200).map(|n| (format!("a{n}"), json!(n))).collect();
        assert_eq!(possible(&Value::Object(many)).len(), limits::CONDITIONS);
    }

    proptest! {
        #[test]
        fn s38_what_is_offered_is_true_of_the_call(
            arguments in proptest::collection::hash_map("[a-z]{1,4}", "([a-zA-Z:/.~%\\\\ ]|https://){0,24}", 0..4)
        ) {
            let arguments = json!(arguments);
            for condition in possible(&arguments) {
                prop_assert!(condition.holds(&arguments), "{condition:?}");
            }
        }
    }
}
