//! The commands of a fetch against registries of this test, in the shapes in which npm's and PyPI's are published: what does not match
//! what they say, or does not come whole, leaves no package.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a test fails by panicking, and runs npm and uv themselves"
)]

use portcullis_packages::{
    Ecosystem, FetchedVersion, PackageRequest, PackageTools, fetched_version, prepare, steps,
};
use serde_json::json;
use sha2::{Digest as _, Sha256, Sha512};
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a registry does with the archive.
#[derive(Clone, Copy, PartialEq)]
enum Serves {
    Honest,
    /// Says a digest that the archive does not have.
    AnotherDigest,
    /// Says such a digest at first, and then the one that it has.
    AnotherAtFirst,
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
    fs::write(own.join("index.js"), padding("//")).unwrap();
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

/// Comments, so many that half of an archive is none.
fn padding(comment: &str) -> String {
    (0..20_000_u32)
        .map(|number| format!("{comment} {}\n", number.wrapping_mul(2_654_435_761)))
        .collect()
}

const METADATA: &str = "Metadata-Version: 2.1\nName: pack\nVersion: 1.0.0\n";

/// A wheel as PyPI has them.
fn wheel(folder: &Path, python: &Path) -> Vec<u8> {
    let own = folder.join("wheel");
    fs::create_dir_all(own.join("pack-1.0.0.dist-info")).unwrap();
    let script = format!("def main():\n    print('said')\n{}", padding("#"));
    let kind = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n";
    let files = [
        ("pack.py", script.as_str()),
        ("pack-1.0.0.dist-info/METADATA", METADATA),
        ("pack-1.0.0.dist-info/WHEEL", kind),
        (
            "pack-1.0.0.dist-info/entry_points.txt",
            "[console_scripts]\npack = pack:main\n",
        ),
    ];
    let mut record = String::from("pack-1.0.0.dist-info/RECORD,,\n");
    for (name, text) in files {
        fs::write(own.join(name), text).unwrap();
        record.push_str(&format!("{name},,\n"));
    }
    fs::write(own.join("pack-1.0.0.dist-info/RECORD"), record).unwrap();
    let packed = Command::new(python)
        .args(["-I", "-m", "zipfile", "-c", "pack.whl", "pack.py"])
        .arg("pack-1.0.0.dist-info")
        .current_dir(&own)
        .status();
    assert!(packed.unwrap().success());
    fs::read(own.join("pack.whl")).unwrap()
}

/// A registry of npm. Gives its address.
fn registry(serves: Serves, archive: Vec<u8>) -> String {
    let (listener, address) = listener();
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
    let about = about.to_string().into_bytes();
    answers(listener, serves, move |path| match path {
        "/pack" => Some(("application/json", about.clone())),
        path if path.ends_with(".tgz") => Some((ARCHIVE, archive.clone())),
        _ => None,
    });
    address
}

/// An index of PyPI. Gives its address.
fn index(serves: Serves, wheel: Vec<u8>) -> String {
    const WHEEL: &str = "pack-1.0.0-py3-none-any.whl";
    let (listener, address) = listener();
    let honest = format!("{:x}", Sha256::digest(&wheel));
    let another = "0".repeat(honest.len());
    let asked = AtomicBool::new(false);
    answers(listener, serves, move |path| match path {
        "/pack/" => {
            let is_first = !asked.swap(true, Ordering::Relaxed);
            let digest = match serves {
                Serves::AnotherDigest => &another,
                Serves::AnotherAtFirst if is_first => &another,
                _ => &honest,
            };
            let page = format!(
                "<!DOCTYPE html><a href='/{WHEEL}#sha256={digest}' data-dist-info-metadata='true'>{WHEEL}</a>"
            );
            Some(("text/html", page.into_bytes()))
        }
        path if path.ends_with(".metadata") => Some(("text/plain", METADATA.into())),
        path if path.ends_with(".whl") => Some((ARCHIVE, wheel.clone())),
        _ => None,
    });
    address
}

/// A listener and its address.
fn listener() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    (listener, address)
}

/// What is at a path: its type, and it.
type Page = (&'static str, Vec<u8>);

/// The type of what is fetched.
const ARCHIVE: &str = "application/octet-stream";

/// Answers until the test ends.
fn answers(
    listener: TcpListener,
    serves: Serves,
    page: impl Fn(&str) -> Option<Page> + Send + Sync + 'static,
) {
    let page = Arc::new(page);
    std::thread::spawn(move || {
        for client in listener.incoming() {
            let page = Arc::clone(&page);
            std::thread::spawn(move || answer(client.unwrap(), serves, &*page));
        }
    });
}

/// One request; the connection ends with it. That the client is gone meanwhile is nothing to say.
fn answer(mut client: TcpStream, serves: Serves, page: &dyn Fn(&str) -> Option<Page>) {
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
    let Some((kind, body)) = first.split(' ').nth(1).and_then(page) else {
        client
            .write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            .ok();
        return;
    };
    let sent = if serves == Serves::Half && kind == ARCHIVE {
        body.len() / 2
    } else {
        body.len()
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

/// Python itself: a shim needs the home of the person, which no fetch has.
fn interpreter() -> Option<PathBuf> {
    let said = Command::new(found("python3")?)
        .args(["-I", "-c", "import sys; print(sys.executable)"])
        .output();
    let path = String::from_utf8(said.ok()?.stdout).ok()?;
    Some(PathBuf::from(path.trim())).filter(|path| path.is_file())
}

/// The version of `tests/packages`, or the one that is installed.
fn uv() -> Option<PathBuf> {
    let pinned = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/.cache/python/uv/bin/uv");
    Some(pinned).filter(|path| path.is_file()).or_else(|| found("uv"))
}

/// What fetches and runs packages on this computer.
fn tools(ecosystem: Ecosystem) -> Option<PackageTools> {
    let both = match ecosystem {
        Ecosystem::Npm => found("npm").zip(found("node")),
        Ecosystem::PyPi => uv().zip(interpreter()),
    };
    if both.is_none() {
        println!(
            "skipped: what fetches from {} is not installed",
            ecosystem.called()
        );
    }
    both.map(|(manager, runtime)| PackageTools { manager, runtime })
}

/// Fetches from such a registry. Gives whether the commands worked, what they said, and what is there then.
fn fetched(
    ecosystem: Ecosystem,
    serves: Serves,
    age: Option<&str>,
) -> Option<(bool, String, Option<FetchedVersion>)> {
    let tools = tools(ecosystem)?;
    let place = tempfile::tempdir().unwrap();
    let [tree, cache, home] = ["tree", "cache", "home"].map(|name| place.path().join(name));
    for folder in [&tree, &cache, &home] {
        fs::create_dir(folder).unwrap();
    }
    let address = match ecosystem {
        Ecosystem::Npm => registry(serves, archive(place.path())),
        Ecosystem::PyPi => index(serves, wheel(place.path(), &tools.runtime)),
    };
    let request = PackageRequest {
        ecosystem,
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
            .env("UV_DEFAULT_INDEX", &address)
            .env("UV_HTTP_RETRIES", "0")
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

/// What such a registry serves is not taken, and these words say why.
fn is_no_package(ecosystem: Ecosystem, serves: Serves, words: &str) {
    if let Some((worked, said, version)) = fetched(ecosystem, serves, None) {
        assert!(!worked && said.contains(words), "{said}");
        assert_eq!(version, None);
    }
}

// Proves S-14.
#[test]
fn a_package_that_is_what_its_registry_says_is_fetched_without_its_scripts() {
    let Some((worked, said, version)) = fetched(Ecosystem::Npm, Serves::Honest, None) else {
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
    is_no_package(Ecosystem::Npm, Serves::AnotherDigest, "EINTEGRITY");
}

// Proves S-14.
#[test]
fn an_archive_that_ends_in_the_middle_is_no_package() {
    is_no_package(Ecosystem::Npm, Serves::Half, "");
}

// Proves S-14.
#[test]
fn a_wheel_that_is_what_its_index_says_is_fetched() {
    let Some((worked, said, version)) = fetched(Ecosystem::PyPi, Serves::Honest, None) else {
        return;
    };
    assert!(worked, "{said}");
    let version = version.unwrap();
    assert_eq!((version.version.as_str(), version.packages), ("1.0.0", 1));
}

// Proves S-13, S-14.
#[test]
fn a_wheel_with_another_digest_than_was_said_is_no_package() {
    for serves in [Serves::AnotherDigest, Serves::AnotherAtFirst] {
        is_no_package(Ecosystem::PyPi, serves, "Hash mismatch");
    }
}

// Proves S-14.
#[test]
fn a_wheel_that_ends_in_the_middle_is_no_package() {
    is_no_package(Ecosystem::PyPi, Serves::Half, "");
}

#[test]
fn a_release_that_is_younger_than_the_person_allows_is_passed_over() {
    for (age, expected) in [(None, "1.1.0"), (Some("--before=2021-01-01"), "1.0.0")] {
        let Some((worked, said, version)) = fetched(Ecosystem::Npm, Serves::Newer, age) else {
            return;
        };
        assert!(worked, "{said}");
        assert_eq!(version.unwrap().version, expected);
    }
}
