//! `cargo xtask bench`: what a recorded call costs, beside a client that does nothing else.
//!
//! Everything runs in one process against the same echo server, interleaved, so that what the computer does
//! meanwhile weighs on all alike. Absolute times mean nothing on a shared machine; the ratios do.

use portcullis_host::audit::{Audit, Intended, Redactor};
use portcullis_host::clock::SystemClock;
use portcullis_host::host::{By, Wanted};
use portcullis_host::models::DemoModel;
use portcullis_host::opener::MemoryOpener;
use portcullis_host::process::SearchPath;
use portcullis_host::store::Store;
use portcullis_host::vault::MemoryKeystore;
use portcullis_host::view::*;
use portcullis_host::{Config, Host, limits};
use portcullis_tests::programs;
use rmcp::ServiceExt;
use rmcp::model::CallToolRequestParams;
use rmcp::transport::TokioChildProcess;
use serde_json::{Value, json};
use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

const ROUNDS: usize = 7;
const CALLS: usize = 300;

type Anything<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// The least a client can be: one line out, one line in.
struct Bare {
    _child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    next: u64,
}

impl Bare {
    async fn connect() -> Anything<Self> {
        let mut child = Command::new(programs::beside("echo_server"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let input = child.stdin.take().ok_or("no input")?;
        let output = BufReader::new(child.stdout.take().ok_or("no output")?).lines();
        let mut bare = Self {
            _child: child,
            input,
            output,
            next: 0,
        };
        let hello = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bare", "version": "1"}});
        bare.request("initialize", &hello).await?;
        bare.input
            .write_all(b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n")
            .await?;
        Ok(bare)
    }

    async fn request(&mut self, method: &str, params: &Value) -> Anything<Value> {
        self.next += 1;
        let mut line = serde_json::to_vec(
            &json!({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params}),
        )?;
        line.push(b'\n');
        self.input.write_all(&line).await?;
        let answer: Value = serde_json::from_str(&self.output.next_line().await?.ok_or("the server ended")?)?;
        if answer["id"] != self.next || answer.get("result").is_none() {
            return Err(format!("not the answer: {answer}").into());
        }
        Ok(answer)
    }
}

/// The host as a model uses it: policy, a standing permission, a durable row before every call.
struct Recorded {
    host: Host,
    server: String,
    _folder: tempfile::TempDir,
}

impl Recorded {
    async fn start() -> Anything<Self> {
        // Beside the build, so that the disk is the one that people have and not one in memory.
        let folder = tempfile::tempdir_in(std::env::current_exe()?.parent().ok_or("no folder")?)?;
        let host = Host::start(Config {
            data_dir: folder.path().to_owned(),
            keystore: Arc::new(MemoryKeystore::default()),
            clock: Arc::new(SystemClock),
            demo: None,
            search: Some(SearchPath::from_value("/usr/bin:/bin")),
            model: Arc::new(DemoModel),
            opener: Arc::new(MemoryOpener::default()),
        })
        .await?;
        let program = programs::beside("echo_server").to_string_lossy().into_owned();
        let draft = ServerDraft {
            label: "Echo".to_owned(),
            endpoint: Endpoint::Command {
                program,
                arguments: vec![],
                folder: None,
            },
            environment: vec![],
            headers: vec![],
            era: EraChoice::Legacy,
            limits: ServerLimits {
                idle_seconds: 60,
                total_seconds: 600,
                message_mib: 16,
            },
        };
        let request = host.propose_server(draft, None).await?;
        answer(&host, &request, Answer::AddAndStart {}).await?;
        let server = loop {
            match host.servers().first() {
                Some(server) if server.state.phase == Phase::Ready => break server.id.clone(),
                _ => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        };
        let recorded = Self {
            host,
            server,
            _folder: folder,
        };
        let first = recorded.host.start_call(recorded.wanted()).await?;
        let request = loop {
            match recorded.host.waiting().into_iter().next() {
                Some(request) => break request,
                None => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        };
        answer(&recorded.host, &request, Answer::Allow { scope: Scope::Hour }).await?;
        recorded.host.finished_call(&first.id).await?;
        Ok(recorded)
    }

    fn wanted(&self) -> Wanted {
        let by = By::Model {
            model: "bench".to_owned(),
            conversation: "bench".to_owned(),
            title: "bench".to_owned(),
            why: None,
            takes_part: true,
        };
        Wanted {
            server: self.server.clone(),
            tool: "echo".to_owned(),
            arguments: json!({"text": "hello"}),
            by,
            idle: None,
            seen: None,
        }
    }

    async fn call(&self) -> Anything<()> {
        let started = self.host.start_call(self.wanted()).await?;
        let ended = self.host.finished_call(&started.id).await?;
        match ended.state {
            CallState::Done => Ok(()),
            other => Err(format!("the call ended as {other:?}: {:?}", ended.problem).into()),
        }
    }

    /// Waits until the outcome of the last call is in the record too, so that writing it slows down nobody else's
    /// turn: it would be the bare client's.
    async fn settled(&self) -> Anything<()> {
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

async fn answer(host: &Host, request: &Request, answer: Answer) -> Anything<()> {
    host.attend(&request.id, &request.nonce)?;
    tokio::time::sleep(limits::GUARD + Duration::from_millis(20)).await;
    let reply = Reply {
        request: request.id.clone(),
        nonce: request.nonce.clone(),
        digest: request.digest.clone(),
        answer,
    };
    Ok(host.answer(&reply).await?)
}

/// A row of about the size of one in the record, made durable as the record makes it.
struct Durable {
    db: rusqlite::Connection,
    _folder: tempfile::TempDir,
}

impl Durable {
    fn open() -> Anything<Self> {
        let folder = tempfile::tempdir_in(std::env::current_exe()?.parent().ok_or("no folder")?)?;
        let db = rusqlite::Connection::open(folder.path().join("rows.db"))?;
        db.execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (seq INTEGER PRIMARY KEY, text TEXT);",
        )?;
        Ok(Self { db, _folder: folder })
    }

    fn write(&self) -> Anything<()> {
        self.db
            .execute("INSERT INTO rows (text) VALUES (?1)", ["x".repeat(700)])?;
        Ok(())
    }
}

/// The row that a call needs before it goes out, made durable by the record itself and by nothing else.
struct Row {
    audit: Audit,
    _folder: tempfile::TempDir,
}

impl Row {
    fn open() -> Anything<Self> {
        let folder = tempfile::tempdir_in(std::env::current_exe()?.parent().ok_or("no folder")?)?;
        let opened = Store::open(folder.path(), Arc::new(SystemClock))?;
        let audit = Audit::new(opened.store, Arc::new(SystemClock), Redactor::default());
        Ok(Self {
            audit,
            _folder: folder,
        })
    }

    async fn write(&self) -> Anything<()> {
        let row = Intended {
            kind: RecordKind::Call,
            what: "echo".to_owned(),
            server: None,
            asked_by: "bench".to_owned(),
            tool: Some("echo".to_owned()),
            conversation: None,
            why: "No permission of yours covers this call.".to_owned(),
            rule: None,
            sent: Some(json!({"text": "hello"})),
            definition: Some("0".repeat(64)),
            shown: None,
            outcome: None,
        };
        self.audit.intend(row).await?;
        Ok(())
    }
}

#[derive(Default)]
struct Times(Vec<Duration>);

impl Times {
    fn at(&self, share: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss
        )]
        let index = ((sorted.len() - 1) as f64 * share) as usize;
        sorted.get(index).map_or(0.0, Duration::as_secs_f64) * 1e6
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// On a thread of the runtime, as everything in the application is: the main thread would have to be woken by
/// one of those for every answer, in each of the clients.
#[tokio::main]
async fn main() -> Anything<()> {
    tokio::spawn(measure()).await?
}

async fn measure() -> Anything<()> {
    let mut bare = Bare::connect().await?;
    let plain = ()
        .serve(TokioChildProcess::new(Command::new(programs::beside(
            "echo_server",
        )))?)
        .await?;
    let recorded = Recorded::start().await?;
    let durable = Durable::open()?;
    let params = json!({"name": "echo", "arguments": {"text": "hello"}});
    let row = Row::open()?;
    let names = [
        "bare client",
        "rmcp alone",
        "one durable write",
        "one row of the record",
        "host, recorded",
    ];
    let mut p50: [Vec<f64>; 5] = Default::default();
    let mut p99: [Vec<f64>; 5] = Default::default();
    for round in 0..=ROUNDS {
        let mut times: [Times; 5] = Default::default();
        for _ in 0..CALLS {
            let began = Instant::now();
            bare.request("tools/call", &params).await?;
            times[0].0.push(began.elapsed());
            let began = Instant::now();
            let arguments = json!({"text": "hello"}).as_object().cloned().unwrap_or_default();
            plain
                .peer()
                .call_tool(CallToolRequestParams::new("echo").with_arguments(arguments))
                .await?;
            times[1].0.push(began.elapsed());
            let began = Instant::now();
            durable.write()?;
            times[2].0.push(began.elapsed());
            let began = Instant::now();
            row.write().await?;
            times[3].0.push(began.elapsed());
            let began = Instant::now();
            recorded.call().await?;
            times[4].0.push(began.elapsed());
            recorded.settled().await?;
        }
        // The first round warms up.
        if round > 0 {
            for (index, times) in times.iter().enumerate() {
                p50[index].push(times.at(0.5));
                p99[index].push(times.at(0.99));
            }
        }
    }
    println!("{ROUNDS} rounds of {CALLS} calls each, interleaved; medians of the rounds, in microseconds\n");
    println!("| | p50 | p99 | p50 to bare |\n|---|---|---|---|");
    let base = median(p50[0].clone());
    let mut medians = [0.0; 5];
    for (index, name) in names.iter().enumerate() {
        medians[index] = median(p50[index].clone());
        println!(
            "| {name} | {:.0} | {:.0} | {:.2} |",
            medians[index],
            median(p99[index].clone()),
            medians[index] / base
        );
    }
    for write in [2, 3] {
        let ratio = medians[4] / (2.0 * medians[0] + medians[write]);
        println!("\nrecorded call / (2 × bare + {}) = {ratio:.2}", names[write]);
    }
    println!("To be at most 1.");
    let check = recorded.host.verify_record().await?;
    println!("{}", check.sentence);
    recorded.host.close().await;
    plain.cancel().await?;
    if check.first_broken.is_some() {
        Err("the record is broken".into())
    } else {
        Ok(())
    }
}
