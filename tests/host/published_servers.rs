//! Published servers, fetched once and in the fence that a new program gets, are the same as without one: the same definitions,
//! lists and results.
//!
//! They are in `packages/servers.json`, each in one version. `cargo xtask servers` takes all of them, or the
//! named ones, and prints the table of `docs/quality.md`; run by its name alone the test takes those that are marked as quick. A full
//! run leaves it out: it must not depend on public registries.
#![cfg(target_os = "linux")]

use std::{
    collections::BTreeMap,
    fs,
    io::{Read as _, Write as _},
    net::TcpListener,
    os::unix::fs::MetadataExt as _,
    panic::AssertUnwindSafe,
    path::Path,
    process::Command,
    sync::Arc,
    time::{Duration, Instant},
};

use futures::FutureExt as _;
use portcullis_api::{
    Answer, Asked, CallState, FenceGrants, FenceHost, NamedValue, Phase, Request, ServerDraft,
};
use portcullis_core::clock::SystemClock;
use portcullis_secrets::MemoryKeystore;
use portcullis_tests::{
    packages,
    test_user::{Setup, TestUser, command},
    wait,
};
use serde::Deserialize;
use serde_json::{Value, json};

/// Names of servers, or `all`: set by `cargo xtask servers`.
const WANTED: &str = "PORTCULLIS_SERVERS";
/// A large package on a busy computer.
const FETCH: Duration = Duration::from_secs(400);
/// Runtimes load for a while.
const START_SECONDS: u32 = 120;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Published {
    name: String,
    /// `npx` or `uvx`.
    launcher: String,
    package: String,
    version: String,
    /// The command of a Python package, where it has another name.
    #[serde(default)]
    script: Option<String>,
    #[serde(default)]
    arguments: Vec<String>,
    #[serde(default)]
    variables: BTreeMap<String, String>,
    /// Files of the person, in a folder of their own.
    #[serde(default)]
    files: BTreeMap<String, String>,
    /// Run there before, without any output that matters.
    #[serde(default)]
    before: Vec<Vec<String>>,
    /// What a person grants beyond what the new server gets.
    #[serde(default)]
    grants: Granted,
    /// Tools with arguments, whose results do not depend on the moment.
    #[serde(default)]
    calls: Vec<(String, Value)>,
    /// What is in a result and differs all the same, and why.
    #[serde(default)]
    differs: BTreeMap<String, String>,
    /// Programs that a fence hides and that it uses where they are, and for what. Where one is here, results differ: only that a call
    /// is done is compared.
    #[serde(default)]
    differs_with: BTreeMap<String, String>,
    #[serde(default)]
    quick: bool,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Granted {
    read: Vec<String>,
    write: Vec<String>,
    hosts: Vec<String>,
    nested: bool,
}

impl Published {
    fn all() -> Vec<Self> {
        let file = packages::home().join("packages/servers.json");
        serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
    }

    fn wanted() -> Vec<Self> {
        let wanted = std::env::var(WANTED).unwrap_or_default();
        let names: Vec<&str> = wanted.split(',').filter(|name| !name.is_empty()).collect();
        Self::all()
            .into_iter()
            .filter(|server| match names.as_slice() {
                [] => server.quick,
                ["all"] => true,
                names => names.contains(&server.name.as_str()),
            })
            .collect()
    }

    fn line(&self) -> Vec<String> {
        match (self.launcher.as_str(), &self.script) {
            ("npx", _) => vec!["-y".to_owned(), format!("{}@{}", self.package, self.version)],
            (_, None) => vec![format!("{}=={}", self.package, self.version)],
            (_, Some(script)) => vec![
                "--from".to_owned(),
                format!("{}=={}", self.package, self.version),
                script.clone(),
            ],
        }
    }
}

/// Where a server works, the same for each start: files as they were, and a page on this computer.
struct Surroundings<'a> {
    server: &'a Published,
    folder: tempfile::TempDir,
    port: u16,
}

impl<'a> Surroundings<'a> {
    fn of(server: &'a Published) -> Self {
        Self {
            server,
            folder: tempfile::tempdir_in("/var/tmp").unwrap(),
            port: page(),
        }
    }

    /// Leaves nothing of what a start before this one did.
    fn restore(&self) {
        for entry in fs::read_dir(self.folder.path()).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                fs::remove_dir_all(path).unwrap();
            } else {
                fs::remove_file(path).unwrap();
            }
        }
        for (name, content) in &self.server.files {
            fs::write(self.folder.path().join(name), content).unwrap();
        }
        for line in &self.server.before {
            let [program, arguments @ ..] = line.as_slice() else {
                continue;
            };
            let mut command = Command::new(program);
            command.args(arguments).current_dir(self.folder.path());
            // The same commit each time.
            for name in ["GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"] {
                command.env(name, "2026-01-01T00:00:00Z");
            }
            assert!(command.output().unwrap().status.success(), "{line:?}");
        }
    }

    fn filled(&self, text: &str) -> String {
        let folder = self.folder.path().to_str().unwrap();
        let text = text
            .replace("{folder}", folder)
            .replace("{port}", &self.port.to_string());
        match text.contains("{browser}") {
            true => text.replace("{browser}", &browser()),
            false => text,
        }
    }

    fn draft(&self) -> ServerDraft {
        let arguments = self.server.line().into_iter();
        // A browser has a sandbox of its own, but for root.
        let own = self.server.arguments.iter();
        let own = own.filter(|argument| is_root() || !argument.ends_with("--no-sandbox"));
        let own = own.map(|argument| self.filled(argument));
        let variables = self.server.variables.iter().map(|(name, value)| NamedValue {
            name: name.clone(),
            value: Some(self.filled(value)),
            secret: false,
        });
        let line = arguments.chain(own).collect();
        let mut draft = command(&self.server.name, &self.server.launcher, line);
        draft.environment.extend(variables);
        draft.limits.start_seconds = Some(START_SECONDS);
        draft
    }

    fn grants(&self) -> FenceGrants {
        let filled = |all: &[String]| all.iter().map(|path| self.filled(path)).collect();
        let Granted {
            read,
            write,
            hosts,
            nested,
        } = &self.server.grants;
        let hosts = hosts.iter().map(|host| {
            let host = self.filled(host);
            let (name, port) = host.rsplit_once(':').unwrap();
            FenceHost::new(name, port.parse().unwrap())
        });
        FenceGrants {
            read: filled(read),
            write: filled(write),
            hosts: hosts.collect(),
            any_host: false,
            nested: *nested,
        }
    }

    /// Everything that a running server offers, and what its calls bring.
    async fn seen(&self, person: &TestUser, id: &str) -> Value {
        let tools = person.host.tools(id, "").unwrap();
        let mut definitions = BTreeMap::new();
        for tool in &tools.tools {
            let detail = person.host.tool(id, &tool.name).await.unwrap();
            definitions.insert(tool.name.clone(), detail.digest);
        }
        let prompts = person.host.prompts(id, "").await.unwrap();
        let resources = person.host.resources(id, "").await.unwrap();
        let mut results = Vec::new();
        for (tool, arguments) in &self.server.calls {
            let arguments = serde_json::from_str(&self.filled(&arguments.to_string())).unwrap();
            let done = person.calls(id, tool, arguments).await;
            // A browser also calls its maker while it does what it is asked to, and does without an answer.
            assert!(
                done.state == CallState::Done || done.kept_out.is_empty(),
                "{}, {tool}: {:?}",
                self.server.name,
                done.kept_out
            );
            let blocks = done.result.as_ref().map(|result| &result.blocks);
            let mut result = serde_json::to_string(&blocks).unwrap();
            for part in self.server.differs.keys() {
                result = masked(&result, part);
            }
            if self.server.differs_with.keys().any(|program| is_here(program)) {
                result.clear();
            }
            results.push(json!({"tool": tool, "state": done.state, "result": result}));
        }
        json!({
            "tools": definitions,
            "excluded": tools.excluded,
            "prompts": prompts.prompts,
            "resources": resources.resources,
            "templates": resources.templates,
            "results": results,
        })
    }
}

/// Whether a program is found on this computer.
fn is_here(program: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

fn is_root() -> bool {
    fs::metadata("/proc/self").unwrap().uid() == 0
}

/// Chromium or Chrome, which the step `setup` sees to.
fn browser() -> String {
    let places = [
        "/usr/bin/chromium",
        "/usr/bin/chromium-browser",
        "/usr/bin/google-chrome",
    ];
    let found = places.into_iter().find(|place| Path::new(place).exists());
    found
        .expect("Chromium or Chrome is installed; `cargo xtask test setup` sees to it")
        .to_owned()
}

/// Without what stands behind each place of these words, up to the end of the word.
fn masked(text: &str, part: &str) -> String {
    let mut pieces = text.split(part);
    let mut left = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let rest = piece.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || "._:+-".contains(c));
        left.push_str(part);
        left.push('…');
        left.push_str(rest);
    }
    left
}

/// A page on this computer that is always the same.
fn page() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for client in listener.incoming().flatten() {
            std::thread::spawn(move || {
                let mut client = client;
                let mut request = [0; 4096];
                if client.read(&mut request).is_ok_and(|read| read > 0) {
                    let body =
                        "<html><head><title>Page</title></head><body><h1>Page</h1><p>Read.</p></body></html>";
                    let head =
                        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: ";
                    // The caller may be gone.
                    _ = client.write_all(format!("{head}{}\r\n\r\n{body}", body.len()).as_bytes());
                }
            });
        }
    });
    port
}

/// A person who has uv, which is pinned as the packages are.
async fn person() -> TestUser {
    let folder = || Arc::new(tempfile::tempdir().unwrap());
    let setup = Setup {
        first_in_path: Some(packages::uv()),
        ..Setup::default()
    };
    let keystore = Arc::new(MemoryKeystore::default());
    let clock = Arc::new(SystemClock);
    TestUser::as_set_up(folder(), folder(), keystore, clock, setup).await
}

async fn asked_within(person: &TestUser, what: &str, time: Duration) -> Request {
    let end = Instant::now() + time;
    loop {
        let waiting = person.host.waiting().into_iter();
        let mut launches = waiting.filter(|request| matches!(request.asked, Asked::Launch { .. }));
        if let Some(request) = launches.next() {
            return request;
        }
        assert!(Instant::now() < end, "timed out waiting for {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Fetches a server, compares it with itself without its fence, and gives a row for the table.
async fn compared(server: &Published) -> String {
    let (started, start) = (Instant::now(), Duration::from_secs(START_SECONDS.into()));
    let (person, around) = (person().await, Surroundings::of(server));
    around.restore();
    let draft = around.draft();
    let suggested = person.host.suggest_fence(draft.clone(), true).await;
    let mut fence = suggested
        .grants
        .unwrap_or_else(|| panic!("{}: {:?}", server.name, suggested.why));
    assert!(
        fence.hosts.is_empty(),
        "{}: a new server reaches nothing",
        server.name
    );
    fence.add(around.grants());
    let draft = ServerDraft {
        fence: Some(fence.clone()),
        ..draft
    };
    let asked = person.host.propose_fetch(draft, None).await.unwrap();
    person.answers(&asked, Answer::AllowOnce {}).await;
    let asked = asked_within(&person, &format!("the package of {}", server.name), FETCH).await;
    person.answers(&asked, Answer::AddAndStart {}).await;
    let id = wait::until(&server.name, || person.id(&server.name)).await;
    person.sees_within(&id, Phase::Ready, start).await;
    let detail = person.host.server(&id).unwrap();
    assert!(detail.draft.fence.is_some() && detail.package.is_some());
    let within = around.seen(&person, &id).await;
    let denials = person.host.fence(&id).await.unwrap().denials;
    person.host.set_enabled(&id, false).await.unwrap();

    around.restore();
    let bare = ServerDraft {
        label: format!("{} without", server.name),
        fence: None,
        ..detail.draft
    };
    let bare = person.adds(bare).await;
    person.sees_within(&bare, Phase::Ready, start).await;
    let without = around.seen(&person, &bare).await;
    assert_eq!(within, without, "{}", server.name);
    let count = |what: &str| match &within[what] {
        Value::Object(all) => all.len(),
        Value::Array(all) => all.len(),
        _ => 0,
    };
    assert!(count("tools") > 0, "{} offers tools", server.name);
    person.host.close().await;

    let granted = [
        (!fence.read.is_empty()).then(|| "a folder to read".to_owned()),
        (!fence.write.is_empty()).then(|| "a folder to change".to_owned()),
        (!fence.hosts.is_empty()).then(|| "a page on this computer".to_owned()),
        fence.nested.then(|| "its own sandbox".to_owned()),
    ];
    let granted: Vec<String> = granted.into_iter().flatten().collect();
    let told: Vec<&str> = denials.iter().map(|denial| denial.what.text.as_str()).collect();
    let or_none = |text: String| if text.is_empty() { "–".to_owned() } else { text };
    format!(
        "| `{}` | {} | {}, {}, {} | {} | {} | {} | {} s |",
        server.package,
        server.version,
        count("tools"),
        count("prompts"),
        count("resources") + count("templates"),
        server.calls.len(),
        or_none(granted.join(", ")),
        or_none(told.join(", ")),
        started.elapsed().as_secs()
    )
}

// Proves S-68, SEC-11.
#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn published_servers_are_the_same_in_the_fence_of_a_new_server() {
    let servers = Published::wanted();
    assert!(!servers.is_empty(), "some server is wanted");
    let mut failed = Vec::new();
    // One after the other: each is two runtimes and a package manager.
    for server in &servers {
        match AssertUnwindSafe(compared(server)).catch_unwind().await {
            Ok(row) => println!("{row}"),
            // What was wrong was printed where it happened.
            Err(_) => failed.push(server.name.as_str()),
        }
    }
    assert!(failed.is_empty(), "these are not the same: {}", failed.join(", "));
}

#[test]
fn each_published_server_has_one_version_and_a_few_are_quick() {
    let all = Published::all();
    let quick = all.iter().filter(|server| server.quick).count();
    assert!((1..=6).contains(&quick), "{quick}");
    for server in &all {
        let exact = server.version.starts_with(|c: char| c.is_ascii_digit())
            && !server.version.contains(['*', '^', '~', '>', '<', ' ']);
        assert!(exact, "{}: {}", server.package, server.version);
        assert!(
            ["npx", "uvx"].contains(&server.launcher.as_str()),
            "{}",
            server.name
        );
        let again = all.iter().filter(|other| other.name == server.name).count();
        assert_eq!(again, 1, "{}", server.name);
    }
}
