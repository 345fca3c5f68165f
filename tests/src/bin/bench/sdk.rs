//! Other SDKs as clients of the same echo server, each in a process of its own that measures itself.

use crate::Anything;
use crate::times::Times;
use portcullis_tests::programs;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

/// A script that reads how many calls to make, a line each, and answers with their times in microseconds.
pub(crate) struct Sdk {
    /// As it stands in the table.
    pub(crate) name: &'static str,
    _child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Sdk {
    /// Those that are installed: `cargo xtask test packages` fetches them. What is missing is said and left out.
    pub(crate) async fn all() -> Anything<Vec<Self>> {
        let packages = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("packages");
        let node = packages.join("node_modules/node/bin/node");
        let python = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(".cache/python/modern/bin/python");
        let mut found = Vec::new();
        for (name, program, script) in [
            ("TypeScript SDK", node, "bench_client.mjs"),
            ("Python SDK", python, "bench_client.py"),
        ] {
            if program.exists() {
                found.push(Self::start(name, &program, &packages.join(script)).await?);
            } else {
                println!("{name} is not installed (`cargo xtask test packages`) and is left out.");
            }
        }
        Ok(found)
    }

    async fn start(name: &'static str, program: &PathBuf, script: &PathBuf) -> Anything<Self> {
        let mut child = Command::new(program)
            .arg(script)
            .arg(programs::beside("echo_server"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let input = child.stdin.take().ok_or("no input")?;
        let output = BufReader::new(child.stdout.take().ok_or("no output")?).lines();
        Ok(Self {
            name,
            _child: child,
            input,
            output,
        })
    }

    /// Makes calls one after the other.
    pub(crate) async fn calls(&mut self, count: usize) -> Anything<Times> {
        self.input.write_all(format!("{count}\n").as_bytes()).await?;
        let line = self.output.next_line().await?;
        let line = line.ok_or_else(|| format!("{} ended", self.name))?;
        let micros: Vec<f64> = serde_json::from_str(&line)?;
        Ok(Times(
            micros
                .into_iter()
                .map(|it| Duration::from_secs_f64(it / 1e6))
                .collect(),
        ))
    }
}
