//! The commands of a fetch against a registry of this test, in the shape in which npm's is published: what does not match what it
//! says, or does not come whole, leaves no package.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a test fails by panicking, and runs npm itself"
)]

use portcullis_packages::{
    Ecosystem, FetchedVersion, PackageRequest, PackageTools, fetched_version, prepare, steps,
};
use serde_json::json;
use sha2::{Digest as _, Sha512};
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// What a registry does with the archive.
#[derive(Clone, Copy, PartialEq)]
enum Serves {
    Honest,
    /// Says a digest that the archive does not have.
    AnotherDigest,
    /// Ends in the middle of it.
    Half,
    /// Has a newer version, published on a day to come.
    Newer,
}

/// An archive as npm packs them, with a script that must not run.
fn archive(folder: &Path) -> Vec<u8> {
    let own = folder.join("package");
    fs::create_dir_all(&own).unwrap();
    let about = json!({
        "name": "pack",
        "version": "1.0.0",
        "bin": "index.js",
        "scripts": {"preinstall": "touch ran", "install": "touch ran", "postinstall": "touch ran"},
    });
    fs::write(own.join("package.json"), about.to_string()).unwrap();
    // Large enough that half of it is none.
    let script: String = (0..20_000_u32)
        .map(|number| format!("// {}\n", number.wrapping_mul(2_654_435_761)))
        .collect();
    fs::write(own.join("index.js"), script).unwrap();
    let archive = folder.join("pack.tgz");
    let packed = Command::new("tar")
        .arg("-czf")
        .arg(&archive)
        .arg("-C")
        .arg(folder)
        .arg("package")
        .status();
    assert!(packed.unwrap().success());
    fs::read(archive).unwrap()
}

/// Answers until the test ends. Gives its address.
fn registry(serves: Serves, archive: Vec<u8>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let mut digest = Sha512::digest(&archive).to_vec();
    if serves == Serves::AnotherDigest {
        digest[0] ^= 1;
    }
    let version = |version: &str| {
        json!({
            "name": "pack",
            "version": version,
            "bin": {"pack": "index.js"},
            "hasInstallScript": true,
            "dist": {
                "tarball": format!("{address}/pack/-/pack-{version}.tgz"),
                "integrity": format!("sha512-{}", base64(&digest)),
            },
        })
    };
    let mut about = json!({
        "name": "pack",
        "dist-tags": {"latest": "1.0.0"},
        "time": {"1.0.0": "2020-01-01T00:00:00.000Z"},
        "versions": {"1.0.0": version("1.0.0")},
    });
    if serves == Serves::Newer {
        about["dist-tags"]["latest"] = json!("1.1.0");
        about["time"]["1.1.0"] = json!("2100-01-01T00:00:00.000Z");
        about["versions"]["1.1.0"] = version("1.1.0");
    }
    let (about, archive) = (Arc::new(about.to_string()), Arc::new(archive));
    std::thread::spawn(move || {
        for client in listener.incoming() {
            let (about, archive) = (Arc::clone(&about), Arc::clone(&archive));
            std::thread::spawn(move || answer(client.unwrap(), serves, about.as_bytes(), &archive));
        }
    });
    address
}

/// One request; the connection ends with it. That the client is gone meanwhile is nothing to say.
fn answer(mut client: TcpStream, serves: Serves, about: &[u8], archive: &[u8]) {
    let mut first = String::new();
    let mut reader = BufReader::new(client.try_clone().unwrap());
    reader.read_line(&mut first).unwrap();
    let mut line = String::from("more");
    while !line.trim().is_empty() {
        line.clear();
        if reader.read_line(&mut line).unwrap_or(0) == 0 {
            return;
        }
    }
    let (kind, body, sent) = match first.split(' ').nth(1) {
        Some("/pack") => ("application/json", about, about.len()),
        Some(path) if path.ends_with(".tgz") => {
            let sent = if serves == Serves::Half {
                archive.len() / 2
            } else {
                archive.len()
            };
            ("application/octet-stream", archive, sent)
        }
        _ => {
            client
                .write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                .ok();
            return;
        }
    };
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    client
        .write_all(head.as_bytes())
        .and_then(|()| client.write_all(&body[..sent]))
        .ok();
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let number = three
            .iter()
            .chain(&[0, 0])
            .take(3)
            .fold(0_usize, |all, byte| all << 8 | usize::from(*byte));
        for place in 0..4 {
            let letter = LETTERS[number >> (18 - 6 * place) & 63];
            text.push(if place <= three.len() {
                char::from(letter)
            } else {
                '='
            });
        }
    }
    text
}

/// Where a program is, by the path of this process.
fn found(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

/// Fetches from such a registry. Gives whether the commands worked, what they said, and what is there then.
fn fetched(serves: Serves, age: Option<&str>) -> Option<(bool, String, Option<FetchedVersion>)> {
    let (Some(manager), Some(runtime)) = (found("npm"), found("node")) else {
        println!("skipped: npm is not installed");
        return None;
    };
    let place = tempfile::tempdir().unwrap();
    let [tree, cache, home] = ["tree", "cache", "home"].map(|name| place.path().join(name));
    for folder in [&tree, &cache, &home] {
        fs::create_dir(folder).unwrap();
    }
    let address = registry(serves, archive(place.path()));
    let tools = PackageTools { manager, runtime };
    let request = PackageRequest {
        ecosystem: Ecosystem::Npm,
        name: "pack".to_owned(),
        version: None,
        program: None,
        arguments: Vec::new(),
    };
    prepare(&request, &tree).unwrap();
    let (mut worked, mut said) = (true, String::new());
    for step in steps(&request, &tools, age, &tree, &cache) {
        let ran = Command::new(&step.program)
            .args(&step.arguments)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", &home)
            .env("npm_config_registry", &address)
            .env("npm_config_fetch_retries", "0")
            .envs(step.environment)
            .current_dir(&tree)
            .output()
            .unwrap();
        worked &= ran.status.success();
        said.push_str(&String::from_utf8_lossy(&ran.stderr));
    }
    let own = tree.join("node_modules/pack");
    assert!(
        !own.join("ran").exists() && !tree.join("ran").exists(),
        "a script of the package ran"
    );
    Some((worked, said, fetched_version(&request, &tools, &tree).ok()))
}

// Proves S-14.
#[test]
fn a_package_that_is_what_its_registry_says_is_fetched_without_its_scripts() {
    let Some((worked, said, version)) = fetched(Serves::Honest, None) else {
        return;
    };
    assert!(worked, "{said}");
    let version = version.unwrap();
    assert_eq!((version.version.as_str(), version.packages), ("1.0.0", 1));
    assert!(
        version
            .integrity
            .is_some_and(|integrity| integrity.starts_with("sha512-"))
    );
}

// Proves S-13, S-14.
#[test]
fn an_archive_with_another_digest_than_was_said_is_no_package() {
    let Some((worked, said, version)) = fetched(Serves::AnotherDigest, None) else {
        return;
    };
    assert!(!worked && said.contains("EINTEGRITY"), "{said}");
    assert_eq!(version, None);
}

// Proves S-14.
#[test]
fn an_archive_that_ends_in_the_middle_is_no_package() {
    let Some((worked, said, version)) = fetched(Serves::Half, None) else {
        return;
    };
    assert!(!worked, "{said}");
    assert_eq!(version, None);
}

#[test]
fn a_release_that_is_younger_than_the_person_allows_is_passed_over() {
    for (age, expected) in [(None, "1.1.0"), (Some("--before=2021-01-01"), "1.0.0")] {
        let Some((worked, said, version)) = fetched(Serves::Newer, age) else {
            return;
        };
        assert!(worked, "{said}");
        assert_eq!(version.unwrap().version, expected);
    }
}
