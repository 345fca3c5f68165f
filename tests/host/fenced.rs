//! A fenced server uses what was granted and nothing else, and no server that is to be fenced runs without its fence.
#![cfg(target_os = "linux")]

use std::{
    fs,
    io::{Read as _, Write as _},
    net::TcpListener,
    path::Path,
    time::Duration,
};

use portcullis_api::{
    Answer, Asked, CallState, CallView, Endpoint, FenceGrants, FenceHost, FlowClass, Phase, Request,
    ReviewValue, RootsAccess, Scope, SeenKind, ServerDraft,
};
use portcullis_core::Code;
use portcullis_tests::{
    packages,
    test_user::{TestUser, command, named, text},
    wait,
};
use serde_json::json;

const PYTHON: &str = "/usr/bin/python3";

/// A copy of the server in a folder of its own, so that nothing but it is its own.
fn attempts(person: &TestUser, fence: Option<FenceGrants>) -> ServerDraft {
    let folder = person.path("server");
    fs::create_dir_all(&folder).unwrap();
    let script = folder.join("attempts.py");
    fs::copy(packages::home().join("packages/attempts.py"), &script).unwrap();
    ServerDraft {
        fence,
        ..command("Attempts", PYTHON, vec![script.to_string_lossy().into_owned()])
    }
}

struct Fenced {
    person: TestUser,
    id: String,
}

impl Fenced {
    /// May connect to this port of this computer, and to nothing else.
    async fn reaching(port: u16) -> Self {
        Self::with(Some(FenceGrants {
            hosts: vec![FenceHost::new("localhost", port)],
            ..FenceGrants::default()
        }))
        .await
    }

    async fn with(fence: Option<FenceGrants>) -> Self {
        let person = TestUser::new().await;
        let id = person.adds_ready(attempts(&person, fence)).await;
        Self { person, id }
    }

    async fn tries(&self, what: &str, target: &str) -> CallView {
        self.person
            .calls(&self.id, "attempt", json!({"what": what, "target": target}))
            .await
    }

    /// The request to run it with another fence.
    async fn proposes(&self, fence: Option<FenceGrants>) -> Request {
        let host = &self.person.host;
        let mut draft = host.server(&self.id).unwrap().draft;
        draft.fence = fence;
        host.propose_server(draft, Some(self.id.clone())).await.unwrap()
    }

    /// Does this, and waits until it runs in another process than before.
    async fn runs_anew<T>(&self, done: impl Future<Output = T>) -> T {
        let pid = || self.person.host.server(&self.id).unwrap().pid;
        let before = pid();
        let done = done.await;
        wait::holds("another start", || pid().is_some() && pid() != before).await;
        self.person.sees(&self.id, Phase::Ready).await;
        done
    }

    async fn manages(&self, what: &str, target: &str) -> bool {
        self.tries(what, target).await.state == CallState::Done
    }
}

/// The port of a host on this computer that answers every request.
pub(crate) fn answering() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for client in listener.incoming() {
            let mut client = client.unwrap();
            let mut request = [0; 1024];
            if client.read(&mut request).is_ok_and(|read| read > 0) {
                // The caller may be gone.
                _ = client.write_all(b"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok");
            }
        }
    });
    port
}

fn shown(path: &Path) -> &str {
    path.to_str().unwrap()
}

// Proves S-68.
#[tokio::test]
async fn a_program_behind_a_link_runs_in_its_fence() {
    let person = TestUser::new().await;
    let mut draft = attempts(&person, Some(FenceGrants::default()));
    let link = person.path("linked");
    std::os::unix::fs::symlink(person.path("server"), &link).unwrap();
    let_assert!(&mut draft.endpoint => Endpoint::Command { arguments, .. });
    *arguments = vec![shown(&link.join("attempts.py")).to_owned()];
    person.adds_ready(draft).await;
}

// Proves S-68, SEC-11.
#[tokio::test]
async fn a_fenced_server_reads_and_writes_what_was_granted_alone() {
    let outside = tempfile::tempdir_in("/var/tmp").unwrap();
    let at = |name: &str| outside.path().join(name);
    for name in ["read", "write", "other"] {
        fs::create_dir(at(name)).unwrap();
        fs::write(at(name).join("file"), name).unwrap();
    }
    let bare = Fenced::with(None).await;
    let secret = at("other").join("file");
    assert!(
        bare.manages("read", shown(&secret)).await,
        "the control gets through"
    );

    let fenced = Fenced::with(Some(FenceGrants {
        read: vec![shown(&at("read")).to_owned()],
        write: vec![shown(&at("write")).to_owned()],
        ..FenceGrants::default()
    }))
    .await;
    assert_eq!(
        text(&fenced.tries("read", shown(&at("read").join("file"))).await),
        "read"
    );
    assert!(fenced.manages("write", shown(&at("write").join("new"))).await);
    assert_eq!(fs::read_to_string(at("write").join("new")).unwrap(), "written");
    for (what, path) in [
        ("read", secret.clone()),
        ("write", at("read").join("file")),
        ("write", at("other").join("new")),
        ("write", fenced.person.path("server").join("attempts.py")),
        ("read", fenced.person.path("record")),
    ] {
        assert!(
            !fenced.manages(what, shown(&path)).await,
            "{what} {}",
            path.display()
        );
    }
    let home = text(&fenced.tries("variable", "HOME").await);
    assert!(home.contains("homes"), "{home}");
    assert!(fenced.manages("write", &format!("{home}/mine")).await);
}

// Proves S-68.
#[tokio::test]
async fn what_was_granted_by_a_link_is_found_by_that_name_and_nothing_else() {
    let outside = tempfile::tempdir_in("/var/tmp").unwrap();
    let at = |name: &str| outside.path().join(name);
    for (name, link) in [("real", "link"), ("other", "astray")] {
        fs::create_dir(at(name)).unwrap();
        fs::write(at(name).join("file"), name).unwrap();
        std::os::unix::fs::symlink(name, at(link)).unwrap();
    }
    let fenced = Fenced::with(Some(FenceGrants {
        read: vec![shown(&at("link")).to_owned()],
        ..FenceGrants::default()
    }))
    .await;
    for name in ["link/file", "real/file"] {
        assert_eq!(
            text(&fenced.tries("read", shown(&at(name))).await),
            "real",
            "{name}"
        );
    }
    assert!(!fenced.manages("read", shown(&at("astray/file"))).await);
}

// Proves S-68.
#[tokio::test]
async fn a_fenced_server_reaches_granted_hosts_alone_and_the_rest_is_told() {
    let here = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = here.local_addr().unwrap().port();
    let target = format!("localhost:{port}");
    let bare = Fenced::with(None).await;
    assert!(bare.manages("connect", &target).await, "the control gets through");

    let fenced = Fenced::with(Some(FenceGrants::default())).await;
    assert!(!fenced.manages("connect", &target).await);
    assert!(!fenced.manages("get", "http://not-granted.example/").await);
    let denials = wait::until_async("the denial is told", async || {
        let fence = fenced.person.host.fence(&fenced.id).await.unwrap();
        let denied = fence.denials.into_iter();
        let mut named = denied.filter(|denial| denial.what.text.contains("not-granted.example"));
        named.next()
    })
    .await;
    assert_eq!(denials.host.unwrap().name, "not-granted.example");

    let granted = Fenced::reaching(port).await;
    assert!(granted.manages("connect", &target).await);
}

// Proves S-13, S-68.
#[tokio::test]
async fn a_wider_fence_is_a_review_and_says_what_is_new() {
    let fenced = Fenced::with(Some(FenceGrants::default())).await;
    let asked = fenced.proposes(None).await;
    let_assert!(&asked.asked => Asked::Launch { rows, warnings, .. });
    assert!(warnings.iter().any(|warning| warning.code == "fence.off"));
    let row = rows.iter().find(|row| row.field == "Fence").unwrap();
    let said = row.values.first().map(|value| value.text.text.as_str());
    assert_eq!(said, Some("none"));
    assert!(row.before.as_ref().is_some_and(|before| !before.is_empty()));
    // Neither the question nor a no widens it.
    let outside = tempfile::tempdir_in("/var/tmp").unwrap();
    let file = outside.path().join("file");
    fs::write(&file, "outside").unwrap();
    assert!(!fenced.manages("read", shown(&file)).await);
    fenced.person.answers(&asked, Answer::Deny {}).await;
    let draft = fenced.person.host.server(&fenced.id).unwrap().draft;
    assert_eq!(draft.fence, Some(FenceGrants::default()));
    let again = async { fenced.person.host.restart_server(&fenced.id).await.unwrap() };
    fenced.runs_anew(again).await;
    assert!(fenced.manages("variable", "HOME").await, "it runs again");
    assert!(!fenced.manages("read", shown(&file)).await);
}

// Proves S-13, S-68.
#[tokio::test]
async fn a_host_in_the_local_network_is_a_review_of_its_own() {
    let of = |name: &str, local_network| {
        Some(FenceGrants {
            hosts: vec![FenceHost {
                local_network,
                ..FenceHost::new(name, 5000)
            }],
            ..FenceGrants::default()
        })
    };
    let fenced = Fenced::with(of("nas.local", false)).await;
    let asked = fenced.proposes(of("nas.local", true)).await;
    let_assert!(&asked.asked => Asked::Launch { rows, .. });
    let row = rows.iter().find(|row| row.field == "Fence").unwrap();
    let is_local = |values: &[ReviewValue]| {
        let mut texts = values.iter().map(|value| value.text.text.as_str());
        texts.any(|text| text == "nas.local:5000 in your local network")
    };
    assert!(is_local(&row.values), "{row:?}");
    let before = row.before.as_deref().unwrap();
    assert!(!before.is_empty() && !is_local(before), "{row:?}");
    fenced.person.answers(&asked, Answer::AddAndStart {}).await;
    wait::until("the grant", || {
        let draft = fenced.person.host.server(&fenced.id).unwrap().draft;
        (draft.fence == of("nas.local", true)).then_some(())
    })
    .await;
    // Neither this computer nor a metadata service is in it, and an address is nowhere else.
    for (name, local_network) in [
        ("localhost", true),
        ("169.254.169.254", true),
        ("8.8.8.8", true),
        ("192.168.1.20", false),
    ] {
        let host = &fenced.person.host;
        let mut draft = host.server(&fenced.id).unwrap().draft;
        draft.fence = of(name, local_network);
        let refused = host.propose_server(draft, Some(fenced.id.clone())).await;
        assert_eq!(refused.unwrap_err().code, Code::BadInput, "{name}");
    }
}

// Proves S-92.
#[tokio::test]
async fn no_server_is_let_into_the_data_of_portcullis() {
    let person = TestUser::new().await;
    let data = shown(person.data.path()).to_owned();
    for path in [data.clone(), "/".to_owned()] {
        let draft = attempts(
            &person,
            Some(FenceGrants {
                read: vec![path.clone()],
                ..FenceGrants::default()
            }),
        );
        let asked = person.host.propose_server(draft, None).await.unwrap();
        let_assert!(&asked.asked => Asked::Launch { refusals, .. });
        let refusal = refusals.iter().find(|refusal| refusal.code == "fence.refused");
        let sentence = &refusal.expect("a refusal").sentence;
        assert!(!sentence.ends_with("may use"), "{path}: a reason alone");
    }
}

/// Whether a `sleep` of this length runs, as seen from outside of its fence.
fn sleeps(length: &str) -> bool {
    let line = format!("sleep\0{length}\0");
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let mut lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    lines.any(|found| found == line.as_bytes())
}

// Proves S-68.
#[tokio::test]
async fn what_a_fenced_server_started_ends_with_it() {
    let fenced = Fenced::with(Some(FenceGrants::default())).await;
    let pid = fenced.person.host.server(&fenced.id).unwrap().pid.unwrap();
    assert!(Path::new(&format!("/proc/{pid}")).exists());
    // Of this run of the tests only.
    let length = format!("600.{pid}");
    assert!(fenced.manages("daemon", &length).await);
    wait::until("what it started", || sleeps(&length).then_some(())).await;
    fenced.person.host.set_enabled(&fenced.id, false).await.unwrap();
    wait::until("its end, and the end of what it started", || {
        (!Path::new(&format!("/proc/{pid}")).exists() && !sleeps(&length)).then_some(())
    })
    .await;
}

// Proves S-92, ROO-07.
#[tokio::test]
async fn a_chosen_folder_around_the_data_of_portcullis_starts_nothing() {
    let fenced = Fenced::with(Some(FenceGrants::default())).await;
    let person = &fenced.person;
    let around = person.data.path().parent().unwrap();
    person.adds_folder(&fenced.id, around).await;
    let problem = wait::until("the refusal", || person.state(&fenced.id).problem).await;
    assert_has!(problem.sentence, "“Attempts” was not started");
    assert!(person.host.server(&fenced.id).unwrap().pid.is_none());
}

// Proves S-68.
#[tokio::test]
async fn a_grant_that_is_gone_starts_nothing() {
    let outside = tempfile::tempdir_in("/var/tmp").unwrap();
    let granted = outside.path().join("granted");
    fs::create_dir(&granted).unwrap();
    let fenced = Fenced::with(Some(FenceGrants {
        read: vec![shown(&granted).to_owned()],
        ..FenceGrants::default()
    }))
    .await;
    fs::remove_dir(&granted).unwrap();
    let _restarted = fenced.person.host.restart_server(&fenced.id).await;
    let state = wait::until("it is stopped", || {
        let state = fenced.person.state(&fenced.id);
        let is_over = matches!(state.phase, Phase::Stopped | Phase::NeedsReview | Phase::Failing);
        is_over.then_some(state)
    })
    .await;
    let problem = state.problem.unwrap();
    assert!(problem.sentence.contains("granted"), "{problem:?}");
    assert_ne!(problem.code, Code::Internal.as_str());
    tokio::time::sleep(Duration::from_millis(50)).await;
}

// Proves S-68.
#[tokio::test]
async fn a_failed_call_says_what_its_fence_kept_it_from() {
    let outside = tempfile::tempdir_in("/var/tmp").unwrap();
    let secret = outside.path().join("notes.txt");
    fs::write(&secret, "mine").unwrap();
    let keys = outside.path().join(".ssh");
    fs::create_dir(&keys).unwrap();
    let fenced = Fenced::with(Some(FenceGrants::default())).await;
    let kept_out = async |what: &str, target: &str| -> Vec<String> {
        let call = fenced.tries(what, target).await;
        call.kept_out.into_iter().map(|it| it.text).collect()
    };
    assert_eq!(kept_out("read", shown(&secret)).await, [shown(&secret)]);
    assert_eq!(kept_out("read", shown(&keys)).await, [shown(&keys)]);
    assert!(kept_out("read", "/nowhere/at/all").await.is_empty());
    assert!(kept_out("read", "/usr/bin/nothing-like-that").await.is_empty());
    assert!(kept_out("variable", shown(&secret)).await.is_empty(), "it ran");
    let host = kept_out("get", "http://not-granted.example/").await;
    assert!(
        host.iter().any(|host| host.contains("not-granted.example")),
        "{host:?}"
    );

    // Offered is what may be granted: keys are not.
    let told = fenced.person.host.fence(&fenced.id).await.unwrap().denials;
    let offered = |path: &Path| {
        let denial = told.iter().find(|denial| denial.what.text == shown(path));
        denial.unwrap().path.clone()
    };
    assert_eq!(offered(&secret).as_deref(), Some(shown(&secret)));
    assert_eq!(offered(&keys), None);
    // During which call it was.
    let of_secret = told.iter().find(|denial| denial.what.text == shown(&secret));
    let tool = of_secret.and_then(|denial| denial.tool.as_ref());
    assert_eq!(tool.map(|tool| tool.text.as_str()), Some("attempt"));
}

// Proves S-68.
#[tokio::test]
async fn a_sandbox_that_a_browser_could_not_build_is_offered_and_built_once_allowed() {
    let fenced = Fenced::with(Some(FenceGrants::default())).await;
    let call = fenced.tries("sandbox", "").await;
    assert_eq!(call.state, CallState::ToolError);
    let told = fenced.person.host.fence(&fenced.id).await.unwrap().denials;
    let_assert!(told.as_slice() => [denial]);
    assert!(denial.nested && denial.host.is_none() && denial.path.is_none());
    assert_eq!(
        call.kept_out,
        std::slice::from_ref(&denial.what),
        "the card says it"
    );

    let nested = FenceGrants {
        nested: true,
        ..FenceGrants::default()
    };
    let asked = fenced.proposes(Some(nested.clone())).await;
    let_assert!(&asked.asked => Asked::Launch { rows, warnings, .. });
    assert!(warnings.iter().any(|warning| warning.code == "fence.nested"));
    let row = rows.iter().find(|row| row.field == "Fence").unwrap();
    let says = |value: &portcullis_api::ReviewValue| value.text.text.contains("its own sandbox");
    assert!(row.values.iter().any(says));
    assert!(!row.before.as_ref().unwrap().iter().any(says), "it is new");

    let allowed = Fenced::with(Some(nested)).await;
    assert_eq!(text(&allowed.tries("sandbox", "").await), "built");
    let told = allowed.person.host.fence(&allowed.id).await.unwrap().denials;
    assert!(told.is_empty(), "{told:?}");
}

// Proves S-38, S-68, TOL-07.
#[tokio::test]
async fn a_tool_that_claims_to_read_only_and_reaches_out_is_marked() {
    let port = answering();
    let target = format!("localhost:{port}");
    let page = format!("http://{target}/");
    let fenced = Fenced::reaching(port).await;
    let (person, host) = (&fenced.person, &fenced.person.host);
    let look = async |what: &str, target: &str| -> CallView {
        let arguments = json!({"what": what, "target": target});
        let call = person.model_asks(&fenced.id, "look", arguments).await;
        person.finishes(&call).await
    };
    let tool = async || host.tool(&fenced.id, "look").await.unwrap();

    // A permission for always, which the claims of the tool allow to be given.
    let call = person
        .model_asks(&fenced.id, "look", json!({"what": "variable", "target": "HOME"}))
        .await;
    let asked = person.is_asked_about(&call).await;
    let always = Answer::Allow { scope: Scope::Always };
    person.answers(&asked, always.clone()).await;
    let done = person.finishes(&call).await;
    assert!(done.against_claims.is_empty() && tool().await.seen.is_empty());

    // The tool that claims nothing is seen and not marked.
    assert!(fenced.tries("get", &page).await.against_claims.is_empty());
    assert_eq!(host.tool(&fenced.id, "attempt").await.unwrap().seen.len(), 1);

    let done = look("get", &page).await;
    assert_eq!(done.state, CallState::Done, "{done:?}");
    let [seen] = <[_; 1]>::try_from(done.against_claims).unwrap();
    assert_eq!((seen.kind, seen.what.text), (SeenKind::Contacted, target.clone()));
    wait::until_async("the row to say so", async || {
        let rows = person.record().await;
        let mut said = rows.into_iter().map(|row| row.outcome_words);
        said.find(|words| words.contains("contrary to its claims") && words.contains(&target))
    })
    .await;
    let detail = tool().await;
    assert!(detail.entry.against_claims && detail.seen.len() == 1);
    let flows = host.flows(&fenced.id).unwrap();
    let suggested = flows.tools.iter().find(|tool| tool.tool == "look").unwrap();
    assert_eq!(suggested.seen.len(), 1);
    assert_eq!(
        suggested.class,
        FlowClass::default(),
        "nothing is set automatically"
    );

    // The permission waits for one more yes, and no other of its kind is offered.
    let call = person
        .model_asks(&fenced.id, "look", json!({"what": "variable", "target": "HOME"}))
        .await;
    let asked = person.is_asked_about(&call).await;
    let_assert!(&asked.asked => Asked::Tool { scopes, notes, .. });
    assert!(scopes.iter().all(|offer| offer.scope != Scope::Always));
    assert!(notes.iter().any(|note| {
        let quote = note.quote.as_ref();
        quote.is_some_and(|quote| quote.text == target)
    }));
    person.answers(&asked, Answer::AllowOnce {}).await;
    person.finishes(&call).await;
    assert_eq!(
        look("variable", "HOME").await.state,
        CallState::Done,
        "asked once"
    );

    // Something else that it does is asked about again; a stopped attempt is one, each time it is made.
    for _ in 0..2 {
        let tried = look("get", "http://not-granted.example/").await;
        assert!(
            tried
                .against_claims
                .iter()
                .any(|seen| seen.kind == SeenKind::Stopped)
        );
        let call = person
            .model_asks(&fenced.id, "look", json!({"what": "variable", "target": "HOME"}))
            .await;
        tokio::select! {
            asked = person.is_asked_about(&call) => person.answers(&asked, Answer::AllowOnce {}).await,
            _ = person.finishes(&call) => {}
        }
        person.finishes(&call).await;
    }
}

// Proves S-38, S-68, TOL-07.
#[tokio::test]
async fn a_tool_that_claims_to_read_only_and_changes_a_file_is_marked() {
    let outside = tempfile::tempdir_in("/var/tmp").unwrap();
    let at = |name: &str| outside.path().join(name);
    fs::write(at("note"), "text").unwrap();
    fs::write(at("other"), "text").unwrap();
    let fenced = Fenced::with(Some(FenceGrants {
        write: vec![shown(outside.path()).to_owned()],
        ..FenceGrants::default()
    }))
    .await;
    let (person, host) = (&fenced.person, &fenced.person.host);
    let does = async |tool: &str, what: &str, name: &str| -> CallView {
        let arguments = json!({"what": what, "target": shown(&at(name))});
        let done = person.calls(&fenced.id, tool, arguments).await;
        assert_eq!(done.state, CallState::Done, "{done:?}");
        done
    };
    let tool = async || host.tool(&fenced.id, "look").await.unwrap();

    // One that claims nothing may change things, and it is not told of what it changed before.
    assert!(does("attempt", "write", "note").await.against_claims.is_empty());
    assert!(host.tool(&fenced.id, "attempt").await.unwrap().seen.is_empty());
    for what in ["read", "open"] {
        assert!(
            does("look", what, "note").await.against_claims.is_empty(),
            "{what}"
        );
    }
    assert!(tool().await.seen.is_empty());

    let [seen] = <[_; 1]>::try_from(does("look", "remove", "other").await.against_claims).unwrap();
    assert_eq!(
        (seen.kind, seen.what.text.as_str()),
        (SeenKind::Wrote, shown(&at("other")))
    );
    let detail = tool().await;
    assert!(detail.entry.against_claims);
    assert_eq!(detail.seen.len(), 1, "the first of them is enough");
    wait::until_async("the row to say so", async || {
        let rows = person.record().await;
        let mut said = rows.into_iter().map(|row| row.outcome_words);
        said.find(|words| words.contains("contrary to the claims") && words.contains(shown(&at("other"))))
    })
    .await;
    // The data flow is about hosts.
    let flows = host.flows(&fenced.id).unwrap();
    assert!(flows.tools.iter().all(|tool| tool.seen.is_empty()));
    let call = person
        .model_asks(&fenced.id, "look", json!({"what": "variable", "target": "HOME"}))
        .await;
    let asked = person.is_asked_about(&call).await;
    let_assert!(&asked.asked => Asked::Tool { notes, .. });
    assert!(notes.iter().any(|note| {
        let quote = note.quote.as_ref();
        quote.is_some_and(|quote| quote.text == shown(&at("other")))
    }));
    person.answers(&asked, Answer::AllowOnce {}).await;
    person.finishes(&call).await;
    // Who was asked about that and lets the tool run is not told of each further change: it may be another program's.
    for name in ["note", "new"] {
        assert!(does("look", "write", name).await.against_claims.is_empty());
    }
}

/// The port of a host on this computer to which a connection is being made for seconds, as long as the sockets are there.
async fn slow() -> (u16, impl Sized) {
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener = socket.listen(0).unwrap();
    let address = listener.local_addr().unwrap();
    let waiting = tokio::net::TcpStream::connect(address).await.unwrap();
    let further = tokio::net::TcpStream::connect(address);
    let made = tokio::time::timeout(Duration::from_millis(500), further).await;
    assert!(made.is_err(), "the control waits");
    (address.port(), (listener, waiting))
}

// Proves S-38, S-68.
#[tokio::test]
async fn a_connection_that_a_call_leaves_before_it_is_made_counts_for_the_call() {
    let (port, _host) = slow().await;
    let target = format!("localhost:{port}");
    let fenced = Fenced::reaching(port).await;
    let arguments = json!({"what": "leave", "target": target});
    let done = fenced.person.calls(&fenced.id, "look", arguments).await;
    assert_eq!(done.state, CallState::Done, "{done:?}");
    let [seen] = <[_; 1]>::try_from(done.against_claims).unwrap();
    assert_eq!((seen.kind, seen.what.text), (SeenKind::Contacted, target));
    let arguments = json!({"what": "variable", "target": "HOME"});
    let next = fenced.person.calls(&fenced.id, "look", arguments).await;
    assert!(next.against_claims.is_empty(), "it was of the call before");
}

// Proves S-68, ROO-07.
#[tokio::test]
async fn folders_that_are_declined_leave_the_fence_at_once() {
    let outside = tempfile::tempdir_in("/var/tmp").unwrap();
    let file = outside.path().canonicalize().unwrap().join("notes.txt");
    fs::write(&file, "mine").unwrap();
    let fenced = Fenced::with(Some(FenceGrants::default())).await;
    let person = &fenced.person;
    let added = person.adds_folder(&fenced.id, outside.path());
    fenced.runs_anew(added).await;
    assert!(fenced.manages("read", shown(&file)).await, "the control");

    let asks = json!({"what": "folders", "target": ""});
    person.begins(&fenced.id, "attempt", asks).await;
    let about = |request: &Request| matches!(request.asked, Asked::Roots { .. });
    let request = person.is_asked("for the folders", about).await;
    let declined = person.answers(&request, Answer::Decline {});
    fenced.runs_anew(declined).await;
    assert!(!fenced.manages("read", shown(&file)).await);
}

// Proves S-68, ROO-07.
#[tokio::test]
async fn folders_of_a_server_are_in_its_fence_until_they_are_taken_away() {
    let outside = tempfile::tempdir_in("/var/tmp").unwrap();
    let folder = outside.path().canonicalize().unwrap();
    let file = folder.join("notes.txt");
    fs::write(&file, "mine").unwrap();
    let fenced = Fenced::with(Some(FenceGrants::default())).await;
    let host = &fenced.person.host;
    assert!(!fenced.manages("read", shown(&file)).await);

    let added = fenced.person.adds_folder(&fenced.id, &folder);
    let list = fenced.runs_anew(added).await;
    assert_has!(list.note, "program can read and change these folders");
    assert!(fenced.manages("read", shown(&file)).await);
    assert!(fenced.manages("write", shown(&file)).await);

    let withheld = async { host.withhold_roots(&fenced.id, true).await.unwrap() };
    fenced.runs_anew(withheld).await;
    assert!(
        !fenced.manages("read", shown(&file)).await,
        "it may not know of them"
    );

    let list = host.roots(&fenced.id).await.unwrap();
    assert_has!(list.note, "not shared with the server");
    let shared = async { host.withhold_roots(&fenced.id, false).await.unwrap() };
    fenced.runs_anew(shared).await;
    let removed = async { host.remove_root(&fenced.id, shown(&folder)).await.unwrap() };
    fenced.runs_anew(removed).await;
    assert!(!fenced.manages("read", shown(&file)).await);
}

// Proves S-13, S-68, ROO-07.
#[tokio::test]
async fn folders_leave_the_fence_when_another_program_runs_unless_they_are_kept() {
    let outside = tempfile::tempdir_in("/var/tmp").unwrap();
    let file = outside.path().canonicalize().unwrap().join("notes.txt");
    fs::write(&file, "mine").unwrap();
    let fenced = Fenced::with(Some(FenceGrants::default())).await;
    let (person, host) = (&fenced.person, &fenced.person.host);
    let added = person.adds_folder(&fenced.id, outside.path());
    fenced.runs_anew(added).await;
    assert!(fenced.manages("read", shown(&file)).await, "the control");

    // With another plain variable it is another program. It has never asked which folders it has.
    let keeping = Answer::AddKeeping {
        start: true,
        keep: vec![0],
    };
    for (version, answer, stays) in [("1", keeping, true), ("2", Answer::AddAndStart {}, false)] {
        let mut draft = host.server(&fenced.id).unwrap().draft;
        draft.environment = vec![named("NOTES_VERSION", version, false)];
        let asked = host.propose_server(draft, Some(fenced.id.clone())).await.unwrap();
        let_assert!(&asked.asked => Asked::Launch { carried, .. });
        let sentences: Vec<_> = carried.iter().map(|it| it.sentence.as_str()).collect();
        assert_eq!(
            sentences,
            ["“Attempts” can read and change the folders that you chose for it."]
        );
        fenced.runs_anew(person.answers(&asked, answer)).await;
        assert_eq!(fenced.manages("read", shown(&file)).await, stays, "{version}");
    }
    let list = host.roots(&fenced.id).await.unwrap();
    assert_eq!((list.access, list.folders.len()), (RootsAccess::Withheld, 1));
}
