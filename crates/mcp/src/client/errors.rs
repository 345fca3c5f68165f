//! Error messages for requests that end without a result.

use super::handshake::seconds;
use super::request::NEEDS_MORE;
use super::{Connection, Deadlines};
use crate::limits;
use portcullis_core::{Code, Error, text};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::borrow::Cow;

impl Connection {
    pub(super) fn stopped(&self) -> Error {
        Error::new(
            Code::CallCancelled,
            format!(
                "You stopped the call to “{}”. What it had done until then stays done.",
                self.rpc.label()
            ),
        )
    }

    pub(super) async fn lost(&self) -> Error {
        self.rpc
            .failure_within(limits::FAILURE_REASON_WAIT)
            .await
            .unwrap_or_else(|| {
                Error::new(
                    Code::TransportLost,
                    format!(
                        "The connection to “{}” ended. Whether it did what was asked is not known.",
                        self.rpc.label()
                    ),
                )
                .remedy("Look at the server's log, and try again.")
            })
    }

    /// A server that does nothing without something that it was not offered. What that is, is said; nothing is turned
    /// on by itself (CAP-11).
    pub(super) fn needs(&self, message: &str, data: Option<&RawValue>) -> Error {
        let data = data.and_then(|data| serde_json::from_str::<Value>(data.get()).ok());
        let data = data.unwrap_or_default();
        let wanted = data["requiredCapabilities"].as_object();
        let words: Vec<String> = wanted
            .into_iter()
            .flat_map(Map::keys)
            .take(8)
            .map(|name| match name.as_str() {
                "roots" => "folders".to_owned(),
                "sampling" => "words of a model".to_owned(),
                "elicitation" => "forms and pages".to_owned(),
                other => format!("{} (not known here)", text::escape_line(other).text),
            })
            .collect();
        let what = match words.is_empty() {
            true => "something".to_owned(),
            false => words.join(", "),
        };
        let error = Error::new(
            Code::ProtocolError,
            format!(
                "“{}” needs what it was not offered: {what}. Nothing was called, and nothing was turned on.",
                self.rpc.label()
            ),
        )
        .refused(NEEDS_MORE);
        let error = match message.trim() {
            "" => error,
            message => error.said(&text::ForeignText::new(message)),
        };
        match wanted.is_some_and(|wanted| wanted.contains_key("sampling")) {
            true => error.remedy("You can let it ask for words of a model on its page, under Permissions."),
            false => error.remedy("What it needs is not offered to it. Ask whoever makes the server."),
        }
    }

    pub(super) fn refused(&self, code: i64, message: &str, data: Option<&RawValue>) -> Error {
        tracing::debug!(code, "the server answered with an error");
        let mut message = Cow::Borrowed(message);
        // What it could not find, where it says so (RES-06).
        if let Some(uri) = data.and_then(about).filter(|uri| !message.contains(uri.as_str())) {
            message = format!("{message} ({uri})").into();
        }
        Error::new(
            Code::ProtocolError,
            format!(
                "“{}” answered with an error instead of a result.",
                self.rpc.label()
            ),
        )
        .remedy("What it says may tell why. Its log and its Protocol tab have the rest.")
        .said(&text::ForeignText::new(message.as_ref()))
        .refused(code)
    }

    pub(super) fn too_late(&self, deadlines: Deadlines, hard: bool) -> Error {
        let sentence = out_of_time(self.rpc.label(), deadlines, hard);
        Error::new(Code::CallTimeout, sentence)
            .remedy("Give it more time in the server's settings, or look at its log.")
    }
}

/// The address that an error is about.
fn about(data: &RawValue) -> Option<String> {
    #[derive(Deserialize)]
    struct ResourceRef {
        uri: String,
    }
    let ResourceRef { uri } = serde_json::from_str(data.get()).ok()?;
    (uri.len() <= limits::URI).then_some(uri)
}

fn out_of_time(label: &str, deadlines: Deadlines, hard: bool) -> String {
    match hard {
        true => format!(
            "“{label}” was not done after {} in all. The call was stopped.",
            seconds(deadlines.total)
        ),
        false => format!(
            "“{label}” gave no sign for {}. The call was stopped.",
            seconds(deadlines.idle)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::{Deadlines, out_of_time};
    use std::time::Duration;

    #[test]
    fn a_call_that_had_one_second_is_not_told_of_seconds() {
        let deadlines = Deadlines {
            idle: Duration::from_secs(1),
            total: Duration::from_secs(1),
        };
        for (hard, words) in [(true, "after 1 second in all."), (false, "for 1 second.")] {
            let told = out_of_time("Notes", deadlines, hard);
            assert!(told.contains(words), "{told}");
        }
    }
}
