//! Both questions from beginning to end, at a real host with a scripted model and a person who answers.
mod refused;

use super::*;
use crate::host::Config;
use crate::host::launches::tests::{DECISION, asked_when, config, inserted, read_and_answer, write_no_more};
use crate::{Host, limits};
use futures::FutureExt;
use futures::future::BoxFuture;
use portcullis_domain::{
    Answer, Asked, Block, Endpoint, RecordDetail, RecordFilter, SampledPart, SamplingModel, ServerDraft,
};
use portcullis_llm::sampling::SamplingResult as Said;
use portcullis_llm::{DemoModel, Model, ModelReply as Spoken, Speech, ToolDefinition};
use serde_json::json;
use serde_json::value::RawValue;
use std::time::Duration;
use tokio::task::JoinHandle;

const ASKS: &str = "Model request";
const GETS: &str = "Model reply";
const NOW: &str = "2025-11-25";
const OLD: &str = "2025-06-18";

/// A model that remembers what it was sent.
#[derive(Default)]
struct Stub {
    sent: Mutex<Vec<SamplingRequest>>,
    /// What its provider calls it, in place of the names below.
    called: Option<&'static str>,
    /// It never answers.
    silent: bool,
    /// Its provider withholds all that it says.
    withheld: bool,
    asked: tokio::sync::Notify,
}

impl Model for Stub {
    fn name(&self) -> &str {
        self.called.unwrap_or("Stub")
    }

    fn reply<'a>(
        &'a self,
        _: &'a [portcullis_llm::ModelTurn],
        _: &'a [ToolDefinition],
        _: &'a Speech,
    ) -> BoxFuture<'a, portcullis_core::Result<Spoken>> {
        async { Ok(Spoken::default()) }.boxed()
    }

    fn for_sampling(&self) -> SamplingModel {
        SamplingModel {
            name: self.called.unwrap_or("stub-1").to_owned(),
            sentence: "A stub.".to_owned(),
        }
    }

    fn sample<'a>(
        &'a self,
        request: &'a SamplingRequest,
        _: &'a Speech,
    ) -> BoxFuture<'a, portcullis_core::Result<Said>> {
        locked(&self.sent).push(request.clone());
        self.asked.notify_one();
        if self.silent {
            return std::future::pending().boxed();
        }
        let said = match self.withheld {
            true => Said::new(Vec::new(), sampling::Stop::Withheld),
            false => Said::of_text("urgent", request),
        };
        std::future::ready(Ok(said)).boxed()
    }
}

/// A host with one server that may ask, and a call of ours that it asks within.
struct Fixture {
    host: Host,
    entry: Arc<Entry>,
    call: u64,
    folder: tempfile::TempDir,
}

async fn opened(folder: &std::path::Path, model: Arc<dyn Model>) -> Host {
    let config = Config {
        model,
        ..config(folder)
    };
    Host::start(config).await.unwrap()
}

async fn fixture(model: Arc<dyn Model>) -> Fixture {
    let folder = tempfile::tempdir().unwrap();
    let host = opened(folder.path(), model).await;
    let draft = ServerDraft::unfenced("Linear", Endpoint::Demo {});
    let entry = host.0.install(inserted(&host, draft).await).await;
    let call = Intended {
        kind: RecordKind::Call,
        what: "Triage inbox".to_owned(),
        asked_by: "you".to_owned(),
        ..views::blank_row()
    };
    let call = host.0.audit.once(call).await.unwrap();
    host.set_sampling(entry.id.as_str(), true).await.unwrap();
    Fixture {
        host,
        entry,
        call,
        folder,
    }
}

fn asking(more: Value) -> Value {
    let mut params = json!({
        "systemPrompt": "Answer with one word.",
        "messages": [{"role": "user", "content": {"type": "text", "text": "Login fails.\u{200b} How bad?"}}],
        "maxTokens": 50,
    });
    params
        .as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    params
}

type Asking = JoinHandle<Result<Value, Refusal>>;

impl Fixture {
    fn asks_in(
        &self,
        revision: &str,
        params: Value,
        cause: Option<u64>,
        cancelled: &CancellationToken,
    ) -> Asking {
        let server_request = ServerRequest {
            method: "sampling/createMessage".to_owned(),
            params: RawValue::from_string(params.to_string()).unwrap(),
            revision: revision.to_owned(),
            cause,
            cancelled: cancelled.clone(),
        };
        let (host, entry) = (Arc::clone(&self.host.0), Arc::clone(&self.entry));
        tokio::spawn(async move { host.answer_server_request(&entry, server_request).await })
    }

    fn asks(&self, params: Value) -> Asking {
        self.asks_in(NOW, params, Some(self.call), &CancellationToken::new())
    }

    /// Waits for a question of this kind.
    async fn question(&self, second: bool) -> portcullis_domain::Request {
        let fits = |request: &portcullis_domain::Request| {
            matches!(
                (&request.asked, second),
                (Asked::Sampling { .. }, false) | (Asked::SampledAnswer { .. }, true)
            )
        };
        asked_when(&self.host, fits).await
    }

    async fn allows(&self, second: bool) {
        self.answers(&self.question(second).await, Answer::AllowOnce {})
            .await;
    }

    async fn answers(&self, request: &portcullis_domain::Request, answer: Answer) {
        self.tries(request, answer).await.unwrap();
    }

    async fn tries(
        &self,
        request: &portcullis_domain::Request,
        answer: Answer,
    ) -> portcullis_core::Result<()> {
        read_and_answer(&self.host, request, answer).await
    }

    /// The ended operations about sampling, oldest first.
    async fn rows(&self) -> Vec<RecordDetail> {
        rows_of(&self.host).await
    }
}

async fn rows_of(host: &Host) -> Vec<RecordDetail> {
    let filter = RecordFilter {
        kind: Some(RecordKind::Sampling),
        ..RecordFilter::default()
    };
    let page = host.record(filter, None).await.unwrap();
    let mut rows = Vec::new();
    for row in page.rows.iter().rev() {
        rows.push(host.record_detail(row.seq).await.unwrap());
    }
    rows
}

fn outcomes(rows: &[RecordDetail]) -> Vec<(&str, Outcome)> {
    rows.iter()
        .map(|row| (row.row.what.text.as_str(), row.row.outcome))
        .collect()
}

fn changed(text: &str, name: &str, value: Value) -> String {
    let mut written: Value = serde_json::from_str(text).unwrap();
    written[name] = value;
    written.to_string()
}

// Proves S-74.
#[tokio::test]
async fn no_server_may_ask_before_a_person_says_so() {
    let fixture = fixture(Arc::new(DemoModel)).await;
    assert!(fixture.host.servers()[0].sampling);
    fixture
        .host
        .set_sampling(fixture.entry.id.as_str(), false)
        .await
        .unwrap();
    assert!(!fixture.host.servers()[0].sampling);
    assert_eq!(
        fixture.asks(asking(json!({}))).await.unwrap(),
        Err(Refusal::UNKNOWN)
    );
    assert!(fixture.host.waiting().is_empty());
    assert_eq!(outcomes(&fixture.rows().await), [(ASKS, Outcome::Refused)]);
}

// Proves SAM-01, SAM-03.
#[tokio::test]
async fn nothing_goes_to_a_model_or_back_before_a_person_said_yes_to_exactly_that() {
    let stub = Arc::new(Stub::default());
    let fixture = fixture(stub.clone()).await;
    let asked = fixture.asks(asking(
        json!({"modelPreferences": {"hints": [{"name": "haiku"}]}}),
    ));
    let first = fixture.question(false).await;
    assert_eq!(first.question, "Let “Linear” send this to a model?");
    let Asked::Sampling {
        system_prompt: Some(Block::Text { text: prompt, .. }),
        messages,
        cause: Some(cause),
        model,
        max_tokens,
        hints,
        ..
    } = &first.asked
    else {
        panic!("{first:?}")
    };
    assert_eq!(prompt.text, "Answer with one word.");
    let [
        SampledPart::Content {
            block: Block::Text { text: said, .. },
        },
    ] = messages[0].parts.as_slice()
    else {
        panic!("{messages:?}")
    };
    assert_eq!(
        (said.text.as_str(), said.hidden),
        ("Login fails.⟨U+200B⟩ How bad?", 1),
        "S-74: visible"
    );
    assert_eq!(
        (
            cause.record,
            cause.tool.as_ref().unwrap().text.as_str(),
            cause.asked_by.as_ref().unwrap().text.as_str()
        ),
        (fixture.call, "Triage inbox", "you")
    );
    assert_eq!(
        (model.as_str(), *max_tokens, hints[0].text.as_str()),
        ("stub-1", 50, "haiku")
    );
    assert!(locked(&stub.sent).is_empty(), "before a yes");
    fixture.answers(&first, Answer::AllowOnce {}).await;
    let second = fixture.question(true).await;
    assert_eq!(second.question, "Send this reply to “Linear”?");
    assert!(!asked.is_finished(), "before the second yes");
    fixture.answers(&second, Answer::AllowOnce {}).await;
    assert_eq!(
        asked.await.unwrap().unwrap(),
        json!({
            "role": "assistant", "content": {"type": "text", "text": "urgent"},
            "model": "stub-1", "stopReason": "endTurn",
        })
    );
    let rows = fixture.rows().await;
    assert_eq!(outcomes(&rows), [(ASKS, Outcome::Done), (GETS, Outcome::Done)]);
    for (row, request) in rows.iter().zip([&first, &second]) {
        assert_eq!(
            row.shown.as_ref(),
            Some(&request.digest),
            "each with its decision"
        );
    }
    assert!(rows[0].sent.as_ref().unwrap().text.contains("Login fails."));
    assert!(rows[1].sent.as_ref().unwrap().text.contains("urgent"));
}

// Proves S-74, S-91.
#[tokio::test]
async fn nothing_goes_to_a_model_or_back_where_a_yes_cannot_be_recorded() {
    let stub = Arc::new(Stub::default());
    let fixture = fixture(stub.clone()).await;
    let asked = fixture.asks(asking(json!({})));
    fixture.allows(false).await;
    let second = fixture.question(true).await;
    write_no_more(fixture.folder.path(), DECISION);
    fixture.answers(&second, Answer::AllowOnce {}).await;
    assert_eq!(asked.await.unwrap(), Err(Refusal::INTERNAL), "the reply");
    let by_hand = Answer::Write {
        text: "low".to_owned(),
    };
    for answer in [Answer::AllowOnce {}, by_hand] {
        let asked = fixture.asks(asking(json!({})));
        fixture.answers(&fixture.question(false).await, answer).await;
        assert_eq!(asked.await.unwrap(), Err(Refusal::INTERNAL), "the request");
    }
    assert_eq!(locked(&stub.sent).len(), 1, "the one that was recorded");
}

// Proves SAM-02.
#[tokio::test]
async fn what_is_edited_is_shown_again_and_is_what_is_sent_and_handed_over() {
    let stub = Arc::new(Stub::default());
    let fixture = fixture(stub.clone()).await;
    let asked = fixture.asks(asking(json!({})));
    let first = fixture.question(false).await;
    let Asked::Sampling { request_json, .. } = &first.asked else {
        panic!("{first:?}")
    };
    let written = changed(request_json, "systemPrompt", json!("Be kind."));
    let amended = fixture
        .host
        .amend(&first.id, &first.nonce, &written)
        .await
        .unwrap();
    assert!(amended.digest != first.digest && amended.nonce != first.nonce);
    let Asked::Sampling {
        system_prompt: Some(Block::Text { text, .. }),
        edited: true,
        ..
    } = &amended.asked
    else {
        panic!("{amended:?}")
    };
    assert_eq!(text.text, "Be kind.");
    let more = changed(request_json, "maxTokens", json!(51));
    let refused = fixture
        .host
        .amend(&amended.id, &amended.nonce, &more)
        .await
        .unwrap_err();
    assert_eq!(refused.code, Code::BadInput);
    let stale = fixture.tries(&first, Answer::AllowOnce {}).await.unwrap_err();
    assert_eq!(
        stale.code,
        Code::ConsentStale,
        "what was shown before does not count"
    );
    fixture.answers(&amended, Answer::AllowOnce {}).await;
    let second = fixture.question(true).await;
    {
        let heard = locked(&stub.sent);
        assert_eq!(heard.len(), 1);
        assert_eq!(heard[0].system_prompt.as_deref(), Some("Be kind."));
    }
    let words = r#"[{"type": "text", "text": "normal"}]"#;
    let amended = fixture
        .host
        .amend(&second.id, &second.nonce, words)
        .await
        .unwrap();
    assert!(amended.digest != second.digest && amended.nonce != second.nonce);
    fixture.answers(&amended, Answer::AllowOnce {}).await;
    assert_eq!(asked.await.unwrap().unwrap()["content"]["text"], "normal");
    let rows = fixture.rows().await;
    assert!(rows[0].sent.as_ref().unwrap().text.contains("Be kind."));
    assert!(rows[1].sent.as_ref().unwrap().text.contains("normal"));
}

// Proves SAM-18.
#[tokio::test]
async fn a_no_at_either_step_is_all_that_the_server_hears() {
    let stub = Arc::new(Stub::default());
    let fixture = fixture(stub.clone()).await;
    let asked = fixture.asks(asking(json!({})));
    fixture
        .answers(&fixture.question(false).await, Answer::Deny {})
        .await;
    let refusal = asked.await.unwrap().unwrap_err();
    assert_eq!(
        (refusal.code, refusal.message),
        (-1, "User rejected sampling request")
    );
    assert!(locked(&stub.sent).is_empty());
    let asked = fixture.asks(asking(json!({})));
    fixture.allows(false).await;
    fixture
        .answers(&fixture.question(true).await, Answer::Deny {})
        .await;
    assert_eq!(asked.await.unwrap(), Err(Refusal::DENIED));
    assert_eq!(
        outcomes(&fixture.rows().await),
        [
            (ASKS, Outcome::Denied),
            (ASKS, Outcome::Done),
            (GETS, Outcome::Denied)
        ]
    );
}

#[tokio::test]
async fn a_person_can_answer_in_the_place_of_a_model() {
    let stub = Arc::new(Stub::default());
    let fixture = fixture(stub.clone()).await;
    fixture.host.0.redactor.learn("hunter2-hunter2");
    let write = |text: &str| Answer::Write {
        text: text.to_owned(),
    };
    let asked = fixture.asks(asking(json!({})));
    let first = fixture.question(false).await;
    let long = fixture
        .tries(&first, write(&"word ".repeat(51)))
        .await
        .unwrap_err();
    assert_eq!(long.code, Code::BadInput, "SAM-04");
    fixture.answers(&first, write("low")).await;
    let result = asked.await.unwrap().unwrap();
    assert_eq!(
        (&result["content"]["text"], &result["model"]),
        (&json!("low"), &json!("person"))
    );
    // A secret in it is asked about once more.
    let asked = fixture.asks(asking(json!({})));
    fixture
        .answers(&fixture.question(false).await, write("it is hunter2-hunter2"))
        .await;
    let second = fixture.question(true).await;
    let Asked::SampledAnswer { warnings, .. } = &second.asked else {
        panic!("{second:?}")
    };
    assert_eq!(warnings[0].code, "sampling.secret");
    fixture.answers(&second, Answer::Deny {}).await;
    assert_eq!(asked.await.unwrap(), Err(Refusal::DENIED));
    assert!(locked(&stub.sent).is_empty(), "no model was asked");
    let rows = fixture.rows().await;
    assert_eq!(rows[1].shown.as_ref(), Some(&first.digest));
    assert!(rows.iter().all(|row| {
        let sent = row.sent.as_ref().map_or("", |sent| sent.text.as_str());
        !sent.contains("hunter2")
    }));
}

// Proves S-74.
#[tokio::test]
async fn the_answer_of_a_model_that_is_called_person_is_not_taken_for_the_persons_own() {
    let impostor = Stub {
        called: Some(PERSON),
        ..Stub::default()
    };
    let fixture = fixture(Arc::new(impostor)).await;
    let asked = fixture.asks(asking(json!({})));
    fixture.allows(false).await;
    let second = fixture.question(true).await;
    let Asked::SampledAnswer { model, .. } = &second.asked else {
        panic!("{second:?}")
    };
    assert_eq!(model, "person (Portcullis)");
    fixture.answers(&second, Answer::AllowOnce {}).await;
    let result = asked.await.unwrap().unwrap();
    assert_eq!(result["model"], "person (Portcullis)");
    let rows = fixture.rows().await;
    let words = &rows[0].row.outcome_words;
    assert!(words.contains("person (Portcullis)"), "{words}");
}

// Proves SAM-06, SAM-22.
#[tokio::test]
async fn nothing_but_the_request_goes_along_and_nothing_stays() {
    let stub = Arc::new(Stub::default());
    let fixture = fixture(stub.clone()).await;
    for words in ["first", "second"] {
        let asked = fixture.asks(asking(
            json!({"systemPrompt": words, "includeContext": "allServers"}),
        ));
        let first = fixture.question(false).await;
        let Asked::Sampling {
            include_context,
            context,
            ..
        } = &first.asked
        else {
            panic!("{first:?}")
        };
        assert_eq!(include_context.as_ref().unwrap().text, "allServers");
        assert!(context.contains("which is never sent"), "{context}");
        fixture.answers(&first, Answer::AllowOnce {}).await;
        fixture.allows(true).await;
        asked.await.unwrap().unwrap();
    }
    let heard = locked(&stub.sent).clone();
    let (mut wanted, _) = sampling::request(
        &RawValue::from_string(asking(json!({"systemPrompt": "second"})).to_string()).unwrap(),
        SamplingFeatures::of(NOW),
    )
    .unwrap();
    wanted.model = "stub-1".to_owned();
    assert_eq!((heard.len(), &heard[1]), (2, &wanted));
    let sent = fixture.rows().await[0].sent.clone().unwrap();
    assert!(sent.text.contains("allServers"), "S-75: and it is in the record");
}

// Proves S-76, SAM-15.
#[tokio::test]
async fn what_a_model_wants_to_have_run_is_handed_over_and_not_run() {
    let fixture = fixture(Arc::new(DemoModel)).await;
    let schema = json!({"type": "object", "properties": {"n": {"type": "number"}}, "required": ["n"]});
    let tools = json!({
        "tools": [{"name": "write_file", "inputSchema": schema}], "toolChoice": {"mode": "required"},
    });
    let asked = fixture.asks(asking(tools.clone()));
    fixture.allows(false).await;
    let second = fixture.question(true).await;
    let Asked::SampledAnswer { parts, notes, .. } = &second.asked else {
        panic!("{second:?}")
    };
    assert!(
        matches!(&parts[0], SampledPart::ToolUse { name, .. } if name.text == "write_file"),
        "SAM-16"
    );
    assert_eq!(notes.len(), 1);
    fixture.answers(&second, Answer::AllowOnce {}).await;
    let result = asked.await.unwrap().unwrap();
    assert_eq!(result["stopReason"], "toolUse");
    assert_eq!(result["content"]["type"], "tool_use");
    assert_eq!(result["content"]["input"], json!({"n": 2}));
    let filter = RecordFilter {
        kind: Some(RecordKind::Call),
        ..RecordFilter::default()
    };
    let calls = fixture.host.record(filter, None).await.unwrap().rows;
    assert_eq!(calls.len(), 1, "only the one that was there before");
    // SAM-11: a revision with which it was not agreed on.
    let old = fixture.asks_in(OLD, asking(tools), Some(fixture.call), &CancellationToken::new());
    assert_eq!(old.await.unwrap(), Err(Refusal::BAD));
}

// Proves CAN-06.
#[tokio::test]
async fn a_request_without_a_caller_is_not_asked() {
    let fixture = fixture(Arc::new(Stub::default())).await;
    let cancelled = CancellationToken::new();
    let asked = fixture.asks_in(NOW, asking(json!({})), Some(fixture.call), &cancelled);
    let first = fixture.question(false).await;
    cancelled.cancel();
    assert!(asked.await.unwrap().is_err());
    assert!(fixture.host.waiting().is_empty());
    let late = fixture.tries(&first, Answer::AllowOnce {}).await.unwrap_err();
    assert_eq!(late.code, Code::ConsentStale);
    let cancelled = CancellationToken::new();
    let asked = fixture.asks_in(NOW, asking(json!({})), Some(fixture.call), &cancelled);
    fixture.allows(false).await;
    fixture.question(true).await;
    cancelled.cancel();
    assert!(asked.await.unwrap().is_err());
    assert!(fixture.host.waiting().is_empty());
    assert_eq!(
        outcomes(&fixture.rows().await),
        [
            (ASKS, Outcome::Cancelled),
            (ASKS, Outcome::Done),
            (GETS, Outcome::Cancelled)
        ]
    );
}

// Proves S-75.
#[tokio::test]
async fn a_model_that_does_not_answer_is_given_up() {
    let silent = Arc::new(Stub {
        silent: true,
        ..Stub::default()
    });
    let fixture = fixture(silent.clone()).await;
    let asked = fixture.asks(asking(json!({})));
    fixture.allows(false).await;
    silent.asked.notified().await;
    tokio::time::pause();
    tokio::time::advance(limits::SAMPLING_MODEL).await;
    tokio::time::resume();
    let given_up = tokio::time::timeout(Duration::from_secs(20), asked)
        .await
        .expect("it ends");
    assert_eq!(given_up.unwrap(), Err(Refusal::INTERNAL));
    assert_eq!(outcomes(&fixture.rows().await), [(ASKS, Outcome::Failed)]);
}

#[tokio::test]
async fn a_response_that_was_withheld_is_not_told_as_an_empty_one() {
    let model = Stub {
        withheld: true,
        ..Stub::default()
    };
    let fixture = fixture(Arc::new(model)).await;
    let asked = fixture.asks(asking(json!({})));
    fixture.allows(false).await;
    assert_eq!(asked.await.unwrap(), Err(Refusal::INTERNAL));
    let rows = fixture.rows().await;
    assert_eq!(outcomes(&rows), [(ASKS, Outcome::Failed)]);
    assert_eq!(rows[0].row.outcome_words, "declined by the provider");
}

// Proves S-39.
#[tokio::test]
async fn closing_the_host_ends_the_question_and_its_row() {
    let fixture = fixture(Arc::new(Stub::default())).await;
    let asked = fixture.asks(asking(json!({})));
    fixture.question(false).await;
    fixture.host.close().await;
    assert!(asked.await.unwrap().is_err());
    let again = opened(fixture.folder.path(), Arc::new(DemoModel)).await;
    assert_eq!(outcomes(&rows_of(&again).await), [(ASKS, Outcome::Cancelled)]);
}

// Proves SAM-21.
#[tokio::test]
async fn a_secret_in_a_request_is_pointed_out_and_is_not_in_the_record() {
    let fixture = fixture(Arc::new(Stub::default())).await;
    fixture.host.0.redactor.learn("hunter2-hunter2");
    let asked = fixture.asks(asking(json!({"systemPrompt": "Use hunter2-hunter2."})));
    let first = fixture.question(false).await;
    let Asked::Sampling { warnings, .. } = &first.asked else {
        panic!("{first:?}")
    };
    assert_eq!(warnings[0].code, "sampling.secret");
    fixture.answers(&first, Answer::Deny {}).await;
    asked.await.unwrap().unwrap_err();
    let sent = fixture.rows().await[0].sent.clone().unwrap();
    assert!(!sent.text.contains("hunter2"), "{}", sent.text);
}
