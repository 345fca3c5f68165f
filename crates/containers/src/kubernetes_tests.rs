//! The manifest in golden files, its shape, and that nothing in a draft can leave its place in it.

use super::*;
use portcullis_domain::{Endpoint, FenceGrants, NamedValue};
use proptest::prelude::*;

const DIGEST: &str = "sha256:9a4d1c4ad8a4c601a7b47005ed644aba28c16e54da3f8f95a095f604ec93acc1";

fn draft(label: &str, line: &[&str]) -> ServerDraft {
    let words: Vec<String> = line.iter().map(|word| (*word).to_owned()).collect();
    ServerDraft::unfenced(
        label,
        Endpoint::Command {
            program: words[0].clone(),
            arguments: words[1..].to_vec(),
            folder: None,
        },
    )
}

fn secret(name: &str) -> NamedValue {
    NamedValue {
        name: name.to_owned(),
        value: Some("k-4711".to_owned()),
        secret: true,
    }
}

fn notes_server() -> ServerDraft {
    let image = format!("ghcr.io/a/notes@{DIGEST}");
    let line = [
        "docker",
        "run",
        "-i",
        "--rm",
        "-e",
        "API_KEY",
        "-e",
        "MODE=a: b",
        "-m",
        "512m",
        "-v",
        "/srv/notes:/notes",
        "--tmpfs",
        "/cache",
        &image,
        "--root",
        "/notes",
    ];
    let mut draft = draft("My notes", &line);
    draft.environment = vec![secret("API_KEY")];
    draft.fence = Some(FenceGrants {
        hosts: vec![FenceHost::new("api.example.com", 443)],
        ..FenceGrants::default()
    });
    draft
}

/// Written again with `PORTCULLIS_BLESS=1`.
fn golden(name: &str, text: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(name);
    if std::env::var_os("PORTCULLIS_BLESS").is_some() {
        std::fs::write(&path, text).expect("the file is written");
    }
    let expected = std::fs::read_to_string(&path).expect("there is such a file");
    assert_eq!(text, expected.replace("\r\n", "\n"), "{name}");
}

fn documents(text: &str) -> Vec<Value> {
    text.split("---\n")
        .map(|document| serde_saphyr::from_str(document).expect("it is YAML"))
        .collect()
}

// Proves S-67, S-68.
#[test]
fn a_manifest_is_as_the_golden_file_has_it() {
    let manifest = kubernetes(&notes_server()).expect("a manifest");
    golden("notes.yaml", &manifest.text);
    assert!(!manifest.text.contains("k-4711"), "no value of a secret");
    assert!(
        manifest
            .notes
            .iter()
            .any(|note| note.contains("my-notes-secrets --from-literal=API_KEY=…"))
    );
    let offline = draft("files", &["podman", "run", "localhost:5000/files:1"]);
    let offline = ServerDraft {
        fence: Some(FenceGrants::default()),
        ..offline
    };
    golden("files.yaml", &kubernetes(&offline).expect("a manifest").text);
}

// Proves S-67.
#[test]
fn a_secret_in_the_command_line_becomes_a_reference() {
    let line = [
        "docker",
        "run",
        "-e",
        "API_KEY=x",
        "-e",
        "MODE=a",
        "notes",
        "--api-key",
        "k-4711",
        "--db",
    ];
    let mut line = line.to_vec();
    line.push("postgres://u:hunter2@db/x");
    let manifest = kubernetes(&draft("notes", &line)).expect("a manifest");
    let [server, _]: [Value; 2] = documents(&manifest.text).try_into().expect("two documents");
    let spec = &server["spec"];
    assert_eq!(
        spec["args"],
        json!([
            "--api-key",
            "$(API_KEY_2)",
            "--db",
            "postgres://u:$(PASSWORD)@db/x"
        ])
    );
    let secret = |key: &str| json!({ "name": "notes-secrets", "key": key, "targetEnvName": key });
    assert_eq!(
        spec["secrets"],
        json!([secret("API_KEY"), secret("API_KEY_2"), secret("PASSWORD")])
    );
    assert_eq!(
        spec["env"],
        json!([{ "name": "HOME", "value": "/tmp" }, { "name": "MODE", "value": "a" }])
    );
    assert!(
        !manifest.text.contains("4711") && !manifest.text.contains("hunter2"),
        "{}",
        manifest.text
    );
    let said = |name: &str| {
        manifest
            .notes
            .iter()
            .any(|note| note.contains(&format!("{name}=…")))
    };
    assert!(
        ["API_KEY", "API_KEY_2", "PASSWORD"].into_iter().all(said),
        "{:?}",
        manifest.notes
    );
}

// Proves S-68.
#[test]
fn a_manifest_has_the_shape_that_the_operator_takes() {
    let manifest = kubernetes(&notes_server()).expect("a manifest");
    let [server, policy]: [Value; 2] = documents(&manifest.text).try_into().expect("two documents");
    // Fields of `MCPServerSpec`, `toolhive.stacklok.dev/v1beta1`.
    let known = [
        "image",
        "transport",
        "proxyMode",
        "proxyPort",
        "args",
        "env",
        "secrets",
        "resources",
        "podTemplateSpec",
    ];
    let spec = server["spec"].as_object().expect("a specification");
    assert!(
        spec.keys().all(|key| known.contains(&key.as_str())),
        "{:?}",
        spec.keys()
    );
    assert_eq!(
        (&server["apiVersion"], &server["kind"]),
        (&json!("toolhive.stacklok.dev/v1beta1"), &json!("MCPServer"))
    );
    assert_eq!(
        spec["secrets"],
        json!([{ "name": "my-notes-secrets", "key": "API_KEY", "targetEnvName": "API_KEY" }])
    );
    let container = &spec["podTemplateSpec"]["spec"]["containers"][0];
    assert_eq!(container["name"], json!("mcp"));
    assert_eq!(
        container["securityContext"],
        json!({
            "allowPrivilegeEscalation": false, "capabilities": { "drop": ["ALL"] }, "privileged": false,
            "readOnlyRootFilesystem": true, "runAsNonRoot": true, "runAsUser": 1000,
        })
    );
    assert_eq!(
        spec["podTemplateSpec"]["spec"]["securityContext"]["seccompProfile"]["type"],
        json!("RuntimeDefault")
    );
    let labels = &spec["podTemplateSpec"]["metadata"]["labels"];
    assert_eq!(policy["spec"]["podSelector"]["matchLabels"], *labels);
    assert_eq!(policy["spec"]["ingress"], json!([]));
    assert_eq!(
        policy["spec"]["egress"][1]["ports"],
        json!([{ "protocol": "TCP", "port": 443 }])
    );
}

// Proves S-68.
#[test]
fn a_host_in_the_local_network_opens_no_port_of_a_manifest() {
    let mut draft = notes_server();
    let fence = draft.fence.as_mut().expect("a fence");
    fence.add_host(FenceHost::local("192.168.1.20", 5432));
    let manifest = kubernetes(&draft).expect("a manifest");
    let [_, policy]: [Value; 2] = documents(&manifest.text).try_into().expect("two documents");
    assert_eq!(
        policy["spec"]["egress"][1]["ports"],
        json!([{ "protocol": "TCP", "port": 443 }])
    );
    let is_said = |note: &String| note.contains("192.168.1.20:5432");
    assert!(manifest.notes.iter().any(is_said), "{:?}", manifest.notes);
}

// Proves S-68.
#[test]
fn only_an_image_of_a_registry_can_be_exported() {
    let id = DIGEST;
    for line in [
        &["npx", "notes"][..],
        &["docker", "run", id],
        &["docker", "run", "--privileged", "notes"],
        &["docker", "run", "--entrypoint", "sh", "notes"],
        &["docker", "ps"],
    ] {
        assert!(kubernetes(&draft("x", line)).is_err(), "{line:?}");
    }
}

#[test]
fn a_label_becomes_a_name_of_the_cluster() {
    for (label, expected) in [
        ("My notes", "my-notes"),
        ("笔记", "mcp"),
        ("7 zip", "mcp-7-zip"),
        ("--a__b--", "a-b"),
        ("Ünïcode", "n-code"),
    ] {
        assert_eq!(name(label), expected, "{label}");
    }
    assert!(name(&"long name ".repeat(9)).len() <= 44);
}

proptest! {
    // Proves S-67.
    #[test]
    fn every_text_comes_back_from_the_manifest_as_it_was(
        label in "\\PC{1,30}", argument in any::<String>(), value in any::<String>(), name in "[A-Z_]{1,8}",
    ) {
        let mut draft = draft(&label, &["docker", "run", "notes", &argument, "--- \n- a: b"]);
        draft.environment = vec![NamedValue { name: name.clone(), value: Some(value.clone()), secret: false }];
        let manifest = kubernetes(&draft).expect("a manifest");
        let documents = documents(&manifest.text);
        prop_assert_eq!(documents.len(), 2);
        let spec = &documents[0]["spec"];
        prop_assert_eq!(&spec["args"], &json!([argument, "--- \n- a: b"]));
        let env = spec["env"].as_array().expect("variables");
        let expected = json!({ "name": name, "value": value });
        prop_assert!(env.contains(&expected));
        prop_assert!(documents[1]["metadata"]["name"].as_str().is_some_and(|name| !name.is_empty() && name.len() <= 44));
    }
}
