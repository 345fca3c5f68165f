//! Suggestions while a person fills in a prompt or a template. A server learns the field that is typed in and the
//! fields of the same form that are filled in, and nothing else; what is or sounds like a secret is not sent at all
//! (CMP-06). What comes back is text of a server, never taken automatically (CMP-05).

use super::offers::{METHOD_NOT_FOUND, Reached};
use super::{Entry, Host, Inner, locked};
use crate::limits;
use portcullis_api::{CompletionOf, Suggestion, Suggestions};
use portcullis_core::text::escape_line;
use portcullis_core::{Code, Error, Result};
use portcullis_l10n::say;
use portcullis_mcp::client::Deadlines;
use portcullis_storage::audit::sounds_secret;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The first revision in which other fields travel along (CMP-02).
const WITH_CONTEXT: &str = "2025-06-18";

impl Host {
    /// Suggestions for a field, at most [`limits::SUGGESTIONS`]; none from a server that does not offer any. What is
    /// typed next takes the place of what waits for an answer.
    ///
    /// # Errors
    /// `not_found`, `server.not_ready`, `prompt.unknown`; `input.bad` for a field that is not there;
    /// `call.cancelled` when something else was typed meanwhile; those of a request.
    pub async fn complete(
        &self,
        server: &str,
        of: CompletionOf,
        argument: &str,
        value: &str,
        context: BTreeMap<String, String>,
    ) -> Result<Suggestions> {
        let entry = self.0.entry(server)?;
        if !entry.said_of_itself()?.completes() || locked(&entry.offers.known).no_suggestions {
            return Ok(Suggestions::default());
        }
        let _in_use = self.0.needed(&entry).await?;
        let reached = entry.reached()?;
        let fields = self.0.fields(&entry, &of).await?;
        if !fields.iter().any(|field| field == argument) {
            return Err(Error::new(Code::BadInput, say!("completion-no-field")));
        }
        self.0.secrets_known().await;
        if value.len() > limits::SUGGESTION || self.0.is_secret(argument, value) {
            return Ok(Suggestions::default());
        }
        let context: BTreeMap<String, String> = context
            .into_iter()
            .filter(|(name, value)| {
                name != argument
                    && fields.contains(name)
                    && !value.is_empty()
                    && value.len() <= limits::SUGGESTION
                    && !self.0.is_secret(name, value)
            })
            .collect();
        let params = params(&of, argument, value, &context, &reached.server_info.revision);
        self.0.suggestions(&entry, reached, params).await
    }
}

fn params(
    of: &CompletionOf,
    argument: &str,
    value: &str,
    context: &BTreeMap<String, String>,
    revision: &str,
) -> Value {
    let reference = match of {
        CompletionOf::Prompt { name } => json!({"type": "ref/prompt", "name": name}),
        CompletionOf::Template { template } => json!({"type": "ref/resource", "uri": template}),
    };
    let mut params = json!({"ref": reference, "argument": {"name": argument, "value": value}});
    if !context.is_empty() && revision >= WITH_CONTEXT {
        params["context"] = json!({ "arguments": context });
    }
    params
}

impl Inner {
    fn is_secret(&self, name: &str, value: &str) -> bool {
        sounds_secret(name) || self.redactor.finds(&Value::from(value))
    }

    /// Raw names of the fields of a form.
    async fn fields(self: &Arc<Self>, entry: &Arc<Entry>, of: &CompletionOf) -> Result<Vec<String>> {
        match of {
            CompletionOf::Prompt { name } => {
                let prompt = self.prompt_of(entry, name).await?;
                Ok(prompt
                    .arguments
                    .iter()
                    .map(|argument| argument.name.clone())
                    .collect())
            }
            CompletionOf::Template { template } => {
                let listed = self.resources_of(entry, true).await?;
                let found = listed.list.templates.get(template);
                let found =
                    found.ok_or_else(|| Error::new(Code::NotFound, say!("completion-no-template")))?;
                Ok(found.parts.variables().into_iter().map(str::to_owned).collect())
            }
        }
    }

    async fn suggestions(&self, entry: &Entry, reached: Reached, params: Value) -> Result<Suggestions> {
        let key = params.to_string();
        let connection = locked(&entry.offers.known).connection;
        let remembered = |key: &str| {
            let known = locked(&entry.offers.known);
            let found = known.suggestions.iter().find(|(asked, _)| asked == key);
            found.map(|(_, suggestions)| suggestions.clone())
        };
        if let Some(known) = remembered(&key) {
            return Ok(known);
        }
        let mine = CancellationToken::new();
        std::mem::replace(&mut *locked(&entry.offers.suggesting), mine.clone()).cancel();
        let superseded = || Error::new(Code::CallCancelled, say!("completion-superseded"));
        // What is typed within this time is never sent (CMP-03).
        let pause = mine.run_until_cancelled(tokio::time::sleep(limits::SUGGEST_AFTER));
        pause.await.ok_or_else(superseded)?;
        let deadlines = Deadlines::within(limits::SUGGEST);
        let asked = reached
            .connection
            .ask("completion/complete", params, deadlines, &mine, |_| {});
        let raw = match asked.await {
            Ok(raw) => raw,
            Err(error) if error.refused == Some(METHOD_NOT_FOUND) => {
                let mut known = locked(&entry.offers.known);
                known.no_suggestions |= known.connection == connection;
                return Ok(Suggestions::default());
            }
            Err(error) if error.code == Code::CallCancelled => return Err(superseded()),
            Err(error) => return Err(error),
        };
        let suggestions = read(&raw);
        locked(&entry.offers.known).keep_suggestions(connection, key, &suggestions);
        Ok(suggestions)
    }
}

/// Reads the `result` object of a reply. What is no text, too long or too much is left out (CMP-05).
fn read(raw: &RawValue) -> Suggestions {
    #[derive(Deserialize, Default)]
    struct Reply {
        #[serde(default)]
        completion: Value,
    }
    let Reply { completion } = serde_json::from_str(raw.get()).unwrap_or_default();
    let all = completion.get("values").and_then(Value::as_array);
    let values: Vec<Suggestion> = all
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .filter(|value| value.len() <= limits::SUGGESTION)
        .take(limits::SUGGESTIONS)
        .map(|value| Suggestion {
            value: value.to_owned(),
            shown: escape_line(value),
        })
        .collect();
    let claims_more = completion.get("hasMore").and_then(Value::as_bool) == Some(true);
    Suggestions {
        has_more: claims_more || all.is_some_and(|all| all.len() > limits::SUGGESTIONS),
        total: completion.get("total").and_then(Value::as_u64),
        values,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::value::to_raw_value;

    fn from(reply: &Value) -> Suggestions {
        read(&to_raw_value(reply).unwrap())
    }

    // Proves CMP-05.
    #[test]
    fn too_many_and_wrong_values_are_left_out() {
        let mut many: Vec<Value> = (0..500).map(|at| json!(format!("v{at}"))).collect();
        many[3] = json!(7);
        many[4] = json!("x".repeat(limits::SUGGESTION + 1));
        let found = from(&json!({"completion": {"values": many, "total": 500, "hasMore": "yes"}}));
        assert_eq!(found.values.len(), limits::SUGGESTIONS);
        assert_eq!(found.values[3].value, "v5");
        assert!(found.has_more, "what was cut is there");
        assert_eq!(found.total, Some(500));
        for odd in [
            json!({}),
            json!({"completion": 7}),
            json!({"completion": {"values": "a", "total": -1}}),
            json!([]),
        ] {
            assert_eq!(from(&odd), Suggestions::default(), "{odd}");
        }
    }

    // Proves CMP-01, CMP-02.
    #[test]
    fn only_the_field_that_is_typed_and_its_context_are_sent() {
        let of = CompletionOf::Template {
            template: "a://{b}".to_owned(),
        };
        let context = BTreeMap::from([("c".to_owned(), "d".to_owned())]);
        let sent = params(&of, "b", "x", &context, "2025-06-18");
        assert_eq!(
            sent,
            json!({"ref": {"type": "ref/resource", "uri": "a://{b}"},
                "argument": {"name": "b", "value": "x"}, "context": {"arguments": {"c": "d"}}})
        );
        let prompt = CompletionOf::Prompt { name: "p".to_owned() };
        let sent = params(&prompt, "b", "x", &context, "2025-03-26");
        assert_eq!(
            sent,
            json!({"ref": {"type": "ref/prompt", "name": "p"}, "argument": {"name": "b", "value": "x"}})
        );
    }
}
