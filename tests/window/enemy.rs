//! The pages as enemies (S-25, S-26, S-27): every command, sent as an attacker would who took its page over and does not care for
//! types. Nothing falls over, every refusal has a code, and nothing happens that a person was not asked about. The main page
//! tries them twice: without a press of the person, where nothing that acts is done at all and none is left out, and with a press
//! for each.
//!
//! The commands and the types of their arguments are read from the functions that carry them out, so that a new one is
//! attacked from the day it is there; a type that is not known here makes the test fail.

mod attacks;

use std::{collections::BTreeSet, path::PathBuf};

use portcullis_tests::{canary::Tripwire, test_user};
use proptest::{
    collection::{btree_map, vec},
    prelude::*,
    strategy::ValueTree as _,
    test_runner::TestRunner,
};
use serde_json::{Map, Value, json};

use crate::app::App;
use portcullis_tests::driver::Page;

/// All commands that a page may ask, by name.
const PERMISSIONS: [&str; 2] = [
    include_str!("../../src-tauri/permissions/ask-the-host.toml"),
    include_str!("../../src-tauri/permissions/answer-at-the-gate.toml"),
];

/// Files beside the commands that have none.
const NO_COMMANDS: &[&str] = &["mod.rs", "dialogs.rs", "once.rs"];

/// What is not asked where each has a press, and why. Without one all are asked.
const LEFT_OUT: &[(&str, &str)] = &[
    ("quit", "ends the window that is tested"),
    (
        "stop_everything",
        "takes away what is watched; that it only takes away is its whole meaning",
    ),
    ("pick_folder", "opens a dialog of the system without an answer"),
    ("pick_file", "opens a dialog of the system without an answer"),
    ("open_bundle", "opens a dialog of the system without an answer"),
    ("open_chats", "opens a dialog of the system without an answer"),
    ("choose_project", "opens a dialog of the system without an answer"),
    (
        "choose_export_file",
        "opens a dialog of the system without an answer",
    ),
];

/// With a true id these do what they are for: take something away and give nothing, or open a dialog of the system. So
/// they are given none.
const NO_TRUE_IDS: &[&str] = &[
    "add_root",
    "delete_conversation",
    "export_conversation",
    "export_frames",
    "export_kubernetes",
    "forget_own_client",
    "remove_profile",
    "remove_server",
    "restart_server",
    "save_media",
    "answer_held",
    "attach_file",
    "attach_pasted",
    "remove_attached",
    "compact_conversation",
    "undo_compaction",
    "set_compaction",
    "set_conversation_held",
    "set_conversation_server",
    "set_enabled",
    "set_mark",
    "set_note",
    "set_start",
    "rename_profile",
    "use_profile",
    "set_sampling",
    "sign_out",
    "stop_conversation",
];

/// Stands for a text of 300,000 characters, and for 300 lists within one another: both are made in the page.
const HUGE: &str = "@HUGE@";
/// See [`HUGE`].
const DEEP: &str = "@DEEP@";

/// How often each is asked.
const TIMES: usize = 40;
/// How often each is asked that takes a press: each press is made on a keyboard.
const PRESSED_TIMES: usize = 12;

/// A command: its name, its arguments with their types, its page, and whether it takes a press.
#[derive(Debug, Clone, PartialEq)]
struct Command {
    name: String,
    arguments: Vec<(String, String)>,
    page: Page,
    pressed: bool,
}

/// The commands with their types, read from the functions that carry them out: all that the table lists, and no others.
fn commands() -> Vec<Command> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../src-tauri/src/commands");
    let files = std::fs::read_dir(folder).expect("the folder of the commands");
    let mut commands: Vec<Command> = files
        .map(|file| file.expect("a file"))
        .filter(|file| !NO_COMMANDS.contains(&file.file_name().to_str().expect("a name")))
        .flat_map(|file| {
            let text = std::fs::read_to_string(file.path()).expect("a file of commands");
            let functions = text.split("pub(super) async fn ").skip(1);
            let page = if file.file_name() == "gate.rs" {
                Page::Gate
            } else {
                Page::Main
            };
            functions.map(|it| command(it, page)).collect::<Vec<_>>()
        })
        .collect();
    commands.sort_by(|one, other| one.name.cmp(&other.name));
    let table: BTreeSet<&str> = PERMISSIONS
        .iter()
        .flat_map(|it| it.lines())
        .filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix("\","))
        .collect();
    let names: BTreeSet<&str> = commands.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, table);
    commands
}

/// `name(host: Host, a: T, b: BTreeMap<K, V>) -> …`
fn command(function: &str, page: Page) -> Command {
    let (name, rest) = function.split_once('(').expect("a name");
    let (arguments, _) = rest.split_once(") -> ").expect("arguments");
    let named = arguments
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace(", ", "\n")
        .replace("BTreeMap<String\nString>", "BTreeMap<String, String>");
    let arguments = named
        .lines()
        .skip(1)
        .filter_map(|argument| argument.split_once(": "))
        .map(|(name, of)| (name.to_owned(), of.trim_end_matches(',').to_owned()));
    let (press, arguments): (Vec<_>, Vec<_>) =
        arguments.partition(|(_, of)| ["Press", "RecentPress", "MayOpenDialog"].contains(&of.as_str()));
    Command {
        name: name.to_owned(),
        arguments,
        page,
        pressed: !press.is_empty(),
    }
}

/// What is true in this host, for lies to be made of. Never the id, nonce and digest of the same request.
#[derive(Debug, Clone)]
struct Truths {
    ids: Vec<String>,
    channels: Vec<String>,
    requests: Vec<String>,
    nonces: Vec<String>,
    digests: Vec<String>,
    tripwire: String,
    /// Commands that are given no true id.
    without_ids: &'static [&'static str],
}

fn pick(from: &[String]) -> BoxedStrategy<Value> {
    let from = from.to_vec();
    (0..from.len()).prop_map(move |at| json!(from[at])).boxed()
}

/// Anything at all, small or large, shallow or deep.
fn anything() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        Just(json!(u64::MAX)),
        Just(json!(9_007_199_254_740_993_u64)),
        any::<String>().prop_map(Value::from),
        Just(json!("\0")),
        Just(json!("../../../../etc/passwd")),
        Just(json!("__proto__")),
        Just(json!("'; DROP TABLE grants; --")),
        Just(json!(HUGE)),
        Just(json!(DEEP)),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            btree_map("[a-z_]{0,8}", inner, 0..4).prop_map(|members| json!(members)),
        ]
    })
    .boxed()
}

/// Text that may be an id, a nonce, an address, or anything.
fn text(truths: &Truths, command: &str, argument: &str) -> BoxedStrategy<Value> {
    let made_up = prop_oneof![
        any::<String>().prop_map(Value::from),
        "[0-9a-f]{32}".prop_map(Value::from),
        Just(json!("")),
        Just(json!("file:///etc/passwd")),
        Just(json!("jsonl\0")),
        Just(json!(HUGE)),
    ]
    .boxed();
    let true_ones = match argument {
        "nonce" => pick(&truths.nonces),
        "digest" | "definition" => pick(&truths.digests),
        "request" | "call" => pick(&truths.requests),
        "channel" => pick(&truths.channels),
        _ if truths.without_ids.contains(&command) => made_up.clone(),
        _ => pick(&truths.ids),
    };
    prop_oneof![made_up, true_ones].boxed()
}

/// An object of these members, each right, wrong or missing, with more than it should have.
fn object(members: Vec<(&'static str, BoxedStrategy<Value>)>) -> BoxedStrategy<Value> {
    let names: Vec<&str> = members.iter().map(|(name, _)| *name).collect();
    let each: Vec<_> = members
        .into_iter()
        .map(|(_, right)| {
            prop_oneof![6 => right.prop_map(Some), 1 => anything().prop_map(Some), 1 => Just(None)].boxed()
        })
        .collect();
    (each, any::<bool>())
        .prop_map(move |(values, more)| {
            let mut made: Map<String, Value> = names
                .iter()
                .zip(values)
                .filter_map(|(name, value)| Some(((*name).to_owned(), value?)))
                .collect();
            if more {
                made.insert("approved".to_owned(), json!(true));
                made.insert("permit".to_owned(), json!({"once": true}));
            }
            Value::Object(made)
        })
        .boxed()
}

fn one_of(words: &'static [&'static str]) -> BoxedStrategy<Value> {
    (0..words.len()).prop_map(|at| json!(words[at])).boxed()
}

fn number(most: u32) -> BoxedStrategy<Value> {
    (0..most).prop_map(Value::from).boxed()
}

fn flag() -> BoxedStrategy<Value> {
    any::<bool>().prop_map(Value::from).boxed()
}

/// What is right for a type, or nearly.
fn right(truths: &Truths, command: &str, argument: &str, of: &str) -> BoxedStrategy<Value> {
    let words = |name: &str| text(truths, command, name);
    let some = |inner: BoxedStrategy<Value>| prop_oneof![Just(Value::Null), inner].boxed();
    let kind = |kinds: &'static [&'static str], more: &'static str| {
        object(vec![("kind", one_of(kinds)), (more, words(more))])
    };
    if let Some(inner) = of.strip_prefix("Option<").and_then(|rest| rest.strip_suffix('>')) {
        return some(right(truths, command, argument, inner));
    }
    let named = || {
        vec(
            object(vec![
                ("name", words("name")),
                ("value", words("value")),
                ("secret", flag()),
            ]),
            0..3,
        )
        .prop_map(Value::from)
        .boxed()
    };
    match of {
        "String" => words(argument),
        "bool" => flag(),
        "u64" => any::<u64>().prop_map(Value::from).boxed(),
        "u32" => number(9),
        "f64" => any::<f64>().prop_map(|it| json!(it)).boxed(),
        "serde_json::Value" => anything(),
        "Filled" => btree_map("[a-z]{0,4}", anything(), 0..3)
            .prop_map(|members| json!(members))
            .boxed(),
        "BTreeMap<String, String>" => btree_map("[a-z]{0,4}", any::<String>(), 0..4)
            .prop_map(|it| json!(it))
            .boxed(),
        "Vec<GateReply>" => vec(right(truths, command, argument, "GateReply"), 0..4)
            .prop_map(Value::from)
            .boxed(),
        "ServerMark" => object(vec![
            ("letters", words("letters")),
            ("color", one_of(&["blue", "violet"])),
        ]),
        "StartMode" => one_of(&["launch", "needed"]),
        "ConversationSection" => one_of(&["pinned", "recent", "archived"]),
        "LogLevel" => one_of(&["debug", "emergency"]),
        "IconOf" => kind(&["server", "tool", "resource", "template", "prompt"], "name"),
        "CompletionOf" => kind(&["prompt", "template"], "name"),
        "RecordFilter" => object(vec![
            ("text", some(words("text"))),
            ("server", some(words("server"))),
            ("kind", some(one_of(&["call", "launch"]))),
            ("outcome", some(one_of(&["done", "denied"]))),
        ]),
        "GateReply" => object(vec![
            ("request", words("request")),
            ("nonce", words("nonce")),
            ("digest", words("digest")),
            (
                "answer",
                object(vec![
                    (
                        "kind",
                        one_of(&[
                            "allow_once",
                            "allow",
                            "allow_while",
                            "add",
                            "add_and_start",
                            "submit",
                            "write",
                            "deny",
                            "open",
                        ]),
                    ),
                    ("scope", one_of(&["always", "hour", "conversation"])),
                    ("only", vec(0_u32..4, 0..3).prop_map(|it| json!(it)).boxed()),
                    ("text", words("text")),
                ]),
            ),
        ]),
        "ServerDraft" => object(vec![
            ("label", words("label")),
            (
                "endpoint",
                object(vec![
                    ("kind", one_of(&["command", "address"])),
                    ("program", Just(json!(truths.tripwire)).boxed()),
                    (
                        "arguments",
                        vec(any::<String>(), 0..3).prop_map(|it| json!(it)).boxed(),
                    ),
                    ("folder", some(words("folder"))),
                    ("url", words("url")),
                ]),
            ),
            ("environment", named()),
            ("headers", named()),
            ("era", one_of(&["auto", "legacy", "modern"])),
            ("start", one_of(&["launch", "needed"])),
            (
                "limits",
                object(vec![
                    ("idle_seconds", number(4_000)),
                    ("total_seconds", number(90_000)),
                    ("message_mib", number(300)),
                ]),
            ),
        ]),
        "OwnClientDraft" => object(vec![
            ("client_id", words("client_id")),
            ("secret", some(words("secret"))),
            ("proof", anything()),
            ("issuer", some(words("issuer"))),
            ("unattended", flag()),
            ("port", some(number(70_000))),
            (
                "organisation",
                some(object(vec![
                    ("issuer", words("issuer")),
                    ("client_id", words("client_id")),
                ])),
            ),
        ]),
        "Vec<PastedFile>" => vec(
            object(vec![("name", words("name")), ("data", words("data"))]),
            0..3,
        )
        .prop_map(Value::from)
        .boxed(),
        "Vec<InstallValue>" => {
            let values = vec(words("value"), 0..3).prop_map(Value::from).boxed();
            let value = object(vec![("key", words("key")), ("values", values)]);
            vec(value, 0..3).prop_map(Value::from).boxed()
        }
        "Vec<ImportPick>" => vec(
            object(vec![
                ("path", some(one_of(&["/etc/passwd", "../mcp.json", ""]))),
                ("at", number(4)),
                ("label", words("label")),
            ]),
            0..3,
        )
        .prop_map(|it| json!(it))
        .boxed(),
        "ExportDraft" => object(vec![
            ("host", one_of(&["cursor", "codex", "goose", "sema4", ""])),
            ("path", one_of(&["/etc/passwd", "../mcp.json", ""])),
            (
                "servers",
                vec(any::<String>(), 0..3).prop_map(|it| json!(it)).boxed(),
            ),
            ("replace", flag()),
        ]),
        "FlowClass" => object(
            ["private", "strangers", "sends"]
                .map(|name| (name, one_of(&["unsaid", "yes", "no"])))
                .to_vec(),
        ),
        "SettingsChange" => object(vec![
            ("appearance", some(one_of(&["light", "dark", "system"]))),
            ("language", some(one_of(&["system", "en", "zh-CN"]))),
            ("notify", some(flag())),
            ("keep_in_tray", some(Just(json!(false)).boxed())),
            ("welcomed", some(Just(json!(true)).boxed())),
            ("fence_new", some(flag())),
            ("zoom", some(number(400))),
        ]),
        "RegistryHeader" => object(vec![("name", words("name")), ("secret", words("secret"))]),
        "InstallChoices" => object(vec![
            (
                "fence",
                some(object(vec![
                    ("read", vec(any::<String>(), 0..3).prop_map(Value::from).boxed()),
                    ("write", vec(any::<String>(), 0..3).prop_map(Value::from).boxed()),
                    ("hosts", Just(json!([])).boxed()),
                    ("any_host", flag()),
                    ("nested", flag()),
                ])),
            ),
            ("fence_named", flag()),
            ("start", one_of(&["launch", "needed"])),
        ]),
        "HeldAnswer" => object(vec![
            ("kind", one_of(&["give", "change", "withhold"])),
            ("text", words("text")),
            ("reason", words("reason")),
        ]),
        "Vec<String>" => vec(any::<String>(), 0..4).prop_map(|it| json!(it)).boxed(),
        "Vec<u32>" => vec(any::<u32>(), 0..4).prop_map(|it| json!(it)).boxed(),
        "Hidden" => words("key"),
        "ProviderDraft" => object(vec![
            (
                "kind",
                one_of(&[
                    "anthropic",
                    "openai",
                    "gemini",
                    "ollama",
                    "lm_studio",
                    "compatible",
                ]),
            ),
            ("label", some(words("label"))),
            // Nothing listens there, so that nothing leaves this computer.
            (
                "address",
                one_of(&["http://127.0.0.1:9", "https://127.0.0.1:9/v1", "file:///etc", ""]),
            ),
            ("key", some(words("key"))),
        ]),
        "ModelFacts" => object(vec![
            ("context", some(number(4_000_000))),
            ("output", some(number(4_000_000))),
            ("price_in", some(number(100))),
            ("price_out", some(number(100))),
            ("tools", flag()),
            ("images", flag()),
            ("reasons", flag()),
            (
                "effort",
                some(one_of(&["off", "minimal", "low", "x_high", "max"])),
            ),
            (
                "efforts",
                vec(one_of(&["low", "high"]), 0..3).prop_map(Value::from).boxed(),
            ),
            ("audio", flag()),
            ("pdf", flag()),
        ]),
        other => panic!("say how “{other}” is made: a command takes it, so the window can lie about it"),
    }
}

/// The arguments of one call: mostly right, sometimes of a wrong type, missing, or more than there are.
fn arguments(truths: &Truths, command: &Command) -> BoxedStrategy<Value> {
    let each: Vec<_> = command
        .arguments
        .iter()
        .map(|(name, of)| {
            let right = right(truths, &command.name, name, of).prop_map(Some);
            prop_oneof![8 => right, 2 => anything().prop_map(Some), 1 => Just(None)].boxed()
        })
        .collect();
    let names: Vec<String> = command.arguments.iter().map(|(name, _)| name.clone()).collect();
    (each, any::<bool>())
        .prop_map(move |(values, more)| {
            let named = names.iter().cloned().zip(values);
            let mut made: Map<String, Value> =
                named.filter_map(|(name, value)| Some((name, value?))).collect();
            if more {
                made.insert("permit".to_owned(), json!({"approved": true}));
                made.insert("by".to_owned(), json!("person"));
            }
            Value::Object(made)
        })
        .boxed()
}

/// What has its answer only when a person has decided.
const WAITS: [&str; 2] = ["add_provider", "set_provider_key"];

/// Asks all of these at once, and says of each how it was answered.
const ASK: &str = "const [asked, done] = arguments;
    const made = (it) => it === '@HUGE@' ? 'x'.repeat(300000)
      : it === '@DEEP@' ? Array.from({length: 300}).reduce((inner) => [inner], 1)
      : Array.isArray(it) ? it.map(made)
      : it !== null && typeof it === 'object' ? Object.fromEntries(Object.entries(it).map(([name, one]) => [name, made(one)])) : it;
    const late = () => new Promise((go) => setTimeout(() => go({late: true}), 20000));
    const one = ([name, args]) => Promise.race([late(),
      window.__TAURI_INTERNALS__.invoke(name, made(args)).then(() => ({ok: true}),
        (error) => typeof error === 'string' ? {words: error.slice(0, 200)}
          : {code: error?.code ?? null, sentence: String(error?.sentence ?? '').slice(0, 300)})]);
    Promise.all(asked.map(one)).then(done);";

// Proves S-25.
#[test]
fn every_command_of_the_table_can_be_lied_to() {
    let commands = commands();
    assert!(commands.len() >= 75, "{}", commands.len());
    let truths = Truths {
        ids: vec!["id".into()],
        channels: vec!["channel".into()],
        requests: vec!["request".into()],
        nonces: vec!["nonce".into()],
        digests: vec!["digest".into()],
        tripwire: "/bin/false".into(),
        without_ids: NO_TRUE_IDS,
    };
    let mut runner = TestRunner::deterministic();
    for command in &commands {
        // A type that is not known panics here.
        arguments(&truths, command)
            .new_tree(&mut runner)
            .expect("arguments can be made");
    }
    for name in LEFT_OUT.iter().map(|(name, _)| name).chain(NO_TRUE_IDS) {
        assert!(
            commands.iter().any(|it| it.name == *name),
            "{name} is in the table"
        );
    }
}
