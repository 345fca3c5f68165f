//! One function per target: takes any bytes, and panics when something that must hold does not. The fuzzer calls them
//! with what it makes up, the tests of the host with what it once found worth keeping (`fuzz/corpus`).

use portcullis_api::{DiffSpan, FieldDiff, ServerDraft};
use portcullis_bundles::{Bundle, BundleFolders, BundleSecrets, Manifest, defaults, resolve};
use portcullis_catalog::{
    Tool, UriTemplate,
    compare::compare,
    digest, forms,
    names::ModelNames,
    schema::{Checker, measure, presented_schema},
};
use portcullis_core::{clock::SystemClock, ids::ServerId, text::count_hidden};
use portcullis_formats::{FoundEntry, InstallLink, read_file, read_pasted};
use portcullis_host::limits;
use portcullis_install::Purpose;
use portcullis_mcp::transport::{Frames, JsonRpc, Log, StdioTransport};
use portcullis_programs::SearchPath;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A target by its name.
pub type Target = (&'static str, fn(&[u8]));

/// All of them.
pub const ALL: [Target; 10] = [
    ("frames", frames),
    ("schemas", schemas),
    ("digests", digests),
    ("names", names),
    ("differences", differences),
    ("drafts", drafts),
    ("registry", registry_replies),
    ("links", links),
    ("snippets", snippets),
    ("bundles", bundles),
];

/// Lines of a server after a few requests: whatever comes, the connection ends with its input, and no request stays
/// pending.
pub fn frames(bytes: &[u8]) {
    let (settings, lines) = bytes.split_first().unwrap_or((&0, &[]));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime can be built");
    runtime.block_on(async {
        let clock = Arc::new(SystemClock);
        let rpc = JsonRpc::new(
            "Fuzzed",
            64 << 10,
            clock.clone(),
            Frames::default(),
            Log::new(clock),
        );
        rpc.accept_batches(settings & 1 != 0);
        if settings & 2 != 0 {
            rpc.set_modern();
        }
        if settings & 4 != 0 {
            rpc.set_ready();
        }
        let begin = |method| {
            rpc.begin(method, &mut Map::new(), Some(Map::new()))
                .expect("plain parameters")
        };
        let mut begun = [begin("tools/call"), begin("tools/list"), begin("ping")];
        let (asked, mut questions) = tokio::sync::mpsc::channel(limits::INPUT_REQUESTS);
        let reader = std::io::Cursor::new(lines.to_vec());
        let (_pipe, task) = StdioTransport::open(&rpc, reader, tokio::io::sink(), asked);
        task.await.expect("nothing falls over");
        while questions.try_recv().is_ok() {}
        for request in &mut begun {
            // Answered, or closed without an answer; never left waiting.
            let told = request.answer.try_recv();
            assert!(
                !matches!(told, Err(tokio::sync::oneshot::error::TryRecvError::Empty)),
                "a request was forgotten"
            );
        }
        assert_eq!(rpc.open_requests(), 0);
    });
}

/// A schema and a value: preparing and checking end, and what is shown of it stays small.
pub fn schemas(bytes: &[u8]) {
    let Ok(Value::Array(both)) = serde_json::from_slice::<Value>(bytes) else {
        return;
    };
    let [schema, value, ..] = &both[..] else { return };
    let _ = (measure(schema), presented_schema(schema), forms::read(schema));
    let Ok(checker) = Checker::compile(schema) else {
        return;
    };
    let issues = checker.check(value);
    assert!(issues.len() <= limits::SCHEMA_ISSUES);
    assert_eq!(issues.is_empty(), checker.check(value).is_empty());
}

/// A definition has one digest, in whatever order its keys came, and another one when a word is added.
pub fn digests(bytes: &[u8]) {
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else {
        return;
    };
    let Some(first) = digest(&value) else { return };
    assert_eq!(first.len(), 64);
    assert_eq!(digest(&turned(&value)).as_ref(), Some(&first), "order matters");
    if let Value::Object(mut members) = value.clone() {
        let name = (0..)
            .map(|n| format!("more {n}"))
            .find(|name| !members.contains_key(name));
        members.insert(name.unwrap_or_default(), Value::Null);
        assert_ne!(
            digest(&members.into()).as_ref(),
            Some(&first),
            "a word more is not seen"
        );
    }
    if let Ok(tool) = Tool::read(value) {
        assert_eq!(tool.digest, first);
        let _ = (tool.arguments().is_ok(), tool.called().first_line(128));
    }
}

/// The same with the keys of every object in the opposite order.
fn turned(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(turned).collect(),
        Value::Object(members) => {
            let turned = members
                .iter()
                .rev()
                .map(|(key, member)| (key.clone(), turned(member)));
            Value::Object(turned.collect())
        }
        other => other.clone(),
    }
}

/// Labels and tools, a line each: every tool has at most one name, every name leads back to exactly its tool.
pub fn names(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let servers: Vec<(ServerId, Vec<&str>)> = text
        .split('\u{0}')
        .take(12)
        .enumerate()
        .map(|(index, server)| {
            (
                ServerId(format!("server-{index}")),
                server.split('\n').take(40).collect(),
            )
        })
        .collect();
    let offered = servers
        .iter()
        .map(|(id, lines)| (id, lines[0], lines[1..].to_vec()));
    let names = ModelNames::new(offered);
    for (id, lines) in &servers {
        for tool in &lines[1..] {
            let Some(name) = names.name_of(id, tool) else {
                continue;
            };
            let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
            assert!(
                (1..=64).contains(&name.len()) && name.chars().all(fits),
                "{name:?}"
            );
            assert_eq!(names.resolve(name), Some((id, *tool)));
        }
    }
    for name in text.split('\n') {
        if let Some((id, tool)) = names.resolve(name) {
            assert_eq!(names.name_of(id, tool), Some(name));
        }
    }
}

/// Two definitions: a difference is shown exactly when there is one, and nothing in it is invisible.
pub fn differences(bytes: &[u8]) {
    let Ok(Value::Array(both)) = serde_json::from_slice::<Value>(bytes) else {
        return;
    };
    let [before @ Value::Object(_), after @ Value::Object(_), ..] = &both[..] else {
        return;
    };
    assert_eq!(compare(before, before), []);
    let found = compare(before, after);
    if let (Some(old), Some(new)) = (digest(before), digest(after))
        && old != new
    {
        assert!(!found.is_empty(), "a change is not shown");
    }
    for DiffSpan { text, .. } in found.iter().flat_map(|FieldDiff { spans, .. }| spans) {
        assert_eq!(count_hidden(text), 0, "{text:?}");
    }
}

/// What a person pastes: a draft becomes a review that shows everything in plain sight, or a reason why not.
pub fn drafts(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Ok(template) = UriTemplate::parse(text)
    {
        let values: BTreeMap<String, String> = template
            .variables()
            .into_iter()
            .map(|name| (name.to_owned(), "a/b ü".to_owned()))
            .collect();
        let _ = template.expand(&values);
    }
    let Ok(draft) = serde_json::from_slice::<ServerDraft>(bytes) else {
        return;
    };
    let search = SearchPath::from_value("/nowhere");
    let Ok(review) = portcullis_install::review(&draft, Purpose::Add, &search, None, None, None) else {
        return;
    };
    assert_eq!(review.start.digest().len(), 64);
    for row in &review.rows {
        for value in &row.values {
            assert_eq!(count_hidden(&value.text.text), 0, "{:?}", value.text);
        }
    }
}

/// A reply of a registry: what can be added of it is bounded, and names a package or an address.
pub fn registry_replies(bytes: &[u8]) {
    let Ok(page) = portcullis_registry::read_page(bytes) else {
        return;
    };
    for entry in &page.entries {
        assert!(entry.description.chars().count() <= portcullis_registry::limits::DESCRIPTION + 1);
        for option in portcullis_registry::options(&entry.document) {
            let values = option
                .settings
                .iter()
                .map(|setting| (setting.key.clone(), vec!["1".to_owned()]));
            if let Ok(plan) = option.plan(&values.collect()) {
                assert!(option.problem.is_none());
                assert!(!option.identifier.starts_with('-'));
                assert!(option.settings.len() <= portcullis_registry::limits::SETTINGS);
                drop(plan);
            }
        }
    }
}

/// The home folder in what is read. It is nowhere.
const HOME: &str = "/nowhere/home";

/// What is found in a text is bounded, and can be added or says why not.
fn found(entries: &[FoundEntry]) {
    assert!(entries.len() <= portcullis_formats::limits::SERVERS);
    for entry in entries {
        assert!(entry.endpoint.is_some() || entry.problem.is_some());
    }
}

/// A link, as the system or a person hands it over.
pub fn links(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Some(link) = InstallLink::parse(&text) {
        assert_eq!(link.as_str(), text);
    }
    for before in [
        "",
        "portcullis://install?name=n&config=",
        "vscode:mcp/install?",
        "https://vscode.dev/redirect?url=",
    ] {
        if let Ok(entries) = read_pasted(&format!("{before}{text}"), Path::new(HOME)) {
            found(&entries);
        }
    }
}

/// A configuration or a command, as people paste it and other hosts write it, in each notation.
pub fn snippets(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(entries) = read_pasted(&text, Path::new(HOME)) {
        assert!(!entries.is_empty());
        found(&entries);
    }
    for name in ["mcp.json", "config.yaml", "config.toml"] {
        let project = Some(Path::new("/nowhere/project"));
        if let Ok(entries) = read_file(&text, Path::new(name), Path::new(HOME), project) {
            found(&entries);
        }
    }
}

/// A bundle, or the manifest of one: what it unpacks is in its folder, and what it runs has no secret in its words.
pub fn bundles(bytes: &[u8]) {
    if let Ok(manifest) = Manifest::parse(bytes) {
        manifest_runs(&manifest);
    }
    let (Ok(folder), Ok(copy)) = (tempfile::tempdir(), tempfile::tempfile()) else {
        return;
    };
    let Ok(mut bundle) = Bundle::read(bytes, copy) else {
        return;
    };
    assert_eq!(bundle.sha256.len(), 64);
    manifest_runs(&bundle.manifest);
    let into = folder.path().join("bundle");
    let unpacked = bundle.unpack(&into).is_ok();
    let beside = std::fs::read_dir(folder.path()).expect("the folder is there");
    let beside: Vec<PathBuf> = beside.flatten().map(|entry| entry.path()).collect();
    let expected = if unpacked { vec![into] } else { Vec::new() };
    assert_eq!(beside, expected, "all of it is there, or nothing");
}

fn manifest_runs(manifest: &Manifest) {
    const SECRET: &str = "the-secret-of-a-person";
    let home = PathBuf::from(HOME);
    let folders = BundleFolders {
        bundle: PathBuf::from("/nowhere/bundle"),
        desktop: home.join("Desktop"),
        documents: home.join("Documents"),
        downloads: home.join("Downloads"),
        home,
    };
    let given = manifest.user_config.0.iter().map(|(key, setting)| {
        let value = match setting.sensitive {
            true => vec![SECRET.to_owned()],
            false => defaults(setting, &folders).unwrap_or_default(),
        };
        (key.clone(), value)
    });
    let given = given.collect();
    for platform in ["linux", "darwin", "win32"] {
        let Ok(command) = resolve(manifest, &given, &BundleSecrets::default(), &folders, platform) else {
            continue;
        };
        let mut words = command.arguments.iter().chain([&command.program]);
        assert!(
            !words.any(|word| word.contains(SECRET)),
            "a secret in a command line"
        );
        let open = command.environment.iter().filter(|variable| !variable.secret);
        for variable in open {
            assert!(!variable.value.as_deref().unwrap_or_default().contains(SECRET));
        }
    }
}
