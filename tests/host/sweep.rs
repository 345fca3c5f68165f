//! Planted secrets through everything that a person can do with remote servers. Afterwards all that the product wrote,
//! said, sent to a window and started is swept for them: they are in the keychain, and at whom they are for (S-56, S-88).
//!
//! It runs in a session of its own with a real keyring, so that what is on the disk and in the table of processes is its own.

use std::{
    io,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use portcullis_api::{ClientProof, Hidden, OwnClientDraft, Phase, ServerDraft};
use portcullis_secrets::Keychain;
use portcullis_storage::audit::{Format, HIDDEN};
use portcullis_tests::{
    canary::{Canary, Find, sweep, sweep_bytes},
    hostile::Hostile,
    http1::Request,
    keychain_session::{self, KeychainSession, Keyring},
    provider::{Provider, rules_of_echo},
    signing_in::{adds_unsigned, agreed, browsed, gets_in, signs_in},
    sink::{Answer, Sink},
    test_user::{TestUser, address, assert_done, code, command, named, nothing, text},
    wait,
};
use serde_json::{Value, json};

// Proves S-56, S-67, S-88, AUT-47.
#[tokio::test]
async fn six_planted_secrets_are_nowhere_but_in_the_keychain() {
    let session = or_skip!(KeychainSession::new());
    session.runs("sweep::inside::everything_is_used", &[]).await;
    assert!(!session.sealed().is_empty(), "they were kept");
}

/// Everything that was traced, of every crate.
#[derive(Clone, Default)]
struct Traced(Arc<Mutex<Vec<u8>>>);

impl io::Write for Traced {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A server that wants a header, and says back whatever it is sent.
fn says_back(request: &Request) -> Answer {
    let asked: Value = serde_json::from_slice(&request.body).unwrap_or_default();
    let words = format!("{:?}", request.headers);
    let result = match asked["method"].as_str().unwrap_or_default() {
        "initialize" => json!({
            "protocolVersion": "2025-11-25",
            "capabilities": { "tools": {} },
            "instructions": words,
            "serverInfo": { "name": words, "version": "1" },
        }),
        "tools/list" => json!({ "tools": [
            { "name": "echo", "description": words, "inputSchema": { "type": "object" } },
        ]}),
        "tools/call" => json!({ "content": [{ "type": "text", "text": words }] }),
        _ if asked["id"].is_null() => return Answer::Status(202, vec![], vec![]),
        _ => {
            let error = json!({ "code": -32601, "message": words, "data": words });
            return Answer::json(&json!({ "jsonrpc": "2.0", "id": asked["id"], "error": error }));
        }
    };
    Answer::json(&json!({ "jsonrpc": "2.0", "id": asked["id"], "result": result }))
}

/// A program whose script repeats its variable everywhere. The script is in a file that is not the product's.
fn repeats(person: &TestUser, secret: &Canary) -> ServerDraft {
    let words = format!("my key is {}", secret.value);
    let told = json!({ "jsonrpc": "2.0", "method": "notifications/message", "params": { "level": "info", "data": words } });
    let script = json!({
        "tools": ["says", "fails", "shouts"],
        "calls": {
            "says": [{ "stderr": words }, { "say": told }, { "reply": { "content": [{ "type": "text", "text": words }] } }],
            "fails": [{ "error": { "code": -32000, "message": words, "data": { "why": words } } }],
            "shouts": [{ "banner": words }, { "reply": { "content": [], "structuredContent": { "key": words } } }],
        },
    });
    let file = person.path("script.json");
    std::fs::write(&file, script.to_string()).unwrap();
    let arguments = vec!["--script".to_owned(), file.to_str().unwrap().to_owned()];
    let mut draft = command("Program", Hostile::program().to_str().unwrap(), arguments);
    draft.environment = vec![named("API_KEY", &secret.value, true)];
    draft
}

/// A private key, and a part of it that is like no other.
fn key() -> (String, Canary) {
    let pem = portcullis_tests::fault_proxy::Authority::default()
        .key()
        .to_owned();
    let line = pem.lines().nth(1).expect("it has a body");
    let part = Canary {
        label: "private key".to_owned(),
        value: line[20..60].to_owned(),
    };
    (pem, part)
}

fn own(secret: &str, proof: ClientProof, unattended: bool) -> OwnClientDraft {
    OwnClientDraft {
        client_id: "mine".to_owned(),
        secret: Some(Hidden(secret.to_owned())),
        proof,
        issuer: None,
        unattended,
        port: None,
        organisation: None,
    }
}

/// Command lines and environments of everything that runs, but for the variable of the one program that it is for.
fn assert_no_process_shows(secrets: &[Canary], of_program: &Canary) {
    let hostile = Hostile::program();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let folder = entry.path();
        for file in ["cmdline", "environ"] {
            // Others come and go, and some are not ours to read.
            let Ok(shown) = std::fs::read(folder.join(file)) else {
                continue;
            };
            let mut finds = sweep_bytes(&shown, secrets);
            let is_it = std::fs::read_link(folder.join("exe")).is_ok_and(|program| program == hostile);
            if is_it && file == "environ" {
                finds.retain(|find| find.label != of_program.label);
            }
            assert_eq!(finds, [], "{}/{file}", folder.display());
        }
    }
}

/// Everything that a window or a terminal can ask for about every server.
async fn everything_shown(person: &TestUser) -> String {
    let json = |value: &dyn erased::Json| value.text();
    let mut shown = json(&person.host.snapshot().await.unwrap());
    for server in person.host.servers() {
        shown += &json(&person.host.server(&server.id).unwrap());
        shown += &json(&person.host.account(&server.id).unwrap());
        shown += &json(&person.host.logs(&server.id, 0).unwrap());
        for frame in person.host.frames(&server.id, 0).unwrap().frames {
            shown += &json(&frame);
            shown += &json(&person.host.frame_text(&server.id, frame.seq).unwrap());
        }
        let (frames, count) = person.host.export_frames(&server.id, Vec::new()).unwrap();
        assert!(count > 0 || !server.enabled, "{}", server.label);
        shown += &String::from_utf8_lossy(&frames);
    }
    for row in person.record().await {
        shown += &json(&row);
        shown += &json(&person.host.record_detail(row.seq).await.unwrap());
    }
    for format in [Format::JsonLines, Format::Csv] {
        let (record, rows) = person.host.export_record(format, Vec::new()).await.unwrap();
        assert!(rows > 10);
        shown += &String::from_utf8_lossy(&record);
    }
    shown
}

/// Any view as it goes to the window.
mod erased {
    pub(super) trait Json {
        fn text(&self) -> String;
    }

    impl<T: serde::Serialize> Json for T {
        fn text(&self) -> String {
            serde_json::to_string(self).expect("a view can be written")
        }
    }
}

fn assert_clean(what: &str, text: &str, secrets: &[Canary]) {
    let finds = sweep_bytes(text.as_bytes(), secrets);
    let around = |find: &Find| {
        let at = find.at.unwrap_or(0);
        let from = (at.saturating_sub(300)..=at).find(|at| text.is_char_boundary(*at));
        text[from.unwrap_or(0)..].chars().take(500).collect::<String>()
    };
    let places: Vec<_> = finds.iter().map(around).collect();
    assert!(finds.is_empty(), "{what}: {finds:?} {places:#?}");
}

fn assert_folder_clean(folder: &Path, secrets: &[Canary]) {
    assert_eq!(sweep(folder, secrets), []);
}

/// What runs in a session of its own. Left out of an ordinary run, and nothing without one.
mod inside {
    use super::*;

    #[tokio::test]
    #[ignore = "is run by the test above"]
    async fn everything_is_used() {
        let home = or_skip!(keychain_session::home());
        let traced = Traced::default();
        let writer = traced.clone();
        tracing_subscriber::fmt()
            .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .init();
        let _keyring = Keyring::opened().await;
        let person = TestUser::with_keystore(Arc::new(Keychain::default())).await;
        let events = Arc::new(Mutex::new(String::new()));
        let (heard, mut coming) = (Arc::clone(&events), person.host.events());
        let listening = tokio::spawn(async move {
            while let Some((_, event)) = coming.next().await {
                *heard.lock().unwrap() += &serde_json::to_string(&event).unwrap();
            }
        });
        let [variable, header] = ["environment", "header"].map(Canary::new);
        let client = Canary::new("client secret");
        let (pem, part) = key();

        // Signed in with a client of one's own; everything is said back, good and bad.
        let provider = Provider::new(rules_of_echo()).await;
        let remote = adds_unsigned(&person, &provider.url()).await;
        let mine = own(&client.value, ClientProof::Secret, false);
        person.host.set_own_client(&remote, mine).await.unwrap();
        // The first time the code is refused, in words that repeat it.
        provider.change(|rules| rules.refuses_codes = true);
        assert!(browsed(&person, &remote).await.account.is_none());
        provider.change(|rules| rules.refuses_codes = false);
        gets_in(&person, &remote).await;
        let said = text(&person.calls(&remote, "echo", nothing()).await);
        assert!(said.contains(HIDDEN), "it was said back and taken out: {said}");
        assert_eq!(
            code(&person.calls(&remote, "fails", nothing()).await),
            "protocol.error"
        );
        // More, and renewal.
        provider.change(|rules| rules.needs = Some("write".to_owned()));
        assert_eq!(code(&person.calls(&remote, "echo", nothing()).await), "auth.more");
        signs_in(&person, &remote).await;
        assert_done(&person.calls(&remote, "echo", nothing()).await);
        provider.forgets_access();
        assert_done(&person.calls(&remote, "echo", nothing()).await);
        assert_eq!(provider.grants("refresh_token").len(), 1);

        // Without a browser, by a key.
        let other = Provider::new(rules_of_echo()).await;
        let robot = person.adds(address("Robot", &other.url())).await;
        person.sees(&robot, Phase::NeedsSignIn).await;
        let mine = own(&pem, ClientProof::Key, true);
        person.host.set_own_client(&robot, mine).await.unwrap();
        agreed(&person, &robot).await;
        person.sees(&robot, Phase::Ready).await;
        assert_done(&person.calls(&robot, "echo", nothing()).await);

        // A header, and a variable.
        let sink = Sink::scripted(|request, _| says_back(request)).await;
        let mut draft = address("Header", &sink.url("/mcp"));
        draft.headers = vec![named("X-Api-Key", &header.value, true)];
        let by_header = person.adds_ready(draft).await;
        let said = text(&person.calls(&by_header, "echo", nothing()).await);
        assert!(said.contains(HIDDEN) && said.contains("x-api-key"), "{said}");
        let program = person.adds_ready(repeats(&person, &variable)).await;
        assert_eq!(
            text(&person.calls(&program, "says", nothing()).await),
            format!("my key is {HIDDEN}")
        );
        person.calls(&program, "fails", nothing()).await;
        person.calls(&program, "shouts", nothing()).await;
        // A model asks, and its question is looked at and denied.
        let call = person.model_asks(&program, "says", nothing()).await;
        person.answers_call(&call, portcullis_api::Answer::Deny {}).await;
        wait::holds("its standard error", || {
            !person.host.logs(&program, 0).unwrap().lines.is_empty()
        })
        .await;

        let mut secrets = [provider.issued(), other.issued()].concat();
        secrets.extend([variable.clone(), header, client, part]);
        let of = |label: &str| secrets.iter().filter(|secret| secret.label == label).count();
        assert!(
            of("code") >= 3 && of("access") >= 4 && of("refresh") >= 3,
            "{secrets:?}"
        );
        assert_no_process_shows(&secrets, &variable);
        assert_clean("shown", &everything_shown(&person).await, &secrets);
        // The row for a sign-in that ends on its own, in words that repeat the token.
        provider.change(|rules| rules.revoked = true);
        provider.forgets_access();
        assert_eq!(
            code(&person.calls(&remote, "echo", nothing()).await),
            "auth.required"
        );
        provider.change(|rules| rules.revoked = false);
        gets_in(&person, &remote).await;
        secrets.extend(provider.issued());

        // What a server has that was not used in a run is known in it all the same.
        person.host.set_enabled(&remote, false).await.unwrap();
        assert_folder_clean(person.data.path(), &secrets);
        let person = person.restarts_the_host().await;
        let token = provider
            .issued()
            .into_iter()
            .rfind(|issued| issued.label == "refresh");
        let token = token.unwrap();
        person.sees(&program, Phase::Ready).await;
        let note = json!({ "note": format!("it is {}", token.value) });
        assert_done(&person.calls(&program, "shouts", note).await);
        let row = person.record().await.into_iter().next().unwrap();
        let detail = serde_json::to_string(&person.host.record_detail(row.seq).await.unwrap()).unwrap();
        assert!(detail.contains(HIDDEN), "{detail}");
        assert_clean("shown later", &everything_shown(&person).await, &secrets);
        assert_folder_clean(person.data.path(), &secrets);
        person.host.sign_out(&remote).await.unwrap();
        person.host.close().await;
        listening.abort();

        let told = events.lock().unwrap().clone();
        assert!(told.len() > 10_000, "the window was told a lot: {}", told.len());
        assert_clean("events", &told, &secrets);
        let logged = String::from_utf8_lossy(&traced.0.lock().unwrap()).into_owned();
        assert!(logged.len() > 10_000, "much was traced: {}", logged.len());
        assert_clean("traced", &logged, &secrets);
        assert_folder_clean(person.data.path(), &secrets);
        // The script of the test's own server is the one file that may hold one.
        std::fs::remove_file(person.path("script.json")).unwrap();
        assert_folder_clean(&home, &secrets);
    }
}
