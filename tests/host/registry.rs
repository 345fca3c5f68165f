//! A registry on this computer: turned on, copied, searched, added from, lying, and turned off.

use portcullis_api::{
    Answer, Asked, FenceGrants, Hidden, InstallChoices, RegistryHeader, RegistryOptionKind, RegistryServer,
    RegistryStatus, Request, ServerLocation,
};
use portcullis_core::{Code, Error};
use portcullis_secrets::{Keystore, MemoryKeystore};
use portcullis_tests::{
    canary::{Canary, Tripwire},
    fake_npm::FakeNpm,
    registry::{FIRST, TestRegistry, bundle_package, entry, sha256},
    sink::{self, Sink},
    test_user::{Setup, TestUser, nothing, text},
    wait,
};
use serde_json::{Value, json};
use std::sync::Arc;

use crate::bundles::{left_of_bundles, manifest, packed_as, shown, value};

pub(crate) fn npm(identifier: &str) -> Value {
    json!([{
        "registryType": "npm", "identifier": identifier, "version": "1.0.0", "transport": { "type": "stdio" },
        "environmentVariables": [{ "name": "API_KEY", "description": "Key", "isSecret": true, "isRequired": true }],
    }])
}

fn some_servers() -> Vec<Value> {
    vec![
        entry(
            "io.github.ada/notes",
            "1.0.0",
            ("active", FIRST),
            npm("ada-notes"),
        ),
        entry(
            "io.github.ada/old",
            "1.0.0",
            ("deprecated", FIRST),
            npm("ada-old"),
        ),
        entry(
            "io.github.ada/more",
            "1.0.0",
            ("active", FIRST),
            npm("--registry=https://example.com"),
        ),
    ]
}

/// Turns it on, and waits for its copy.
pub(crate) async fn turn_on(person: &TestUser, address: &str) {
    let request = person.host.propose_registry(address, None).await.unwrap();
    person.answers(&request, Answer::AllowOnce {}).await;
    updated(person).await;
}

pub(crate) async fn updated(person: &TestUser) {
    wait::until_async("the copy", async || {
        let state = person.host.registry().await.unwrap();
        let done = state.address.is_some() && !state.updating && state.updated_at.is_some();
        done.then_some(())
    })
    .await;
}

async fn names(person: &TestUser, words: &str) -> Vec<String> {
    let found = person.host.search_registry(words).await.unwrap();
    found.found.into_iter().map(|server| server.name).collect()
}

async fn described(person: &TestUser, name: &str) -> RegistryServer {
    person.host.registry_server(name, None).await.unwrap()
}

/// Why the bundle of this version is not opened.
async fn not_opened(person: &TestUser, name: &str, version: &str) -> Error {
    let opened = person.host.open_registry_bundle(name, version, 0);
    opened.await.unwrap_err()
}

fn setting(request: &Request) -> (Vec<String>, String) {
    let_assert!(&request.asked => Asked::Setting { rows, notes, .. });
    let values = rows.iter().flat_map(|row| &row.values);
    (
        values.map(|value| value.text.text.clone()).collect(),
        notes.join(" "),
    )
}

// Proves S-26.
#[tokio::test]
async fn no_registry_is_visited_before_the_person_turned_it_on() {
    let registry = TestRegistry::with(some_servers()).await;
    let person = TestUser::new().await;
    let state = person.host.registry().await.unwrap();
    assert_eq!((state.address, state.servers), (None, 0));
    assert!(state.public.starts_with("https://"));
    let host = &person.host;
    for refused in [
        host.search_registry("notes").await.map(drop),
        host.update_registry().await,
        host.registry_server("io.github.ada/notes", None).await.map(drop),
        host.registry_versions("io.github.ada/notes").await.map(drop),
        Err(not_opened(&person, "io.github.ada/notes", "1.0.0").await),
    ] {
        assert_eq!(refused.unwrap_err().code, Code::NotFound);
    }
    for bad in ["http://registry.example", "file:///etc", "x"] {
        let refused = person.host.propose_registry(bad, None).await.unwrap_err();
        assert_eq!(refused.code, Code::BadInput, "{bad}");
    }
    let request = person
        .host
        .propose_registry(&registry.address(), None)
        .await
        .unwrap();
    assert_eq!(request.server.whereabouts, ServerLocation::Registry);
    let (values, notes) = setting(&request);
    assert_eq!(values, [registry.address()]);
    assert_has!(notes, "stay on this computer", "IP address");
    person.answers(&request, Answer::Deny {}).await;
    person.sees_row("Registry turned on").await;
    assert_eq!(person.host.registry().await.unwrap().address, None);
    registry.assert_untouched();
    let person = person.restarts_the_host().await;
    registry.assert_untouched();

    turn_on(&person, &registry.address()).await;
    assert!(!registry.targets().is_empty());
}

#[tokio::test]
async fn a_copy_is_searched_kept_brought_up_to_date_and_deleted() {
    let registry = TestRegistry::with(some_servers()).await;
    let person = TestUser::new().await;
    turn_on(&person, &registry.address()).await;
    assert_eq!(person.host.registry().await.unwrap().servers, 3);
    assert_eq!(
        names(&person, "ada not").await.first().map(String::as_str),
        Some("io.github.ada/notes")
    );
    let before = registry.targets();
    assert_eq!(before.len(), 2, "two pages: {before:?}");
    let server = described(&person, "io.github.ada/notes").await;
    assert_eq!(
        (server.title.text.as_str(), server.label.as_str()),
        ("Some notes", "Some notes")
    );
    let_assert!(server.options.as_slice() => [option]);
    assert_eq!(option.kind, RegistryOptionKind::Npm);
    let words: Vec<_> = option.runs.iter().map(|word| word.text.as_str()).collect();
    assert_eq!(words, ["npx", "-y", "ada-notes@1.0.0"]);
    let hostile = described(&person, "io.github.ada/more").await;
    assert!(hostile.options[0].problem.is_some());
    assert_eq!(
        registry.targets(),
        before,
        "words and what is looked at stay here"
    );
    let versions = person
        .host
        .registry_versions("io.github.ada/notes")
        .await
        .unwrap();
    assert_eq!(versions[0].raw, "1.0.0");

    let later = "2027-01-01T00:00:00Z";
    registry.put(entry(
        "io.github.ada/notes",
        "2.0.0",
        ("active", later),
        npm("ada-notes"),
    ));
    registry.put(entry(
        "io.github.ada/old",
        "1.0.0",
        ("deleted", later),
        npm("ada-old"),
    ));
    person.host.update_registry().await.unwrap();
    wait::until_async("the change", async || {
        let server = described(&person, "io.github.ada/notes").await;
        (server.version.text == "2.0.0").then_some(())
    })
    .await;
    updated(&person).await;
    assert!(
        registry
            .targets()
            .iter()
            .any(|target| target.contains("updated_since="))
    );
    assert_eq!(names(&person, "old").await, [] as [String; 0]);
    let gone = described(&person, "io.github.ada/old").await;
    assert_eq!(gone.status, RegistryStatus::Deleted);

    // Without a network, and after a restart.
    let address = registry.address();
    drop(registry);
    let person = person.restarts_the_host().await;
    assert_eq!(person.host.registry().await.unwrap().address, Some(address));
    assert_eq!(names(&person, "notes").await.len(), 2);
    let file = person.data.path().join("registry.db");
    assert!(file.is_file());
    person.host.turn_off_registry().await.unwrap();
    assert!(!file.exists());
    let refused = person.host.search_registry("notes").await.unwrap_err();
    assert_eq!(refused.code, Code::NotFound);
    let person = person.restarts_the_host().await;
    assert_eq!(person.host.registry().await.unwrap().address, None);
}

#[tokio::test]
async fn what_is_withdrawn_is_not_added_and_what_is_deprecated_is_warned_of() {
    let mut servers = some_servers();
    let local = |name: &str, status: &str| entry(name, "1.0.0", (status, FIRST), json!([]));
    let mut old = local("io.github.ada/remote", "deprecated");
    old["server"]["remotes"] = json!([{ "type": "streamable-http", "url": "http://127.0.0.1:9/{tenant}" }]);
    servers.push(old);
    let registry = TestRegistry::with(servers).await;
    let person = TestUser::new().await;
    turn_on(&person, &registry.address()).await;
    let propose = async |name: &str, values| {
        let label = "Mine".to_owned();
        let host = &person.host;
        host.propose_registry_server(name, "1.0.0", 0, label, values, InstallChoices::default())
            .await
    };
    let request = propose("io.github.ada/remote", vec![value("tenant", &["a?b"])])
        .await
        .unwrap();
    let sheet = shown(&request);
    assert_has!(
        sheet,
        registry.address(),
        "io.github.ada/remote 1.0.0",
        "unverified",
        "Use another one",
        "/a%3Fb"
    );
    let_assert!(&request.asked => Asked::Launch { warnings, .. });
    assert!(
        warnings
            .iter()
            .any(|warning| warning.code == "registry.deprecated"),
        "{warnings:?}"
    );
    person.answers(&request, Answer::Add {}).await;
    wait::until("the server", || person.id("Mine")).await;

    registry.put(entry(
        "io.github.ada/old",
        "1.0.0",
        ("deleted", "2027-01-01T00:00:00Z"),
        npm("ada-old"),
    ));
    person.host.update_registry().await.unwrap();
    wait::until_async("the change", async || {
        let server = described(&person, "io.github.ada/old").await;
        (server.status == RegistryStatus::Deleted).then_some(())
    })
    .await;
    for (name, values) in [
        ("io.github.ada/old", vec![value("API_KEY", &["k"])]),
        ("io.github.ada/more", vec![value("API_KEY", &["k"])]),
        ("io.github.ada/notes", Vec::new()),
        ("io.github.ada/notes", vec![value("OTHER", &["k"])]),
    ] {
        let refused = propose(name, values).await.unwrap_err();
        assert_eq!(refused.code, Code::BadInput, "{name}: {refused:?}");
    }
    let refused = propose("io.github.ada/nothing", Vec::new()).await.unwrap_err();
    assert_eq!(refused.code, Code::NotFound);
}

// Proves S-01, S-10.
#[tokio::test]
async fn steps_after_the_installation_are_in_the_review_and_are_never_run() {
    let person = TestUser::new().await;
    let wire = Tripwire::lay(person.room.path(), "step");
    let step = wire.program().to_str().unwrap().to_owned();
    let mut package = npm("ada-notes");
    package[0]["postInstallInstructions"] = json!([
        { "description": "Make an index.", "command": step },
        { "description": "Read \u{202e}this.", "optional": true },
    ]);
    let name = "io.github.ada/notes";
    let registry = TestRegistry::with(vec![entry(name, "1.0.0", ("active", FIRST), package)]).await;
    turn_on(&person, &registry.address()).await;
    let values = vec![value("API_KEY", &["k"])];
    let choices = InstallChoices::default();
    let proposed = person
        .host
        .propose_registry_server(name, "1.0.0", 0, "Mine".to_owned(), values, choices);
    let request = proposed.await.unwrap();
    let sheet = shown(&request);
    assert_has!(
        sheet,
        "Steps after the installation: Make an index.",
        step.as_str(),
        "Portcullis does not run this",
        "optional"
    );
    assert!(!sheet.contains('\u{202e}'), "{sheet}");
    person.answers(&request, Answer::Add {}).await;
    wait::until("the server", || person.id("Mine")).await;
    assert!(wire.runs().is_empty());
}

/// A person with the registry, whose computer has an `npm` that serves this entry's package.
#[cfg(target_os = "linux")]
async fn with_fake_npm(registry: &TestRegistry) -> (TestUser, FakeNpm) {
    let npm = FakeNpm::default();
    npm.serves("ada-notes", "1.0.0", "sha512-one", "");
    let setup = Setup::finding_first(npm.folder());
    let person = TestUser::new().await.restarts_the_host_on(setup).await;
    turn_on(&person, &registry.address()).await;
    (person, npm)
}

// Proves S-05, S-14.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_package_of_the_registry_is_fetched_once_and_its_review_says_where_it_is_from() {
    let registry = TestRegistry::with(some_servers()).await;
    let (person, _npm) = with_fake_npm(&registry).await;
    let server = described(&person, "io.github.ada/notes").await;
    assert!(server.options[0].fetchable);
    let propose = async |fetch: bool| {
        let choices = InstallChoices {
            fence: Some(FenceGrants::default()),
            fetch,
            ..InstallChoices::default()
        };
        let values = vec![value("API_KEY", &["k"])];
        let label = "Mine".to_owned();
        let host = &person.host;
        host.propose_registry_server("io.github.ada/notes", "1.0.0", 0, label, values, choices)
            .await
            .unwrap()
    };
    let from = [registry.address(), "io.github.ada/notes 1.0.0".to_owned()];

    // As its entry says: a package manager at each start, and its registry.
    let launcher = propose(false).await;
    let sheet = shown(&launcher);
    assert!(
        matches!(launcher.asked, Asked::Launch { .. }) && sheet.contains("registry.npmjs.org"),
        "{sheet}"
    );
    person.answers(&launcher, Answer::Deny {}).await;

    let fetch = propose(true).await;
    let (values, _) = setting(&fetch);
    assert!(from.iter().all(|part| values.contains(part)), "{values:?}");
    person.answers(&fetch, Answer::AllowOnce {}).await;
    let review = person
        .is_asked("about the server", |request| {
            matches!(request.asked, Asked::Launch { .. })
        })
        .await;
    let sheet = shown(&review);
    for part in from
        .iter()
        .map(String::as_str)
        .chain(["unverified", "ada-notes/index.js"])
    {
        assert!(sheet.contains(part), "{part}: {sheet}");
    }
    assert_lacks!(sheet, "registry.npmjs.org", "npx");
    let id = person.starts(&review, "Mine").await;
    assert!(person.host.server(&id).unwrap().package.is_some());
}

// Proves S-63, S-69, S-71.
#[tokio::test]
async fn a_bundle_of_the_registry_is_added_only_with_the_announced_hash() {
    let registry = TestRegistry::with(Vec::new()).await;
    let folder = tempfile::tempdir().unwrap();
    let bytes = std::fs::read(packed_as(folder.path(), &manifest()).await).unwrap();
    let hash = sha256(&bytes);
    let bundle = |hash: &str| bundle_package(&registry.url("/notes.mcpb"), hash);
    let wrong = "0".repeat(64);
    for server in [
        entry("io.github.ada/good", "1.2.0", ("active", FIRST), bundle(&hash)),
        entry("io.github.ada/wrong", "1.2.0", ("active", FIRST), bundle(&wrong)),
    ] {
        registry.put(server);
    }
    registry.serve("/notes.mcpb", bytes);
    let person = TestUser::new().await;
    turn_on(&person, &registry.address()).await;

    let refused = not_opened(&person, "io.github.ada/wrong", "1.2.0").await;
    assert_eq!(refused.code, Code::BadInput, "{refused:?}");
    assert_has!(refused.sentence, &wrong);
    assert_has!(refused.sentence, &hash);
    assert_eq!((person.host.bundle(), left_of_bundles(&person).len()), (None, 0));

    let view = person
        .host
        .open_registry_bundle("io.github.ada/good", "1.2.0", 0)
        .await
        .unwrap();
    assert_eq!(
        (view.sha256.as_str(), left_of_bundles(&person).len()),
        (hash.as_str(), 0)
    );
    let values = vec![value("folders", &["/a b"]), value("api_key", &["secret-of-ada"])];
    let request = person
        .host
        .propose_bundle(&view.id, "Mine".to_owned(), values, None, None)
        .await
        .unwrap();
    let sheet = shown(&request);
    assert_has!(
        sheet,
        registry.address(),
        "io.github.ada/good 1.2.0",
        "SHA-256 in the registry",
        &hash
    );
    let id = person.starts(&request, "Mine").await;
    let given: Value = serde_json::from_str(&text(&person.calls(&id, "given", nothing()).await)).unwrap();
    assert_eq!(given[0], json!(["/a b", "--level=2"]));
}

#[tokio::test]
async fn a_registry_that_does_not_end_or_sends_half_a_reply_is_no_copy() {
    let page = |next: &str| json!({ "servers": some_servers(), "metadata": { "nextCursor": next } });
    for (answer, part) in [
        (sink::Answer::json(&page("again")), "the same pages again"),
        (sink::Answer::Text("{\"servers\": [".to_owned()), "cannot be read"),
        (sink::Answer::Html, "cannot be read"),
        (sink::Answer::Status(500, Vec::new(), Vec::new()), "HTTP 500"),
    ] {
        let sink = Sink::answering(answer).await;
        let person = TestUser::new().await;
        let request = person.host.propose_registry(&sink.url("/"), None).await.unwrap();
        person.answers(&request, Answer::AllowOnce {}).await;
        let problem = wait::until_async("the problem", async || {
            let state = person.host.registry().await.unwrap();
            assert_eq!(state.updated_at, None);
            state.problem
        })
        .await;
        assert!(problem.sentence.contains(part), "{problem:?}");
        person.host.close().await;
    }
}

#[tokio::test]
async fn a_bundle_behind_a_sign_in_elsewhere_is_named_with_its_remedy_and_nothing_is_kept() {
    let elsewhere = Sink::answering(sink::Answer::Unauthorized(None)).await;
    let registry = TestRegistry::with(Vec::new()).await;
    let package = bundle_package(&elsewhere.url("/private.mcpb"), &sha256(b"file"));
    registry.put(entry(
        "io.github.ada/private",
        "1.0.0",
        ("active", FIRST),
        package,
    ));
    let person = TestUser::new().await;
    turn_on(&person, &registry.address()).await;
    let refused = not_opened(&person, "io.github.ada/private", "1.0.0").await;
    assert!(refused.sentence.contains("requires a sign-in"), "{refused:?}");
    let remedy = refused.remedy.as_deref().unwrap_or_default();
    assert!(remedy.contains("in your browser"), "{refused:?}");
    assert_eq!((person.host.bundle(), left_of_bundles(&person).len()), (None, 0));
}

// Proves S-26, S-67.
#[tokio::test]
async fn a_header_signs_in_to_the_registry_alone_and_is_forgotten_with_it() {
    let person = TestUser::new().await;
    let registry = TestRegistry::with(some_servers()).await;
    let elsewhere = Sink::answering(sink::Answer::Text("file".to_owned())).await;
    let hash = sha256(b"file");
    for (name, url) in [
        ("io.github.ada/own", registry.url("/own.mcpb")),
        ("io.github.ada/other", elsewhere.url("/other.mcpb")),
    ] {
        let package = bundle_package(&url, &hash);
        registry.put(entry(name, "1.0.0", ("active", FIRST), package));
    }
    registry.serve("/own.mcpb", b"file".to_vec());
    let secret = Canary::new("registry");
    let header = |name: &str, value: &str| {
        Some(RegistryHeader {
            name: name.to_owned(),
            secret: Hidden(value.to_owned()),
        })
    };
    for (name, value) in [
        ("", "x"),
        ("Author ization", "x"),
        ("Host", "x"),
        ("Cookie", "x"),
        ("Authorization", ""),
        ("Authorization", "a\nb"),
    ] {
        let refused = person
            .host
            .propose_registry(&registry.address(), header(name, value))
            .await;
        assert_eq!(refused.unwrap_err().code, Code::BadInput, "{name}: {value}");
    }
    let value = format!("Bearer {}", secret.value);
    let request = person
        .host
        .propose_registry(&registry.address(), header("Authorization", &value))
        .await
        .unwrap();
    let (values, notes) = setting(&request);
    let sheet = format!("{} {notes}", values.join(" "));
    assert!(sheet.contains("authorization"), "{sheet}");
    assert!(!sheet.contains(&secret.value), "{sheet}");
    registry.assert_untouched();
    person.answers(&request, Answer::AllowOnce {}).await;
    updated(&person).await;
    let state = person.host.registry().await.unwrap();
    assert_eq!(state.header.as_deref(), Some("authorization"));
    let sent = registry.headers("authorization");
    assert!(
        !sent.is_empty() && sent.iter().all(|sent| sent.as_deref() == Some(&value)),
        "{sent:?}"
    );
    // A bundle behind the same sign-in is downloaded with it, and one that is elsewhere without it.
    for name in ["io.github.ada/own", "io.github.ada/other"] {
        let refused = not_opened(&person, name, "1.0.0").await;
        assert_eq!(
            refused.code,
            Code::BadInput,
            "downloaded, and no bundle: {refused:?}"
        );
    }
    let bare = elsewhere
        .hits()
        .into_iter()
        .all(|hit| hit.header("authorization").is_none());
    assert!(bare && elsewhere.hits().len() == 1);
    assert_eq!(registry.targets().last().map(String::as_str), Some("/own.mcpb"));
    let sent = registry.headers("authorization");
    assert!(
        sent.iter().all(|sent| sent.as_deref() == Some(&value)),
        "{sent:?}"
    );
    // It is there after a restart.
    let person = person.restarts_the_host().await;
    person.host.update_registry().await.unwrap();
    updated(&person).await;
    assert!(registry.headers("authorization").len() > sent.len());
    person.host.turn_off_registry().await.unwrap();
    assert_eq!(person.host.registry().await.unwrap().header, None);
}

// Proves S-26, S-67.
#[tokio::test]
async fn a_header_goes_to_no_registry_that_was_put_into_the_file_nor_is_it_deleted() {
    let keystore = Arc::new(MemoryKeystore::default());
    let person = TestUser::with_keystore(Arc::clone(&keystore) as Arc<dyn Keystore>).await;
    let registry = TestRegistry::with(some_servers()).await;
    let thief = TestRegistry::with(some_servers()).await;
    let header = RegistryHeader {
        name: "X-Key".to_owned(),
        secret: Hidden("the-only-value".to_owned()),
    };
    let request = person
        .host
        .propose_registry(&registry.address(), Some(header))
        .await
        .unwrap();
    person.answers(&request, Answer::AllowOnce {}).await;
    updated(&person).await;
    person.host.close().await;
    let db = rusqlite::Connection::open(person.data.path().join("portcullis.db")).unwrap();
    let changed = "UPDATE settings SET value = json_set(value, '$.address', ?1) WHERE key = 'registry'";
    assert_eq!(db.execute(changed, [thief.address()]).unwrap(), 1);
    drop(db);
    let person = person.restarts_the_host().await;
    person.host.update_registry().await.unwrap();
    let problem = wait::until_async("the update to end", async || {
        let state = person.host.registry().await.unwrap();
        state.problem.filter(|_| !state.updating)
    })
    .await;
    assert_eq!(problem.code, Code::AuthRequired.as_str());
    thief.assert_untouched();
    person.host.turn_off_registry().await.unwrap();
    assert_eq!(format!("{keystore:?}").matches("registry/").count(), 1);
    person.host.close().await;
}
