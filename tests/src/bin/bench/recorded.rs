//! The host as a model uses it: policy, a standing permission, a durable row before every call.

use crate::Anything;
use portcullis_api::*;
use portcullis_core::clock::SystemClock;
use portcullis_formats::HostFolders;
use portcullis_host::host::{CallRequest, Caller};
use portcullis_host::opener::MemoryOpener;
use portcullis_host::{Config, Host, limits};
use portcullis_llm::DemoModel;
use portcullis_programs::SearchPath;
use portcullis_secrets::MemoryKeystore;
use portcullis_tests::programs;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A host on a folder of its own.
pub(crate) struct Recorded {
    pub(crate) host: Host,
    pub(crate) folder: tempfile::TempDir,
}

impl Recorded {
    /// Starts it without servers.
    pub(crate) async fn start() -> Anything<Self> {
        // On a disk, and not in memory as the usual folder for temporary files may be; and not in the checkout, which a fenced
        // program of ours reads.
        let folder = tempfile::tempdir_in("/var/tmp")?;
        let host = open(folder.path()).await?;
        Ok(Self { host, folder })
    }

    /// Adds an echo server and answers the question about it. Returns its id.
    pub(crate) async fn add(&self, label: &str, arguments: &[&str]) -> Anything<String> {
        let arguments: Vec<String> = arguments.iter().map(|it| (*it).to_owned()).collect();
        self.add_program(label, &programs::beside("echo_server"), &arguments)
            .await
    }

    /// Adds a program and answers the question about it. Returns its id.
    pub(crate) async fn add_program(
        &self,
        label: &str,
        program: &Path,
        arguments: &[String],
    ) -> Anything<String> {
        let request = self.proposed(label, program, arguments, None).await?;
        self.added(label, &request).await
    }

    /// Adds an echo server in a fence and answers the question about it. Returns its id.
    pub(crate) async fn add_fenced(&self, label: &str, fence: FenceGrants) -> Anything<String> {
        let program = programs::beside("echo_server");
        let request = self.proposed(label, &program, &[], Some(fence)).await?;
        self.added(label, &request).await
    }

    async fn added(&self, label: &str, request: &Request) -> Anything<String> {
        if let Asked::Launch { refusals, .. } = &request.asked
            && !refusals.is_empty()
        {
            return Err(format!("{label} cannot be added: {refusals:?}").into());
        }
        answer(&self.host, request, Answer::AddAndStart {}).await?;
        loop {
            let servers = self.host.servers();
            if let Some(server) = servers.into_iter().find(|server| server.label == label) {
                return Ok(server.id);
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// Adds an echo server that the host has never seen. Returns how long it took from the answer about it until it was
    /// ready, in seconds.
    pub(crate) async fn add_timed(&self, label: &str, arguments: &[&str]) -> Anything<f64> {
        let arguments: Vec<String> = arguments.iter().map(|it| (*it).to_owned()).collect();
        let request = self
            .proposed(label, &programs::beside("echo_server"), &arguments, None)
            .await?;
        let reply = looked_at(&self.host, &request, Answer::AddAndStart {}).await?;
        let began = Instant::now();
        self.host.answer(&reply).await?;
        self.is_ready(label).await;
        Ok(began.elapsed().as_secs_f64())
    }

    async fn proposed(
        &self,
        label: &str,
        program: &Path,
        arguments: &[String],
        fence: Option<FenceGrants>,
    ) -> Anything<Request> {
        let program = program.to_string_lossy().into_owned();
        let draft = ServerDraft {
            era: EraChoice::Legacy,
            fence,
            ..ServerDraft::unfenced(
                label,
                Endpoint::Command {
                    program,
                    arguments: arguments.to_vec(),
                    folder: None,
                },
            )
        };
        Ok(self.host.propose_server(draft, None).await?)
    }

    /// Waits until every server is ready.
    pub(crate) async fn ready(&self) {
        while self
            .host
            .servers()
            .iter()
            .any(|server| server.state.phase != Phase::Ready)
        {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// Starts a server again. Returns how long it took until it was ready, in seconds.
    pub(crate) async fn start_again(&self, server: &str) -> Anything<f64> {
        let phase = || {
            let servers = self.host.servers();
            servers.iter().find(|it| it.id == server).map(|it| it.state.phase)
        };
        self.host.set_enabled(server, false).await?;
        while phase() != Some(Phase::Off) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let began = Instant::now();
        self.host.set_enabled(server, true).await?;
        while phase() != Some(Phase::Ready) {
            tokio::time::sleep(Duration::from_micros(200)).await;
        }
        Ok(began.elapsed().as_secs_f64())
    }

    /// Waits until the server with this label is ready.
    pub(crate) async fn is_ready(&self, label: &str) {
        let is_ready = |server: &ServerSummary| server.label == label && server.state.phase == Phase::Ready;
        while !self.host.servers().iter().any(is_ready) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// A tool is asked for once and allowed for an hour.
    pub(crate) async fn allow(&self, server: &str, tool: &str, arguments: Value) -> Anything<()> {
        let first = self.host.start_call(wanted(server, tool, arguments)).await?;
        self.allow_what_waits().await?;
        self.host.finished_call(&first.id).await?;
        Ok(())
    }

    /// What waits is allowed for an hour.
    pub(crate) async fn allow_what_waits(&self) -> Anything<()> {
        let request = loop {
            match self.host.waiting().into_iter().next() {
                Some(request) => break request,
                None => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        };
        answer(&self.host, &request, Answer::Allow { scope: Scope::Hour }).await
    }

    /// One call, to its end.
    pub(crate) async fn call(&self, server: &str, tool: &str, arguments: Value) -> Anything<CallView> {
        let started = self.host.start_call(wanted(server, tool, arguments)).await?;
        let ended = self.host.finished_call(&started.id).await?;
        match ended.state {
            CallState::Done => Ok(ended),
            other => Err(format!("the call ended as {other:?}: {:?}", ended.problem).into()),
        }
    }

    /// Waits until the outcome of the last call is in the record too, so that writing it slows down no other
    /// turn: it would be the bare client's.
    pub(crate) async fn settled(&self) -> Anything<()> {
        let open = RecordFilter {
            outcome: Some(Outcome::Waiting),
            ..RecordFilter::default()
        };
        while !self.host.record(open.clone(), None).await?.rows.is_empty() {
            tokio::task::yield_now().await;
        }
        Ok(())
    }
}

/// Opens a host on a folder.
pub(crate) async fn open(folder: &Path) -> Anything<Host> {
    open_beside(folder, None).await
}

/// Opens a host on a folder, on a computer where other hosts keep their files in these.
pub(crate) async fn open_beside(folder: &Path, other_hosts: Option<HostFolders>) -> Anything<Host> {
    Ok(Host::start(Config {
        data_dir: folder.to_owned(),
        keystore: Arc::new(MemoryKeystore::default()),
        clock: Arc::new(SystemClock),
        demo: None,
        search: Some(SearchPath::from_value("/usr/bin:/bin")),
        model: Arc::new(DemoModel),
        opener: Arc::new(MemoryOpener::default()),
        fence: Some(programs::beside("portcullis-fence")),
        other_hosts,
    })
    .await?)
}

fn wanted(server: &str, tool: &str, arguments: Value) -> CallRequest {
    let by = Caller::Model {
        model: "bench".to_owned(),
        // Nothing flows from one tool to another, which would be asked about each time.
        conversation: format!("{server} {tool}"),
        title: "bench".to_owned(),
        why: None,
        takes_part: true,
    };
    CallRequest {
        server: server.to_owned(),
        tool: tool.to_owned(),
        arguments,
        by,
        idle: None,
        seen: None,
    }
}

async fn answer(host: &Host, request: &Request, answer: Answer) -> Anything<()> {
    let reply = looked_at(host, request, answer).await?;
    Ok(host.answer(&reply).await?)
}

/// The answer of a user who has looked at a question for as long as it takes.
pub(crate) async fn looked_at(host: &Host, request: &Request, answer: Answer) -> Anything<GateReply> {
    host.attend(&request.id, &request.nonce)?;
    tokio::time::sleep(limits::GUARD + Duration::from_millis(20)).await;
    Ok(request.reply(answer))
}

/// The arguments of every small call.
pub(crate) fn hello() -> Value {
    json!({"text": "hello"})
}
