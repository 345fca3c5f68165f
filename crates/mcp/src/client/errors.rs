//! Error messages for requests that end without a result.

use super::request::NEEDS_MORE;
use super::{Connection, Deadlines};
use crate::limits;
use crate::transport::seconds;
use portcullis_core::{Code, Error, TextSource, text};
use portcullis_l10n::say;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::borrow::Cow;

impl Connection {
    pub(super) fn stopped(&self) -> Error {
        Error::new(
            Code::CallCancelled,
            say!("call-stopped", server = self.rpc.label()),
        )
    }

    pub(super) async fn lost(&self) -> Error {
        self.rpc
            .failure_within(limits::FAILURE_REASON_WAIT)
            .await
            .unwrap_or_else(|| {
                Error::new(Code::TransportLost, say!("lost", server = self.rpc.label()))
                    .remedy(say!("see-log-retry", label = text::shell_word(self.rpc.label())))
            })
    }

    pub(super) fn refused(&self, code: i64, message: &str, data: Option<&RawValue>) -> Error {
        tracing::debug!(code, "the server answered with an error");
        let mut message = Cow::Borrowed(message.trim());
        // What it could not find, where it says so (RES-06).
        if let Some(uri) = data.and_then(about).filter(|uri| !message.contains(uri.as_str())) {
            message = match message.is_empty() {
                true => uri.into(),
                false => format!("{message} ({uri})").into(),
            };
        }
        let error =
            Error::new(Code::ProtocolError, say!("call-error", server = self.rpc.label())).refused(code);
        let label = text::shell_word(self.rpc.label());
        match message.trim() {
            "" => error.remedy(say!("see-log", label)),
            message => error
                .remedy(say!("call-error-remedy", label))
                .said(TextSource::Server, &text::ForeignText::new(message)),
        }
    }

    pub(super) fn too_late(&self, deadlines: Deadlines, hard: bool) -> Error {
        let sentence = out_of_time(self.rpc.label(), deadlines, hard);
        Error::new(Code::CallTimeout, sentence).remedy(say!(
            "call-timeout-remedy",
            label = text::shell_word(self.rpc.label())
        ))
    }
}

/// A server that does nothing without something that it was not offered. What that is, is said; nothing is turned
/// on automatically (CAP-11).
pub(super) fn needs(label: &str, message: &str, data: Option<&RawValue>) -> Error {
    let data = data.and_then(|data| serde_json::from_str::<Value>(data.get()).ok());
    let data = data.unwrap_or_default();
    let wanted = data["requiredCapabilities"].as_object();
    let words: Vec<String> = wanted
        .into_iter()
        .flat_map(Map::keys)
        .take(8)
        .map(|name| match name.as_str() {
            "roots" => say!("feature-folders"),
            "sampling" => say!("feature-model"),
            "elicitation" => say!("feature-questions"),
            other => say!("feature-unknown", name = text::escape_line(other).text),
        })
        .collect();
    let sentence = match words.is_empty() {
        true => say!("needs-some-feature", server = label),
        false => say!(
            "needs-feature",
            server = label,
            features = portcullis_l10n::list(&words)
        ),
    };
    let error = Error::new(Code::ProtocolError, sentence).refused(NEEDS_MORE);
    let error = match message.trim() {
        "" => error,
        message => error.said(TextSource::Server, &text::ForeignText::new(message)),
    };
    match wanted.is_some_and(|wanted| wanted.contains_key("sampling")) {
        true => error.remedy(say!("needs-model-remedy", label = text::shell_word(label))),
        false => error.remedy(say!("needs-feature-remedy")),
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

/// Why a request that was sent has no answer, and of a call that its tool may have run. What ended a connection is said of
/// other requests and of a server as well, so it does not say what became of a tool.
pub(super) fn unanswered(method: &str, error: Error) -> Error {
    match error.code {
        // These say it themselves.
        Code::TransportLost | Code::NetworkCaptive | Code::NetworkBusy | Code::NetworkFault => error,
        _ if method == "tools/call" => Error {
            sentence: say!("call-effect-unknown", problem = error.sentence),
            ..error
        },
        _ => error,
    }
}

fn out_of_time(label: &str, deadlines: Deadlines, hard: bool) -> String {
    match hard {
        true => say!("call-total", server = label, time = seconds(deadlines.total)),
        false => say!("call-idle", server = label, time = seconds(deadlines.idle)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Deadlines, out_of_time, unanswered};
    use portcullis_core::{Code, Error};
    use std::time::Duration;

    #[test]
    fn a_call_that_was_cut_off_says_that_its_tool_may_have_run() {
        let told = |method, code| unanswered(method, Error::new(code, "It ended.")).sentence;
        for code in [
            Code::ServerExited,
            Code::ServerSilent,
            Code::ProtocolBroken,
            Code::CallTimeout,
        ] {
            assert_eq!(told("tools/call", code), "It ended. The tool may have run.");
            assert_eq!(told("tools/list", code), "It ended.");
        }
        assert_eq!(told("tools/call", Code::TransportLost), "It ended.");
    }

    #[test]
    fn a_call_that_had_one_second_is_not_told_of_seconds() {
        let deadlines = Deadlines::within(Duration::from_secs(1));
        for (hard, words) in [(true, "within 1 second."), (false, "for 1 second.")] {
            let told = out_of_time("Notes", deadlines, hard);
            assert!(told.contains(words), "{told}");
        }
    }
}
