//! The boundary between the window and the system, as it is built: golden, so that widening it is a decision.
use crate::bindings::PERMISSIONS;
use crate::commands::NAMES;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn json_file(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).expect("the file is there")).expect("it is JSON")
}

// Proves S-23.
#[test]
fn the_resolved_capabilities_are_golden() {
    // Written by the build script from everything that it found, so nothing can hide in another file.
    let resolved = json_file(&root().join("gen/schemas/capabilities.json"));
    assert_eq!(
        resolved,
        json!({
            "main": {
                "identifier": "main",
                "description": "What the main page may do: ask the host what the table of commands lists for it. Nothing of the system, and no answer at the gate.",
                "local": true,
                "webviews": ["main"],
                "permissions": ["ask-the-host"]
            },
            "gate": {
                "identifier": "gate",
                "description": "What the gate's page may do: show a request and answer it. Nothing else.",
                "local": true,
                "webviews": ["gate"],
                "permissions": ["answer-at-the-gate"]
            }
        })
    );
}

// Proves S-23, SEC-13.
#[test]
fn the_content_policy_is_golden() {
    let config = json_file(&root().join("tauri.conf.json"));
    let app = &config["app"];
    assert_eq!(app["withGlobalTauri"], json!(false));
    let security = &app["security"];
    assert_eq!(security["freezePrototype"], json!(true));
    assert_eq!(security["dangerousDisableAssetCspModification"], json!(false));
    assert_eq!(security["assetProtocol"]["enable"], json!(false));
    assert_eq!(security["capabilities"], json!(["main", "gate"]));
    assert_eq!(
        security["csp"],
        json!({
            "default-src": "'none'",
            "script-src": "'self'",
            "style-src": "'self'",
            "img-src": "'self' data: blob:",
            "media-src": "data: blob:",
            "font-src": "'self'",
            "connect-src": "ipc: http://ipc.localhost",
            "frame-src": "'none'",
            "worker-src": "'self'",
            "manifest-src": "'none'",
            "object-src": "'none'",
            "form-action": "'none'",
            "base-uri": "'none'"
        })
    );
    // WebView2 would ask the person about a device, share a text or put a video above all windows for a page.
    let held_back = [
        "accelerometer",
        "bluetooth",
        "camera",
        "captured-surface-control",
        "clipboard-read",
        "compute-pressure",
        "display-capture",
        "fullscreen",
        "gamepad",
        "geolocation",
        "gyroscope",
        "hid",
        "identity-credentials-get",
        "idle-detection",
        "keyboard-map",
        "local-fonts",
        "magnetometer",
        "microphone",
        "midi",
        "otp-credentials",
        "payment",
        "picture-in-picture",
        "publickey-credentials-create",
        "publickey-credentials-get",
        "screen-wake-lock",
        "serial",
        "speaker-selection",
        "storage-access",
        "usb",
        "web-share",
        "window-management",
        "xr-spatial-tracking",
    ];
    let none: Vec<String> = held_back.iter().map(|it| format!("{it}=()")).collect();
    assert_eq!(security["headers"], json!({ "Permissions-Policy": none }));
}

// Proves S-25.
#[test]
fn the_permissions_list_exactly_the_commands_of_the_table() {
    let mut all = BTreeSet::new();
    for permission in PERMISSIONS {
        let text = std::fs::read_to_string(root().join(permission.path())).expect("the file is there");
        let listed: BTreeSet<&str> = text
            .lines()
            .filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix("\","))
            .collect();
        assert_eq!(
            listed,
            permission.names().collect::<BTreeSet<_>>(),
            "{}",
            permission.identifier
        );
        all.extend(listed.into_iter().map(str::to_owned));
    }
    assert_eq!(all, NAMES.iter().map(|name| (*name).to_owned()).collect());
    let files = std::fs::read_dir(root().join("src-tauri/permissions"))
        .expect("the folder is there")
        .count();
    assert_eq!(files, PERMISSIONS.len(), "no other permission file");
}

// Proves S-26, S-40.
#[test]
fn the_two_pages_share_what_decides_nothing() {
    let [main, gate] = PERMISSIONS.map(|permission| permission.names().collect::<BTreeSet<_>>());
    let both: Vec<_> = main.intersection(&gate).copied().collect();
    assert_eq!(both, ["add_root", "read_payload"]);
    let own: Vec<_> = gate.difference(&main).copied().collect();
    let expected = [
        "amend",
        "answer",
        "answer_together",
        "attach_gate",
        "attend",
        "check_amended",
        "check_form",
        "decide_later",
        "drawn",
        "filled_form",
        "keep_draft",
        "kept_drafts",
        "next_request",
        "redrawn_payload_url",
        "show_apart",
        "show_together",
        "try_limits",
    ];
    assert_eq!(own, expected);
}

/// What the main page may do without a press and without a question: look, take away, and ask.
const UNPRESSED: [(&str, &[&str]); 6] = [
    (
        "looking: it changes nothing, and no server hears of it",
        &[
            "attach",
            "about",
            "settings",
            "autostart",
            "servers",
            "server",
            "fence",
            "suggest_fence",
            "fetches",
            "profiles",
            "read_servers",
            "suggested_servers",
            "configurations",
            "dropped",
            "diagnose",
            "offered_install",
            "bundle",
            "registry",
            "logs",
            "frames",
            "frame_text",
            "find_frames",
            "frame_call",
            "export_targets",
            "preview_export",
            "kubernetes_manifest",
            "export_result",
            "account",
            "client_document",
            "tools",
            "tool",
            "check_arguments",
            "call",
            "tasks",
            "read_payload",
            "payload_url",
            "expand_template",
            "roots",
            "waiting",
            "grants",
            "flows",
            "conversation_flows",
            "record",
            "record_detail",
            "verify_record",
            "conversations",
            "conversation",
            "conversation_folders",
            "instructions",
            "compaction_preview",
            "messages",
            "message",
            "media_url",
            "find_chats",
            "spending",
            "models",
        ],
    ),
    (
        "reading lists and pictures that a server or a program on this computer offers: nothing of the person goes along, and an approved server that is asleep starts for a list that is not known",
        &["resources", "prompts", "refresh_offers", "icon", "find_providers"],
    ),
    (
        "reading the registry that the person turned on: which versions are looked at goes along, and no words of a search",
        &["search_registry", "registry_server", "registry_versions"],
    ),
    (
        "reading icons of entries of the registry, where the person turned that on: which entries are looked at goes along",
        &["registry_icon"],
    ),
    (
        "asking: a question at the gate comes before any effect",
        &[
            "propose_server",
            "propose_fetch",
            "propose_import",
            "propose_export",
            "propose_start",
            "propose_repair",
            "review_tool",
            "propose_review",
            "set_class",
            "show_request",
            "open_dropped_bundle",
            "open_dropped_chats",
            "propose_bundle",
            "propose_registry",
            "propose_registry_server",
        ],
    ),
    (
        "taking away, or keeping what is sent only by another command that is pressed for",
        &[
            "quit",
            "stop_everything",
            "cancel_sign_in",
            "decline_more",
            "hold_all_parts",
            "cancel_call",
            "drop_offered_install",
            "forget_dropped",
            "close_bundle",
            "close_chats",
            "turn_off_registry",
            "cancel_registry_download",
            "stop_task",
            "stop_reading",
            "remove_root",
            "cancel_fetch",
            "revoke",
            "revoke_server",
            "revoke_these",
            "revoke_all",
            "stop_conversation",
            "create_conversation",
            "rename_conversation",
            "set_conversation_section",
            "create_folder",
            "rename_folder",
            "collapse_folder",
            "remove_folder",
            "move_to_folder",
            "show_branch",
            "attach_resource",
            "remove_attached",
            "place_message_field",
            "use_prompt",
        ],
    ),
];

// Proves S-26.
#[test]
fn every_command_of_the_main_page_looks_asks_takes_away_or_needs_a_press() {
    let folder = root().join("src-tauri/src/commands");
    let (mut pressed, mut taken) = (BTreeSet::new(), BTreeSet::new());
    for file in std::fs::read_dir(folder).expect("the folder is there") {
        let text = std::fs::read_to_string(file.expect("a file").path()).expect("a file of commands");
        for function in text.split("pub(super) async fn ").skip(1) {
            let (name, rest) = function.split_once('(').expect("a name");
            let (arguments, body) = rest.split_once(')').expect("arguments");
            let takes = |press: &str| arguments.contains(&format!("_: {press}"));
            assert_eq!(
                takes("MayOpenDialog"),
                body.contains("dialogs::"),
                "{name} says whether it opens a dialog"
            );
            if takes("Press") {
                taken.insert(name.to_owned());
            }
            if takes("Press") || takes("RecentPress") || takes("MayOpenDialog") {
                pressed.insert(name.to_owned());
            }
        }
    }
    let unpressed: BTreeSet<String> = UNPRESSED
        .iter()
        .flat_map(|(_, names)| names.iter().map(|name| (*name).to_owned()))
        .collect();
    let [main, _] = PERMISSIONS;
    let all: BTreeSet<String> = main.names().map(str::to_owned).collect();
    assert!(
        pressed.is_disjoint(&unpressed),
        "{:?}",
        pressed.intersection(&unpressed)
    );
    let both: BTreeSet<String> = pressed.union(&unpressed).cloned().collect();
    let differ: Vec<_> = both.symmetric_difference(&all).collect();
    assert_eq!(differ, Vec::<&String>::new(), "say which kind of command it is");
    // Where no press is seen the gate asks, and says what it asks about.
    let unsaid: Vec<_> = taken
        .iter()
        .filter(|name| crate::press::words::of(name).is_none())
        .collect();
    assert_eq!(unsaid, Vec::<&String>::new(), "say it in press/words.rs");
}

// Proves S-88.
#[test]
fn every_secret_that_a_command_takes_is_left_out_of_a_question_about_it() {
    let places = ["crates/domain/src", "crates/api/src", "src-tauri/src/commands"];
    let mut named = BTreeSet::new();
    for place in places {
        for file in std::fs::read_dir(root().join(place)).expect("the folder is there") {
            let path = file.expect("a file").path();
            if path.extension().is_none_or(|it| it != "rs") {
                continue;
            }
            let text = std::fs::read_to_string(path).expect("a file of Rust");
            for of in [": Hidden", ": Option<Hidden>"] {
                for (at, _) in text.match_indices(of) {
                    let name = text[..at]
                        .rsplit(|c: char| !c.is_alphanumeric() && c != '_')
                        .next();
                    named.insert(name.expect("a name").to_owned());
                }
            }
        }
    }
    let secrets = crate::press::SECRETS.iter().map(|it| (*it).to_owned());
    assert_eq!(named, secrets.collect());
}

// Proves S-26.
#[test]
fn no_page_prints_saves_a_file_or_opens_a_menu_on_linux() {
    let text = std::fs::read_to_string(root().join("src-tauri/src/page.rs")).expect("the file is there");
    for held_back in [
        // WebKit ignores `window.print` while a driver has the page, so no test of the window can try it.
        "page.connect_print(|_, _| true);",
        // Nor does it open the menu of a `select` then.
        "page.connect_local(\"show-option-menu\", false,",
        // Saved is what the person chooses in the menu of the engine, which a driver does not see.
        "context.connect_download_started(|_, download| download.cancel());",
    ] {
        assert!(text.contains(held_back), "{held_back}");
    }
}

/// The files below this folder.
fn files_in(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files_in(&path, found);
        } else {
            found.push(path);
        }
    }
}

// They would do nothing on Linux, and no test with a driver would notice.
#[test]
fn no_page_of_ours_has_a_list_or_a_chooser_of_the_engine() {
    let mut files = Vec::new();
    files_in(&root().join("ui/src"), &mut files);
    files.retain(|it| {
        let name = it.to_string_lossy();
        name.ends_with(".tsx") && !name.ends_with(".test.tsx")
    });
    assert!(!files.is_empty());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a file of the pages");
        for held_back in [
            "NativeSelect",
            "<select",
            "<datalist",
            "type=\"file\"",
            "type=\"color\"",
            "ColorInput",
            "FileButton",
            "FileInput",
        ] {
            assert!(!text.contains(held_back), "{held_back} in {}", file.display());
        }
    }
}

// Proves S-40.
#[test]
fn one_command_answers_and_it_takes_the_nonce_of_what_was_shown() {
    let typescript = crate::bindings::typescript();
    let (_, table) = typescript
        .split_once("export interface GateCommands {")
        .expect("the commands of the gate");
    let (main, _) = typescript
        .split_once("export interface GateCommands {")
        .expect("the other commands come before");
    assert!(!main.contains(": GateReply "), "the main page answers nothing");
    let commands: Vec<&str> = table
        .lines()
        .map(str::trim)
        .filter(|line| line.contains(": { arguments: "))
        .collect();
    assert_eq!(commands.len(), PERMISSIONS[1].names().count());
    let answering: Vec<&str> = commands
        .iter()
        .copied()
        .filter(|line| line.contains(": GateReply "))
        .collect();
    assert_eq!(
        answering,
        ["answer: { arguments: { reply: GateReply }; reply: null };"]
    );
    let words = [
        "allow", "approve", "grant_", "accept", "permit", "confirm", "consent",
    ];
    for command in NAMES {
        assert!(
            !words.iter().any(|word| command.starts_with(word)),
            "{command} could answer for the person"
        );
    }
}
