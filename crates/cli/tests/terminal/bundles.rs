//! Servers from bundle files.

use crate::harness::{TestHome, feed, tiny_server};
use serde_json::{Value, json};
use std::io::Write as _;
use std::path::PathBuf;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn manifest() -> Value {
    json!({
        "manifest_version": "0.3",
        "name": "tiny",
        "display_name": "Tiny notes",
        "version": "1.2.0",
        "description": "Looks at notes",
        "author": { "name": "Ada" },
        "server": {
            "type": "binary",
            "entry_point": "bin/run",
            "mcp_config": {
                "command": "${__dirname}/bin/run",
                "args": ["--folder", "${user_config.folder}"],
                "env": { "API_KEY": "${user_config.api_key}" },
            },
        },
        "user_config": {
            "folder": { "type": "directory", "title": "Notes folder", "required": true },
            "api_key": { "type": "string", "title": "API key", "sensitive": true },
        },
    })
}

/// A bundle with this manifest and these files.
fn bundle(home: &TestHome, manifest: &Value, files: &[(&str, &str)]) -> PathBuf {
    let path = home.path().join("notes.mcpb");
    let mut writer = ZipWriter::new(std::fs::File::create(&path).unwrap());
    let manifest = manifest.to_string();
    for (name, text) in files
        .iter()
        .copied()
        .chain([("manifest.json", manifest.as_str())])
    {
        let options = SimpleFileOptions::default().unix_permissions(0o755);
        writer.start_file(name, options).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap();
    path
}

fn tiny(home: &TestHome) -> String {
    let path = bundle(home, &manifest(), &[("bin/run", &tiny_server("Looks.", "Seen."))]);
    path.to_str().unwrap().to_owned()
}

/// The folders of bundles that are there.
fn unpacked(home: &TestHome) -> usize {
    std::fs::read_dir(home.data().join("bundles")).map_or(0, Iterator::count)
}

#[test]
fn a_bundle_is_shown_installed_used_and_removed_without_a_trace() {
    let home = TestHome::new();
    let file = tiny(&home);
    let shown = home.run(&["bundle", "show", &file]).ends(0);
    for part in [
        "Tiny notes 1.2.0",
        "Author: Ada (unverified)",
        "SHA-256: ",
        "Not signed.",
        "folder: Notes folder (required)",
        "api_key: API key (optional secret)",
    ] {
        shown.prints(part);
    }
    assert_eq!(unpacked(&home), 0, "looking unpacks nothing");
    let folder = format!("folder={}", home.path().display());
    let added = home
        .run(&["bundle", "install", &file, "--set", &folder, "--yes"])
        .ends(0);
    added.prints("“Tiny notes” is added. State: ready.");
    assert_eq!(unpacked(&home), 2, "its folder, and what it was given");
    let detail = home
        .run(&["--json", "server", "show", "Tiny notes"])
        .ends(0)
        .json();
    let endpoint = &detail["draft"]["endpoint"];
    assert_eq!(
        endpoint["arguments"],
        json!(["--folder", home.path().to_str().unwrap()])
    );
    assert_eq!(
        detail["draft"]["environment"],
        json!([]),
        "an optional secret that was not given"
    );
    let called = home.run(&["call", "Tiny notes", "look"]).ends(0);
    called.prints("Seen.");
    // Its folder is for no other application.
    let exported = home.run(&["server", "export"]).ends(0);
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&exported.out).unwrap(),
        json!({"mcpServers": {}})
    );
    exported.prints_error("“Tiny notes” is not included.");
    home.run(&["server", "remove", "Tiny notes", "--yes"]).ends(0);
    assert_eq!(unpacked(&home), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_default_folder_has_the_name_of_the_persons_language() {
    let home = TestHome::new();
    let mut manifest = manifest();
    manifest["user_config"]["folder"]["default"] = json!("${DOCUMENTS}/notes");
    manifest["user_config"]["kept"] =
        json!({ "type": "directory", "title": "Kept", "default": "${DOWNLOADS}" });
    let file = bundle(&home, &manifest, &[]);
    let person = home.path().join("home");
    std::fs::create_dir_all(person.join(".config")).unwrap();
    std::fs::write(
        person.join(".config/user-dirs.dirs"),
        "XDG_DOCUMENTS_DIR=\"$HOME/Dokumente\"\n",
    )
    .unwrap();
    let mut command = home.command(&["--json", "bundle", "show", file.to_str().unwrap()]);
    command.env("HOME", &person).env_remove("XDG_CONFIG_HOME");
    let shown = feed(&mut command, "").ends(0).json();
    let default = |at: usize| shown["settings"][at]["default"][0].as_str().unwrap().to_owned();
    let below = |name: &str| person.join(name).to_str().unwrap().to_owned();
    assert_eq!(default(0), below("Dokumente/notes"));
    assert_eq!(default(2), below("Downloads"), "nothing else is said of it");
}

#[test]
fn a_new_version_updates_a_server_and_keeps_what_it_was_given() {
    let home = TestHome::new();
    let file = tiny(&home);
    let folder = format!("folder={}", home.path().display());
    home.run(&["bundle", "install", &file, "--set", &folder, "--yes"])
        .ends(0);
    let mut next = manifest();
    next["version"] = json!("1.3.0");
    next["server"]["mcp_config"]["args"][0] = json!("--notes");
    let file = bundle(
        &home,
        &next,
        &[("bin/run", &tiny_server("Looks.", "Seen again."))],
    );
    let file = file.to_str().unwrap();
    let shown = home.run(&["bundle", "show", file]).ends(0);
    shown.prints("Installed as “Tiny notes”, version 1.2.0");
    let update = ["bundle", "install", file, "--update", "Tiny notes"];
    let refused = home.run(&update).ends(3);
    for part in ["Tiny notes 1.3.0", "Tiny notes 1.2.0", "--notes", "--folder"] {
        refused.prints_error(part);
    }
    assert_eq!(unpacked(&home), 2, "nothing of the new version is left");
    let updated = home.on_terminal(&update, "[y/N]", "y\n").ends(0);
    updated.prints("“Tiny notes” is updated to version 1.3.0. State: ready.");
    let called = home.run(&["call", "Tiny notes", "look"]).ends(0);
    called.prints("Seen again.");
    assert_eq!(unpacked(&home), 2, "the version before is deleted");
    let listed = home.servers();
    assert_eq!(listed.as_array().map(Vec::len), Some(1), "{listed}");
    home.run(&["bundle", "install", file, "--update", "Nobody"])
        .ends(2);
}

// Proves S-01, S-02, S-70, S-71.
#[test]
fn nothing_of_a_bundle_stays_without_a_yes_and_the_review_says_what_it_is() {
    let home = TestHome::new();
    let file = tiny(&home);
    let folder = format!("folder={}", home.path().display());
    let install = ["bundle", "install", &file, "--set", &folder];
    let refused = home.run(&install).ends(3);
    for part in [
        "Tiny notes 1.2.0",
        "unverified",
        "SHA-256 of the file",
        "not signed",
        "bin/run",
    ] {
        refused.prints_error(part);
    }
    assert_eq!(unpacked(&home), 0);
    home.on_terminal(&install, "[y/N]", "n\n").ends(3);
    assert_eq!(unpacked(&home), 0);
    assert_eq!(home.servers(), json!([]));
}

#[test]
fn values_are_checked_and_a_secret_is_never_on_the_command_line() {
    fn install<'a>(file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
        [&["bundle", "install", file, "--yes"], more].concat()
    }
    let home = TestHome::new();
    let file = tiny(&home);
    let refused = home.run(&install(&file, &[])).ends(2);
    refused.prints_error("“Notes folder” is missing.");
    let refused = home
        .run(&install(&file, &["--set", "folder=/a", "--set", "folder=/b"]))
        .ends(2);
    refused.prints_error("takes one value");
    let refused = home.run(&install(&file, &["--set", "other=1"])).ends(2);
    refused.prints_error("has no setting “other”");
    let refused = home.run(&install(&file, &["--set", "api_key=k-123456"])).ends(2);
    refused.prints_error("other programs can read a command line");
    assert!(!refused.err.contains("k-123456"), "{refused:?}");
    assert_eq!(unpacked(&home), 0);
    // Without a keychain a secret is not saved, and nothing else of the server is.
    let mut command = home.command(&install(&file, &["--set", "folder=/a", "--set", "api_key=-"]));
    let refused = feed(&mut command, "k-123456\n").ends(1);
    assert!(!refused.err.contains("k-123456"), "{refused:?}");
    assert_eq!(unpacked(&home), 0);
}

// Proves S-69.
#[test]
fn a_bundle_that_leads_out_of_its_folder_is_refused_as_a_whole() {
    let home = TestHome::new();
    let file = bundle(
        &home,
        &manifest(),
        &[("../../escaped", "text"), ("bin/run", "text")],
    );
    for command in ["show", "install"] {
        let refused = home.run(&["bundle", command, file.to_str().unwrap()]).ends(2);
        refused.prints_error("points outside the bundle");
    }
    let refused = home
        .run(&["bundle", "show", home.path().to_str().unwrap()])
        .ends(2);
    refused.prints_error("not a file");
    assert_eq!(unpacked(&home), 0);
    assert!(!home.path().join("escaped").exists() && !home.data().join("escaped").exists());
}
