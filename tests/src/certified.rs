//! A certified authorization server of another project (`oidc-provider`), and a real browser to sign in there with.

use std::{
    path::{Path, PathBuf},
    process::Stdio,
    sync::{Arc, Mutex, PoisonError},
};

use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    process::{Child, ChildStdin},
};

use crate::{packages, wait};

/// The authorization server, with a door before another server that opens for its tokens alone. Killed when dropped.
#[derive(Debug)]
pub struct Certified {
    /// The address of the door.
    pub url: String,
    told: Arc<Mutex<Vec<Value>>>,
    orders: ChildStdin,
    _child: Child,
}

impl Certified {
    /// Starts it before a server that listens already.
    pub async fn before(behind: &str) -> Self {
        let mut child = packages::certified(behind)
            .command()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the authorization server can be started");
        let orders = child.stdin.take().expect("standard input is a pipe");
        let stdout = child.stdout.take().expect("standard output is a pipe");
        let mut lines = BufReader::new(stdout).lines();
        let url = lines.next_line().await.ok().flatten().unwrap_or_default();
        assert!(
            url.starts_with("http://"),
            "the authorization server did not start: {url:?}"
        );
        let told = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&told);
        tokio::spawn(async move {
            while let Ok(Some(line)) = lines.next_line().await {
                let what = serde_json::from_str(&line).unwrap_or(Value::String(line));
                heard.lock().unwrap_or_else(PoisonError::into_inner).push(what);
            }
        });
        Self {
            url,
            told,
            orders,
            _child: child,
        }
    }

    /// Makes every token that came to the door so far a wrong one; those to renew with stay good.
    pub async fn expire(&mut self) {
        self.orders
            .write_all(b"expire\n")
            .await
            .expect("the authorization server listens");
    }

    /// What it told of this kind: `registered`, `granted`, `refreshed`, `revoked`, `called` or `refused`.
    pub fn told(&self, kind: &str) -> Vec<Value> {
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.iter().filter_map(|what| what.get(kind).cloned()).collect()
    }

    /// The same, as soon as there is some.
    pub async fn tells(&self, kind: &str) -> Vec<Value> {
        wait::until(&format!("the authorization server to tell “{kind}”"), || {
            Some(self.told(kind)).filter(|told| !told.is_empty())
        })
        .await
    }
}

/// What stands in for the system's way to open a page: it writes down what it is given, and may open it.
#[derive(Debug)]
pub struct Opener {
    programs: PathBuf,
    opened: PathBuf,
    ended: PathBuf,
}

/// What becomes of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visitor {
    /// They sign in there, in a real browser.
    SignsIn,
    /// They leave the page by its way out.
    Refuses,
    /// There is no server.
    Away,
}

impl Opener {
    /// Puts it into a home.
    pub fn new(home: &Path, person: Visitor) -> Self {
        use std::os::unix::fs::PermissionsExt as _;
        let opener = Self {
            programs: home.join("programs"),
            opened: home.join("opened"),
            ended: home.join("ended"),
        };
        let how = match person {
            Visitor::SignsIn => "",
            Visitor::Refuses => "refuse",
            Visitor::Away => "away",
        };
        let browse = if person == Visitor::Away {
            String::new()
        } else {
            let browser = packages::browser();
            format!(
                "'{}' '{}' \"$1\" {how} >> '{}' 2>&1 &\n",
                browser.path.display(),
                browser.arguments.join("' '"),
                opener.ended.display()
            )
        };
        let script = format!(
            "#!/bin/sh\nprintf '%s\\n' \"$1\" >> '{}'\n{browse}",
            opener.opened.display()
        );
        let program = opener.programs.join("xdg-open");
        std::fs::create_dir_all(&opener.programs)
            .and_then(|()| std::fs::write(&program, script))
            .and_then(|()| std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o700)))
            .expect("a program can be written");
        opener
    }

    /// The search path in which it is found first.
    pub fn path(&self) -> String {
        let rest = std::env::var("PATH").unwrap_or_default();
        format!("{}:{rest}", self.programs.display())
    }

    /// Every page that was to be opened.
    pub fn opened(&self) -> Vec<String> {
        let opened = std::fs::read_to_string(&self.opened).unwrap_or_default();
        opened.lines().map(str::to_owned).collect()
    }

    /// The only page that was to be opened, as soon as there is one.
    pub async fn page(&self) -> String {
        wait::until("the browser", || self.opened().pop()).await
    }

    /// What a browser that came back ended on: `title`, `text`, and where it was in `seen`.
    pub async fn ended(&self) -> Value {
        wait::until("the browser to come back", || {
            let ended = std::fs::read_to_string(&self.ended).ok()?;
            serde_json::from_str(ended.lines().last()?).ok()
        })
        .await
    }
}
