//! The plainest possible client: lines in, lines out, and the process in plain sight.
//!
//! It checks the hostile server itself and measures servers without a host in between. Every wait
//! ends after [`PATIENCE`], so a server that stays silent fails a test instead of stopping the run.

use std::{process::ExitStatus, time::Duration};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command},
    time::timeout,
};

/// How long a test waits for something that is certain to come. Not a measure of anything.
pub const PATIENCE: Duration = Duration::from_secs(45);

/// A server process with its three pipes.
///
/// # Panics
///
/// All methods panic when what they wait for does not come; they are for tests.
#[derive(Debug)]
pub struct Peer {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    stderr: Option<ChildStderr>,
    last_id: u64,
}

impl Peer {
    /// Starts a server with pipes for all three streams.
    #[must_use]
    pub fn start(mut command: Command) -> Self {
        use std::process::Stdio;
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        let mut child = command.spawn().expect("the server can be started");
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().expect("standard output is a pipe");
        let stderr = child.stderr.take();
        Self {
            child,
            stdin,
            stdout: BufReader::new(stdout),
            stderr,
            last_id: 0,
        }
    }

    /// The process id.
    #[must_use]
    pub fn pid(&self) -> i32 {
        i32::try_from(self.child.id().expect("the server still runs")).expect("process ids are small")
    }

    /// Sends one line.
    pub async fn send(&mut self, message: &Value) {
        let line = format!("{message}\n");
        let stdin = self.stdin.as_mut().expect("standard input is open");
        timeout(PATIENCE, stdin.write_all(line.as_bytes()))
            .await
            .expect("the server takes the line")
            .expect("the line can be written");
    }

    /// Sends a request and gives its id.
    pub async fn request(&mut self, method: &str, params: Value) -> u64 {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
            .await;
        id
    }

    /// The next line without its newline; `None` at the end.
    pub async fn line(&mut self) -> Option<Vec<u8>> {
        let mut line = Vec::new();
        let read = timeout(PATIENCE, self.stdout.read_until(b'\n', &mut line));
        read.await
            .expect("the server says something")
            .expect("standard output can be read");
        if line.last() == Some(&b'\n') {
            line.pop();
            Some(line)
        } else if line.is_empty() {
            None
        } else {
            Some(line)
        }
    }

    /// The next message.
    pub async fn message(&mut self) -> Value {
        let line = self.line().await.expect("the server has not ended");
        serde_json::from_slice(&line)
            .unwrap_or_else(|error| panic!("{error} in {}", String::from_utf8_lossy(&line)))
    }

    /// Sends a request and gives the next message, which must be its reply.
    pub async fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params).await;
        let reply = self.message().await;
        assert_eq!(reply["id"], id, "another message came first: {reply}");
        reply
    }

    /// Calls a tool; the next message must be the reply.
    pub async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({"name": tool, "arguments": arguments}))
            .await
    }

    /// Shakes hands as a host of 2025-11-25 does.
    pub async fn initialize(&mut self) -> Value {
        let reply = self
            .ask(
                "initialize",
                json!({
                    "protocolVersion": "2025-11-25",
                    "capabilities": {},
                    "clientInfo": {"name": "peer", "version": "1.0.0"},
                }),
            )
            .await;
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
            .await;
        reply
    }

    /// Closes standard input.
    pub fn close_stdin(&mut self) {
        self.stdin = None;
    }

    /// Everything left on standard error, once it is closed.
    pub async fn stderr(&mut self) -> String {
        let mut text = Vec::new();
        let mut stderr = self.stderr.take().expect("standard error is read once");
        let read = timeout(PATIENCE, stderr.read_to_end(&mut text));
        read.await
            .expect("standard error ends")
            .expect("standard error can be read");
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Waits for the end of the process.
    pub async fn exit(&mut self) -> ExitStatus {
        timeout(PATIENCE, self.child.wait())
            .await
            .expect("the server ends")
            .expect("its end can be seen")
    }

    /// Whether the process still runs.
    pub fn runs(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Sends a signal.
    pub fn signal(&self, signal: rustix::process::Signal) {
        let pid = rustix::process::Pid::from_raw(self.pid()).expect("a process id is not zero");
        rustix::process::kill_process(pid, signal).expect("the server can be signalled");
    }
}
