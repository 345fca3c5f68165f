//! What a client's host hears of an attempt, whatever becomes of it.
use super::connect::Connected;
use super::handshake::{DiscoverOutcome, Handshake};
use super::session::Session;
use super::subscription::{self, Subscription};
use super::{
    Client, ClientCapabilities, ClientHost, Connection, Deadlines, Era, PreparedStart, Refusal, ServerInfo,
    ServerPreferences, ServerRequest, Setup, SystemWatch, TaskCapabilities,
};
use crate::limits;
use crate::transport::{Frames, JsonRpc, Log, RpcOutcome, ServerStdin, StdioTransport, Transport};
use futures::FutureExt;
use futures::future::BoxFuture;
use portcullis_catalog::Catalog;
use portcullis_catalog::icons::Icons;
use portcullis_core::clock::SystemClock;
use portcullis_core::{Clue, Code, Error, Result};
use portcullis_domain::{EraChoice, Phase, ServerState, TransportChoice};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines};
use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// How the attempts of a host of these tests begin and end. It does nothing else.
trait Attempts: Send + Sync + 'static {
    fn begins(&self) -> BoxFuture<'_, Result<PreparedStart>>;
    fn ends(&self, _: Result<ServerInfo>) {}
}

impl<T: Attempts> ClientHost for T {
    fn prepare(&self) -> BoxFuture<'_, Result<PreparedStart>> {
        self.begins()
    }

    fn settled(&self, outcome: Result<ServerInfo>) -> BoxFuture<'_, ()> {
        self.ends(outcome);
        async {}.boxed()
    }

    fn listed(&self, _: Arc<Catalog>, _: Option<String>) -> BoxFuture<'_, Result<bool>> {
        async { Ok(false) }.boxed()
    }

    fn published(&self) {}

    fn changed(&self) {}

    fn url_elicitation_done(&self, _: super::UrlElicitationVisit) -> BoxFuture<'_, bool> {
        std::future::ready(false).boxed()
    }

    fn asked(&self, _: ServerRequest) -> BoxFuture<'_, std::result::Result<Value, Refusal>> {
        async { Err(Refusal::UNKNOWN) }.boxed()
    }
}

/// A host that fails in the worst way while a server is being started.
pub(super) struct Panics(pub(super) mpsc::Sender<Option<Code>>);

impl Attempts for Panics {
    fn begins(&self) -> BoxFuture<'_, Result<PreparedStart>> {
        async { panic!("a fault of ours") }.boxed()
    }

    fn ends(&self, outcome: Result<ServerInfo>) {
        self.0.try_send(outcome.err().map(|error| error.code)).unwrap();
    }
}

pub(super) fn setup() -> Setup {
    Setup {
        offers: ClientCapabilities::default(),
        label: "Notes".to_owned(),
        local: true,
        era: EraChoice::Auto,
        remembered: None,
        message_bytes: 1 << 20,
        start_seconds: None,
        transport: TransportChoice::Auto,
        preferences: Arc::default(),
    }
}

fn client(setup: Setup, host: impl ClientHost + 'static) -> Client {
    Client::new(setup, Arc::new(host), Arc::new(SystemClock), SystemWatch::inert())
}

// Proves F-38.
#[tokio::test]
async fn an_attempt_that_ends_in_a_panic_is_over() {
    let (told, mut heard) = mpsc::channel(8);
    let client = client(setup(), Panics(told));
    client.start().await;
    assert_eq!(heard.recv().await, Some(Some(Code::Internal)));
    assert_eq!(client.snapshot().state.phase, Phase::Stopped);
}

/// A host that never has ready what a start needs, and says each attempt.
pub(super) struct NeverPrepared(pub(super) mpsc::Sender<()>);

impl Attempts for NeverPrepared {
    fn begins(&self) -> BoxFuture<'_, Result<PreparedStart>> {
        self.0.try_send(()).unwrap();
        std::future::pending().boxed()
    }
}

/// Waits until the task of a client has taken all that it was told.
async fn takes_its_orders(client: &Client) {
    let orders = client.orders.lock().unwrap().clone().unwrap();
    let taken = async {
        while orders.capacity() < orders.max_capacity() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), taken)
        .await
        .unwrap();
}

#[tokio::test]
async fn starting_a_server_that_is_starting_joins_that_start_and_a_restart_does_not() {
    let (told, mut attempts) = mpsc::channel(8);
    let client = client(setup(), NeverPrepared(told));
    client.start().await;
    assert_eq!(attempts.recv().await, Some(()));
    for _ in 0..2 {
        client.start().await;
        takes_its_orders(&client).await;
    }
    assert!(attempts.try_recv().is_err(), "one start is under way");
    assert_eq!(client.snapshot().state.phase, Phase::Starting);
    client.restart().await;
    assert_eq!(attempts.recv().await, Some(()));
    client.close().await;
}

#[test]
fn a_state_is_said_in_the_language_that_is_spoken_now() {
    let words = |said: &str| {
        let state = super::in_current_language(ServerState {
            words: said.to_owned(),
            ..super::off(1)
        });
        state.words
    };
    // As it was put into words before the language was changed.
    assert_eq!(words("就绪"), "ready");
    assert_eq!(words("ready"), "ready");
    for other in ["stopped: exited with code 1", "已停止：已退出", "readyx"] {
        assert_eq!(words(other), other);
    }
}

impl ServerStdin for DuplexStream {}

/// What a server is told, and where it answers.
pub(super) struct Server {
    told: Lines<BufReader<DuplexStream>>,
    says: DuplexStream,
}

impl Server {
    async fn hears(&mut self) -> Value {
        let line = self.told.next_line().await.unwrap().unwrap();
        serde_json::from_str(&line).unwrap()
    }

    async fn refuses(&mut self, request: &Value, code: i64) {
        let error = json!({"code": code, "message": "one at a time"});
        self.writes(&json!({"jsonrpc": "2.0", "id": request["id"], "error": error}))
            .await;
    }

    pub(super) async fn writes(&mut self, message: &Value) {
        self.says
            .write_all(format!("{message}\n").as_bytes())
            .await
            .unwrap();
    }

    /// Ends a request that listens as it should.
    async fn ends(&mut self, listens: &Value) {
        let ended = json!({"jsonrpc": "2.0", "id": listens["id"], "result": {"resultType": "complete"}});
        self.writes(&ended).await;
    }

    /// Says that it listens for this request.
    async fn acknowledges(&mut self, listens: &Value) {
        let all = &listens["params"]["notifications"];
        self.acknowledges_only(listens, all).await;
    }

    /// Says that it listens for so much of it.
    async fn acknowledges_only(&mut self, listens: &Value, notifications: &Value) {
        let params = json!({"_meta": {"io.modelcontextprotocol/subscriptionId": listens["id"]},
            "notifications": notifications});
        let method = "notifications/subscriptions/acknowledged";
        self.writes(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
            .await;
    }
}

/// A server of the modern era that announces changes of its tools and of resources.
fn announcing() -> ServerInfo {
    ServerInfo {
        era: Era::Modern,
        era_certain: true,
        revision: super::capabilities::MODERN.to_owned(),
        transport: portcullis_domain::Transport::Stdio,
        name: None,
        icons: Icons::default(),
        version: None,
        instructions: None,
        capabilities: Vec::new(),
        announces_tools: true,
        announces_resources: false,
        announces_prompts: false,
        subscribes: true,
        tasks: TaskCapabilities::default(),
        pid: None,
        took: 0,
    }
}

/// A server, and a connection to it.
pub(super) fn connected(preferences: &Arc<ServerPreferences>) -> (Server, Connected) {
    let clock = Arc::new(SystemClock);
    let log = Log::new(clock.clone());
    let rpc = JsonRpc::new("Notes", 1 << 20, clock, Frames::default(), log);
    rpc.set_modern();
    let (reader, says) = tokio::io::duplex(1 << 16);
    let (writer, told) = tokio::io::duplex(1 << 16);
    let (asks, _) = mpsc::channel(8);
    let (pipe, ended) = StdioTransport::open(&rpc, reader, writer, asks);
    let server_info = announcing();
    let session = Session::new(
        &server_info,
        ClientCapabilities::default(),
        Arc::new(Panics(mpsc::channel(1).0)),
        Arc::clone(preferences),
    );
    let connection = Connection {
        rpc,
        transport: Transport::Stdio(pipe),
        session: Arc::new(session),
    };
    let connected = Connected {
        connection,
        server_info,
        process: None,
        ended,
    };
    let told = BufReader::new(told).lines();
    (Server { told, says }, connected)
}

/// Waits until all lists are to be read again.
async fn reads_again(rpc: &JsonRpc) {
    let read_again = async {
        while !rpc.notifications().take_offers().new_session {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let read_again = tokio::time::timeout(Duration::from_secs(30), read_again);
    read_again.await.expect("what was missed is not read again");
}

/// A server that is listened to, with what it is told, and what is wanted of it.
fn listened_to() -> (Server, JsonRpc, Arc<ServerPreferences>, Subscription) {
    let preferences = Arc::new(ServerPreferences::default());
    let (server, connected) = connected(&preferences);
    let rpc = connected.connection.rpc.clone();
    let listening = subscription::start(&connected.connection, &connected.server_info).unwrap();
    (server, rpc, preferences, listening)
}

/// Has the server acknowledge the first `subscriptions/listen` and get the next, for another resource; both requests.
async fn listen_to_another(
    server: &mut Server,
    rpc: &JsonRpc,
    preferences: &ServerPreferences,
) -> (Value, Value) {
    let first = server.hears().await;
    server.acknowledges(&first).await;
    rpc.acknowledged(first["id"].as_i64().unwrap()).await;
    assert!(preferences.watch("notes://today", true));
    let second = server.hears().await;
    (first, second)
}

// Proves SUB-06.
#[tokio::test]
async fn what_was_listened_for_ends_once_the_server_listens_to_what_is_next() {
    let (mut server, rpc, preferences, _listening) = listened_to();
    let (first, second) = listen_to_another(&mut server, &rpc, &preferences).await;
    assert_eq!(second["method"], "subscriptions/listen");
    assert_eq!(
        rpc.open_requests(),
        2,
        "the server does not listen to the second yet"
    );
    server.acknowledges(&second).await;
    let ended = server.hears().await;
    assert_eq!(ended["method"], "notifications/cancelled");
    assert_eq!(ended["params"]["requestId"], first["id"]);
    assert_eq!(rpc.open_requests(), 1);
}

// Proves SUB-06, SUB-09.
#[tokio::test(start_paused = true)]
async fn a_server_that_answers_what_was_cancelled_is_asked_again_once_it_did() {
    let (mut server, rpc, preferences, _listening) = listened_to();
    let (first, second) = listen_to_another(&mut server, &rpc, &preferences).await;
    server.acknowledges(&second).await;
    assert_eq!(server.hears().await["params"]["requestId"], first["id"]);
    // The Go SDK answers it over stdio, and notifies of nothing more in this session.
    server.ends(&first).await;
    let ended = tokio::time::timeout(Duration::from_secs(60), server.hears()).await;
    assert_eq!(ended.unwrap()["params"]["requestId"], second["id"]);
    let early = tokio::time::timeout(limits::CLOSE_SUBSCRIPTION / 2, server.hears());
    assert!(early.await.is_err(), "the one before has not ended yet");
    server.ends(&second).await;
    let third = server.hears().await;
    assert_eq!(
        third["params"]["notifications"],
        second["params"]["notifications"]
    );
    assert!(!rpc.notifications().take_offers().new_session);
    server.acknowledges(&third).await;
    rpc.acknowledged(third["id"].as_i64().unwrap()).await;
    reads_again(&rpc).await;
    // From here on the one before ends first.
    assert!(preferences.watch("notes://today", false));
    assert_eq!(server.hears().await["params"]["requestId"], third["id"]);
    server.ends(&third).await;
    let fourth = server.hears().await;
    assert_eq!(fourth["method"], "subscriptions/listen");
    assert_eq!(rpc.open_requests(), 1);
}

// Proves SUB-06.
#[tokio::test]
async fn a_server_that_listens_to_one_request_at_a_time_is_asked_again_after_it() {
    let (mut server, rpc, preferences, _listening) = listened_to();
    let first = server.hears().await;
    server.acknowledges(&first).await;
    rpc.acknowledged(first["id"].as_i64().unwrap()).await;
    assert!(preferences.watch("notes://today", true));
    let second = server.hears().await;
    server.refuses(&second, -32602).await;
    let ended = server.hears().await;
    assert_eq!(ended["params"]["requestId"], first["id"]);
    let third = server.hears().await;
    assert_eq!(
        third["params"]["notifications"],
        second["params"]["notifications"]
    );
    assert!(rpc.log().page(0, 1).lines.is_empty());
    // What is refused alone is not asked for again, which the log says.
    server.refuses(&third, -32602).await;
    let mut lines = rpc.log().changes();
    lines.wait_for(|last| *last > 0).await.unwrap();
    assert_eq!(rpc.open_requests(), 0);
}

// Proves SUB-09.
#[tokio::test(start_paused = true)]
async fn a_server_that_does_not_listen_for_the_moment_is_asked_again_and_again() {
    let (mut server, rpc, _preferences, _listening) = listened_to();
    let mut asked = Vec::new();
    for _ in 0..limits::RESUMES + 2 {
        let listens = server.hears().await;
        asked.push(Instant::now());
        server.refuses(&listens, -32603).await;
    }
    let pauses: Vec<u64> = asked.windows(2).map(|two| (two[1] - two[0]).as_secs()).collect();
    assert_eq!(pauses[..5], [1, 2, 4, 8, 16]);
    assert!(pauses[5] >= limits::LISTEN_AGAIN.as_secs(), "{pauses:?}");
    let listens = server.hears().await;
    assert!(
        !rpc.notifications().take_offers().new_session,
        "what is refused is no reason to read all lists"
    );
    server.acknowledges(&listens).await;
    reads_again(&rpc).await;
    // What is no more than an end of this one is followed by the next, until the server does not know it.
    server.refuses(&listens, -32603).await;
    let last = server.hears().await;
    server.refuses(&last, -32601).await;
    let more = tokio::time::timeout(Duration::from_secs(3600), server.hears());
    assert!(more.await.is_err(), "it is asked for ever");
    assert_eq!(rpc.open_requests(), 0);
}

// Proves SUB-03, SUB-09.
#[tokio::test(start_paused = true)]
async fn a_server_that_notifies_of_nothing_is_not_asked_for_the_same_again() {
    let (mut server, rpc, preferences, _listening) = listened_to();
    let first = server.hears().await;
    // So the C# SDK ends it where it has no sessions.
    server.acknowledges_only(&first, &json!({})).await;
    server.ends(&first).await;
    let again = tokio::time::timeout(Duration::from_secs(3600), server.hears());
    assert!(again.await.is_err(), "it is asked for the same again");
    assert_eq!(rpc.open_requests(), 0);
    assert!(preferences.watch("notes://today", true));
    let second = server.hears().await;
    let wanted = &second["params"]["notifications"]["resourceSubscriptions"];
    assert_eq!(wanted, &json!(["notes://today"]));
}

// Proves SUB-09.
#[tokio::test(start_paused = true)]
async fn what_was_missed_is_read_again_from_a_server_that_notifies_of_nothing_more() {
    let (mut server, rpc, _preferences, _listening) = listened_to();
    let first = server.hears().await;
    server.refuses(&first, -32603).await;
    let second = server.hears().await;
    server.acknowledges_only(&second, &json!({})).await;
    server.ends(&second).await;
    reads_again(&rpc).await;
}

// Proves SUB-09.
#[test]
fn only_an_answer_that_stays_the_same_ends_listening() {
    let refused = |code| {
        Ok(RpcOutcome::Refused {
            code,
            message: String::new(),
            data: None,
        })
    };
    for (code, ends) in [(-32601, true), (-32602, true), (-32603, false), (-32000, false)] {
        assert_eq!(subscription::is_final(&refused(code)), ends, "{code}");
    }
    for (status, ends) in [(404, true), (405, true), (429, false), (502, false), (503, false)] {
        let clue = Clue::Answer {
            status,
            page: false,
            challenge: false,
        };
        let broken = Error::new(Code::NetworkFault, "It failed.").clue(clue);
        assert_eq!(
            subscription::is_final(&Ok(RpcOutcome::Broken(broken))),
            ends,
            "{status}"
        );
    }
}

// Proves MRT-01, MRT-11.
#[tokio::test(start_paused = true)]
async fn a_server_that_asks_nothing_and_keeps_nothing_is_asked_again_as_before() {
    let (mut server, connected) = connected(&Arc::default());
    let deadlines = Deadlines::within(Duration::from_secs(10));
    let (never, params) = (CancellationToken::new(), json!({"name": "x", "arguments": {}}));
    let connection = connected.connection;
    let call = connection.ask("tools/call", params, deadlines, &never, |_| {});
    let answers = async {
        let first = server.hears().await;
        // The Go SDK says so that it is busy.
        let busy = json!({"content": [], "resultType": "input_required", "inputRequests": {}});
        server
            .writes(&json!({"jsonrpc": "2.0", "id": first["id"], "result": busy}))
            .await;
        let second = server.hears().await;
        let done = json!({"content": [], "resultType": "complete"});
        server
            .writes(&json!({"jsonrpc": "2.0", "id": second["id"], "result": done}))
            .await;
        [first, second]
    };
    let (called, asked) = tokio::join!(call, answers);
    assert!(called.unwrap().get().contains("complete"));
    assert_ne!(asked[0]["id"], asked[1]["id"]);
    for member in ["name", "arguments", "requestState", "inputResponses"] {
        assert_eq!(asked[0]["params"][member], asked[1]["params"][member], "{member}");
    }
}

#[tokio::test]
async fn an_error_without_words_is_not_quoted_and_names_what_was_not_found() {
    let (_server, connected) = connected(&Arc::default());
    let connection = connected.connection;
    for blank in ["", " \n"] {
        let error = connection.refused(-32603, blank, None);
        assert_eq!((error.said, error.refused), (None, Some(-32603)));
        assert!(!error.remedy.unwrap().contains("error"), "it would say nothing");
    }
    let data = serde_json::value::to_raw_value(&json!({"uri": "notes://a"})).unwrap();
    let error = connection.refused(-32002, "", Some(&*data));
    assert_eq!(error.said.unwrap().text, "notes://a");
}

/// The error of a handshake that the server refuses with this.
async fn refused_handshake(refusal: Value) -> Error {
    let (mut server, connected) = connected(&Arc::default());
    let connection = connected.connection;
    let handshake = Handshake {
        rpc: &connection.rpc,
        transport: &connection.transport,
    };
    let greeting = handshake.initialize(ClientCapabilities::default(), Duration::from_secs(10));
    let refuses = async {
        let asked = server.hears().await;
        server
            .writes(&json!({"jsonrpc": "2.0", "id": asked["id"], "error": refusal}))
            .await;
    };
    let (greeted, ()) = tokio::join!(greeting, refuses);
    greeted.err().unwrap()
}

#[tokio::test]
async fn a_handshake_that_is_refused_without_words_quotes_none() {
    let error = refused_handshake(json!({"code": -32603, "message": " "})).await;
    assert_eq!((error.code, error.said), (Code::ProtocolError, None));
    assert!(!error.remedy.unwrap().contains("error"), "it would say nothing");
}

// Proves ERA-04.
#[tokio::test]
async fn a_handshake_refused_for_the_revision_without_one_is_not_said_to_share_none() {
    let data = json!({"supported": [super::capabilities::MODERN]});
    let error = refused_handshake(json!({"code": -32022, "message": "no", "data": data})).await;
    assert_eq!(error.code, Code::NoCommonRevision);
    let words = "supports only protocol version 2026-07-28, which has no handshake";
    assert!(error.sentence.contains(words), "{}", error.sentence);
}

// Proves ERA-14.
#[tokio::test]
async fn a_revision_that_is_named_and_refused_twice_is_not_the_reason() {
    let (mut server, connected) = connected(&Arc::default());
    let connection = connected.connection;
    let handshake = Handshake {
        rpc: &connection.rpc,
        transport: &connection.transport,
    };
    let question = handshake.discover(ClientCapabilities::default(), Duration::from_secs(10));
    let refuses = async {
        for _ in 0..2 {
            let asked = server.hears().await;
            let data = json!({"supported": [super::capabilities::MODERN]});
            let refusal = json!({"code": -32022, "message": "not today", "data": data});
            server
                .writes(&json!({"jsonrpc": "2.0", "id": asked["id"], "error": refusal}))
                .await;
        }
    };
    let (found, ()) = tokio::join!(question, refuses);
    let DiscoverOutcome::Refused(error) = found else {
        panic!("it was refused");
    };
    assert_eq!(error.code, Code::ProtocolError);
    assert_eq!(error.said.unwrap().text, "not today");
}

// Proves F-01.
#[tokio::test]
async fn only_a_call_that_was_sent_says_that_its_tool_may_have_run() {
    let (mut server, connected) = connected(&Arc::default());
    let connection = connected.connection;
    let deadlines = Deadlines::within(Duration::from_secs(10));
    let (never, params) = (CancellationToken::new(), json!({"name": "x", "arguments": {}}));
    let call = || connection.ask("tools/call", params.clone(), deadlines, &never, |_| {});
    let ends = async {
        server.hears().await;
        let flood = Error::new(Code::ProtocolBroken, "It was stopped.");
        connection.rpc.fail(flood);
        connection.rpc.end();
    };
    let (sent, ()) = tokio::join!(call(), ends);
    assert_eq!(
        sent.unwrap_err().sentence,
        "It was stopped. The tool may have run."
    );
    assert_eq!(call().await.unwrap_err().sentence, "It was stopped.");
}

// Proves F-01.
#[tokio::test(start_paused = true)]
async fn a_call_after_the_end_is_told_of_it_and_waits_for_no_answer() {
    let (server, connected) = connected(&Arc::default());
    let Connected {
        connection, ended, ..
    } = connected;
    drop(server);
    ended.await.unwrap();
    assert!(connection.rpc.failure().is_none(), "the reason is found later");
    let deadlines = Deadlines::within(Duration::from_secs(10));
    let (never, params) = (CancellationToken::new(), json!({"name": "x", "arguments": {}}));
    let call = connection.ask("tools/call", params, deadlines, &never, |_| {});
    assert_eq!(call.await.unwrap_err().code, Code::TransportLost);
    let late = connection
        .rpc
        .begin("ping", &mut serde_json::Map::new(), None)
        .unwrap();
    assert!(late.answer.await.is_err());
    assert_eq!(connection.rpc.open_requests(), 0);
}

// Proves F-05.
#[tokio::test(start_paused = true)]
async fn a_call_that_had_no_room_to_be_sent_does_not_say_that_its_tool_may_have_run() {
    let (_server, connected) = connected(&Arc::default());
    let connection = connected.connection;
    connection
        .transport
        .tell(vec![b'x'; limits::STDIO_BACKLOG + (1 << 20)]);
    let deadlines = Deadlines::within(Duration::from_secs(5));
    let (never, params) = (CancellationToken::new(), json!({"name": "x", "arguments": {}}));
    let call = connection.ask("tools/call", params, deadlines, &never, |_| {});
    let error = call.await.unwrap_err();
    assert_eq!(error.code, Code::ServerStuck);
    assert_eq!(
        error.sentence,
        "“Notes” reads its input too slowly: 64 MiB were waiting to be sent. It was stopped."
    );
}

// Proves CAP-09, CMP-01.
#[test]
fn a_server_is_asked_for_suggestions_where_it_said_so_or_had_no_way_to() {
    let of = |revision: &str, capabilities: &[&str]| ServerInfo {
        revision: revision.to_owned(),
        capabilities: capabilities.iter().map(|name| (*name).to_owned()).collect(),
        ..announcing()
    };
    assert!(of("2024-11-05", &["prompts"]).completes());
    for revision in &super::REVISIONS[1..] {
        assert!(!of(revision, &["prompts"]).completes(), "{revision}");
        assert!(of(revision, &["completions"]).completes(), "{revision}");
    }
}
