//! A real server that listens on a port of this computer, started by a test as a person would start it beside the host.

use std::{process::Stdio, time::Duration};

use tokio::{
    net::{TcpListener, TcpStream},
    process::Child,
};

use crate::packages::Program;

/// How long one may take to start or to leave: a busy computer imports for a while.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server. It ends with this.
#[derive(Debug)]
pub struct Listening {
    /// Where it listens.
    pub port: u16,
    child: Child,
}

impl Listening {
    /// Starts a program that listens at the port that `PORT` names, on a free one.
    pub async fn start(program: &Program) -> Self {
        let free = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let port = free.local_addr().expect("it has an address").port();
        drop(free);
        Self::start_at(program, port).await
    }

    /// Starts it on a port that is known to be free.
    pub async fn start_at(program: &Program, port: u16) -> Self {
        let mut command = program.command();
        let child = command
            .env("PORT", port.to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server can be started");
        let listens = async {
            while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(PATIENCE, listens).await.expect("it listens");
        Self { port, child }
    }

    /// An address of it.
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Waits until it has ended on its own.
    pub async fn leaves(&mut self) {
        let left = tokio::time::timeout(PATIENCE, self.child.wait()).await;
        left.expect("it leaves").expect("it was a child of this process");
    }

    /// Ends it, and returns when it has gone.
    pub async fn ends(mut self) {
        self.child.kill().await.expect("it can be ended");
    }
}
