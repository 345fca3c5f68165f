use super::*;
use crate::host::Config;
use crate::limits;
use crate::opener::MemoryOpener;
use portcullis_api::HostEvent;
use portcullis_core::clock::SystemClock;
use portcullis_domain::{Answer, Endpoint, FenceGrants, FenceHost, RecordDetail, RecordFilter};
use portcullis_llm::DemoModel;
use portcullis_programs::SearchPath;
use portcullis_secrets::MemoryKeystore;
use std::path::Path;
use std::task::Poll;
use std::time::Duration;

/// A host, and a person who adds and changes servers behind an address that is never reached.
pub(in crate::host) struct Fixture {
    pub host: Host,
    pub keystore: Arc<MemoryKeystore>,
    pub data: tempfile::TempDir,
}

/// A host on a folder, with everything else in memory.
pub(in crate::host) fn config(folder: &Path) -> Config {
    Config {
        data_dir: folder.to_owned(),
        keystore: Arc::new(MemoryKeystore::default()),
        clock: Arc::new(SystemClock),
        demo: None,
        search: Some(SearchPath::from_value("")),
        model: Arc::new(DemoModel),
        opener: Arc::new(MemoryOpener::default()),
        fence: None,
        other_hosts: None,
    }
}

/// A host on a folder and a keychain, which finds programs.
pub(in crate::host) async fn opened(
    folder: &Path,
    keystore: &Arc<impl portcullis_secrets::Keystore>,
) -> Host {
    let config = Config {
        keystore: Arc::clone(keystore) as Arc<dyn portcullis_secrets::Keystore>,
        search: Some(SearchPath::from_value("/usr/bin:/bin")),
        ..config(folder)
    };
    Host::open(config).await.unwrap()
}

impl Fixture {
    pub async fn new() -> Self {
        let (data, keystore) = (tempfile::tempdir().unwrap(), Arc::new(MemoryKeystore::default()));
        let host = opened(data.path(), &keystore).await;
        Self { host, keystore, data }
    }

    async fn answers(&self, request: &Request, answer: Answer) {
        read_and_answer(&self.host, request, answer).await.unwrap();
    }

    async fn asks(&self, draft: ServerDraft, changes: Option<&str>) -> Request {
        let proposed = self.host.propose_server(draft, changes.map(str::to_owned));
        proposed.await.unwrap()
    }

    pub async fn saves(&self, draft: ServerDraft, changes: Option<&str>) -> String {
        let label = draft.label.clone();
        let request = self.asks(draft, changes).await;
        self.answers(&request, Answer::Add {}).await;
        self.id(&label)
    }

    fn id(&self, label: &str) -> String {
        let entries = self.host.0.entries();
        let entry = entries.iter().find(|entry| entry.label() == label).unwrap();
        entry.id.0.clone()
    }

    fn draft(&self, id: &str) -> ServerDraft {
        self.host.0.entry(id).unwrap().row().draft
    }

    /// The newest row about a server.
    async fn row(&self) -> RecordDetail {
        self.newest(RecordKind::Server).await
    }

    /// The newest row of a kind.
    pub async fn newest(&self, kind: RecordKind) -> RecordDetail {
        let filter = RecordFilter {
            kind: Some(kind),
            ..RecordFilter::default()
        };
        let page = self.host.record(filter, None).await.unwrap();
        self.host.record_detail(page.rows[0].seq).await.unwrap()
    }

    /// How many secrets of servers the keychain has.
    fn secrets(&self) -> Vec<String> {
        let all = self.keystore.entries().into_iter();
        let mut values: Vec<_> = all
            .filter(|(name, _)| name.starts_with("server/"))
            .map(|(_, secret)| secret.expose().to_owned())
            .collect();
        values.sort();
        values
    }
}

/// A row of a server that is off.
pub(in crate::host) async fn inserted(host: &Host, draft: ServerDraft) -> servers::ServerRow {
    let id = ServerId::random();
    let row = host.0.store.write(move |db| {
        servers::insert(db, &id, &draft, false, 1)?;
        servers::get(db, &id)
    });
    row.await.unwrap().unwrap()
}

/// Waits until such a request waits.
pub(in crate::host) async fn asked_when(host: &Host, fits: impl Fn(&Request) -> bool) -> Request {
    let mut changes = host.0.gate.changes();
    let found = async {
        loop {
            if let Some(request) = host.waiting().into_iter().find(&fits) {
                return request;
            }
            changes.changed().await.unwrap();
        }
    };
    tokio::time::timeout(Duration::from_secs(30), found)
        .await
        .expect("it is asked")
}

/// Reads a request for as long as the guard wants, and answers.
pub(in crate::host) async fn read_and_answer(host: &Host, request: &Request, answer: Answer) -> Result<()> {
    host.attend(&request.id, &request.nonce)?;
    tokio::time::sleep(limits::GUARD + Duration::from_millis(20)).await;
    let reply = request.reply(answer);
    host.answer(&reply).await
}

/// The first row of an operation, and the one of a decision about it.
pub(in crate::host) const INTENTION: u8 = 0;
pub(in crate::host) const DECISION: u8 = 1;

/// From now on no such row can be written.
pub(in crate::host) fn write_no_more(folder: &Path, step: u8) {
    let db = rusqlite::Connection::open(folder.join("portcullis.db")).unwrap();
    db.execute_batch(&format!(
        "CREATE TRIGGER no_more BEFORE INSERT ON record WHEN NEW.step = {step}
         BEGIN SELECT raise(ABORT, 'there is no room'); END"
    ))
    .unwrap();
}

pub(in crate::host) fn draft(label: &str, url: &str) -> ServerDraft {
    ServerDraft::unfenced(label, Endpoint::Address { url: url.to_owned() })
}

pub(in crate::host) fn command(label: &str) -> ServerDraft {
    ServerDraft {
        endpoint: Endpoint::Command {
            program: "sh".to_owned(),
            arguments: vec![],
            folder: None,
        },
        ..draft(label, "")
    }
}

pub(in crate::host) fn value(name: &str, value: Option<&str>, secret: bool) -> NamedValue {
    NamedValue {
        name: name.to_owned(),
        value: value.map(str::to_owned),
        secret,
    }
}

pub(in crate::host) const HERE: &str = "https://notes.example/mcp";
const THERE: &str = "https://other.example/mcp";

// Proves S-01, S-13.
#[tokio::test]
async fn what_a_person_read_is_what_is_saved_and_recorded() {
    let fixture = Fixture::new().await;
    let request = fixture.asks(draft("Notes", HERE), None).await;
    assert!(fixture.host.0.entries().is_empty(), "nothing before a yes");
    fixture.answers(&request, Answer::Add {}).await;
    let id = fixture.id("Notes");
    let row = fixture.host.0.entry(&id).unwrap().row();
    let approved = row.approved.unwrap();
    assert!(!row.enabled && row.draft == draft("Notes", HERE));
    let detail = fixture.row().await;
    assert_eq!(
        (
            detail.row.kind,
            detail.row.what.text.as_str(),
            detail.row.asked_by.as_str()
        ),
        (RecordKind::Server, "Added", "you")
    );
    assert_eq!(detail.row.server_label.as_deref(), Some("Notes"));
    assert_eq!(
        (detail.row.outcome, detail.row.outcome_words.as_str()),
        (Outcome::Done, "saved")
    );
    assert_eq!(
        detail.why,
        "You reviewed it and approved it, without starting it."
    );
    assert_eq!(detail.shown, Some(request.digest));
    assert!(detail.sent.unwrap().text.contains(HERE));

    // A change, and its no.
    let request = fixture.asks(draft("Notes", THERE), Some(&id)).await;
    fixture.answers(&request, Answer::Deny {}).await;
    let detail = fixture.row().await;
    assert_eq!(detail.row.what.text, "Changed");
    assert_eq!(detail.row.server_label.as_deref(), Some("Notes"));
    assert_eq!(
        (detail.row.outcome, detail.row.outcome_words.as_str()),
        (Outcome::Denied, "cancelled by you")
    );
    assert_eq!(detail.why, "You denied this. The server was not saved.");
    assert_eq!(fixture.draft(&id), draft("Notes", HERE));

    // And its yes, which is another approval.
    fixture.saves(draft("Notes", THERE), Some(&id)).await;
    let row = fixture.host.0.entry(&id).unwrap().row();
    assert_eq!(row.draft, draft("Notes", THERE));
    assert_ne!(row.approved.unwrap().digest, approved.digest);
    assert_eq!(fixture.host.0.entries().len(), 1);
    // A no to a server that is not there names none.
    let request = fixture.asks(draft("More", HERE), None).await;
    fixture.answers(&request, Answer::Deny {}).await;
    let detail = fixture.row().await;
    assert_eq!(
        (detail.row.what.text.as_str(), detail.row.server_label),
        ("Added", None)
    );
}

#[tokio::test]
async fn a_label_is_one_servers_own_in_whatever_letters() {
    let fixture = Fixture::new().await;
    let id = fixture.saves(draft("Notes", HERE), None).await;
    let other = fixture.saves(draft("Other", HERE), None).await;
    for (label, changes, taken) in [
        ("NOTES", None, true),
        // Greek, and what only looks like it by its case.
        ("N\u{3bf}tes", None, true),
        ("N\u{41e}TES", Some(&other), true),
        ("notes", Some(&other), true),
        ("NOTES", Some(&id), false),
        ("More", None, false),
    ] {
        let proposed = fixture
            .host
            .propose_server(draft(label, HERE), changes.cloned())
            .await;
        match taken {
            true => assert_eq!(proposed.unwrap_err().code, Code::LabelTaken, "{label}"),
            false => assert!(proposed.is_ok(), "{label}"),
        }
    }
}

// Proves S-35.
#[tokio::test]
async fn of_two_servers_with_names_that_look_alike_only_the_first_yes_adds_one() {
    let fixture = Fixture::new().await;
    let first = fixture.asks(draft("Notes", HERE), None).await;
    // Greek; neither was there when the other was put to the person.
    let alike = fixture
        .host
        .propose_server(draft("N\u{3bf}tes", THERE), None)
        .await;
    fixture.answers(&first, Answer::Add {}).await;
    fixture.answers(&alike.unwrap(), Answer::Add {}).await;
    let detail = fixture.row().await;
    assert_eq!(detail.row.outcome, Outcome::Failed);
    let labels: Vec<_> = fixture
        .host
        .0
        .entries()
        .iter()
        .map(|entry| entry.label())
        .collect();
    assert_eq!(labels, ["Notes"]);
}

// Proves S-13.
#[tokio::test]
async fn of_two_reviews_of_one_server_the_second_yes_changes_nothing() {
    let fixture = Fixture::new().await;
    let id = fixture.saves(draft("Notes", HERE), None).await;
    let first = fixture.asks(draft("Notes", THERE), Some(&id)).await;
    let third = draft("Notes", "https://third.example/mcp");
    let second = fixture.asks(third, Some(&id)).await;
    fixture.answers(&first, Answer::Add {}).await;
    fixture.answers(&second, Answer::Add {}).await;
    assert_eq!(fixture.draft(&id), draft("Notes", THERE));
    let detail = fixture.row().await;
    assert_eq!(detail.row.outcome, Outcome::Failed);
    assert_eq!(
        detail.came_back.unwrap(),
        "“Notes” changed before you answered. Your changes were not saved."
    );
}

// Proves S-13.
#[tokio::test]
async fn a_server_that_was_not_approved_is_asked_about_with_the_reason() {
    let fixture = Fixture::new().await;
    let id = fixture.saves(draft("Notes", HERE), None).await;
    let because = |request: &Request| match &request.asked {
        Asked::Launch { because, changes, .. } => (because.clone().unwrap(), changes.clone()),
        other => panic!("{other:?}"),
    };
    let entry = fixture.host.0.entry(&id).unwrap();
    if let Some(approved) = &mut locked(&entry.data).row.approved {
        approved.digest = "another".to_owned();
    }
    let request = fixture.host.propose_start(&id).await.unwrap();
    assert_eq!(request.question, "Connect to “Notes” as it is now?");
    assert_eq!(
        because(&request),
        ("changed since you approved it".to_owned(), Some(id.clone()))
    );
    fixture.answers(&request, Answer::Deny {}).await;
    locked(&entry.data).row.approved = None;
    let request = fixture.host.propose_start(&id).await.unwrap();
    assert_eq!(because(&request).0, "not approved yet");
    fixture.answers(&request, Answer::Deny {}).await;
    locked(&entry.data).row.restored = true;
    let request = fixture.host.propose_start(&id).await.unwrap();
    assert_eq!(because(&request).0, "not approved since a backup was restored");
}

// Proves S-64.
#[tokio::test]
async fn a_secret_goes_to_the_keychain_and_an_old_one_goes_away() {
    let fixture = Fixture::new().await;
    let with = |values: Vec<NamedValue>| ServerDraft {
        headers: values,
        ..draft("Notes", HERE)
    };
    let proposed = |draft: ServerDraft, id: Option<&String>| fixture.host.propose_server(draft, id.cloned());
    let refused = |done: Result<Request>| {
        let error = done.unwrap_err();
        assert_eq!(error.code, Code::BadInput);
        assert_eq!(
            error.sentence,
            "The secret “X-Key” has no value. The server was not saved."
        );
    };
    for empty in [None, Some("")] {
        refused(proposed(with(vec![value("X-Key", empty, true)]), None).await);
        let variables = ServerDraft {
            environment: vec![value("X-Key", empty, true)],
            ..command("Notes")
        };
        refused(proposed(variables, None).await);
    }
    let id = fixture
        .saves(
            with(vec![
                value("X-Key", Some("canary-one"), true),
                value("X-Plain", Some(""), false),
            ]),
            None,
        )
        .await;
    assert_eq!(
        fixture.draft(&id).headers,
        [value("X-Key", None, true), value("X-Plain", Some(""), false)]
    );
    assert_eq!(fixture.secrets(), ["canary-one"]);
    // Without a value it stays; under another name there is none.
    fixture
        .saves(with(vec![value("X-Key", Some(""), true)]), Some(&id))
        .await;
    assert_eq!(fixture.secrets(), ["canary-one"]);
    let other = with(vec![value("X-Key", None, true), value("X-More", None, true)]);
    let error = proposed(other, Some(&id)).await.unwrap_err();
    assert!(error.sentence.contains("“X-More”"), "{error}");
    // A new one takes its place, and a server without one leaves none behind.
    fixture
        .saves(with(vec![value("X-Key", Some("canary-two"), true)]), Some(&id))
        .await;
    assert_eq!(fixture.secrets(), ["canary-two"]);
    // What was plain until now is no secret that is kept.
    fixture
        .saves(with(vec![value("X-Key", Some("plain"), false)]), Some(&id))
        .await;
    assert_eq!(fixture.secrets(), Vec::<String>::new());
    refused(proposed(with(vec![value("X-Key", None, true)]), Some(&id)).await);
}

// Proves S-35, UIC-04.
#[cfg(unix)]
#[test]
fn a_question_names_the_persons_label_and_where_it_comes_from() {
    let search = SearchPath::from_value("/usr/bin:/bin");
    let asks_of = |draft: &ServerDraft, because: Option<&str>, built_in: Option<&str>| {
        let unfenced = ServerDraft {
            fence: None,
            ..draft.clone()
        };
        let reviewed =
            portcullis_install::review(&unfenced, Purpose::Add, &search, None, None, None).unwrap();
        let proposal = ProposedServer {
            changes: None,
            draft: draft.clone(),
            start: reviewed.start,
            approved: None,
            carried: Vec::new(),
        };
        let shown = Sheet {
            because: because.map(str::to_owned),
            rows: reviewed.rows,
            warnings: reviewed.warnings,
            refusals: reviewed.refusals,
            inherited: reviewed.inherited,
            built_in: built_in.map(str::to_owned),
            pinnable: false,
        };
        question(proposal, shown)
    };
    let asks = |draft: &ServerDraft, because: Option<&str>| asks_of(draft, because, None);
    let ask = asks(&command("My files"), None);
    assert_eq!(ask.question, "Add “My files”? It runs a program on this computer");
    assert_eq!(
        (ask.server.label.as_str(), ask.server.origin.as_str()),
        ("My files", "sh")
    );
    for (draft, because, question) in [
        (
            draft("Notes", HERE),
            None,
            "Add “Notes”? It connects to another computer",
        ),
        (
            draft("Notes", "http://127.0.0.1:1/mcp"),
            None,
            "Add “Notes”? It connects to a server on this computer",
        ),
        (
            draft("Notes", HERE),
            Some("why"),
            "Connect to “Notes” as it is now?",
        ),
        (
            command("Files"),
            Some("why"),
            "Start “Files” as it is now? It runs a program on this computer",
        ),
    ] {
        assert_eq!(asks(&draft, because).question, question);
    }
    let fenced = ServerDraft {
        fence: Some(fence(&[])),
        ..command("Files")
    };
    assert_eq!(
        asks(&fenced, None).question,
        "Add “Files”? It runs a fenced program on this computer"
    );
    assert_eq!(
        asks_of(&fenced, None, Some("A demo.")).question,
        "Add “Files”? It comes with Portcullis"
    );
}

/// A fence with these hosts alone.
fn fence(hosts: &[&str]) -> FenceGrants {
    let hosts = hosts.iter().map(|name| FenceHost::new(*name, 443));
    FenceGrants {
        hosts: hosts.collect(),
        ..FenceGrants::default()
    }
}

fn npx(arguments: &[&str]) -> ServerDraft {
    ServerDraft {
        endpoint: Endpoint::Command {
            program: "npx".to_owned(),
            arguments: arguments.iter().map(|word| (*word).to_owned()).collect(),
            folder: None,
        },
        ..draft("Files", "")
    }
}

// Proves S-68.
#[test]
fn a_package_that_is_pinned_loses_the_hosts_of_its_registry_and_no_other() {
    let all = ["registry.npmjs.org", "api.example"];
    let kept = |draft: ServerDraft| {
        let fenced = ServerDraft {
            fence: Some(fence(&all)),
            ..draft
        };
        without_registry_hosts(fenced).fence
    };
    assert_eq!(kept(npx(&["-y", "files"])), Some(fence(&all[1..])));
    assert_eq!(kept(command("Files")), Some(fence(&all)), "it is no package");
    assert_eq!(without_registry_hosts(npx(&["files"])).fence, None);
}

// Proves S-14.
#[test]
fn what_came_from_elsewhere_is_not_taken_for_what_was_typed() {
    assert!(DraftOrigin::default().is_typed());
    for origin in [
        DraftOrigin {
            bundle: Some("a".to_owned()),
            ..DraftOrigin::default()
        },
        DraftOrigin {
            package: Some("a".to_owned()),
            ..DraftOrigin::default()
        },
        DraftOrigin {
            rows: vec![ReviewRow::new("File".to_owned(), Vec::new())],
            ..DraftOrigin::default()
        },
        DraftOrigin {
            warnings: vec![Warning::new("a", "A remark.")],
            ..DraftOrigin::default()
        },
    ] {
        assert!(!origin.is_typed());
    }
}

// Proves S-14.
#[cfg(unix)]
#[test]
fn one_version_is_offered_where_the_newest_runs_and_can_be_fetched() {
    use std::os::unix::fs::PermissionsExt as _;
    let programs = tempfile::tempdir().unwrap();
    let program = programs.path().join("npx");
    std::fs::write(&program, "#!/bin/sh\n").unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let search = SearchPath::from_value(programs.path().to_str().unwrap());
    let reviewed = |draft: &ServerDraft| {
        portcullis_install::review(draft, Purpose::Add, &search, None, None, None).unwrap()
    };
    let newest = npx(&["-y", "files"]);
    assert!(can_be_pinned(&newest, &reviewed(&newest)));
    for other in [
        npx(&["-y", "files@1.2.3"]),
        npx(&["-y", "--registry", "http://127.0.0.1:1", "files"]),
    ] {
        assert!(!can_be_pinned(&other, &reviewed(&other)), "{other:?}");
    }
    let said = |missing: Option<&str>| {
        let mut warnings = reviewed(&newest).warnings;
        not_pinned_now(&newest, missing, &mut warnings);
        let mut remarks = warnings.into_iter();
        let remark = remarks.find(|it| it.code == portcullis_install::NEWEST_VERSION);
        remark.unwrap().sentence
    };
    let (later, lacks) = (said(None), said(Some("npm")));
    assert!(later.contains("Afterwards, choose “Pin this version”"), "{later}");
    assert!(lacks.contains("install npm first"), "{lacks}");
}

// Proves S-35.
#[cfg(unix)]
#[tokio::test]
async fn a_change_is_asked_about_as_one() {
    let fixture = Fixture::new().await;
    let address = fixture.saves(draft("Notes", HERE), None).await;
    let program = fixture.saves(command("Files"), None).await;
    let asks = async |draft, id: &String| {
        let request = fixture.asks(draft, Some(id)).await;
        assert_eq!(request.server.id, *id);
        request.question
    };
    assert_eq!(
        asks(draft("Notes", THERE), &address).await,
        "Save the changes to “Notes”?"
    );
    assert_eq!(
        asks(command("Files"), &program).await,
        "Save the changes to “Files”? It runs a program on this computer"
    );
}

#[tokio::test]
async fn a_request_ends_also_where_the_work_after_its_answer_panics() {
    let fixture = Fixture::new().await;
    let request = fixture.asks(draft("Notes", HERE), None).await;
    let mut events = fixture.host.events();
    let panics = std::future::poll_fn(|_| -> Poll<Result<()>> { panic!("it panics") });
    fixture.host.0.when_answered(&request, panics);
    let told = async {
        let mut told = false;
        while let Some((_, event)) = events.next().await {
            match event {
                HostEvent::Problem { .. } => told = true,
                HostEvent::RequestDone { request: done } => return (told, done),
                _ => {}
            }
        }
        panic!("the host is gone")
    };
    let told = tokio::time::timeout(Duration::from_secs(30), told).await;
    assert_eq!(told.expect("it ends"), (true, request.id));
}
