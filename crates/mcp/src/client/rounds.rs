//! Multi round-trip requests (MRT): a result of type `input_required` holds input requests. The host answers them like
//! any server request, and the request is made again with the answers. Nothing of one request is ever used for another.

use super::url_elicitation::{self, ElicitationPage};
use super::{Connection, Refusal, ServerRequest, capabilities};
use crate::limits;
use crate::transport::MAY_ASK;
use futures::future::join_all;
use portcullis_core::raw_json;
use portcullis_core::{Code, Error, Result, text};
use portcullis_domain::LogSource;
use portcullis_l10n::say;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;
use tokio_util::sync::CancellationToken;

/// What a result is.
pub(super) enum ResultType {
    /// The result itself.
    Complete,
    /// Questions.
    Asks,
    /// A task that will bring the result.
    Task,
    /// Something that was not agreed on (RPC-14).
    Other(String),
    /// Something that is no name of a kind.
    NotText,
}

/// Reads `resultType`; without one a result is complete (RPC-15).
pub(super) fn kind(raw: &RawValue) -> ResultType {
    // A substring search is much cheaper than parsing, and most results have no `resultType`.
    if memchr::memmem::find(raw.get().as_bytes(), b"resultType").is_none() {
        return ResultType::Complete;
    }
    let Some(members) = raw_json::members(raw.get()) else {
        return ResultType::NotText;
    };
    let mut said = members.filter_map(|(name, value)| (name == "resultType").then_some(value));
    let kind = match (said.next(), said.next()) {
        (None | Some("null"), None) => return ResultType::Complete,
        (Some(kind), None) => serde_json::from_str::<Cow<'_, str>>(kind),
        _ => return ResultType::NotText,
    };
    match kind.as_deref() {
        Ok("complete") => ResultType::Complete,
        Ok("input_required") => ResultType::Asks,
        Ok("task") => ResultType::Task,
        Ok(kind) => ResultType::Other(kind.chars().take(64).collect()),
        Err(_) => ResultType::NotText,
    }
}

/// The next round of a request.
pub(super) struct NextRound {
    /// What it carries beside what was asked at first.
    pub carries: Map<String, Value>,
    /// A person said that it may be made: it does not count towards [`limits::ROUNDS`].
    pub paced: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct InputRequired {
    /// An empty one is not an absent one: by it the Go SDK says that it is busy.
    #[serde(default)]
    input_requests: Option<BTreeMap<String, InputRequest>>,
    #[serde(default)]
    request_state: Option<String>,
}

/// An input request of a server. Untrusted.
#[derive(Debug, Deserialize)]
pub struct InputRequest {
    pub(super) method: String,
    #[serde(default)]
    pub(super) params: Option<Box<RawValue>>,
}

/// The key of a question, what it was answered with, and the page that was opened for it.
type RoundAnswer = (String, Value, Option<ElicitationPage>);

/// The end of a request whose question got no answer.
fn no_answer(label: &str, refusal: &Refusal) -> Error {
    if *refusal == Refusal::DENIED {
        return Error::new(Code::InputRequired, say!("sampling-denied", server = label))
            .remedy(say!("sampling-denied-remedy"));
    }
    Error::new(Code::InputRequired, say!("input-missing", server = label))
        .remedy(say!("input-missing-remedy"))
}

impl Connection {
    /// What the next round of a request carries: the answers to the questions in `raw`, and the server's state
    /// exactly as it came (MRT-01 to MRT-04).
    ///
    /// # Errors
    /// `protocol.broken` for questions that may not be asked, `protocol.input_required` when one was refused.
    pub(super) async fn next_round(
        &self,
        method: &str,
        raw: &RawValue,
        round: u32,
        cause: Option<u64>,
        cancelled: &CancellationToken,
        pages: &mut Vec<ElicitationPage>,
    ) -> Result<NextRound> {
        let label = self.rpc.label();
        let bad = |cause: String| {
            Error::new(
                Code::ProtocolBroken,
                say!("input-request-invalid", server = label, cause),
            )
            .remedy(say!("server-bug", label = text::shell_word(label)))
        };
        if !MAY_ASK.contains(&method) {
            return Err(bad(say!("input-not-allowed")));
        }
        let questions: InputRequired =
            serde_json::from_str(raw.get()).map_err(|_| bad(say!("input-malformed")))?;
        if questions.input_requests.is_none() && questions.request_state.is_none() {
            return Err(bad(say!("input-empty")));
        }
        let input_requests = questions.input_requests.unwrap_or_default();
        if input_requests.len() > limits::INPUT_REQUESTS {
            return Err(bad(say!("input-too-many")));
        }
        if questions
            .request_state
            .as_ref()
            .is_some_and(|state| state.len() > limits::REQUEST_STATE)
        {
            return Err(bad(say!("input-state-too-large")));
        }
        for question in input_requests.values() {
            if !self.session.offers.covers(&question.method) {
                let method = text::escape_line(&question.method).text;
                return Err(bad(say!("input-not-offered", method)));
            }
        }
        for question in input_requests.values() {
            self.deprecated(&question.method);
        }
        let mut paced = false;
        if input_requests.is_empty() && !pages.is_empty() {
            // It waits for what the person does on a page, and only asking again tells (ELI-29).
            self.url_elicitation_done(pages, cause, cancelled).await?;
            paced = true;
        } else if input_requests.is_empty() {
            // The user does not see a round without a question, so nothing else slows it down (MRT-11).
            let pause = tokio::time::sleep(limits::STATE_ONLY_PAUSE * (1 << round));
            if cancelled.run_until_cancelled(pause).await.is_none() {
                return Err(self.stopped());
            }
        }
        let answers = self.ask_all(input_requests, cause, cancelled).await;
        let Some(answers) = answers else {
            return Err(self.no_longer_asked(cancelled).await);
        };
        let answers = answers.map_err(|refusal| no_answer(label, &refusal))?;
        let mut carries = Map::new();
        let mut given = Map::new();
        for (key, answer, opened) in answers {
            given.insert(key, answer);
            pages.extend(opened);
        }
        if !given.is_empty() {
            carries.insert("inputResponses".to_owned(), given.into());
        }
        if let Some(state) = questions.request_state {
            carries.insert("requestState".to_owned(), state.into());
        }
        Ok(NextRound { carries, paced })
    }

    /// Brings questions to the host, all at once. `None` when they were stopped meanwhile, or the connection ended: a
    /// question that ends because of that is not one that was refused.
    pub(super) async fn ask_all(
        &self,
        questions: BTreeMap<String, InputRequest>,
        cause: Option<u64>,
        cancelled: &CancellationToken,
    ) -> Option<std::result::Result<Vec<RoundAnswer>, Refusal>> {
        let asked = questions.into_iter().map(|(key, question)| async move {
            let params = question.params.unwrap_or_else(|| RawValue::NULL.to_owned());
            let server_request = self.server_request(question.method, params, cause, cancelled.clone());
            let page = self.elicitation_page(&server_request);
            let answer = self.ask_host(server_request).await;
            let opened = url_elicitation::opened(page, answer.as_ref().ok());
            answer.map(|answer| (key, answer, opened))
        });
        let answers = self.while_wanted(cancelled, join_all(asked)).await?;
        Some(answers.into_iter().collect())
    }

    /// Waits for what a person answers, for as long as a request of ours can be made with it: not after it was stopped, and not
    /// after its connection ended.
    pub(super) async fn while_wanted<T>(
        &self,
        cancelled: &CancellationToken,
        asked: impl Future<Output = T>,
    ) -> Option<T> {
        let answered = tokio::select! {
            biased;
            () = cancelled.cancelled() => None,
            () = self.rpc.failed() => None,
            answered = asked => Some(answered),
        };
        answered.filter(|_| !cancelled.is_cancelled())
    }

    /// Why a request ended while a person was asked.
    pub(super) async fn no_longer_asked(&self, cancelled: &CancellationToken) -> Error {
        match cancelled.is_cancelled() {
            true => self.stopped(),
            false => self.lost().await,
        }
    }

    /// A result of a kind that was never agreed on.
    pub(super) fn odd(&self, kind: &str) -> Error {
        self.invalid_result(&say!("result-type-unknown", type = text::escape_line(kind).text))
    }

    /// A result that cannot be used.
    pub(super) fn invalid_result(&self, cause: &str) -> Error {
        Error::new(
            Code::ProtocolBroken,
            say!("result-invalid", server = self.rpc.label(), cause),
        )
        .remedy(say!("server-bug", label = text::shell_word(self.rpc.label())))
    }

    /// The author of the server may want to know that what it asks goes out of use (CAP-12).
    fn deprecated(&self, method: &str) {
        let (method, words) = match method {
            "roots/list" => (
                "roots/list",
                say!("log-deprecated-folders", version = capabilities::MODERN),
            ),
            "sampling/createMessage" => (
                "sampling/createMessage",
                say!("log-deprecated-sampling", version = capabilities::MODERN),
            ),
            _ => return,
        };
        if self.session.first_use(method) {
            self.rpc.log().add(LogSource::Host, Some("warning"), &words);
        }
    }

    /// A question of the server as the host takes it.
    pub(super) fn server_request(
        &self,
        method: String,
        params: Box<RawValue>,
        cause: Option<u64>,
        cancelled: CancellationToken,
    ) -> ServerRequest {
        ServerRequest {
            method,
            params,
            revision: self.session.revision.clone(),
            cause,
            cancelled,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Proves MRT-01.
    #[test]
    fn input_requests_that_are_null_are_as_absent() {
        for raw in [
            r#"{"inputRequests":null,"requestState":"s"}"#,
            r#"{"requestState":"s"}"#,
        ] {
            let read: InputRequired = serde_json::from_str(raw).unwrap();
            assert!(read.input_requests.is_none(), "{raw}");
            assert_eq!(read.request_state.as_deref(), Some("s"));
        }
        let none: InputRequired = serde_json::from_str(r#"{"inputRequests":{}}"#).unwrap();
        assert!(none.input_requests.is_some_and(|none| none.is_empty()));
        let wrong = r#"{"inputRequests":[1],"requestState":"s"}"#;
        assert!(serde_json::from_str::<InputRequired>(wrong).is_err());
    }

    #[test]
    fn a_model_request_that_was_denied_is_told_from_an_answer_that_is_missing() {
        let denied = no_answer("Notes", &Refusal::DENIED);
        assert!(denied.sentence.contains("a model’s reply"), "{}", denied.sentence);
        assert!(
            denied
                .remedy
                .is_some_and(|remedy| remedy.contains("allow the model request"))
        );
        // The note of the call says above it who denied it.
        assert!(!denied.sentence.contains("denied"), "{}", denied.sentence);
        let other = no_answer("Notes", &Refusal::INTERNAL);
        assert!(other.sentence.contains("did not get one"), "{}", other.sentence);
    }
}
