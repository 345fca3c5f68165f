//! A person with one hostile server, and everything that the host sent to it.

use std::{ops::Deref, path::PathBuf};

use portcullis_api::{CallView, Endpoint, Phase, ServerDraft};
use serde_json::{Value, json};

use crate::{
    fault_proxy::FaultProxy,
    hostile::{Hostile, Served},
    test_user::{TestUser, address, nothing, program, received},
    wait,
};

/// How a server is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transport {
    /// A program.
    Pipe,
    /// An address.
    Http,
}

/// Both.
pub const TRANSPORTS: [Transport; 2] = [Transport::Pipe, Transport::Http];

/// See the module.
#[derive(Debug)]
pub struct TestHost {
    /// The person.
    pub person: TestUser,
    /// The server's id.
    pub id: String,
    record: PathBuf,
    _served: Option<Served>,
}

impl Deref for TestHost {
    type Target = TestUser;

    fn deref(&self) -> &TestUser {
        &self.person
    }
}

impl TestHost {
    /// A server with this script that is ready.
    pub async fn ready(way: Transport, script: Value) -> Self {
        let fixture = Self::added(way, script).await;
        fixture.person.sees(&fixture.id, Phase::Ready).await;
        fixture
    }

    /// The same for a program.
    pub async fn piped(script: Value) -> Self {
        Self::ready(Transport::Pipe, script).await
    }

    /// The same for an address.
    pub async fn over_http(script: Value) -> Self {
        Self::ready(Transport::Http, script).await
    }

    /// A server that was added and started; not waited for.
    pub async fn added(way: Transport, script: Value) -> Self {
        Self::drafted(way, script, async |_| {}).await
    }

    /// The same, with this changed in the form.
    pub async fn drafted(way: Transport, script: Value, change: impl AsyncFnOnce(&mut ServerDraft)) -> Self {
        Self::drafted_by(TestUser::new().await, way, script, change).await
    }

    async fn drafted_by(
        person: TestUser,
        way: Transport,
        mut script: Value,
        change: impl AsyncFnOnce(&mut ServerDraft),
    ) -> Self {
        let record = person.path("record");
        let (mut draft, served) = match way {
            Transport::Pipe => {
                script["record"] = json!(record);
                (program("Notes", script), None)
            }
            Transport::Http => {
                script["http"]["record"] = json!(record);
                let served = Hostile::new(script).on_http().await;
                (address("Notes", &served.url), Some(served))
            }
        };
        change(&mut draft).await;
        let id = person.adds(draft).await;
        Self {
            person,
            id,
            record,
            _served: served,
        }
    }

    /// The same after the host was closed and opened again.
    pub async fn restarts_the_host(self) -> Self {
        let person = self.person.restarts_the_host().await;
        Self { person, ..self }
    }

    /// Every line or every request of HTTP, as it was recorded.
    pub fn recorded(&self) -> Vec<Value> {
        received(&self.record)
    }

    /// Every message of ours, in order, over whatever it came.
    pub fn messages(&self) -> Vec<Value> {
        let all = self.recorded().into_iter();
        all.map(|mut line| match line.get("target") {
            Some(_) => line["body"].take(),
            None => line,
        })
        .filter(|message| !message.is_null())
        .collect()
    }

    /// Messages of a method.
    pub fn sent(&self, method: &str) -> Vec<Value> {
        let all = self.messages().into_iter();
        all.filter(|message| message["method"] == method).collect()
    }

    /// Requests of HTTP, by its method.
    pub fn requests(&self, method: &str) -> Vec<Value> {
        let all = self.recorded().into_iter();
        all.filter(|request| request["method"] == method).collect()
    }

    /// Waits until there are this many of them.
    pub async fn sees_requests(&self, method: &str, count: usize) -> Vec<Value> {
        wait::until(&format!("{count} times {method}"), || {
            let seen = self.requests(method);
            (seen.len() >= count).then_some(seen)
        })
        .await
    }

    /// POSTs, by the method of their message.
    pub fn posts(&self, method: &str) -> Vec<Value> {
        let posts = self.requests("POST").into_iter();
        posts.filter(|post| post["body"]["method"] == method).collect()
    }

    /// Waits until there are this many messages of a method.
    pub async fn sees_sent(&self, method: &str, count: usize) -> Vec<Value> {
        wait::until(&format!("{count} times {method}"), || {
            let sent = self.sent(method);
            (sent.len() >= count).then_some(sent)
        })
        .await
    }

    /// Our answers to the server's request of this number.
    pub fn answered(&self, id: &Value) -> Vec<Value> {
        let all = self.messages().into_iter();
        all.filter(|message| message["method"].is_null() && message["id"] == *id)
            .collect()
    }

    /// Waits for such an answer.
    pub async fn sees_answer(&self, id: &Value) -> Value {
        wait::until(&format!("the answer to {id}"), || self.answered(id).pop()).await
    }

    /// Calls a tool without arguments and waits for the end.
    pub async fn calls(&self, tool: &str) -> CallView {
        self.person.calls(&self.id, tool, nothing()).await
    }

    /// Lines of the server's log, as a person reads them.
    pub fn log(&self) -> Vec<String> {
        let page = self.person.host.logs(&self.id, 0).expect("the server is there");
        page.lines.into_iter().map(|line| line.text.text).collect()
    }

    /// Waits for a line of its log that holds this.
    pub async fn sees_log(&self, words: &str) -> String {
        wait::until(&format!("“{words}” in the log"), || {
            self.log().into_iter().find(|line| line.contains(words))
        })
        .await
    }
}

/// A person with one hostile server behind a proxy whose network can be cut.
#[derive(Debug)]
pub struct ProxiedHost {
    fixture: TestHost,
    /// The proxy.
    pub fault_proxy: FaultProxy,
}

impl Deref for ProxiedHost {
    type Target = TestHost;

    fn deref(&self) -> &TestHost {
        &self.fixture
    }
}

impl ProxiedHost {
    /// This person with a server that was added and started, with this changed in the form; not waited for.
    pub async fn drafted(
        person: TestUser,
        script: Value,
        change: impl AsyncFnOnce(&mut ServerDraft),
    ) -> Self {
        let mut before = None;
        let fixture = TestHost::drafted_by(person, Transport::Http, script, async |draft| {
            let_assert!(&mut draft.endpoint => Endpoint::Address { url });
            let fault_proxy = FaultProxy::to(url).await;
            *url = fault_proxy.url();
            before = Some(fault_proxy);
            change(draft).await;
        })
        .await;
        let fault_proxy = before.expect("it was made");
        Self { fixture, fault_proxy }
    }

    /// The same after the host was closed and opened again.
    pub async fn restarts_the_host(self) -> Self {
        let fixture = self.fixture.restarts_the_host().await;
        Self { fixture, ..self }
    }

    /// Waits until the server, which was away, answers its tool `x` again.
    pub async fn comes_back(&self) {
        self.finds_again(&self.id, "x").await;
    }
}
