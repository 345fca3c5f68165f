//! What is kept of a reply where the host or the disk does not last.

use super::*;
use crate::host::Config;
use crate::host::launches::tests::config;
use futures::FutureExt as _;
use futures::future::BoxFuture;
use portcullis_core::ids::ServerId;
use portcullis_domain::{CallState, Endpoint, SamplingModel, ServerDraft};
use portcullis_llm::sampling::{SamplingRequest, SamplingResult};
use portcullis_llm::{DemoModel, Model, ModelReply, ModelTurn, Piece, Speech, ToolDefinition};
use portcullis_storage::store::servers;
use portcullis_storage::store::tasks::TaskRow;
use std::time::Duration;

/// More than a file takes that may grow no further.
const LONG: usize = 600 << 10;

/// A model with a long reply, once it may.
#[derive(Default)]
struct LongReply(tokio::sync::Notify);

impl Model for LongReply {
    fn name(&self) -> &str {
        "Long"
    }

    fn reply<'a>(
        &'a self,
        _: &'a [ModelTurn],
        _: &'a [ToolDefinition],
        speech: &'a Speech,
    ) -> BoxFuture<'a, Result<ModelReply>> {
        async move {
            self.0.notified().await;
            let words = "x".repeat(LONG);
            speech.say(Piece::Words(words.clone())).await;
            Ok(ModelReply {
                words,
                ..ModelReply::default()
            })
        }
        .boxed()
    }

    fn for_sampling(&self) -> SamplingModel {
        SamplingModel {
            name: "long".to_owned(),
            sentence: "A long one.".to_owned(),
        }
    }

    fn sample<'a>(
        &'a self,
        request: &'a SamplingRequest,
        _: &'a Speech,
    ) -> BoxFuture<'a, Result<SamplingResult>> {
        std::future::ready(Ok(SamplingResult::of_text("x", request))).boxed()
    }
}

/// A call that goes on as the task of the same name.
pub(in crate::host) fn running(call: &str) -> CallView {
    CallView {
        id: call.to_owned(),
        state: CallState::Running,
        task: Some(call.to_owned()),
        ..CallView::default()
    }
}

/// The first message of a conversation: a reply that consists of these calls.
pub(in crate::host) fn model_message(calls: impl IntoIterator<Item = CallView>, streaming: bool) -> Message {
    Message {
        seq: 1,
        speaker: Speaker::Model,
        at: 1,
        parts: calls.into_iter().map(|call| Part::Call { call }).collect(),
        streaming,
        by: None,
        parent: None,
        branch: None,
    }
}

/// The task that a call of [`running`] went on as, completed.
pub(in crate::host) fn ended_task(server: &ServerId, conversation: &str, call: &str) -> TaskRow {
    TaskRow {
        id: call.to_owned(),
        server: server.clone(),
        task: "t-1".to_owned(),
        modern: true,
        tool: "long".to_owned(),
        definition: String::new(),
        arguments: String::new(),
        asked_by: "you".to_owned(),
        conversation: Some(conversation.to_owned()),
        operation: 1,
        created_at: 1,
        status: "completed".to_owned(),
        ttl: None,
        poll: None,
        seen_at: 2,
        answered: Vec::new(),
        stop_at: None,
        ended_at: Some(2),
        call: CallView {
            state: CallState::Done,
            ..running(call)
        },
    }
}

pub(in crate::host) fn call_states(message: &Message) -> Vec<CallState> {
    let calls = message.parts.iter().filter_map(|part| match part {
        Part::Call { call } => Some(call.state),
        _ => None,
    });
    calls.collect()
}

/// A host on a folder, and a conversation.
pub(in crate::host) async fn begun(model: Arc<dyn Model>) -> (tempfile::TempDir, Host, String) {
    let folder = tempfile::tempdir().unwrap();
    let config = Config {
        model,
        ..config(folder.path())
    };
    let host = Host::open(config).await.unwrap();
    let id = host.create_conversation().await.unwrap().summary.id;
    (folder, host, id)
}

/// Waits for as long as this is so.
async fn while_it_is(so: impl Fn() -> bool) {
    let over = async {
        while so() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), over).await.unwrap();
}

/// Lets the file grow no further, as a full disk does, or lets it grow again.
async fn limit(host: &Host, full: bool) {
    let limited = host.0.store.write(move |db| {
        let pages: i64 = match full {
            true => db.pragma_query_value(None, "page_count", |row| row.get(0))?,
            false => 1 << 30,
        };
        db.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()))?;
        Ok(())
    });
    limited.await.unwrap();
}

// Proves F-28, F-30.
#[tokio::test]
async fn a_reply_that_ended_on_a_full_disk_is_kept_once_there_is_space() {
    let model = Arc::new(LongReply::default());
    let (_folder, host, id) = begun(model.clone()).await;
    host.say(&id, "Tell me").await.unwrap();
    limit(&host, true).await;
    model.0.notify_one();
    // It is over, and the turn is not: its end could not be saved.
    while_it_is(|| host.0.talks.live(&id).is_none_or(|live| live.streaming)).await;
    limit(&host, false).await;
    while_it_is(|| host.0.talks.busy(&id)).await;
    let kept = host.0.message(&id, 2).await.unwrap();
    assert!(!kept.streaming);
    assert!(
        matches!(kept.parts.first(), Some(Part::Words { text }) if text.len() == LONG),
        "{} parts",
        kept.parts.len()
    );
    host.close().await;
}

// Proves F-28.
#[tokio::test]
async fn what_was_cut_off_says_so_also_after_a_start_that_failed() {
    let (folder, host, id) = begun(Arc::new(DemoModel)).await;
    let call = CallView {
        state: CallState::Running,
        ..CallView::default()
    };
    let written = model_message([call], true);
    let of = id.clone();
    let left = host.0.store.write(move |db| {
        conversations::put_message(db, &of, &written)?;
        // Something that the next start cannot read.
        db.execute("INSERT INTO providers VALUES ('p', 'nothing', 1)", [])?;
        Ok(())
    });
    left.await.unwrap();
    host.close().await;
    assert!(Host::open(config(folder.path())).await.is_err());
    rusqlite::Connection::open(folder.path().join("portcullis.db"))
        .unwrap()
        .execute("DELETE FROM providers", [])
        .unwrap();
    let host = Host::open(config(folder.path())).await.unwrap();
    let message = host.0.message(&id, 1).await.unwrap();
    assert!(!message.streaming);
    let [Part::Call { call }, Part::Trouble { problem, call: None }] = &message.parts[..] else {
        panic!("{message:?}")
    };
    assert_eq!(call.state, CallState::Failed);
    assert_eq!(problem.code, Code::ModelCut.as_str());
    host.close().await;
}

// Proves F-28.
#[tokio::test]
async fn a_cut_message_says_how_a_task_ended_that_its_turn_waited_for() {
    let (_folder, host, id) = begun(Arc::new(DemoModel)).await;
    let written = model_message(["ended", "open"].map(running), true);
    let server = ServerId::from("s");
    let draft = ServerDraft::unfenced(
        "Notes",
        Endpoint::Address {
            url: "https://mcp.example/mcp".to_owned(),
        },
    );
    let row = ended_task(&server, &id, "ended");
    let of = id.clone();
    let left = host.0.store.write(move |db| {
        servers::insert(db, &server, &draft, false, 1)?;
        tasks::put(db, &row)?;
        conversations::put_message(db, &of, &written)
    });
    left.await.unwrap();
    host.0.mark_cut().await.unwrap();
    let message = host.0.message(&id, 1).await.unwrap();
    assert_eq!(call_states(&message), [CallState::Done, CallState::Running]);
    host.close().await;
}

// Proves F-28.
#[tokio::test]
async fn what_was_said_before_a_turn_that_did_not_begin_is_kept_and_sent_later() {
    let (folder, host, id) = begun(Arc::new(DemoModel)).await;
    let of = id.clone();
    let left = host.0.store.write(move |db| {
        // Something that is read between what is said and the turn.
        db.execute(
            "INSERT INTO given (conversation_id, found, searching, held) VALUES (?1, 'nothing', 0, 0)",
            [of],
        )?;
        Ok(())
    });
    left.await.unwrap();
    host.say(&id, "Tell me").await.unwrap();
    assert!(!host.0.talks.busy(&id), "no turn is in progress");
    host.close().await;

    let host = Host::open(config(folder.path())).await.unwrap();
    let repaired = host.0.store.write(|db| {
        db.execute("DELETE FROM given", [])?;
        Ok(())
    });
    repaired.await.unwrap();
    let read = host.conversation(&id).await.unwrap();
    let [said] = &read.messages[..] else {
        panic!("{:?}", read.messages)
    };
    assert_eq!(said.speaker, Speaker::Person);
    host.go_on(&id).await.unwrap();
    while_it_is(|| host.0.talks.busy(&id)).await;
    assert_eq!(host.0.message(&id, 2).await.unwrap().speaker, Speaker::Model);
    host.close().await;
}

// Proves F-33.
#[tokio::test]
async fn what_an_update_left_to_be_indexed_is_indexed_after_the_start() {
    let (folder, host, id) = begun(Arc::new(DemoModel)).await;
    let said = Message {
        speaker: Speaker::Person,
        parts: vec![Part::Words {
            text: "A walrus".to_owned(),
        }],
        ..model_message([], false)
    };
    let left = host.0.store.write(move |db| {
        conversations::put_message(db, &id, &said)?;
        db.execute("DELETE FROM messages_text", [])?;
        db.execute("INSERT INTO messages_text_left SELECT id + 1 FROM messages", [])?;
        Ok(())
    });
    left.await.unwrap();
    let found = host.find_chats("walrus", None).await.unwrap();
    assert!(found.messages.is_empty() && found.indexing);
    host.close().await;

    let host = Host::open(config(folder.path())).await.unwrap();
    let indexed = async {
        loop {
            let found = host.find_chats("walrus", None).await.unwrap();
            if !found.indexing {
                break found;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let found = tokio::time::timeout(Duration::from_secs(30), indexed)
        .await
        .unwrap();
    assert_eq!(found.messages.len(), 1);
    host.close().await;
}

#[test]
fn a_message_is_measured_in_characters_of_any_language() {
    assert!(sayable(&"字".repeat(limits::SAY)).is_ok());
    assert!(sayable("").is_err());
    let error = sayable(&"x".repeat(limits::SAY + 1)).unwrap_err();
    assert!(error.sentence.contains("64,000"), "{error}");
}
