//! A server that runs from a fetched package, beside other places: other applications get its launcher and no path of Portcullis's own
//! folder, an import and a registry know that it is here, and an update keeps what the person changed of its command.
#![cfg(target_os = "linux")]

use std::fs;

use portcullis_api::{Answer, Endpoint, ExportDraft, Phase, ServerDraft};
use portcullis_tests::fake_npm::{FakeNpm, SERVER};
use portcullis_tests::registry::{FIRST, TestRegistry, entry};
use portcullis_tests::test_user::{Setup, TestUser, command};
use portcullis_tests::wait;
use serde_json::json;

use crate::registry::{npm, turn_on};

/// A person whose server runs from version 1.0.0 of a package.
struct Fetched {
    person: TestUser,
    npm: FakeNpm,
    id: String,
}

fn words(line: &[&str]) -> Vec<String> {
    line.iter().map(|&word| word.to_owned()).collect()
}

impl Fetched {
    async fn new() -> Self {
        let npm = FakeNpm::default();
        let setup = Setup::finding_first(npm.folder());
        let person = TestUser::new().await.restarts_the_host_on(setup).await;
        npm.serves("pack", "1.0.0", "sha512-one", "");
        let draft = command("Pack", "npx", words(&["-y", "pack", "--folder", "/srv"]));
        let fetch = person.host.propose_fetch(draft, None).await.unwrap();
        person.answers(&fetch, Answer::AllowOnce {}).await;
        let fetched = Self {
            id: String::new(),
            person,
            npm,
        };
        let asked = fetched.person.is_asked_about_a_server().await;
        let id = fetched.person.starts(&asked, "Pack").await;
        Self { id, ..fetched }
    }

    fn draft(&self) -> ServerDraft {
        self.person.host.server(&self.id).unwrap().draft
    }

    fn arguments(&self) -> Vec<String> {
        let_assert!(self.draft().endpoint => Endpoint::Command { arguments, .. });
        arguments
    }
}

#[tokio::test]
async fn other_applications_get_the_launcher_of_a_fetched_server() {
    let fetched = Fetched::new().await;
    let (person, host) = (&fetched.person, &fetched.person.host);
    let file = person.path("home/.cursor/mcp.json");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, "{}").unwrap();
    let export = ExportDraft {
        host: "cursor".to_owned(),
        path: file.to_str().unwrap().to_owned(),
        servers: vec![fetched.id.clone()],
        replace: false,
    };
    let request = host.propose_export(export).await.unwrap();
    person.answers(&request, Answer::AllowOnce {}).await;
    wait::until("the end of the export", || host.export_result(&request.id)).await;
    let written: serde_json::Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    let server = &written["mcpServers"]["Pack"];
    assert_eq!(
        (&server["command"], &server["args"]),
        (&json!("npx"), &json!(["-y", "pack@1.0.0", "--folder", "/srv"])),
        "{written}"
    );

    // What was written there is known here.
    let found = host.configurations().await.unwrap();
    assert_eq!(found[0].servers[0].known.as_deref(), Some("Pack"));
    for (line, known) in [
        ("npx -y pack --folder /srv", Some("Pack")),
        ("npx -y pack --folder /home", None),
        ("npx -y other --folder /srv", None),
    ] {
        let read = host.read_servers(line).await.unwrap();
        assert_eq!(read[0].known.as_deref(), known, "{line}");
    }
}

#[tokio::test]
async fn a_registry_knows_a_server_that_runs_from_a_fetched_package() {
    let fetched = Fetched::new().await;
    let names = ["io.github.ada/pack", "io.github.ada/other"];
    let entries = [(names[0], "pack"), (names[1], "other")];
    let entries = entries.map(|(name, package)| entry(name, "1.0.0", ("active", FIRST), npm(package)));
    let registry = TestRegistry::with(entries.into()).await;
    turn_on(&fetched.person, &registry.address()).await;
    for (name, installed) in [(names[0], vec!["Pack".to_owned()]), (names[1], Vec::new())] {
        let found = fetched.person.host.registry_server(name, None).await.unwrap();
        assert_eq!(found.installed, installed, "{name}");
    }
}

// Proves S-13.
#[tokio::test]
async fn an_update_keeps_the_arguments_that_were_changed_since_the_fetch() {
    let fetched = Fetched::new().await;
    let (person, host) = (&fetched.person, &fetched.person.host);
    let mut changed = fetched.draft();
    let_assert!(&mut changed.endpoint => Endpoint::Command { arguments, .. });
    assert_eq!(arguments[1..], ["--folder", "/srv"]);
    arguments[2] = "/home".to_owned();
    arguments.push("--more".to_owned());
    let asked = person.proposes_change(&fetched.id, changed).await;
    person.answers(&asked, Answer::AddAndStart {}).await;
    wait::holds("the change", || {
        fetched.arguments()[1..] == ["--folder", "/home", "--more"]
    })
    .await;
    person.sees(&fetched.id, Phase::Ready).await;

    for (version, integrity) in [("2.0.0", "sha512-two"), ("3.0.0", "sha512-three")] {
        let newer = format!("// {version}\n{SERVER}");
        fetched
            .npm
            .serves_program("pack", version, (integrity, &newer), "");
        let id = Some(fetched.id.clone());
        let fetch = host.propose_fetch(fetched.draft(), id).await.unwrap();
        person.answers(&fetch, Answer::AllowOnce {}).await;
        let asked = fetched.person.is_asked_about_a_server().await;
        person.answers(&asked, Answer::AddAndStart {}).await;
        wait::until("the update", || {
            let package = host.server(&fetched.id).unwrap().package?;
            (package.version.text == version).then_some(())
        })
        .await;
        assert_eq!(
            fetched.arguments()[1..],
            ["--folder", "/home", "--more"],
            "{version}"
        );
        person.sees(&fetched.id, Phase::Ready).await;
    }
}
