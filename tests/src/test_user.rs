//! A person at a real host: adds servers through the review, reads requests, answers them, calls tools.
//!
//! The host is the product's own, with secrets in memory and everything else as shipped: real processes, real
//! sockets, a real database in a folder that goes away with the test. There is no shorter way to anything than
//! the one the window has.

use std::{path::Path, sync::Arc, time::Duration};

use portcullis_api::{
    Answer, Asked, Block, CallResult, CallState, CallView, Endpoint, HostEvent, Message, NamedValue, Outcome,
    Phase, Problem, RecordFilter, RecordRow, Request, RootList, Scope, ServerDraft, ServerState, Speaker,
};
use portcullis_core::{
    Code, Error,
    clock::{Clock, SystemClock},
};
use portcullis_formats::HostFolders;
use portcullis_host::{
    Config, Host,
    host::{CallRequest, Caller, Events, LookedAtRoot},
    limits,
    opener::{MemoryOpener, Opener},
};
use portcullis_llm::DemoModel;
use portcullis_programs::SearchPath;
use portcullis_secrets::{Keystore, MemoryKeystore};
use serde_json::{Value, json};

use crate::{
    hostile::Hostile,
    wait::{self, PATIENCE},
};

/// The conversation in which [`TestUser::model_asks`] asks.
pub const TALK: &str = "talk";

/// Waits for the last message of a model, until no conversation is busy any more.
pub async fn end_of_answer(events: &mut Events) -> Message {
    let mut last = None;
    heard(events, "the end of an answer", |event| match event {
        HostEvent::Message { message, .. } if message.speaker == Speaker::Model && !message.streaming => {
            last = Some(message);
            None
        }
        // A turn has ended once the list says so.
        HostEvent::Conversations { conversations } if conversations.iter().all(|it| !it.busy) => last.take(),
        _ => None,
    })
    .await
}

/// Waits for an event of which there is this to be had.
pub async fn heard<T>(events: &mut Events, what: &str, mut is: impl FnMut(HostEvent) -> Option<T>) -> T {
    let hearing = async {
        loop {
            let (_, event) = events.next().await.expect("the host is there");
            if let Some(found) = is(event) {
                return found;
            }
        }
    };
    tokio::time::timeout(PATIENCE, hearing)
        .await
        .unwrap_or_else(|_| panic!("waited in vain for {what}"))
}

/// The next problem that a person is told of.
pub async fn next_problem(events: &mut Events) -> Problem {
    heard(events, "a problem", |event| match event {
        HostEvent::Problem { problem } => Some(problem),
        _ => None,
    })
    .await
}

/// A person and their host.
pub struct TestUser {
    /// The host.
    pub host: Host,
    /// Where its data lives.
    pub data: Arc<tempfile::TempDir>,
    /// A folder for the tests' own files.
    pub room: Arc<tempfile::TempDir>,
    keystore: Arc<dyn Keystore>,
    clock: Arc<dyn Clock>,
    /// What was opened for servers.
    pub browser: Arc<MemoryOpener>,
}

impl std::fmt::Debug for TestUser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TestUser")
            .field("data", &self.data)
            .finish_non_exhaustive()
    }
}

/// What a test's computer has that others have not.
#[derive(Default, Clone)]
pub struct Setup {
    /// Programs here are found before all others.
    pub first_in_path: Option<std::path::PathBuf>,
    /// Programs are found here alone.
    pub only_path: Option<std::path::PathBuf>,
    /// The program that builds fences.
    pub fence: Option<std::path::PathBuf>,
}

impl Setup {
    /// Programs in this folder are found before all others.
    pub fn finding_first(folder: &Path) -> Self {
        Self {
            first_in_path: Some(folder.to_owned()),
            ..Self::default()
        }
    }
}

impl TestUser {
    /// A person with a new host.
    pub async fn new() -> Self {
        Self::with_keystore(Arc::new(MemoryKeystore::default())).await
    }

    /// A person whose secrets go there.
    pub async fn with_keystore(keystore: Arc<dyn Keystore>) -> Self {
        Self::with(keystore, Arc::new(SystemClock)).await
    }

    /// A person whose computer has this clock on the wall.
    pub async fn with_clock(clock: Arc<impl Clock>) -> Self {
        Self::with(Arc::new(MemoryKeystore::default()), clock).await
    }

    async fn with(keystore: Arc<dyn Keystore>, clock: Arc<dyn Clock>) -> Self {
        let data = Arc::new(tempfile::tempdir().expect("a folder can be made"));
        let room = Arc::new(tempfile::tempdir().expect("a folder can be made"));
        Self::at(data, room, keystore, clock).await
    }

    /// A person whose host ended, however it ended.
    pub async fn at(
        data: Arc<tempfile::TempDir>,
        room: Arc<tempfile::TempDir>,
        keystore: Arc<dyn Keystore>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self::as_set_up(data, room, keystore, clock, Setup::default()).await
    }

    /// The same on a computer that is set up like this.
    pub async fn as_set_up(
        data: Arc<tempfile::TempDir>,
        room: Arc<tempfile::TempDir>,
        keystore: Arc<dyn Keystore>,
        clock: Arc<dyn Clock>,
        setup: Setup,
    ) -> Self {
        let mut path = std::env::var("PATH").unwrap_or_default();
        if let Some(first) = setup.first_in_path {
            path = format!("{}:{path}", first.display());
        }
        if let Some(only) = setup.only_path {
            path = only.display().to_string();
        }
        let browser = Arc::new(MemoryOpener::default());
        let config = Config {
            data_dir: data.path().to_owned(),
            keystore: Arc::clone(&keystore),
            clock: Arc::clone(&clock),
            demo: None,
            search: Some(SearchPath::from_value(&path)),
            model: Arc::new(DemoModel),
            opener: Arc::clone(&browser) as Arc<dyn Opener>,
            fence: Some(match setup.fence {
                Some(helper) => helper,
                None => crate::programs::beside("portcullis-fence"),
            }),
            other_hosts: Some(other_hosts(room.path())),
        };
        let host = Host::start(config).await.expect("the host starts");
        Self {
            host,
            data,
            room,
            keystore,
            clock,
            browser,
        }
    }

    /// Where their secrets are.
    pub fn keystore(&self) -> Arc<dyn Keystore> {
        Arc::clone(&self.keystore)
    }

    /// What their computer says the time is.
    pub fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock)
    }

    /// Closes the host and opens it again on the same data.
    pub async fn restarts_the_host(self) -> Self {
        self.restarts_the_host_on(Setup::default()).await
    }

    /// The same on a computer that is set up like this.
    pub async fn restarts_the_host_on(self, setup: Setup) -> Self {
        let Self {
            host,
            data,
            room,
            keystore,
            clock,
            ..
        } = self;
        host.close().await;
        drop(host);
        Self::as_set_up(data, room, keystore, clock, setup).await
    }

    /// Closes the host, opens it again on the same data, and waits until this server is ready.
    pub async fn restarts_the_host_with(self, id: &str) -> Self {
        let person = self.restarts_the_host().await;
        person.sees(id, Phase::Ready).await;
        person
    }

    /// A path in the tests' own folder.
    pub fn path(&self, name: &str) -> std::path::PathBuf {
        self.room.path().join(name)
    }

    /// Asks to add a server and reads the review.
    pub async fn proposes(&self, draft: ServerDraft) -> Result<Request, Error> {
        self.host.propose_server(draft, None).await
    }

    /// Asks to make this of a server and reads the review.
    pub async fn proposes_change(&self, id: &str, draft: ServerDraft) -> Request {
        let proposed = self.host.propose_server(draft, Some(id.to_owned())).await;
        proposed.expect("the draft can be reviewed")
    }

    /// Changes the arguments of what is asked; it is asked anew.
    pub async fn amends(&self, request: &Request, arguments: &str) -> Request {
        let amended = self.host.amend(&request.id, &request.nonce, arguments).await;
        amended.expect("it can be asked like this")
    }

    /// Adds a server and starts it; its id. Does not wait until it is ready.
    pub async fn adds(&self, draft: ServerDraft) -> String {
        let label = draft.label.clone();
        let request = self.proposes(draft).await.expect("the draft can be reviewed");
        self.answers(&request, Answer::AddAndStart {}).await;
        wait::until(&format!("“{label}” among the servers"), || self.id(&label)).await
    }

    /// Says yes to a new server and waits until it is ready; its id.
    pub async fn starts(&self, request: &Request, label: &str) -> String {
        self.answers(request, Answer::AddAndStart {}).await;
        let id = wait::until(&format!("“{label}” among the servers"), || self.id(label)).await;
        self.sees(&id, Phase::Ready).await;
        id
    }

    /// Adds a server and waits until it is ready; its id.
    pub async fn adds_ready(&self, draft: ServerDraft) -> String {
        let id = self.adds(draft).await;
        self.sees(&id, Phase::Ready).await;
        id
    }

    /// Adds a folder for a server, and confirms it where that is needed.
    pub async fn adds_folder(&self, id: &str, folder: &Path) -> RootList {
        let looked = self.host.look_at_root(id, folder.to_owned()).await;
        let chosen = match looked.expect("the folder can be looked at") {
            LookedAtRoot::Plain(chosen) => chosen,
            LookedAtRoot::Wide(wide) => wide.answered(true).expect("a yes is enough"),
        };
        self.host.add_root(chosen).await.expect("the folder is added")
    }

    /// The id of the server with this label.
    pub fn id(&self, label: &str) -> Option<String> {
        let found = self
            .host
            .servers()
            .into_iter()
            .find(|server| server.label == label);
        found.map(|server| server.id)
    }

    /// Adds a hostile server on stdio and waits until it is ready.
    pub async fn has(&self, label: &str, script: Value) -> String {
        self.adds_ready(program(label, script)).await
    }

    /// Adds a hostile server whose script is too long for a command line, and waits until it is ready.
    pub async fn has_long(&self, label: &str, script: &Value) -> String {
        let path = self.path(&format!("{label}.json"));
        std::fs::write(&path, script.to_string()).expect("the script is written");
        let arguments = vec!["--script".to_owned(), path.to_string_lossy().into_owned()];
        let program = Hostile::program().to_string_lossy().into_owned();
        self.adds_ready(command(label, &program, arguments)).await
    }

    /// Turns a server off and waits until it is.
    pub async fn turns_off(&self, id: &str) {
        self.host
            .set_enabled(id, false)
            .await
            .expect("it can be turned off");
        self.sees(id, Phase::Off).await;
    }

    /// Waits until a server has this many tools whose change nobody accepted.
    pub async fn sees_changed_tools(&self, id: &str, count: u32) {
        wait::until(&format!("{count} changed tools"), || {
            let server = self.host.server(id).expect("the server is there");
            (server.summary.changed_tools == count).then_some(())
        })
        .await;
    }

    /// Waits for a phase of a server.
    pub async fn sees(&self, id: &str, phase: Phase) -> ServerState {
        self.sees_within(id, phase, PATIENCE).await
    }

    /// The same with another patience.
    pub async fn sees_within(&self, id: &str, phase: Phase, patience: Duration) -> ServerState {
        let seen = async {
            loop {
                let state = self.state(id);
                if state.phase == phase {
                    return state;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        match tokio::time::timeout(patience, seen).await {
            Ok(state) => state,
            Err(_) => panic!("timed out waiting for {phase:?}: {:?}", self.state(id)),
        }
    }

    /// Waits until a server that was away is ready again and answers a call of this tool.
    pub async fn finds_again(&self, server: &str, tool: &str) {
        self.sees_within(server, Phase::Ready, Duration::from_secs(60))
            .await;
        assert_done(&self.calls(server, tool, nothing()).await);
    }

    /// How a server is now.
    pub fn state(&self, id: &str) -> ServerState {
        self.host.server(id).expect("the server is there").summary.state
    }

    /// Reads a request for as long as the guard wants, and answers.
    pub async fn answers(&self, request: &Request, answer: Answer) {
        self.tries_to_answer(request, answer)
            .await
            .expect("the answer counts");
    }

    /// The same, for an answer that may not count.
    pub async fn tries_to_answer(&self, request: &Request, answer: Answer) -> Result<(), Error> {
        self.host.attend(&request.id, &request.nonce)?;
        // A person reads; the guard of the gate is what makes this long.
        tokio::time::sleep(limits::GUARD + Duration::from_millis(20)).await;
        self.host.answer(&request.reply(answer)).await
    }

    /// Waits for a request of which this is true.
    pub async fn is_asked(&self, what: &str, about: impl Fn(&Request) -> bool) -> Request {
        wait::until(what, || self.host.waiting().into_iter().find(&about)).await
    }

    /// Waits for the review of a server.
    pub async fn is_asked_about_a_server(&self) -> Request {
        let about = |request: &Request| matches!(request.asked, Asked::Launch { .. });
        self.is_asked("about the server", about).await
    }

    /// Waits for the question whether this call may run.
    pub async fn is_asked_about(&self, call: &CallView) -> Request {
        let id = call.id.clone();
        self.is_asked(
            &format!("the question about {}", call.tool),
            move |request| matches!(&request.asked, Asked::Tool { call, .. } if *call == id),
        )
        .await
    }

    /// Answers the question whether this call may run, and waits for the end of the call.
    pub async fn answers_call(&self, call: &CallView, answer: Answer) -> CallView {
        let request = self.is_asked_about(call).await;
        self.answers(&request, answer).await;
        self.finishes(call).await
    }

    /// The same with a permission.
    pub async fn allows(&self, call: &CallView, scope: Scope) -> CallView {
        self.answers_call(call, Answer::Allow { scope }).await
    }

    /// Waits for the question about a changed tool.
    pub async fn is_shown_a_change(&self, tool: &str) -> Request {
        let name = tool.to_owned();
        self.is_asked(
            &format!("the question about the change of {tool}"),
            move |request| matches!(&request.asked, Asked::Changed { tool, .. } if *tool == name),
        )
        .await
    }

    /// Calls a tool by hand and waits for the end.
    pub async fn calls(&self, server: &str, tool: &str, arguments: Value) -> CallView {
        let call = self.begins(server, tool, arguments).await;
        self.finishes(&call).await
    }

    /// Begins to call a tool by hand.
    pub async fn begins(&self, server: &str, tool: &str, arguments: Value) -> CallView {
        let wanted = by_hand(server, tool, arguments);
        self.host.start_call(wanted).await.expect("the call is taken")
    }

    /// Why a call by hand is refused at once.
    pub async fn is_refused(&self, server: &str, tool: &str, arguments: Value) -> Error {
        let wanted = by_hand(server, tool, arguments);
        self.host.start_call(wanted).await.expect_err("it is refused")
    }

    /// Waits for the end of a call.
    pub async fn finishes(&self, call: &CallView) -> CallView {
        tokio::time::timeout(PATIENCE * 2, self.host.finished_call(&call.id))
            .await
            .unwrap_or_else(|_| panic!("{} of “{}” never ended", call.tool, call.server_label))
            .expect("the call is kept")
    }

    /// A model wants a tool, in the conversation [`TALK`].
    pub async fn model_asks(&self, server: &str, tool: &str, arguments: Value) -> CallView {
        self.model_asks_in(TALK, server, tool, arguments).await
    }

    /// A model wants a tool.
    pub async fn model_asks_in(&self, talk: &str, server: &str, tool: &str, arguments: Value) -> CallView {
        let wanted = by_model(talk, server, tool, arguments);
        self.host.start_call(wanted).await.expect("the call is taken")
    }

    /// Waits until a file of JSON lines holds this many calls of a tool, and gives their arguments.
    pub fn arguments_sent(&self, record: &Path, tool: &str) -> Vec<Value> {
        received(record)
            .into_iter()
            .filter(|message| message["method"] == "tools/call" && message["params"]["name"] == tool)
            .map(|mut message| message["params"]["arguments"].take())
            .collect()
    }

    /// Waits until no request to a server is open. One of the host's own, such as a list that is read again, may be on its
    /// way; one that was left behind never ends.
    pub async fn has_no_open_request(&self, server: &str) {
        wait::holds("every request to be closed", || {
            self.host.open_requests(server).unwrap() == 0
        })
        .await;
    }

    /// Waits for a finished row of the record with this title.
    pub async fn sees_row(&self, what: &str) -> RecordRow {
        wait::until_async(&format!("the row “{what}”"), async || {
            let rows = self.record().await;
            let mut rows = rows.into_iter().filter(|row| row.outcome != Outcome::Waiting);
            rows.find(|row| row.what.text == what)
        })
        .await
    }

    /// Every row of the record, newest first.
    pub async fn record(&self) -> Vec<RecordRow> {
        let mut rows = Vec::new();
        let mut before = None;
        loop {
            let page = self
                .host
                .record(RecordFilter::default(), before)
                .await
                .expect("the record can be read");
            rows.extend(page.rows);
            match page.next {
                Some(next) => before = Some(next),
                None => return rows,
            }
        }
    }
}

/// A call by hand.
pub fn by_hand(server: &str, tool: &str, arguments: Value) -> CallRequest {
    CallRequest {
        server: server.to_owned(),
        tool: tool.to_owned(),
        arguments,
        by: Caller::Person,
        idle: None,
        seen: None,
    }
}

/// A call of a model in a conversation in which the server takes part.
pub fn by_model(talk: &str, server: &str, tool: &str, arguments: Value) -> CallRequest {
    CallRequest {
        by: Caller::Model {
            model: "Scripted model".to_owned(),
            conversation: talk.to_owned(),
            title: "A conversation".to_owned(),
            why: Some("The test wants it.".to_owned()),
            takes_part: true,
        },
        ..by_hand(server, tool, arguments)
    }
}

/// A draft with an endpoint and nothing else.
pub fn draft(label: &str, endpoint: Endpoint) -> ServerDraft {
    ServerDraft::unfenced(label, endpoint)
}

/// A program with arguments.
pub fn command(label: &str, program: &str, arguments: Vec<String>) -> ServerDraft {
    draft(
        label,
        Endpoint::Command {
            program: program.to_owned(),
            arguments,
            folder: None,
        },
    )
}

/// The hostile server on stdio.
pub fn program(label: &str, script: Value) -> ServerDraft {
    let program = Hostile::program();
    let program = program.to_str().expect("the folder has a plain name");
    command(label, program, Hostile::new(script).arguments())
}

/// An address.
pub fn address(label: &str, url: &str) -> ServerDraft {
    draft(label, Endpoint::Address { url: url.to_owned() })
}

/// A variable or header; a secret one goes to the keychain.
pub fn named(name: &str, value: &str, secret: bool) -> NamedValue {
    NamedValue {
        name: name.to_owned(),
        value: Some(value.to_owned()),
        secret,
    }
}

/// Everything that a hostile server wrote into its `record`.
pub fn received(record: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(record).unwrap_or_default();
    // The last line may be on its way.
    text.lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

/// How many requests over HTTP with a message of this method a hostile server wrote into its `record`.
pub fn requests(record: &Path, method: &str) -> usize {
    let all = received(record).into_iter();
    all.filter(|request| request["body"]["method"] == method).count()
}

/// The text of the first block of what a call brought back.
pub fn text(call: &CallView) -> String {
    let blocks = call
        .result
        .as_ref()
        .map(|CallResult { blocks, .. }| blocks.as_slice());
    match blocks {
        Some([Block::Text { text, .. }, ..]) => text.text.clone(),
        other => panic!("no text came back: {other:?} {:?}", call.problem),
    }
}

/// The code of what went wrong.
pub fn code(call: &CallView) -> &str {
    call.problem.as_ref().map_or("", |problem| problem.code.as_str())
}

/// Asserts that a call ended with a code, in a sentence that names the server.
pub fn assert_failed(call: &CallView, expected: Code) {
    let problem = call
        .problem
        .as_ref()
        .unwrap_or_else(|| panic!("it did not fail: {call:?}"));
    assert_eq!(problem.code, expected.as_str(), "{}", problem.sentence);
    assert_named(&problem.sentence, &call.server_label);
}

/// Asserts that a call was refused with a code.
pub fn assert_refused(call: &CallView, expected: Code) {
    assert_eq!((call.state, code(call)), (CallState::Refused, expected.as_str()));
}

/// Asserts that a call went well.
pub fn assert_done(call: &CallView) {
    assert_eq!(call.state, CallState::Done, "{:?}", call.problem);
}

/// Asserts that a sentence names a server in quotes.
pub fn assert_named(sentence: &str, label: &str) {
    assert!(
        sentence.contains(&format!("“{label}”")),
        "no “{label}” in: {sentence}"
    );
}

/// No arguments.
pub fn nothing() -> Value {
    json!({})
}

/// Where other hosts of a person keep their files: `home` in their room.
fn other_hosts(room: &Path) -> HostFolders {
    let home = room.join("home");
    HostFolders {
        config: home.join(".config"),
        local: home.join(".local/share"),
        home,
        named: Vec::new(),
    }
}
