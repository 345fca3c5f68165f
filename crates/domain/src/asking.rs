//! What a server asks a person for: a form, an address to open, the folders it may work in.

use super::{Foreign, shape};
use serde_json::Value;
use std::fmt;

shape! {
    /// The call of ours that a server's question belongs to.
    pub struct Cause {
        /// Its number in the record.
        pub record: u64,
        /// The call, while it is kept.
        pub call: Option<String>,
        /// What it is called, as a person may see it, where that is known.
        pub tool: Option<Foreign>,
        /// Who wanted it: `you`, or a model's name; where that is known.
        pub asked_by: Option<Foreign>,
    }

    /// One field of a form that a server wants filled in.
    pub struct FormField {
        /// Raw name: the key in what is submitted.
        pub name: String,
        /// Raw name as a person may see it.
        pub shown: Foreign,
        /// Its title, or its name where it has none. The server's words.
        pub label: Foreign,
        /// The server's words about it.
        pub description: Option<Foreign>,
        /// It cannot be left empty.
        pub required: bool,
        /// What goes in.
        pub kind: FieldKind,
        /// What it starts with: text, a number, a yes or no, or a list of option values. Sent when the field is left
        /// as it is; `null` or nothing in what is submitted means that the person took it out.
        pub default: Option<Value>,
        /// Why it cannot be filled in, one sentence: it asks for a secret (ELI-16). Nothing of it is ever sent.
        pub refused: Option<String>,
    }

    /// What goes into a field.
    #[serde(tag = "kind", rename_all = "snake_case")]
    pub enum FieldKind {
        /// Text.
        Text {
            /// Fewest characters.
            min: Option<u32>,
            /// Most characters.
            max: Option<u32>,
            /// What it must be.
            format: Option<TextFormat>,
            /// It may well have several lines.
            multiline: bool,
            /// A pattern that the server names: shown as its words, never enforced.
            pattern: Option<Foreign>,
        },
        /// A number.
        Number {
            /// Without a fraction.
            integer: bool,
            /// Smallest.
            min: Option<f64>,
            /// Largest.
            max: Option<f64>,
        },
        /// Yes or no.
        Boolean {},
        /// One of several.
        Choice {
            /// Which.
            options: Vec<FieldOption>,
        },
        /// Any of several.
        Several {
            /// Which.
            options: Vec<FieldOption>,
            /// Fewest.
            min: Option<u32>,
            /// Most.
            max: Option<u32>,
        },
    }

    /// What a text must be.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum TextFormat {
        /// An address for mail.
        Email,
        /// An address with a scheme.
        Uri,
        /// `2026-07-28`.
        Date,
        /// `2026-07-28T12:00:00Z`.
        DateTime,
    }

    /// One choice.
    pub struct FieldOption {
        /// What is sent.
        pub value: String,
        /// What it is called; the value where it has no title. The server's words.
        pub title: Foreign,
    }

    /// An address, taken apart for reading. `before`, `host` and `after` together are the whole of it.
    pub struct LinkParts {
        /// Scheme: `https://`.
        pub before: String,
        /// The whole host, to be set in bold. There is no list of public suffixes in here that could tell which part
        /// of it was registered, so none of it is played down.
        pub host: String,
        /// The host in its own letters, where it is written in Punycode.
        pub reads: Option<Foreign>,
        /// The host that it can be taken for, where look-alike letters make it so. Letters of a to z, digits,
        /// dots and hyphens only.
        pub imitates: Option<String>,
        /// Port, path, query and fragment, escaped.
        pub after: String,
    }

    /// A folder that a server may be told about.
    pub struct RootRow {
        /// Full path, for taking it away again.
        pub path: String,
        /// Full path as a person may see it.
        pub shown: Foreign,
        /// What the server is told: a `file://` address.
        pub uri: String,
        /// It is there now. One that is not is not told.
        pub there: bool,
        /// When it was chosen.
        pub added_at: u64,
        /// What is unusual about it, such as that it is the whole home folder.
        pub warnings: Vec<String>,
    }

    /// Whether a server may know its folders.
    #[derive(Copy, Eq, Default)]
    #[serde(rename_all = "snake_case")]
    pub enum RootsAccess {
        /// It is asked when the server wants to know.
        #[default]
        Ask,
        /// It is told, also when the folders change.
        Told,
        /// It is told that there are none.
        Withheld,
    }
}

/// What a person filled in: one value per field, by raw name. It is for one server alone, so it cannot be printed
/// (ELI-17).
#[derive(Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Filled(pub Value);

impl fmt::Debug for Filled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Filled")
    }
}

#[cfg(test)]
mod tests {
    use super::Filled;
    use crate::Answer;
    use serde_json::json;

    // Proves ELI-17, S-88.
    #[test]
    fn what_was_filled_in_is_not_printed() {
        let content = Filled(json!({ "name": "hunter2" }));
        let answer = Answer::Submit {
            content: content.clone(),
        };
        for printed in [
            format!("{content:?}"),
            format!("{answer:?}"),
            format!("{answer:#?}"),
        ] {
            assert!(!printed.contains("hunter2"), "{printed}");
        }
    }
}
