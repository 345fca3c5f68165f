//! The least a client can be: one line out, one line in.

use crate::Anything;
use portcullis_tests::programs;
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::path::Path;
use std::process::Stdio;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

/// A client of the echo server that knows nothing but lines.
pub(crate) struct Bare {
    _child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    next: u64,
}

impl Bare {
    /// Starts an echo server and shakes hands with it.
    pub(crate) async fn connect(arguments: &[&str]) -> Anything<Self> {
        Self::start(&programs::beside("echo_server"), arguments).await
    }

    /// Starts a server of the legacy protocol and shakes hands with it.
    pub(crate) async fn start(program: &Path, arguments: &[impl AsRef<OsStr>]) -> Anything<Self> {
        let mut child = Command::new(program)
            .args(arguments)
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

    /// Asks and waits for the answer, which is read as a tree.
    pub(crate) async fn request(&mut self, method: &str, params: &Value) -> Anything<Value> {
        self.next += 1;
        let line = line(self.next, method, params)?;
        self.input.write_all(&line).await?;
        let answer: Value = serde_json::from_str(&self.output.next_line().await?.ok_or("the server ended")?)?;
        if answer["id"] != self.next || answer.get("result").is_none() {
            return Err(format!("not the answer: {answer}").into());
        }
        Ok(answer)
    }

    /// Asks `count` times with at most `flight` answers outstanding.
    pub(crate) async fn pipeline(
        &mut self,
        method: &str,
        params: &Value,
        count: u64,
        flight: usize,
    ) -> Anything<()> {
        let room = tokio::sync::Semaphore::new(flight);
        let first = self.next;
        self.next += count;
        let (input, output) = (&mut self.input, &mut self.output);
        let ask = async {
            for id in first + 1..=first + count {
                room.acquire().await?.forget();
                input.write_all(&line(id, method, params)?).await?;
            }
            Anything::Ok(())
        };
        let hear = async {
            for _ in 0..count {
                let answer: Value =
                    serde_json::from_str(&output.next_line().await?.ok_or("the server ended")?)?;
                if answer.get("result").is_none() {
                    return Err(format!("not an answer: {answer}").into());
                }
                room.add_permits(1);
            }
            Anything::Ok(())
        };
        tokio::try_join!(ask, hear).map(drop)
    }
}

fn line(id: u64, method: &str, params: &Value) -> Anything<Vec<u8>> {
    let mut line =
        serde_json::to_vec(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
    line.push(b'\n');
    Ok(line)
}
