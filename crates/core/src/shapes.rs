//! The shapes that every driver knows, and how all of them are declared.

/// Declares shapes that cross to a driver: serialisable, comparable, and exported to TypeScript where the crate that
/// declares them has its feature `bindings` on.
#[macro_export]
macro_rules! shape {
    ($($(#[$meta:meta])* pub $kind:ident $name:ident { $($body:tt)* })*) => {$(
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
        $(#[$meta])*
        pub $kind $name { $($body)* }
    )*};
}

shape! {
    /// Text from a server or a model as a person may see it: control, bidirectional and invisible
    /// characters are already written as `⟨U+202E⟩`. Show it as plain text in a slot that names its source.
    #[derive(Default, Eq)]
    pub struct Foreign {
        /// The escaped text.
        pub text: String,
        /// How many characters had to be escaped; shown as a badge when above zero (S-41).
        pub hidden: u32,
        /// How many letters of another alphabet than their word's are marked in it, as in `pа⟨U+0430⟩ypal`, where that was
        /// looked for; shown as a badge when above zero.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[cfg_attr(feature = "bindings", ts(optional, as = "Option<u32>"))]
        pub lookalikes: u32,
    }

    /// Who said the text that comes with a problem.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum TextSource {
        /// The server: in a message, in an HTTP answer, or as a URL that it names.
        Server,
        /// A program, in what it wrote: that of a server, or one that fetches a package or an image.
        Program,
        /// The authorization server, or the identity provider of an organization.
        AuthorizationServer,
        /// The provider of models.
        Provider,
        /// The registry of servers.
        Registry,
        /// The host of a client ID metadata document.
        ClientDocument,
        /// The network, which answers in place of a server (F-15).
        Network,
        /// The library that builds requests for providers. It may quote what is in them.
        Library,
    }

    /// Text that is not ours, as it may be shown, and who said it.
    #[derive(Eq)]
    pub struct SourcedText {
        /// Who.
        pub by: TextSource,
        /// The escaped text.
        pub text: String,
        /// How many characters had to be escaped, as in [`Foreign`].
        pub hidden: u32,
    }

    /// Something that did not work, in words for a person. Drivers switch on `code`, never on `sentence`.
    #[serde(from = "StoredProblem")]
    pub struct Problem {
        /// Stable, dotted: `server.exited`, `launch.not_found`, `vault.locked` …
        pub code: String,
        /// What happened and what was not done.
        pub sentence: String,
        /// What to do, where something can be done.
        pub remedy: Option<String>,
        /// Text about it that is not ours, where there is one: never part of our sentence (S-34).
        pub said: Option<SourcedText>,
    }
}

impl SourcedText {
    /// Text that was made fit to be shown.
    #[must_use]
    pub fn new(by: TextSource, shown: Foreign) -> Self {
        Self {
            by,
            text: shown.text,
            hidden: shown.hidden,
        }
    }
}

/// A problem as a conversation may have kept it. Who said the text was not kept at first, and was told from the code.
#[derive(serde::Deserialize)]
struct StoredProblem {
    code: String,
    sentence: String,
    remedy: Option<String>,
    said: Option<StoredSaid>,
}

#[derive(serde::Deserialize)]
struct StoredSaid {
    by: Option<TextSource>,
    text: String,
    hidden: u32,
}

impl From<StoredProblem> for Problem {
    fn from(stored: StoredProblem) -> Self {
        let told = match stored.code.as_str() {
            "auth.refused" | "auth.ended" => TextSource::AuthorizationServer,
            code if code.starts_with("model.") => TextSource::Provider,
            _ => TextSource::Server,
        };
        let said = stored.said.map(|said| SourcedText {
            by: said.by.unwrap_or(told),
            text: said.text,
            hidden: said.hidden,
        });
        Self {
            code: stored.code,
            sentence: stored.sentence,
            remedy: stored.remedy,
            said,
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde asks for it")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

#[cfg(test)]
mod tests {
    use super::{Problem, TextSource};
    use serde_json::{Value, from_value, json};

    fn by(code: &str, said: &Value) -> Option<TextSource> {
        let stored = json!({ "code": code, "sentence": "No.", "remedy": null, "said": said });
        let problem: Problem = from_value(stored).unwrap();
        problem.said.map(|said| said.by)
    }

    // Proves S-34.
    #[test]
    fn a_problem_that_was_kept_without_a_source_has_the_one_that_was_shown_with_it() {
        let old = json!({ "text": "no", "hidden": 0 });
        for (code, wanted) in [
            ("model.key", TextSource::Provider),
            ("auth.refused", TextSource::AuthorizationServer),
            ("auth.ended", TextSource::AuthorizationServer),
            ("auth.required", TextSource::Server),
            ("protocol.error", TextSource::Server),
        ] {
            assert_eq!(by(code, &old), Some(wanted), "{code}");
        }
        assert_eq!(by("model.cut", &Value::Null), None);
    }

    #[test]
    fn a_source_that_was_kept_does_not_depend_on_the_code() {
        let kept = json!({ "by": "authorization_server", "text": "no", "hidden": 0 });
        assert_eq!(by("auth.required", &kept), Some(TextSource::AuthorizationServer));
        assert_eq!(by("model.key", &kept), Some(TextSource::AuthorizationServer));
    }
}
