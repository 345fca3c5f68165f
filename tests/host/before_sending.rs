//! What stands between a yes and its effect: the policy once more, and the row that says who decided.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use portcullis_api::{Answer, CallState, Phase, Scope};
use portcullis_core::{Code, clock::Clock};
use portcullis_host::host::MainPageAct;
use portcullis_tests::{
    provider::{Provider, Rules},
    signing_in::{agrees, failure, over, review, unsigned},
    test_user::{TestUser, assert_done, code, nothing, program},
    wait,
};
use rusqlite::Connection;
use serde_json::{Value, json};

fn mail() -> Value {
    let claims = json!({"readOnlyHint": false, "destructiveHint": false});
    json!({"name": "mail", "inputSchema": {"type": "object"}, "annotations": claims})
}

/// A clock on the wall that is put on by two hours when it has been read this often.
struct Jumps {
    readings: AtomicU64,
    after: AtomicU64,
}

const BEGAN: u64 = 1_795_164_031_000;
const TWO_HOURS: u64 = 2 * 3_600_000;

impl Clock for Jumps {
    fn now(&self) -> u64 {
        let reading = self.readings.fetch_add(1, Ordering::SeqCst);
        match reading < self.after.load(Ordering::SeqCst) {
            true => BEGAN,
            false => BEGAN + TWO_HOURS,
        }
    }
}

// Proves S-38.
#[tokio::test]
async fn a_permission_that_ends_on_the_way_of_a_call_lets_nothing_be_sent() {
    let clock = Arc::new(Jumps {
        readings: AtomicU64::new(0),
        after: AtomicU64::new(u64::MAX),
    });
    let person = TestUser::with_clock(Arc::clone(&clock)).await;
    let record = person.path("record");
    let id = person
        .has("Mail", json!({"record": record, "tools": [mail()]}))
        .await;
    let call = person.model_asks(&id, "mail", nothing()).await;
    assert_done(&person.allows(&call, Scope::Hour).await);

    // The hour ends at each moment on the way of a call: before anything is decided it is asked about, and between
    // that and the sending it is refused.
    let (mut asked, mut refused, mut done) = (0, 0, 0);
    for after in 0..24 {
        clock.readings.store(0, Ordering::SeqCst);
        clock.after.store(after, Ordering::SeqCst);
        let before = person.arguments_sent(&record, "mail").len();
        let call = person.model_asks(&id, "mail", nothing()).await;
        let settled = wait::until("the call to be asked about or to end", || {
            let now = person.host.call(&call.id).unwrap();
            (now.request.is_some() || now.ended_at.is_some()).then_some(now)
        })
        .await;
        if settled.request.is_some() {
            person.host.cancel_call(&call.id).unwrap();
        }
        let ended = person.finishes(&call).await;
        let sent = person.arguments_sent(&record, "mail").len() - before;
        match ended.state {
            CallState::Done => {
                done += 1;
                assert_eq!(sent, 1);
            }
            CallState::Cancelled => {
                asked += 1;
                assert_eq!(sent, 0);
            }
            CallState::Refused => {
                refused += 1;
                assert_eq!((sent, code(&ended)), (0, Code::PolicyDenied.as_str()));
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(
        asked > 0 && refused > 0 && done > 0,
        "asked {asked}, refused {refused}, done {done}"
    );
}

/// Makes every row of this kind impossible to write, until it is dropped.
pub(crate) struct Unwritable(Connection);

impl Unwritable {
    pub(crate) fn rows(person: &TestUser, which: &str) -> Self {
        let db = Connection::open(person.data.path().join("portcullis.db")).unwrap();
        db.execute_batch(&format!(
            "CREATE TRIGGER unwritable BEFORE INSERT ON record WHEN {which}
             BEGIN SELECT raise(ABORT, 'this row cannot be written'); END;"
        ))
        .unwrap();
        Self(db)
    }
}

impl Drop for Unwritable {
    fn drop(&mut self) {
        self.0.execute_batch("DROP TRIGGER unwritable").unwrap();
    }
}

// Proves S-91.
#[tokio::test]
async fn a_call_whose_decision_cannot_be_written_is_not_made() {
    let person = TestUser::new().await;
    let record = person.path("record");
    let id = person
        .has("Mail", json!({"record": record, "tools": [mail()]}))
        .await;
    let call = person.model_asks(&id, "mail", nothing()).await;
    let request = person.is_asked_about(&call).await;
    let unwritable = Unwritable::rows(&person, "NEW.step = 1");
    person.answers(&request, Answer::AllowOnce {}).await;
    let ended = person.finishes(&call).await;
    assert_eq!(code(&ended), Code::Internal.as_str(), "{ended:?}");
    assert_eq!(person.arguments_sent(&record, "mail"), Vec::<Value>::new());
    drop(unwritable);
    let call = person.model_asks(&id, "mail", nothing()).await;
    assert_done(&person.answers_call(&call, Answer::AllowOnce {}).await);
}

// Proves S-91.
#[tokio::test]
async fn a_waiting_call_is_not_made_when_it_cannot_be_written_that_a_permission_decided() {
    let person = TestUser::new().await;
    let record = person.path("record");
    let id = person
        .has("Mail", json!({"record": record, "tools": [mail()]}))
        .await;
    let first = person.model_asks(&id, "mail", json!({"number": 1})).await;
    let second = person.model_asks(&id, "mail", json!({"number": 2})).await;
    person.is_asked_about(&second).await;
    let request = person.is_asked_about(&first).await;
    let unwritable = Unwritable::rows(&person, "NEW.step = 1 AND NEW.rule IS NOT NULL");
    person
        .answers(&request, Answer::Allow { scope: Scope::Hour })
        .await;
    assert_done(&person.finishes(&first).await);
    let ended = person.finishes(&second).await;
    assert_eq!(code(&ended), Code::Internal.as_str(), "{ended:?}");
    let sent = person.arguments_sent(&record, "mail");
    assert_eq!(sent, [json!({"number": 1})]);
    drop(unwritable);
    let third = person.model_asks(&id, "mail", json!({"number": 3})).await;
    assert_done(&person.finishes(&third).await);
}

// Proves S-26, S-91.
#[tokio::test]
async fn a_command_of_the_main_page_is_not_done_when_the_yes_cannot_be_written() {
    let person = TestUser::new().await;
    let act = MainPageAct {
        command: "say".to_owned(),
        words: "Send a message".to_owned(),
        arguments: Vec::new(),
    };
    let allows = async || {
        let request = person.is_asked("the command", |_| true).await;
        person.answers(&request, Answer::AllowOnce {}).await;
    };
    let unwritable = Unwritable::rows(&person, "NEW.kind = 'host'");
    let (done, ()) = tokio::join!(person.host.confirm_act(act.clone()), allows());
    assert_eq!(done.unwrap_err().code, Code::Internal);
    drop(unwritable);
    let (done, ()) = tokio::join!(person.host.confirm_act(act), allows());
    done.unwrap();
}

// Proves S-91.
#[tokio::test]
async fn a_server_whose_approval_cannot_be_written_is_neither_saved_nor_started() {
    let person = TestUser::new().await;
    let started = person.path("started");
    let script = json!({"tools": ["x"], "start": [{"touch": started}]});
    let request = person.proposes(program("Late", script)).await.unwrap();
    let unwritable = Unwritable::rows(&person, "NEW.kind = 'server'");
    person.answers(&request, Answer::AddAndStart {}).await;
    drop(unwritable);
    assert_eq!(person.id("Late"), None);
    let person = person.restarts_the_host().await;
    assert_eq!(person.id("Late"), None);
    assert!(!started.exists());
}

// Proves S-91.
#[tokio::test]
async fn no_browser_opens_for_a_sign_in_that_cannot_be_written() {
    let provider = Provider::new(Rules::default()).await;
    let (person, id) = unsigned(&provider).await;
    let asked = review(&person, &id).await;
    let unwritable = Unwritable::rows(&person, "NEW.kind = 'sign_in'");
    agrees(&person, &asked).await.unwrap();
    assert_eq!(failure(&over(&person, &id).await), Code::Internal.as_str());
    drop(unwritable);
    assert!(person.browser.opened().is_empty());
    assert!(provider.hits_at("/register").is_empty());
}

#[tokio::test]
async fn a_server_that_could_not_be_written_as_off_stops_and_is_turned_off_again() {
    let person = TestUser::new().await;
    let id = person.has("Mail", json!({"tools": [mail()]})).await;
    let unwritable = Unwritable::rows(&person, "NEW.kind = 'server'");
    let failed = person.host.set_enabled(&id, false).await.unwrap_err();
    assert_eq!(failed.code, Code::Internal);
    person.sees(&id, Phase::Off).await;
    drop(unwritable);
    person.turns_off(&id).await;
    let person = person.restarts_the_host().await;
    let server = person.host.server(&id).unwrap();
    assert!(!server.summary.enabled, "it is off after a restart");
    assert_eq!(server.summary.state.phase, Phase::Off);
}
