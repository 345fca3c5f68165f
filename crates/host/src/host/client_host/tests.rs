use super::*;
#[cfg(unix)]
use crate::host::launches::tests::command;
use crate::host::launches::tests::{Fixture, HERE, draft, opened, value};
use portcullis_catalog::icons::Icons;
use portcullis_domain::{EraChoice, Transport};
use portcullis_mcp::client::{Era, TaskCapabilities};
use portcullis_secrets::{Keystore, MemoryKeystore, Secret};
use portcullis_storage::audit::HIDDEN;
use std::sync::atomic::AtomicBool;

const KEY: &str = "canary-key";

fn server_info(revision: &str, took: u64) -> ServerInfo {
    ServerInfo {
        era: Era::Legacy,
        era_certain: false,
        revision: revision.to_owned(),
        transport: Transport::Http,
        name: None,
        icons: Icons::default(),
        version: None,
        instructions: None,
        capabilities: vec![],
        announces_tools: false,
        announces_resources: false,
        announces_prompts: false,
        subscribes: false,
        tasks: TaskCapabilities::default(),
        pid: None,
        took,
    }
}

/// A server that was approved as it is, with a secret in a header.
async fn approved(fixture: &Fixture) -> Arc<Entry> {
    let mut with = draft("Notes", HERE);
    with.headers = vec![
        value("X-Key", Some(KEY), true),
        value("X-Plain", Some("plain"), false),
    ];
    let id = fixture.saves(with, None).await;
    fixture.host.0.entry(&id).unwrap()
}

#[cfg(unix)]
fn refused(prepared: Result<PreparedStart>) -> Error {
    prepared.map(drop).unwrap_err()
}

// Proves S-13, S-90.
#[tokio::test]
async fn what_was_approved_is_reached_and_recorded_before() {
    let fixture = Fixture::new().await;
    let (host, entry) = (&fixture.host.0, approved(&fixture).await);
    let PreparedStart::Address(config) = host.prepare(&entry).await.unwrap() else {
        panic!("it is an address")
    };
    assert_eq!(config.url().as_str(), HERE);
    assert!(config.signs_in());
    let headers = config.headers().iter();
    let headers: Vec<_> = headers
        .map(|(name, value)| (name.as_str(), value.expose()))
        .collect();
    assert_eq!(headers, [("X-Plain", "plain"), ("X-Key", KEY)]);
    assert_eq!(locked(&entry.data).resolved.as_deref(), Some(HERE));
    let detail = fixture.newest(RecordKind::Launch).await;
    assert_eq!(
        (detail.row.what.text.as_str(), detail.row.asked_by.as_str()),
        ("Started", "you")
    );
    assert_eq!(detail.row.server_label.as_deref(), Some("Notes"));
    assert_eq!(detail.row.outcome, Outcome::Waiting);
    assert_eq!(
        detail.why,
        "The server is on, and you approved it in its current form."
    );
    assert_eq!(detail.shown, entry.row().approved.map(|approved| approved.digest));
    let sent = detail.sent.unwrap().text;
    assert!(sent.contains(HERE) && !sent.contains(KEY), "{sent}");

    // A second start of one attempt has no row of its own, and its end says how many there were.
    host.prepare(&entry).await.unwrap();
    assert_eq!(fixture.newest(RecordKind::Launch).await.row.seq, detail.row.seq);
    host.settled(&entry, Ok(server_info("2025-06-18", 1_240)), 2)
        .await
        .unwrap();
    let ended = fixture.newest(RecordKind::Launch).await;
    assert_eq!(ended.row.seq, detail.row.seq);
    assert_eq!(
        (
            ended.row.outcome,
            ended.row.outcome_words.as_str(),
            ended.row.duration
        ),
        (
            Outcome::Done,
            "ready in 1.2 s, after 2 attempts with different protocol versions",
            Some(1_240)
        )
    );
    assert_eq!(ended.came_back.as_deref(), Some("Protocol version 2025-06-18"));
    // The next attempt is another row.
    host.prepare(&entry).await.unwrap();
    let failed = Error::new(Code::Closing, "It went away.");
    host.settled(&entry, Err(failed), 1).await.unwrap();
    let ended = fixture.newest(RecordKind::Launch).await;
    assert!(ended.row.seq > detail.row.seq);
    assert_eq!(
        (ended.row.outcome, ended.row.outcome_words.as_str()),
        (Outcome::Failed, Code::Closing.in_words().as_str())
    );
    assert_eq!(ended.came_back.as_deref(), Some("It went away."));
}

// Proves S-90.
#[tokio::test]
async fn a_start_that_is_given_up_while_it_is_recorded_has_an_end_there() {
    let fixture = Fixture::new().await;
    let (host, entry) = (&fixture.host.0, approved(&fixture).await);
    // The disk is slow: nothing is written until it is let go.
    let (let_go, held) = std::sync::mpsc::sync_channel::<()>(1);
    let mut slow = Box::pin(host.store.write(move |_| {
        held.recv().ok();
        Ok(())
    }));
    assert!(futures::poll!(&mut slow).is_pending());
    let mut recording = Box::pin(host.record_start(&entry, serde_json::json!({}), "digest"));
    for _ in 0..10 {
        assert!(futures::poll!(&mut recording).is_pending());
        tokio::task::yield_now().await;
    }
    drop(recording);
    let stopped = Error::new(Code::CallCancelled, "It was stopped.");
    host.settled(&entry, Err(stopped), 0).await.unwrap();
    let_go.send(()).unwrap();
    slow.await.unwrap();
    host.calls.settled().await;
    let detail = fixture.newest(RecordKind::Launch).await;
    assert_eq!(detail.row.outcome, Outcome::Failed);
    assert!(
        locked(&entry.data).starting.is_none(),
        "the next attempt is another row"
    );
}

// Proves S-12, S-13.
#[cfg(unix)]
#[tokio::test]
async fn a_program_starts_as_it_was_approved_and_not_with_a_hook() {
    let fixture = Fixture::new().await;
    let id = fixture.saves(command("Files"), None).await;
    let entry = fixture.host.0.entry(&id).unwrap();
    let host = &fixture.host.0;
    let PreparedStart::Command { permit, .. } = host.prepare(&entry).await.unwrap() else {
        panic!("it is a program")
    };
    let program = permit.effect().program.to_string_lossy().into_owned();
    assert_eq!(locked(&entry.data).resolved, Some(program));
    locked(&entry.data).row.draft.environment = vec![value("LD_PRELOAD", Some("/tmp/a.so"), false)];
    let error = refused(host.prepare(&entry).await);
    assert_eq!(error.code, Code::LaunchHiddenHook);
    locked(&entry.data).row.draft.environment = vec![value("MORE", Some("1"), false)];
    assert_eq!(refused(host.prepare(&entry).await).code, Code::LaunchChanged);
    fixture.host.close().await;
    assert_eq!(refused(host.prepare(&entry).await).code, Code::Closing);
}

#[tokio::test]
async fn an_era_that_was_only_guessed_is_asked_for_again() {
    let fixture = Fixture::new().await;
    let entry = approved(&fixture).await;
    let host = &fixture.host.0;
    for (revision, certain, kept) in [
        ("2025-06-18", false, None),
        ("2025-11-25", false, None),
        ("2025-03-26", false, Some(EraChoice::Legacy)),
        ("2025-11-25", true, Some(EraChoice::Legacy)),
    ] {
        let server_info = ServerInfo {
            era_certain: certain,
            ..server_info(revision, 1)
        };
        host.settled(&entry, Ok(server_info), 1).await.unwrap();
        let row = entry.row();
        assert_eq!(row.era_found, kept, "{revision} {certain}");
        let id = entry.id.clone();
        let stored = host
            .store
            .read(move |db| servers::get(db, &id))
            .await
            .unwrap()
            .unwrap();
        assert_eq!(
            (stored.era_found, stored.revision_found.as_deref()),
            (kept, Some(revision))
        );
    }
}

// Proves S-46, S-47.
#[tokio::test]
async fn the_first_list_is_known_and_what_comes_later_is_new_or_changed() {
    let fixture = Fixture::new().await;
    let entry = approved(&fixture).await;
    let lists = async |tools: &[(&str, &str)], instructions: Option<&str>| {
        let tools: Vec<_> = tools
            .iter()
            .map(|(name, about)| {
                serde_json::json!({"name": name, "description": about, "inputSchema": {"type": "object"}})
            })
            .collect();
        let page = serde_json::value::to_raw_value(&serde_json::json!({ "tools": tools })).unwrap();
        let catalog = Catalog::read([&*page]);
        let mut told = entry.definitions_changed.subscribe();
        let changed = fixture
            .host
            .0
            .listed(&entry, &catalog, instructions.map(str::to_owned))
            .await
            .unwrap();
        assert!(told.has_changed().unwrap());
        told.mark_unchanged();
        let states: Vec<_> = catalog
            .tools
            .iter()
            .map(|tool| match entry.state_of(tool) {
                DefinitionState::Known { .. } => "known",
                DefinitionState::New { .. } => "new",
                DefinitionState::Changed { .. } => "changed",
            })
            .collect();
        (changed, states)
    };
    assert_eq!(
        lists(&[("a", "one")], Some("Be kind.")).await,
        (false, vec!["known"])
    );
    assert_eq!(
        lists(&[("a", "one"), ("b", "one")], Some("Be kind.")).await,
        (false, vec!["known", "new"])
    );
    assert_eq!(
        lists(&[("a", "two"), ("b", "one")], Some("Be kind.")).await,
        (true, vec!["changed", "new"])
    );
    let row = fixture.newest(RecordKind::Definition).await;
    assert_eq!(row.row.what.text, "Definition changed: a");
    assert_eq!(row.row.tool.map(|tool| tool.text).as_deref(), Some("a"));
    assert_eq!(row.row.server_label.as_deref(), Some("Notes"));
    assert_eq!(row.row.asked_by, "the server");
    assert_eq!(
        (row.row.outcome, row.row.outcome_words.as_str()),
        (Outcome::Attention, "blocked until you review it")
    );
    assert_eq!(
        row.why,
        "The server’s definitions differ from those that you approved."
    );
    assert!(lists(&[("a", "one")], Some("Be cruel.")).await.0);
    let row = fixture.newest(RecordKind::Definition).await;
    assert_eq!(row.row.what.text, "Definition changed: instructions");
}

/// A keychain that is locked as long as it is said so.
#[derive(Default)]
struct Locking {
    kept: MemoryKeystore,
    locked: AtomicBool,
}

impl Locking {
    fn open(&self) -> Result<&MemoryKeystore> {
        match self.locked.load(Ordering::SeqCst) {
            true => Err(Error::new(Code::VaultLocked, "The keychain said no.")),
            false => Ok(&self.kept),
        }
    }
}

impl Keystore for Locking {
    fn set(&self, name: &str, secret: &Secret) -> Result<()> {
        self.open()?.set(name, secret)
    }

    fn get(&self, name: &str) -> Result<Option<Secret>> {
        self.open()?.get(name)
    }

    fn remove(&self, name: &str) -> Result<()> {
        self.open()?.remove(name)
    }

    fn is_open(&self) -> Option<bool> {
        Some(self.open().is_ok())
    }
}

// Proves S-88.
#[tokio::test]
async fn secrets_are_hidden_from_the_start_and_once_a_locked_keychain_opens() {
    let fixture = Fixture::new().await;
    approved(&fixture).await;
    fixture.host.close().await;
    let hidden = |host: &crate::Host| host.0.redactor.text(KEY, 100) == HIDDEN;

    let host = opened(fixture.data.path(), &fixture.keystore).await;
    host.0.secrets_known().await;
    assert!(hidden(&host));
    host.close().await;

    let keychain = Arc::new(Locking::default());
    for (name, secret) in fixture.keystore.entries() {
        keychain.kept.set(&name, &secret).unwrap();
    }
    keychain.locked.store(true, Ordering::SeqCst);
    let host = opened(fixture.data.path(), &keychain).await;
    // No caller waits for it forever.
    host.0.secrets_known().await;
    assert!(!hidden(&host));
    keychain.locked.store(false, Ordering::SeqCst);
    host.0.vault.get("anything").await.unwrap();
    let learned = async {
        while !hidden(&host) {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(20), learned)
        .await
        .expect("it is learned once the keychain answers");
}

#[tokio::test]
async fn a_secret_is_kept_for_the_variable_or_header_that_had_it() {
    let fixture = Fixture::new().await;
    let row = approved(&fixture).await.row();
    let with = |variables: Vec<_>, headers: Vec<_>| portcullis_domain::ServerDraft {
        environment: variables,
        headers,
        ..draft("Notes", HERE)
    };
    let places = |draft| secrets::places_of_draft(&draft, &Default::default(), Some(&row));
    let kept = places(with(vec![], vec![value("X-Key", None, true)])).unwrap();
    assert_eq!(kept.into_values().collect::<Vec<_>>(), secrets::places(&row));
    // A row that names the secret of another server was changed in the file.
    let mut changed = row.clone();
    for place in changed.secrets.values_mut() {
        *place = place.replace(row.id.as_str(), "another");
    }
    let plain = format!("server/{}/header/X-Key", row.id);
    assert_eq!(secrets::places(&changed), [plain]);
    for other in [
        with(vec![value("X-Key", None, true)], vec![]),
        with(vec![], vec![value("X-Plain", None, true)]),
    ] {
        let error = places(other).unwrap_err();
        assert_eq!(error.code, Code::BadInput);
        assert!(error.sentence.contains("no longer has a value"), "{error}");
    }
}

#[tokio::test]
async fn what_a_client_tells_its_host_is_told_to_the_window() {
    let fixture = Fixture::new().await;
    let entry = approved(&fixture).await;
    let client_host = EntryClientHost::new(&fixture.host.0, &entry);
    let mut events = fixture.host.events();
    let mut told = || {
        let mut names = Vec::new();
        while let Some((_, event)) = events.ready() {
            match event {
                HostEvent::Tools { .. } => names.push("tools"),
                HostEvent::Server { .. } => names.push("server"),
                _ => {}
            }
        }
        names
    };
    told();
    client_host.changed();
    assert_eq!(told(), ["server"]);
    client_host.published();
    assert_eq!(told(), ["tools", "server"]);
}
