//! A command as the main page sent it, for the question that takes the place of a press. Where presses are seen nothing of it is
//! kept.

use super::words;
use portcullis_host::host::MainPageAct;
use serde_json::Value;
use tauri::Runtime;
use tauri::ipc::{CommandArg, CommandItem, InvokeBody, InvokeError};

/// Members whose values are secrets, at any depth: every one of the type `Hidden` in what commands take. A test compares.
pub(crate) const SECRETS: &[&str] = &["before", "key", "passphrase", "secret"];

/// What a server wants filled in, by names that the server chose: one of them may be called `key`, and its value is what the
/// question is about.
const NAMED_BY_SERVERS: &str = "arguments";

/// What stands in the place of a secret.
const NOT_SHOWN: &str = "•••";

/// What the page sent, with names that it chose itself.
#[derive(Debug)]
pub(crate) struct CommandAsSent(Value);

impl<'de, R: Runtime> CommandArg<'de, R> for CommandAsSent {
    fn from_command(command: CommandItem<'de, R>) -> Result<Self, InvokeError> {
        Ok(Self(match command.message.payload() {
            InvokeBody::Json(body) if super::source() == super::PressSource::Unseen => body.clone(),
            _ => Value::Null,
        }))
    }
}

impl CommandAsSent {
    /// The command with its own arguments: what else the page sent along is not read, and not shown.
    pub(super) fn act(mut self, command: &str, names: &[&str]) -> MainPageAct {
        let arguments = names.iter().map(|&name| {
            let value = self.0.get_mut(name).map(Value::take).unwrap_or_default();
            (name.to_owned(), text(without_secrets(name, value)))
        });
        MainPageAct {
            arguments: arguments.collect(),
            words: words::of(command).unwrap_or_else(|| command.to_owned()),
            command: command.to_owned(),
        }
    }
}

fn text(value: Value) -> String {
    match value {
        Value::String(text) => text,
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

fn without_secrets(name: &str, value: Value) -> Value {
    match value {
        Value::Null => Value::Null,
        _ if SECRETS.contains(&name) => Value::from(NOT_SHOWN),
        named @ Value::Object(_) if name == NAMED_BY_SERVERS => named,
        Value::Array(all) => all.into_iter().map(|it| without_secrets("", it)).collect(),
        Value::Object(members) => members
            .into_iter()
            .map(|(name, value)| {
                let value = without_secrets(&name, value);
                (name, value)
            })
            .collect(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    // Proves S-26, S-88.
    #[test]
    fn a_question_in_place_of_a_press_shows_what_was_sent_and_no_secret() {
        let sent = CommandAsSent(json!({
            "draft": {"label": "OpenAI", "key": "sk-canary", "more": [{"secret": "canary", "proof": null}]},
            "passphrase": "canary",
            "again": true,
            "A note of Portcullis": "This is fine.",
        }));
        let act = sent.act("add_provider", &["draft", "passphrase", "again", "missing"]);
        let shown: Vec<_> = act
            .arguments
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()))
            .collect();
        assert_eq!(
            shown,
            [
                (
                    "draft",
                    r#"{"label":"OpenAI","key":"•••","more":[{"secret":"•••","proof":null}]}"#
                ),
                ("passphrase", "•••"),
                ("again", "true"),
                ("missing", ""),
            ]
        );
        assert_ne!(act.words, act.command, "it is said in words");
    }

    // Proves S-26.
    #[test]
    fn an_argument_that_a_server_calls_key_is_shown_as_it_was_sent() {
        let sent = CommandAsSent(json!({"prompt": "issue", "arguments": {"key": "PC-1", "secret": "x"}}));
        let act = sent.act("get_prompt", &["prompt", "arguments"]);
        assert_eq!(act.arguments[1].1, r#"{"key":"PC-1","secret":"x"}"#);
    }
}
