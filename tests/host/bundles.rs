//! Bundles made by the official tool: opened, reviewed, installed, removed.

use std::{
    fs,
    path::{Path, PathBuf},
};

use portcullis_api::{
    Answer, Asked, BundleView, FenceGrants, FenceHost, InstallChoices, InstallSettingKind, InstallValue,
    OfferedSource, Phase, Request, StartMode,
};
use portcullis_core::{Code, Error};
use portcullis_host::host::InstallOffer;
use portcullis_tests::{
    canary::{Canary, sweep},
    packages,
    test_user::{TestUser, nothing, text},
    wait,
};
use serde_json::{Value, json};

/// A server in one file, which says what it was given; its secret from the end to the beginning.
const SERVER: &str = r#"
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n");
const answers = {
  initialize: () => ({ protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "notes", version: "1" } }),
  "tools/list": () => ({ tools: [{ name: "given", inputSchema: { type: "object" } }] }),
  "tools/call": () => ({ content: [{ type: "text", text: JSON.stringify([process.argv.slice(2), [...(process.env.API_KEY ?? "")].reverse().join(""), process.cwd()]) }] }),
};
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  say(answers[method] ? { id, result: answers[method]() } : { id, error: { code: -32601, message: "no" } });
});
"#;

/// A server of two files, of which one finds the other by `PYTHONPATH`. It says where that was.
const IN_PYTHON: [(&str, &str); 2] = [
    (
        "server/main.py",
        r#"
import json, sys
import answers

for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        answer = {"jsonrpc": "2.0", "id": message["id"], **answers.to(message["method"])}
        print(json.dumps(answer), flush=True)
"#,
    ),
    (
        "server/lib/answers.py",
        r#"
OFFERED = {
    "initialize": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "notes", "version": "1"}},
    "tools/list": {"tools": [{"name": "given", "inputSchema": {"type": "object"}}]},
    "tools/call": {"content": [{"type": "text", "text": __file__}]},
}


def to(method):
    if method in OFFERED:
        return {"result": OFFERED[method]}
    return {"error": {"code": -32601, "message": "no"}}
"#,
    ),
];

pub(crate) fn manifest() -> Value {
    json!({
        "manifest_version": "0.3",
        "name": "notes",
        "display_name": "Notes",
        "version": "1.2.0",
        "description": "Says what it was given",
        "author": { "name": "Ada" },
        "server": {
            "type": "node",
            "entry_point": "server/index.js",
            "mcp_config": {
                "command": packages::everything().path,
                "args": ["${__dirname}/server/index.js", "${user_config.folders}", "--level=${user_config.level}"],
                "env": { "API_KEY": "${user_config.api_key}" },
            },
        },
        "user_config": {
            "folders": { "type": "directory", "title": "Folders", "description": "What it may read", "multiple": true, "required": true },
            "level": { "type": "number", "title": "Level", "description": "How much it says", "default": 2, "min": 1, "max": 3 },
            "api_key": { "type": "string", "title": "API key", "description": "For its service", "sensitive": true, "required": true },
        },
    })
}

/// A secret as the server says it: what a server says of a secret itself is masked.
fn reversed(secret: &Canary) -> String {
    secret.value.chars().rev().collect()
}

/// Packs a bundle with the official tool.
async fn packed(folder: &Path) -> PathBuf {
    packed_as(folder, &manifest()).await
}

pub(crate) async fn packed_as(folder: &Path, manifest: &Value) -> PathBuf {
    packed_with(folder, manifest, &[("server/index.js", SERVER)]).await
}

async fn packed_with(folder: &Path, manifest: &Value, files: &[(&str, &str)]) -> PathBuf {
    let (source, file) = (folder.join("source"), folder.join("notes.mcpb"));
    for (name, text) in files {
        let path = source.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    fs::write(source.join("manifest.json"), manifest.to_string()).unwrap();
    let (from, to) = (source.to_str().unwrap(), file.to_str().unwrap());
    runs(&["pack", from, to]).await;
    fs::remove_dir_all(source).unwrap();
    file
}

async fn runs(arguments: &[&str]) {
    let ran = packages::bundle_tool(arguments).command().output().await.unwrap();
    assert!(
        ran.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&ran.stderr)
    );
}

async fn opens(person: &TestUser, file: PathBuf) -> BundleView {
    person.host.open_bundle(file).await.unwrap()
}

/// Asks to install the bundle as a new server.
async fn proposed(
    person: &TestUser,
    bundle: &str,
    label: &str,
    values: Vec<InstallValue>,
) -> Result<Request, Error> {
    let asked = person
        .host
        .propose_bundle(bundle, label.to_owned(), values, None, None);
    asked.await
}

pub(crate) fn value(key: &str, values: &[&str]) -> InstallValue {
    InstallValue {
        key: key.to_owned(),
        values: values.iter().map(|&value| value.to_owned()).collect(),
    }
}

/// Everything that a review of a launch says, as one text.
pub(crate) fn shown(request: &Request) -> String {
    let_assert!(&request.asked => Asked::Launch { rows, .. });
    let row = |row: &portcullis_api::ReviewRow| {
        let values = row
            .values
            .iter()
            .map(|value| format!("{} {:?}", value.text.text, value.note));
        format!("{}: {}\n", row.field, values.collect::<Vec<_>>().join(" "))
    };
    rows.iter().map(row).collect()
}

/// The folder of the only bundle.
fn unpacked(person: &TestUser) -> PathBuf {
    let folders = left_of_bundles(person).into_iter().filter(|path| path.is_dir());
    let [folder] = folders.collect::<Vec<_>>().try_into().unwrap();
    folder
}

pub(crate) fn left_of_bundles(person: &TestUser) -> Vec<PathBuf> {
    let folder = person.data.path().join("bundles");
    fs::read_dir(folder).map_or_else(
        |_| Vec::new(),
        |entries| entries.map(|entry| entry.unwrap().path()).collect(),
    )
}

// Proves S-03.
#[tokio::test]
async fn a_bundle_of_another_program_is_not_looked_at_before_the_person_wants_it() {
    let person = TestUser::new().await;
    let folder = tempfile::tempdir().unwrap();
    // Reading a pipe without a writer would never end; nothing reads it.
    let pipe = folder.path().join("pipe\u{202e}.mcpb");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    person.host.offer_install(InstallOffer::Bundle(pipe.clone()));
    let file = packed(folder.path()).await;
    person.host.offer_install(InstallOffer::Bundle(file.clone()));
    let offered = person.host.offered_install().unwrap();
    let_assert!(&offered.source => OfferedSource::Bundle { file: name });
    assert!(
        name.text.starts_with("pipe") && !name.text.contains('\u{202e}'),
        "{name:?}"
    );
    assert_eq!(offered.dropped, 1);
    let refused = person.host.open_offered_bundle().await.unwrap_err();
    assert_eq!(refused.code, Code::BadInput, "{refused:?}");
    assert!(
        person.host.offered_install().is_some(),
        "the person still sees what it was"
    );
    assert_eq!((person.host.bundle(), left_of_bundles(&person).len()), (None, 0));
    person.host.drop_offered_install();
    person.host.offer_install(InstallOffer::Bundle(file));
    let view = person.host.open_offered_bundle().await.unwrap();
    assert_eq!(person.host.bundle(), Some(view));
    assert_eq!(person.host.offered_install(), None);
    person.host.close_bundle();
    assert_eq!(person.host.bundle(), None);
}

// Proves S-70, S-71.
#[tokio::test]
async fn a_bundle_of_the_official_tool_is_reviewed_runs_and_is_removed() {
    let person = TestUser::new().await;
    let folder = tempfile::tempdir().unwrap();
    let file = packed(folder.path()).await;
    let secret = Canary::new("bundled");
    let view = person.host.open_bundle(file.clone()).await.unwrap();
    assert_eq!(
        (view.name.text.as_str(), view.label.as_str(), view.signed),
        ("Notes", "Notes", false)
    );
    let kinds: Vec<_> = view
        .settings
        .iter()
        .map(|it| (it.key.as_str(), it.kind, it.secret))
        .collect();
    assert_eq!(
        kinds,
        [
            ("folders", InstallSettingKind::Folder, false),
            ("level", InstallSettingKind::Number, false),
            ("api_key", InstallSettingKind::Text, true)
        ]
    );
    assert!(left_of_bundles(&person).is_empty(), "looking unpacks nothing");
    let values = || {
        vec![
            value("folders", &["/a b", "/c"]),
            value("api_key", &[&secret.value]),
        ]
    };
    let request = proposed(&person, &view.id, "Mine", values()).await.unwrap();
    let sheet = shown(&request);
    assert_has!(
        sheet,
        "Notes 1.2.0",
        "Ada",
        &view.sha256,
        "not signed",
        "/a b",
        "--level=2",
        "server/index.js"
    );
    assert!(!sheet.contains(&secret.value), "{sheet}");
    let id = person.starts(&request, "Mine").await;
    let call = person.calls(&id, "given", nothing()).await;
    let home = unpacked(&person);
    let home = home.to_str().unwrap();
    let given: Value = serde_json::from_str(&text(&call)).unwrap();
    assert_eq!(
        given,
        json!([["/a b", "/c", "--level=2"], reversed(&secret), home])
    );
    // Its folder is for no other application.
    let refused = person.host.exported_server(&id).await.unwrap_err();
    assert!(refused.sentence.contains("runs from a bundle"), "{refused:?}");
    // It is there after a restart, and is looked for no more after it was removed.
    let person = person.restarts_the_host().await;
    assert_eq!(
        left_of_bundles(&person).len(),
        2,
        "its folder, and what it was given"
    );
    person.host.remove_server(&id).await.unwrap();
    assert!(left_of_bundles(&person).is_empty());
    person.host.close().await;
    assert!(sweep(person.data.path(), &[secret]).is_empty());
}

// Proves S-70, S-71.
#[tokio::test]
async fn an_update_shows_what_changes_keeps_secrets_and_deletes_the_version_before() {
    let person = TestUser::new().await;
    let host = &person.host;
    let folder = tempfile::tempdir().unwrap();
    let secret = Canary::new("bundled");
    let first = opens(&person, packed(folder.path()).await).await;
    assert_eq!(first.installed, []);
    let values = vec![value("folders", &["/a"]), value("api_key", &[&secret.value])];
    let request = proposed(&person, &first.id, "Mine", values).await.unwrap();
    let id = person.starts(&request, "Mine").await;
    let before = unpacked(&person);

    let mut next = manifest();
    next["version"] = json!("1.3.0");
    next["server"]["mcp_config"]["args"][2] = json!("--detail=${user_config.level}");
    let view = opens(&person, packed_as(folder.path(), &next).await).await;
    let_assert!(view.installed.as_slice() => [installed]);
    assert_eq!(
        (
            installed.server.as_str(),
            installed.label.as_str(),
            installed.version.text.as_str()
        ),
        (id.as_str(), "Mine", "1.2.0")
    );
    assert_eq!(
        installed.values,
        [value("folders", &["/a"])],
        "no secret and no default"
    );
    assert_eq!(installed.stored, ["api_key"]);
    let update = async || {
        let values = installed.values.clone();
        let proposed = host.propose_bundle(&view.id, "Mine".to_owned(), values, Some(id.clone()), None);
        proposed.await.unwrap()
    };
    // A no leaves the version before, and it runs on.
    person.answers(&update().await, Answer::Deny {}).await;
    wait::holds("nothing of the new version", || {
        left_of_bundles(&person).len() == 2
    })
    .await;
    assert_eq!(unpacked(&person), before);
    let text_of = async |id: &str| {
        let call = person.calls(id, "given", nothing()).await;
        serde_json::from_str::<Value>(&text(&call)).unwrap()
    };
    assert_eq!(text_of(&id).await[0], json!(["/a", "--level=2"]));

    let request = update().await;
    let sheet = shown(&request);
    assert_has!(sheet, "Notes 1.3.0", "--detail=2");
    let_assert!(&request.asked => Asked::Launch { rows, .. });
    let earlier: Vec<_> = rows
        .iter()
        .flat_map(|row| row.before.iter().flatten())
        .map(|value| value.text.text.as_str())
        .collect();
    for part in ["Notes 1.2.0", "--level=2"] {
        assert!(earlier.contains(&part), "{part}: {earlier:?}");
    }
    let_assert!(&request.asked => Asked::Launch { carried, .. });
    assert_eq!(
        carried.len(),
        1,
        "a secret goes on to another program only by a yes: {carried:?}"
    );
    let keep = Answer::AddKeeping {
        keep: vec![0],
        start: true,
    };
    person.answers(&request, keep).await;
    wait::holds("the version before to be deleted", || {
        !before.exists() && left_of_bundles(&person).len() == 2
    })
    .await;
    person.sees(&id, Phase::Ready).await;
    let home = unpacked(&person);
    let given = text_of(&id).await;
    let expected = json!([["/a", "--detail=2"], reversed(&secret), home.to_str().unwrap()]);
    assert_eq!(given, expected, "the secret was kept");
    host.close().await;
    assert!(sweep(person.data.path(), &[secret]).is_empty());
}

#[tokio::test]
async fn an_update_says_what_its_own_list_changes_of_the_tools() {
    let person = TestUser::new().await;
    let host = &person.host;
    let folder = tempfile::tempdir().unwrap();
    let listing = |version: &str, tools: Value| {
        let mut listed = manifest();
        listed["version"] = json!(version);
        listed["tools"] = tools;
        listed
    };
    let open = async |manifest: &Value| {
        let file = packed_as(folder.path(), manifest).await;
        host.open_bundle(file).await.unwrap()
    };
    // One of them is not offered: what counts is what the server has.
    let before = listing(
        "1.0.0",
        json!([{ "name": "given", "description": "Says it." }, { "name": "never" }]),
    );
    let first = open(&before).await;
    let values = || vec![value("folders", &["/a"]), value("api_key", &["k"])];
    let request = proposed(&person, &first.id, "Mine", values()).await.unwrap();
    assert!(!shown(&request).contains("Tools"), "there is nothing to compare");
    let id = person.starts(&request, "Mine").await;
    wait::holds("its tools", || host.tools(&id, "").unwrap().total > 0).await;

    let rows = async |next: &Value| {
        let view = open(next).await;
        let proposed = host.propose_bundle(&view.id, "Mine".to_owned(), values(), Some(id.clone()), None);
        let request = proposed.await.unwrap();
        person.answers(&request, Answer::Deny {}).await;
        shown(&request)
    };
    let sheet = rows(&listing(
        "2.0.0",
        json!([{ "name": "given", "description": "Sends it." }, { "name": "se\u{202e}nd" }]),
    ))
    .await;
    for line in ["New tools: se", "Changed description in the bundle: Sends it."] {
        assert_has!(sheet, line);
    }
    assert_lacks!(sheet, "Removed tools", "\u{202e}");
    for (next, line) in [
        (json!([{ "name": "send" }]), "Removed tools: given"),
        (
            json!([{ "name": "given", "description": "Says it." }]),
            "Tools: The bundle lists the same tools",
        ),
        (json!([]), "Tools: The bundle does not list its tools."),
    ] {
        let sheet = rows(&listing("3.0.0", next)).await;
        assert!(sheet.contains(line), "{line}: {sheet}");
    }
    let mut generated = listing("4.0.0", json!([{ "name": "send" }]));
    generated["tools_generated"] = json!(true);
    let sheet = rows(&generated).await;
    assert_has!(sheet, "generates more tools");
    assert_lacks!(sheet, "Removed tools");
}

#[tokio::test]
async fn a_bundle_says_what_it_leaves_out_and_what_will_be_refused() {
    let person = TestUser::new().await;
    let folder = tempfile::tempdir().unwrap();
    let mut manifest = manifest();
    manifest["server"]["mcp_config"]["args"] = json!(["server/index.js", "--log", "${user_config.log}"]);
    manifest["user_config"]["log"] =
        json!({ "type": "file", "title": "Log", "description": "Where it writes" });
    let view = opens(&person, packed_as(folder.path(), &manifest).await).await;
    assert!(view.remarks.is_empty(), "{:?}", view.remarks);
    let values = vec![value("folders", &["/a"]), value("api_key", &["k"])];
    let request = proposed(&person, &view.id, "Mine", values).await.unwrap();
    assert_has!(shown(&request), "Left out: --log ${user_config.log}");
    let id = person.starts(&request, "Mine").await;
    let call = person.calls(&id, "given", nothing()).await;
    let given: Value = serde_json::from_str(&text(&call)).unwrap();
    assert_eq!(given[0], json!([]), "{given}");

    manifest["server"]["mcp_config"]["env"]["NODE_PATH"] = json!("${HOME}/lib");
    let view = opens(&person, packed_as(folder.path(), &manifest).await).await;
    let_assert!(view.remarks.as_slice() => [remark]);
    assert_has!(remark, "“NODE_PATH”", "cannot be added");
}

// Proves S-12.
#[tokio::test]
async fn a_bundle_loads_its_own_modules_by_a_variable_until_they_lead_elsewhere() {
    let person = TestUser::new().await;
    let folder = tempfile::tempdir().unwrap();
    let manifest = json!({
        "manifest_version": "0.3",
        "name": "notes",
        "version": "1.0.0",
        "description": "Says where its module is",
        "author": { "name": "Ada" },
        "server": {
            "type": "python",
            "entry_point": "server/main.py",
            "mcp_config": {
                "command": "/usr/bin/python3",
                "args": ["${__dirname}/server/main.py"],
                "env": { "PYTHONPATH": "${__dirname}/server/lib" },
            },
        },
    });
    let view = opens(&person, packed_with(folder.path(), &manifest, &IN_PYTHON).await).await;
    assert!(view.remarks.is_empty(), "{:?}", view.remarks);
    let request = proposed(&person, &view.id, "Mine", vec![]).await.unwrap();
    let_assert!(&request.asked => Asked::Launch { warnings, refusals, .. });
    assert!(refusals.is_empty(), "{refusals:?}");
    let remark = "The environment variable “PYTHONPATH” loads code from the bundle’s own folder.";
    assert!(
        warnings.iter().any(|warning| warning.sentence == remark),
        "{warnings:?}"
    );
    let id = person.starts(&request, "Mine").await;
    let call = person.calls(&id, "given", nothing()).await;
    let modules = unpacked(&person).join("server/lib");
    assert_eq!(text(&call), modules.join("answers.py").to_str().unwrap());

    fs::remove_dir_all(&modules).unwrap();
    std::os::unix::fs::symlink(folder.path(), &modules).unwrap();
    let request = person.host.propose_start(&id).await.unwrap();
    let_assert!(&request.asked => Asked::Launch { refusals, .. });
    let_assert!(refusals.as_slice() => [refusal]);
    assert_has!(refusal.sentence, "“PYTHONPATH” may hold only absolute paths");
}

#[tokio::test]
async fn a_server_of_another_bundle_cannot_be_updated() {
    let person = TestUser::new().await;
    let folder = tempfile::tempdir().unwrap();
    let other = person.has("Other", json!({})).await;
    let view = opens(&person, packed(folder.path()).await).await;
    let values = vec![value("folders", &["/a"]), value("api_key", &["k"])];
    let refused = person
        .host
        .propose_bundle(&view.id, "Other".to_owned(), values, Some(other), None)
        .await;
    assert_eq!(refused.unwrap_err().code, Code::NotFound);
    assert!(left_of_bundles(&person).is_empty() && person.host.waiting().is_empty());
    assert_eq!(person.host.bundle().unwrap().id, view.id, "it is still open");
}

#[tokio::test]
async fn a_bundle_that_the_official_tool_signed_is_read_and_no_more_trusted() {
    let person = TestUser::new().await;
    let folder = tempfile::tempdir().unwrap();
    let file = packed(folder.path()).await;
    let before = person.host.open_bundle(file.clone()).await.unwrap();
    runs(&["sign", file.to_str().unwrap(), "--self-signed"]).await;
    let signed = person.host.open_bundle(file).await.unwrap();
    assert!(signed.signed && signed.sha256 != before.sha256);
    assert_eq!(signed.unpacked, before.unpacked);
    // The one that was open before is no longer.
    let closed = proposed(&person, &before.id, "Notes", vec![]).await;
    assert_eq!(closed.unwrap_err().code, Code::NotFound);
    let values = vec![value("folders", &["/a"]), value("api_key", &["k"])];
    let request = proposed(&person, &signed.id, "Notes", values).await.unwrap();
    assert_has!(shown(&request), "does not verify who signed it");
    person.answers(&request, Answer::Deny {}).await;
    wait::holds("nothing to be left", || left_of_bundles(&person).is_empty()).await;
    assert!(person.host.servers().is_empty());
}

// Proves S-01, S-02, S-70.
#[tokio::test]
async fn what_a_crash_left_of_a_bundle_is_deleted_and_nothing_else() {
    let person = TestUser::new().await;
    let folder = tempfile::tempdir().unwrap();
    let file = packed(folder.path()).await;
    let view = person.host.open_bundle(file).await.unwrap();
    let values = vec![value("folders", &["/a"]), value("api_key", &["k"])];
    // It waits for an answer, so it is unpacked; then the host ends.
    proposed(&person, &view.id, "Notes", values).await.unwrap();
    let bundles = person.data.path().join("bundles");
    let left = bundles.join("0123456789abcdef0123456789abcdef");
    let part = bundles.join("fedcba9876543210fedcba9876543210.part");
    let other = bundles.join("mine");
    for folder in [&left, &part, &other] {
        fs::create_dir_all(folder).unwrap();
        fs::write(folder.join("file"), "text").unwrap();
    }
    let outside = person.data.path().join("outside");
    fs::create_dir_all(&outside).unwrap();
    fs::write(outside.join("file"), "text").unwrap();
    std::os::unix::fs::symlink(&outside, bundles.join("00000000000000000000000000000000")).unwrap();
    let person = person.restarts_the_host().await;
    assert_eq!(
        left_of_bundles(&person),
        [other],
        "only what was made by us is deleted"
    );
    assert_eq!(
        fs::read_to_string(outside.join("file")).unwrap(),
        "text",
        "no link is followed"
    );
}

#[tokio::test]
async fn a_value_that_does_not_fit_leaves_the_bundle_open_and_nothing_unpacked() {
    let person = TestUser::new().await;
    let folder = tempfile::tempdir().unwrap();
    let view = opens(&person, packed(folder.path()).await).await;
    for values in [
        vec![],
        vec![
            value("folders", &["/a"]),
            value("api_key", &["k"]),
            value("level", &["4"]),
        ],
        vec![
            value("folders", &["/a"]),
            value("api_key", &["k"]),
            value("other", &["1"]),
        ],
    ] {
        let refused = proposed(&person, &view.id, "Notes", values).await.unwrap_err();
        assert_eq!(refused.code, Code::BadInput, "{refused:?}");
        assert!(left_of_bundles(&person).is_empty());
    }
    person.host.close_bundle();
    let closed = proposed(&person, &view.id, "Notes", vec![]).await;
    assert_eq!(closed.unwrap_err().code, Code::NotFound);
    assert!(person.host.waiting().is_empty());
}

// Proves S-68.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_bundle_has_the_fence_of_a_new_program_where_nothing_else_was_chosen() {
    let person = TestUser::new().await;
    let folder = tempfile::tempdir_in("/var/tmp").unwrap();
    let notes = folder.path().canonicalize().unwrap().join("notes");
    fs::create_dir(&notes).unwrap();
    let notes = notes.to_str().unwrap();
    let view = opens(&person, packed(folder.path()).await).await;
    let values = vec![value("folders", &[notes]), value("api_key", &["k"])];
    let request = proposed(&person, &view.id, "Mine", values).await.unwrap();
    person.answers(&request, Answer::Add {}).await;
    let id = wait::until("the server", || person.id("Mine")).await;
    let fence = person.host.server(&id).unwrap().draft.fence;
    let named = FenceGrants {
        write: vec![notes.to_owned()],
        ..FenceGrants::default()
    };
    assert_eq!(fence, Some(named), "what its command names");
}

// Proves S-68, S-71.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_bundle_runs_in_the_fence_that_the_person_chose_also_after_an_update() {
    let person = TestUser::new().await;
    let folder = tempfile::tempdir_in("/var/tmp").unwrap();
    let notes = folder.path().join("notes");
    fs::create_dir_all(&notes).unwrap();
    let notes = notes.to_str().unwrap();
    let mut manifest = manifest();
    manifest["server"]["mcp_config"]["env"]["API_URL"] = json!("https://api.example.com/v1");
    let view = opens(&person, packed_as(folder.path(), &manifest).await).await;
    let host = FenceHost::new("api.example.com", 443);
    assert_eq!(view.proposed_hosts, [host]);
    let values = || vec![value("folders", &[notes]), value("api_key", &["k"])];
    let choices = InstallChoices {
        fence: Some(FenceGrants {
            read: vec![notes.to_owned()],
            ..FenceGrants::default()
        }),
        fence_named: false,
        fetch: false,
        start: StartMode::Needed,
    };
    let request = person
        .host
        .propose_bundle(&view.id, "Mine".to_owned(), values(), None, Some(choices.clone()))
        .await
        .unwrap();
    let sheet = shown(&request);
    assert!(sheet.contains(notes), "{sheet}");
    assert!(
        !sheet.contains("“api.example.com”"),
        "nothing is given that was not ticked"
    );
    person.answers(&request, Answer::AddAndStart {}).await;
    let id = wait::until("the server", || person.id("Mine")).await;
    let saved = || person.host.server(&id).unwrap().draft;
    assert_eq!(
        (saved().fence, saved().start),
        (choices.fence.clone(), choices.start)
    );

    manifest["version"] = json!("1.3.0");
    let view = opens(&person, packed_as(folder.path(), &manifest).await).await;
    assert_eq!(view.installed[0].choices, choices);
    let request = person
        .host
        .propose_bundle(&view.id, "Mine".to_owned(), values(), Some(id.clone()), None)
        .await
        .unwrap();
    person.answers(&request, Answer::AddAndStart {}).await;
    wait::until("the new version", || {
        let open = person.host.waiting().is_empty();
        open.then_some(())
    })
    .await;
    assert_eq!(saved().fence, choices.fence);
}
