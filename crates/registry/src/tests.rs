//! Documents as publishers write them, and as an attacker does.

use crate::cache::RegistryCache;
use crate::options::{EntryOption, is_for_other, options};
use crate::{GivenValues, RegistryEntry, limits, read_entry, read_page};
use portcullis_domain::{Endpoint, RegistryOptionKind, RegistryStatus, TransportChoice};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::fs;
use std::time::{Duration, Instant};
use url::Url;

fn document(name: &str) -> Value {
    let path = format!("{}/src/samples/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn only(document: &Value) -> EntryOption {
    let [option] = options(document).try_into().unwrap();
    option
}

fn given(values: &[(&str, &[&str])]) -> GivenValues {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    let values = values
        .iter()
        .map(|(key, values)| ((*key).to_owned(), texts(values)));
    values.collect()
}

/// The words of the command, and its variables as `NAME=value` or `NAME=(secret)`.
fn command(option: &EntryOption, values: &[(&str, &[&str])]) -> (Vec<String>, Vec<String>) {
    let plan = option.plan(&given(values)).unwrap();
    let Endpoint::Command {
        program, arguments, ..
    } = plan.endpoint
    else {
        panic!("no command")
    };
    let variables = plan.environment.into_iter().map(|variable| {
        let value = match variable.secret {
            true => "(secret)".to_owned(),
            false => variable.value.unwrap(),
        };
        format!("{}={value}", variable.name)
    });
    (
        std::iter::once(program).chain(arguments).collect(),
        variables.collect(),
    )
}

#[test]
fn an_npm_package_becomes_npx_with_its_exact_version() {
    let option = only(&document("npm"));
    assert_eq!((option.kind, &option.problem), (RegistryOptionKind::Npm, &None));
    assert_eq!(
        option.runs(),
        [
            "npx",
            "-y",
            "@ada/server-notes@1.4.2",
            "--level",
            "{level}",
            "{folders}",
            "--verbose"
        ]
    );
    let keys: Vec<_> = option
        .settings
        .iter()
        .map(|it| (it.key.as_str(), it.required, it.secret, it.multiple))
        .collect();
    assert_eq!(
        keys,
        [
            ("level", false, false, false),
            ("folders", true, false, true),
            ("verbose", false, false, false),
            ("NOTES_TOKEN", true, true, false),
            ("NOTES_REGION", false, false, false),
        ]
    );
    let folders: &[&str] = &["/a b", "{level}"];
    let (line, variables) = command(
        &option,
        &[
            ("folders", folders),
            ("NOTES_TOKEN", &["t"]),
            ("verbose", &["true"]),
        ],
    );
    assert_eq!(
        line,
        [
            "npx",
            "-y",
            "@ada/server-notes@1.4.2",
            "--level",
            "info",
            "/a b",
            "{level}",
            "--verbose"
        ]
    );
    assert_eq!(variables, ["NOTES_TOKEN=(secret)", "NOTES_REGION=eu"]);
    for wrong in [
        given(&[("folders", &["/a"])]),
        given(&[("NOTES_TOKEN", &["t"])]),
        given(&[
            ("folders", &["/a"]),
            ("NOTES_TOKEN", &["t"]),
            ("level", &["loud"]),
        ]),
        given(&[
            ("folders", &["/a"]),
            ("NOTES_TOKEN", &["t"]),
            ("verbose", &["yes"]),
        ]),
        given(&[("folders", &["/a"]), ("NOTES_TOKEN", &["t"]), ("other", &["x"])]),
        given(&[("folders", &["/a\0b"]), ("NOTES_TOKEN", &["t"])]),
    ] {
        assert!(option.plan(&wrong).is_err(), "{wrong:?}");
    }
    assert_eq!(option.post_install.len(), 1);
    let same = |argument: &str| {
        option.is_same(&Endpoint::Command {
            program: "npx".to_owned(),
            arguments: vec!["-y".to_owned(), argument.to_owned()],
            folder: None,
        })
    };
    assert!(same("@ada/server-notes@1.0.0") && same("@ada/server-notes"));
    assert!(!same("@ada/server-notes-evil@1.0.0") && !same("@ada/server"));
}

#[test]
fn packages_of_other_types_become_the_command_of_their_launcher() {
    let (line, variables) = command(&only(&document("pypi")), &[]);
    assert_eq!(
        line,
        ["uvx", "mcp-server-time@2026.1.1", "--local-timezone", "UTC"]
    );
    assert_eq!(variables, [] as [&str; 0]);
    let (line, _) = command(&only(&document("nuget")), &[]);
    assert_eq!(line, ["dnx", "Ada.Notes@0.5.0", "--yes", "--", "mcp", "start"]);
    let image = only(&document("oci"));
    let (line, variables) = command(&image, &[("api_key", &["k"]), ("folder", &["/notes"])]);
    assert_eq!(
        line,
        [
            "docker",
            "run",
            "-i",
            "--rm",
            "--mount",
            "type=bind,src=/notes,dst=/data",
            "-e",
            "API_KEY",
            "-e",
            "MODE",
            "ghcr.io/ada/notes:1.2.3",
            "serve"
        ]
    );
    assert_eq!(variables, ["API_KEY=(secret)", "MODE=read"]);
    let bundle = only(&document("mcpb"));
    let (url, hash) = bundle.bundle().unwrap();
    assert_eq!((url.as_str(), hash.len()), ("https://example.com/notes.mcpb", 64));
    assert!(bundle.plan(&GivenValues::new()).is_err());
    let cargo = only(&document("cargo"));
    assert_eq!(cargo.kind, RegistryOptionKind::Cargo);
    assert!(cargo.problem.is_some());
}

#[test]
fn an_address_takes_values_in_its_path_and_its_headers() {
    let remotes = options(&document("remote"));
    let [http, sse] = remotes.as_slice() else {
        panic!("{remotes:?}")
    };
    let plan = http
        .plan(&given(&[("tenant", &["a/b?c"]), ("token", &["t"])]))
        .unwrap();
    assert_eq!(
        plan.endpoint,
        Endpoint::Address {
            url: "https://mcp.example.com/a/b%3Fc/mcp".to_owned()
        }
    );
    let [header] = plan.headers.as_slice() else {
        panic!("{plan:?}")
    };
    assert_eq!(
        (header.name.as_str(), header.value.as_deref(), header.secret),
        ("Authorization", Some("Bearer t"), true)
    );
    assert_eq!(plan.transport, TransportChoice::StreamableHttp);
    assert_eq!(
        sse.plan(&GivenValues::new()).unwrap().transport,
        TransportChoice::Sse
    );
}

#[test]
fn a_secret_header_asks_for_what_stands_in_braces_even_where_it_is_not_described() {
    // As many entries of the official registry have it.
    let header = json!({
        "name": "Authorization", "description": "Bearer token of the account", "isRequired": true, "isSecret": true,
        "value": "Bearer {service_api_key}",
    });
    let fixed = json!({ "name": "X-Format", "value": "{level}" });
    let remote = json!({ "type": "streamable-http", "url": "https://e.com/mcp", "headers": [header, fixed] });
    let option = only(&json!({ "remotes": [remote] }));
    let [asked] = option.settings.as_slice() else {
        panic!("{:?}", option.settings)
    };
    assert_eq!(
        (
            asked.key.as_str(),
            asked.description.as_str(),
            asked.required,
            asked.secret
        ),
        ("service_api_key", "Bearer token of the account", true, true)
    );
    assert!(option.plan(&GivenValues::new()).is_err());
    let plan = option.plan(&given(&[("service_api_key", &["k"])])).unwrap();
    let headers: Vec<_> = plan
        .headers
        .iter()
        .map(|it| (it.value.as_deref(), it.secret))
        .collect();
    assert_eq!(headers, [(Some("Bearer k"), true), (Some("{level}"), false)]);
}

#[test]
fn an_image_may_have_its_host_beside_it_and_its_whole_command() {
    // As GitHub published its own server.
    let whole = json!({
        "registryType": "oci", "identifier": "ghcr.io/ada/notes:1.2.3", "runtimeArguments": [
            { "type": "positional", "value": "run", "isRequired": true },
            { "type": "named", "name": "-i", "value": "true", "format": "boolean" },
            { "type": "named", "name": "--rm", "value": "true", "format": "boolean" },
            { "type": "named", "name": "-e", "value": "API_KEY={token}", "isRequired": true,
              "variables": { "token": { "isRequired": true, "isSecret": true } } },
            { "type": "positional", "valueHint": "image_name", "value": "ghcr.io/ada/notes", "isRequired": true },
        ],
    });
    let (line, variables) = command(&only(&json!({ "packages": [whole] })), &[("token", &["t"])]);
    assert_eq!(
        line,
        [
            "docker",
            "run",
            "-i",
            "--rm",
            "-e",
            "API_KEY",
            "ghcr.io/ada/notes:1.2.3"
        ]
    );
    assert_eq!(variables, ["API_KEY=(secret)"]);
    // As documents of 2025-09 have it.
    let beside = |base: &str, identifier: &str| {
        only(&json!({ "packages": [{
            "registryType": "oci", "registryBaseUrl": base, "identifier": identifier, "version": "1.2.3",
        }] }))
    };
    for (base, identifier, image) in [
        ("https://ghcr.io", "ada/notes", "ghcr.io/ada/notes:1.2.3"),
        ("https://ghcr.io/", "ghcr.io/ada/notes", "ghcr.io/ada/notes:1.2.3"),
        ("https://docker.io", "ada/notes", "ada/notes:1.2.3"),
    ] {
        let (line, _) = command(&beside(base, identifier), &[]);
        assert_eq!(line, ["docker", "run", "-i", "--rm", image]);
    }
    for (base, identifier) in [
        ("https://ghcr.io", "quay.io/ada/notes"),
        ("http://ghcr.io", "ada/notes"),
        ("https://ghcr.io/other", "ada/notes"),
        ("ghcr.io", "ada/notes"),
    ] {
        assert!(beside(base, identifier).problem.is_some(), "{base} {identifier}");
    }
}

#[test]
fn of_several_bundles_those_for_other_computers_are_last() {
    let url = |name: &str| Url::parse(&format!("https://example.com/v1-linux/{name}")).unwrap();
    for (name, of) in [
        ("notes-linux-x64.mcpb", [true, false, false]),
        ("notes_1.0_linux_x86_64.mcpb", [true, false, false]),
        ("notes-darwin-arm64.mcpb", [false, true, false]),
        ("Notes-macOS.mcpb", [false, true, false]),
        ("notes_windows_amd64.mcpb", [false, false, true]),
        ("notes-win32-linux.mcpb", [true, false, true]),
        ("notes-arm64.mcpb", [false, true, false]),
        ("notes.mcpb", [true, true, true]),
        ("windowsill-winner-armor.mcpb", [true, true, true]),
    ] {
        let here = [("linux", "x86_64"), ("macos", "aarch64"), ("windows", "x86_64")];
        let fits = here.map(|(system, processor)| !is_for_other(&url(name), system, processor));
        assert_eq!(fits, of, "{name}");
    }
    let bundle = |name: &str| json!({ "registryType": "mcpb", "identifier": url(name).as_str(), "fileSha256": "0".repeat(64) });
    let other = match cfg!(target_os = "linux") {
        true => "notes-windows.mcpb",
        false => "notes-linux.mcpb",
    };
    let document =
        json!({ "packages": [bundle(other), bundle("notes.mcpb"), json!({ "registryType": "brew" })] });
    let places: Vec<u32> = options(&document).iter().map(|option| option.at).collect();
    assert_eq!(places, [1, 0, 2]);
}

#[test]
fn a_python_package_may_be_asked_for_with_its_extras() {
    let package = |runtime: Value| {
        only(&json!({ "packages": [{
            "registryType": "pypi", "identifier": "notes", "version": "1.0.0", "runtimeArguments": runtime,
            "packageArguments": [{ "type": "positional", "value": "mcp" }],
        }] }))
    };
    let named = |value: &str| json!([{ "type": "named", "name": "--from", "value": value }]);
    let words = |value: &str| {
        json!([{ "type": "positional", "value": "--from" }, { "type": "positional", "value": value },
            { "type": "positional", "value": "notes" }])
    };
    for requirement in ["notes[mcp]==1.0.0", "notes[mcp,cli]==1.0.0", "notes==1.0.0"] {
        for runtime in [named(requirement), words(requirement)] {
            let option = package(runtime);
            let (line, _) = command(&option, &[]);
            assert_eq!(line, ["uvx", "--from", requirement, "notes", "mcp"]);
            let endpoint = option.plan(&GivenValues::new()).unwrap().endpoint;
            assert!(option.is_same(&endpoint));
        }
    }
    for other in [
        "other[mcp]==1.0.0",
        "notes-more==1.0.0",
        "notes[mcp]==2.0.0",
        "notes[mcp]",
        "notes[mcp]>=1.0.0",
        "notes[mcp]==1.0.0 --index-url",
        "notes[--index-url]==1.0.0",
        "notes[]==1.0.0",
        "git+https://example.com/notes==1.0.0",
        "/srv/notes",
    ] {
        for runtime in [named(other), words(other)] {
            let option = package(runtime);
            assert!(option.problem.is_some(), "{other}: {:?}", option.runs());
        }
    }
}

#[test]
fn nothing_but_an_argument_takes_several_values() {
    let option = only(&json!({ "packages": [{
        "registryType": "npm", "identifier": "notes", "version": "1.0.0",
        "environmentVariables": [{ "name": "LEVEL", "isRepeated": true }],
    }] }));
    assert!(option.plan(&given(&[("LEVEL", &["a"])])).is_ok());
    assert!(option.plan(&given(&[("LEVEL", &["a", "b"])])).is_err());
}

#[test]
fn what_could_be_read_as_something_else_is_not_added() {
    let package = |change: Value| {
        let mut package = json!({
            "registryType": "npm", "identifier": "notes", "version": "1.0.0", "transport": { "type": "stdio" },
        });
        for (key, value) in change.as_object().unwrap() {
            package[key] = value.clone();
        }
        only(&json!({ "packages": [package] }))
    };
    assert_eq!(package(json!({})).problem, None);
    let argument = |name: &str| json!({ "type": "positional", "value": name });
    let docker =
        |word: Value| json!({ "registryType": "oci", "identifier": "notes:1.0", "runtimeArguments": [word] });
    for change in [
        json!({ "identifier": "--registry=https://example.com" }),
        json!({ "identifier": "git+https://example.com/x" }),
        json!({ "identifier": "../x" }),
        json!({ "identifier": "not\u{202e}es" }),
        json!({ "identifier": 7 }),
        json!({ "version": "latest" }),
        json!({ "version": "^1.0.0" }),
        json!({ "version": "1.0.0-" }),
        json!({ "version": "1.0.0.1" }),
        json!({ "version": null }),
        json!({ "registryBaseUrl": "https://packages.example.com" }),
        json!({ "registry_base_url": "https://packages.example.com" }),
        json!({ "registryType": "brew" }),
        json!({ "registryType": "mcpb", "identifier": "https://example.com/x.mcpb" }),
        json!({ "registryType": "mcpb", "identifier": "file:///x.mcpb", "fileSha256": "0".repeat(64) }),
        json!({ "transport": { "type": "streamable-http", "url": "http://localhost:1" } }),
        json!({ "runtimeArguments": [argument("other-package")] }),
        json!({ "runtimeArguments": [{ "type": "named", "name": "--yes", "value": "other-package" }] }),
        json!({ "runtimeArguments": [argument("--package=other")] }),
        json!({ "runtimeArguments": [argument("{any}")] , "runtimeHint": "npx" }),
        json!({ "packageArguments": [{ "type": "named", "name": "--key", "isSecret": true, "description": "k" }] }),
        json!({ "packageArguments": [{ "type": "named", "name": "--key", "isSecret": true }] }),
        json!({ "packageArguments": [{ "type": "other", "value": "x" }] }),
        json!({ "packageArguments": [{ "type": "positional", "value": "x".repeat(5_000) }] }),
        json!({ "environmentVariables": [{ "name": "A B", "value": "x" }] }),
        docker(argument("--privileged")),
        docker(argument("other-image")),
        docker(json!({ "type": "named", "name": "--rm", "value": "other-image" })),
        docker(json!({ "type": "named", "name": "-v", "value": "/var/run/docker.sock:/s" })),
        docker(json!({ "type": "named", "name": "--volume=/var/run/docker.sock:/s" })),
        docker(argument("-v")),
        json!({ "registryType": "oci", "identifier": "notes:latest" }),
        json!({ "registryType": "oci", "identifier": "notes", "version": null }),
    ] {
        let option = package(change.clone());
        assert!(option.problem.is_some(), "{change}: {:?}", option.runs());
        assert!(option.plan(&GivenValues::new()).is_err() && option.bundle().is_none());
    }
    for url in [
        "file:///etc",
        "https://a:b@example.com",
        "x",
        "https://example.com/mcp?key={k}",
    ] {
        let secret = json!({ "k": { "isSecret": true } });
        let remote = json!({ "type": "streamable-http", "url": url, "variables": secret });
        assert!(only(&json!({ "remotes": [remote] })).problem.is_some(), "{url}");
    }
}

fn reply(name: &str, version: &str, status: &str, at: &str) -> Value {
    json!({
        "server": { "name": name, "description": "Says what it was given", "version": version, "title": "Given" },
        "_meta": { "io.modelcontextprotocol.registry/official": {
            "status": status, "publishedAt": at, "updatedAt": at, "isLatest": true,
        } },
    })
}

const TIME: &str = "2026-11-26T08:30:00Z";

fn entry(name: &str, version: &str, status: &str) -> RegistryEntry {
    read_entry(reply(name, version, status, TIME).to_string().as_bytes()).unwrap()
}

#[test]
fn entries_that_are_none_are_counted_and_left_out() {
    let mut large = reply("a.b/large", "1.0.0", "active", TIME);
    large["server"]["description"] = json!("x".repeat(1 << 20));
    let mut long = reply("a.b/long", "1.0.0", "active", TIME);
    long["server"]["description"] = json!("\u{202e}x\u{7}".repeat(2_000));
    let servers = [
        reply("io.github.ada/notes", "1.0.0", "active", TIME),
        reply("io.github.ada/notes%2f..", "1.0.0", "active", TIME),
        reply("notes", "1.0.0", "active", TIME),
        reply("a/b/c", "1.0.0", "active", TIME),
        reply("../x", "1.0.0\n2", "active", TIME),
        reply("a.b/c", "1.0.0\n2", "active", TIME),
        reply("a.b/c", "..", "active", TIME),
        reply("a.b/c", "", "active", TIME),
        json!(7),
        json!({}),
        large,
        long,
    ];
    let page = read_page(
        json!({ "servers": servers, "metadata": { "nextCursor": "n" } })
            .to_string()
            .as_bytes(),
    )
    .unwrap();
    let names: Vec<_> = page.entries.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["io.github.ada/notes", "a.b/long"]);
    assert_eq!((page.left_out, page.next.as_deref()), (10, Some("n")));
    assert!(page.entries[1].description.chars().count() <= limits::DESCRIPTION + 1);
    let snake = json!({ "servers": [], "metadata": { "next_cursor": "m" } }).to_string();
    assert_eq!(read_page(snake.as_bytes()).unwrap().next.as_deref(), Some("m"));
    for bad in ["", "{", "[]", "{\"servers\": 1}", "{\"servers\": [", "null"] {
        assert!(
            read_page(bad.as_bytes()).is_err() && read_entry(bad.as_bytes()).is_err(),
            "{bad}"
        );
    }
    let endless = json!({ "servers": [], "metadata": { "nextCursor": "n".repeat(5_000) } }).to_string();
    assert!(read_page(endless.as_bytes()).is_err());
}

#[test]
fn a_copy_is_searched_by_the_beginnings_of_words_and_belongs_to_one_address() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("copy.db");
    let cache = RegistryCache::open(&path, "https://a.example/").unwrap();
    let round = cache.begin_round().unwrap();
    let mut notes = entry("io.github.ada/notes-server", "1.0.0", "active");
    notes.title = "Notes".to_owned();
    let mut other = entry("org.example/other", "1.0.0", "deprecated");
    other.description = "Not for notes: 读取会议纪要".to_owned();
    let gone = entry("org.example/gone", "1.0.0", "deleted");
    cache.take(&[notes.clone(), other, gone, notes], round).unwrap();
    let names = |cache: &RegistryCache, words: &str| {
        let found = cache.search(words).unwrap();
        let names = found.entries.iter().map(|entry| entry.name.clone());
        (names.collect::<Vec<_>>(), found.count)
    };
    let both = vec![
        "io.github.ada/notes-server".to_owned(),
        "org.example/other".to_owned(),
    ];
    assert_eq!(names(&cache, "note"), (both.clone(), 2), "a name counts for more");
    assert_eq!(names(&cache, "ADA serv").0, both[..1]);
    assert_eq!(names(&cache, "io.github.ada/notes-server").1, 1);
    assert_eq!(names(&cache, "").1, 2);
    for words in ["会议", "纪", "notes 会议纪要"] {
        assert_eq!(names(&cache, words).0, both[1..], "inside a run of text");
    }
    for none in [
        "gone",
        "zzz",
        "议会",
        "\"",
        "notes AND zzz",
        "name:x",
        "---",
        "a\0b",
    ] {
        assert_eq!(names(&cache, none).0, [] as [String; 0], "{none}");
    }
    assert_eq!(
        names(&cache, "org.example/gone"),
        (vec!["org.example/gone".to_owned()], 1)
    );
    let kept = cache.entry("org.example/other").unwrap().unwrap();
    assert_eq!(
        (kept.status, kept.published_at),
        (RegistryStatus::Deprecated, Some(1_795_681_800_000))
    );
    assert_eq!(
        (cache.state().unwrap().servers, cache.state().unwrap().updated_at),
        (2, None)
    );
    cache.end_round(round, true, 5, 3).unwrap();

    // One that was interrupted loses nothing; one that ends forgets what it did not meet.
    let round = cache.begin_round().unwrap();
    cache
        .take(&[entry("org.example/other", "2.0.0", "active")], round)
        .unwrap();
    drop(cache);
    let cache = RegistryCache::open(&path, "https://a.example/").unwrap();
    assert_eq!(cache.state().unwrap().servers, 2);
    assert_eq!(
        cache.entry("org.example/other").unwrap().unwrap().version,
        "2.0.0"
    );
    let round = cache.begin_round().unwrap();
    cache
        .take(&[entry("org.example/other", "2.0.0", "active")], round)
        .unwrap();
    cache.end_round(round, true, 9, 7).unwrap();
    assert_eq!(
        (names(&cache, "note").1, cache.state().unwrap().updated_at),
        (0, Some(9))
    );

    drop(cache);
    let cache = RegistryCache::open(&path, "https://b.example/").unwrap();
    assert_eq!(
        (names(&cache, "other").1, cache.state().unwrap().updated_at),
        (0, None)
    );
    drop(cache);
    for ending in ["-wal", "-shm"] {
        _ = fs::remove_file(folder.path().join(format!("copy.db{ending}")));
    }
    fs::write(&path, b"SQLite format 3\0 but damaged").unwrap();
    let cache = RegistryCache::open(&path, "https://b.example/").unwrap();
    assert_eq!(cache.state().unwrap().servers, 0);
    drop(cache);
    RegistryCache::delete(&path).unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_search_over_twenty_thousand_entries_takes_milliseconds() {
    let folder = tempfile::tempdir().unwrap();
    let cache = RegistryCache::open(&folder.path().join("copy.db"), "https://a.example/").unwrap();
    let round = cache.begin_round().unwrap();
    let topics = [
        "notes", "mail", "calendar", "database", "search", "weather", "code", "files",
    ];
    let entries: Vec<_> = (0..20_000)
        .map(|at: usize| {
            let mut entry = entry(&format!("io.github.user{at}/server-{at}"), "1.0.0", "active");
            entry.description = format!(
                "A server for {} and {}, number {at}",
                topics[at % 8],
                topics[at / 8 % 8]
            );
            entry
        })
        .collect();
    for page in entries.chunks(1_000) {
        cache.take(page, round).unwrap();
    }
    let mut times: Vec<Duration> = (0..20)
        .map(|at: usize| {
            let begun = Instant::now();
            let found = cache
                .search(["notes", "server ma", "s", "user12"][at % 4])
                .unwrap();
            assert!(found.count > 100 && found.entries.len() == limits::MATCHES);
            begun.elapsed()
        })
        .collect();
    times.sort();
    // `cargo xtask bench registry` measures the promised 50 ms with optimisation.
    let most = Duration::from_millis(if cfg!(debug_assertions) { 500 } else { 50 });
    assert!(times[10] < most, "{times:?}");
}

proptest! {
    #[test]
    fn whatever_a_document_says_it_is_read_and_bounded(identifier in ".{0,40}", version in ".{0,12}", word in ".{0,40}") {
        for kind in ["npm", "pypi", "oci", "nuget", "mcpb"] {
            let package = json!({
                "registryType": kind, "identifier": identifier, "version": version,
                "runtimeArguments": [{ "type": "positional", "value": word }],
                "packageArguments": [{ "type": "named", "name": word, "value": word }],
            });
            let option = only(&json!({ "packages": [package] }));
            if let Ok(plan) = option.plan(&GivenValues::new()) {
                let Endpoint::Command { arguments, .. } = plan.endpoint else { panic!("no command") };
                prop_assert!(option.problem.is_none());
                prop_assert!(!identifier.starts_with('-') && arguments.iter().any(|it| it.starts_with(identifier.trim())));
            }
        }
    }
}
