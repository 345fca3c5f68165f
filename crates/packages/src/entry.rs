//! What was fetched, and how it is run: read from what the package manager wrote, nothing is run.

use crate::steps::UV_LOCK;
use crate::{Ecosystem, PackageRequest, PackageTools, failed, limits};
use portcullis_core::text::escape_line;
use portcullis_core::{Result, causes};
use portcullis_l10n::say;
use serde_json::Value;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

/// The version that was fetched, and the command that runs it without a package manager.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FetchedVersion {
    /// Exact.
    pub version: String,
    /// What the registry said the archive is (`sha512-…`); of PyPI, the hashes of all archives of the version, one of which it is.
    pub integrity: Option<String>,
    /// Packages in the tree.
    pub packages: u32,
    /// Absolute; the runtime.
    pub program: PathBuf,
    /// The program of the package, then the arguments of the request.
    pub arguments: Vec<String>,
}

/// Looks at what the commands of [`steps`](crate::steps) left in `folder`.
///
/// # Errors
/// `launch.failed`: it is not there, or has no program that was asked for.
pub fn fetched_version(
    request: &PackageRequest,
    tools: &PackageTools,
    folder: &Path,
) -> Result<FetchedVersion> {
    match request.ecosystem {
        Ecosystem::Npm => npm(request, tools, folder),
        Ecosystem::PyPi => python(request, folder),
    }
}

fn npm(request: &PackageRequest, tools: &PackageTools, folder: &Path) -> Result<FetchedVersion> {
    let lock = json(&folder.join("package-lock.json"))?;
    let own = folder.join("node_modules").join(&request.name);
    let description = json(&own.join("package.json"))?;
    let packages = lock.get("packages").and_then(Value::as_object);
    let entry = packages.and_then(|packages| packages.get(&format!("node_modules/{}", request.name)));
    let text = |field: &str| {
        entry
            .and_then(|entry| entry.get(field))
            .and_then(Value::as_str)
            .map(str::to_owned)
    };
    let version = text("version").ok_or_else(|| unreadable(request))?;
    let script = npm_program(request, description.get("bin"))?;
    // A package may not name a file outside of it.
    if Path::new(&script)
        .components()
        .any(|part| !matches!(part, Component::Normal(_) | Component::CurDir))
    {
        return Err(no_program(request, &[]));
    }
    let script = own.join(script);
    if !script.is_file() {
        return Err(no_program(request, &[]));
    }
    check_script(request, &script)?;
    let arguments = std::iter::once(script.to_string_lossy().into_owned());
    Ok(FetchedVersion {
        version,
        integrity: text("integrity"),
        // The first is the folder itself.
        packages: count(packages.map_or(0, |packages| packages.len().saturating_sub(1))),
        program: tools.runtime.clone(),
        arguments: arguments.chain(request.arguments.iter().cloned()).collect(),
    })
}

/// As `npx` chooses: the one that was named, the one that is called like the package, or the only one.
fn npm_program(request: &PackageRequest, bin: Option<&Value>) -> Result<String> {
    let bare = request.name.rsplit('/').next().unwrap_or(&request.name);
    match bin {
        Some(Value::String(path)) if request.program.as_deref().is_none_or(|wanted| wanted == bare) => {
            Ok(path.clone())
        }
        Some(Value::Object(all)) => {
            let wanted = request.program.as_deref().unwrap_or(bare);
            let only = (request.program.is_none() && all.len() == 1)
                .then(|| all.values().next())
                .flatten();
            let found = all
                .get(wanted)
                .or(only)
                .and_then(Value::as_str)
                .map(str::to_owned);
            let names: Vec<&str> = all.keys().map(String::as_str).collect();
            found.ok_or_else(|| no_program(request, &names))
        }
        _ => Err(no_program(request, &[])),
    }
}

fn python(request: &PackageRequest, folder: &Path) -> Result<FetchedVersion> {
    let lock = read(&folder.join(UV_LOCK))?;
    let bare = request.name.split('[').next().unwrap_or(&request.name);
    let pinned = || {
        lock.lines().filter_map(|line| {
            let (name, rest) = line.split_once("==")?;
            // A line of a hash begins with a blank.
            (!name.starts_with(' ')).then_some((name, rest))
        })
    };
    let named =
        pinned().find(|(name, _)| normalized(name.split('[').next().unwrap_or(name)) == normalized(bare));
    let version = named.and_then(|(_, rest)| rest.split([' ', ';', '\\']).next());
    let version = version
        .filter(|version| !version.is_empty())
        .ok_or_else(|| unreadable(request))?;
    let wanted = request.program.as_deref().unwrap_or(bare);
    let is_name = Path::new(wanted).components().count() == 1;
    let scripts = folder.join("bin");
    let mut script = scripts.join(wanted);
    if request.program.is_none() && !script.is_file() {
        // It is called as PyPI writes the name of the package, however that was typed.
        script = scripts.join(normalized(bare));
    }
    if !is_name || !script.is_file() {
        return Err(no_program(request, &[]));
    }
    check_script(request, &script)?;
    // `-I`: neither the working folder nor variables of the environment decide what is loaded. `-B`: nothing is written beside
    // what was fetched, or the program would be another one at its next start. Libraries that compile in their own way (beartype)
    // find nothing that was compiled with the fetch.
    let script = script.to_string_lossy().into_owned();
    let own = ["-I".to_owned(), "-B".to_owned(), script];
    Ok(FetchedVersion {
        version: version.to_owned(),
        integrity: hashes(&lock, bare),
        packages: count(pinned().count()),
        program: folder.join("bin/python"),
        arguments: own.into_iter().chain(request.arguments.iter().cloned()).collect(),
    })
}

/// The hashes of the archives of a package, as its part of the lock file has them, in one order. `None` where there are none, or more
/// than are kept.
fn hashes(lock: &str, bare: &str) -> Option<String> {
    let is_own = |line: &str| {
        line.split_once("==").is_some_and(|(name, _)| {
            let name = name.split('[').next().unwrap_or(name);
            !name.starts_with(' ') && normalized(name) == normalized(bare)
        })
    };
    let below = lock.lines().skip_while(|line| !is_own(line)).skip(1);
    let own = below.map_while(|line| line.trim().strip_prefix("--hash="));
    let mut found: Vec<&str> = own
        .map(|hash| hash.trim_end_matches([' ', '\\']))
        .take(limits::ARCHIVES + 1)
        .collect();
    found.sort_unstable();
    (1..=limits::ARCHIVES)
        .contains(&found.len())
        .then(|| found.join(" "))
}

/// As PyPI compares names: several signs one after the other are one.
fn normalized(name: &str) -> String {
    let words: Vec<&str> = name
        .split(['-', '_', '.'])
        .filter(|word| !word.is_empty())
        .collect();
    words.join("-").to_ascii_lowercase()
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// How programs of a system begin: ELF, macOS.
const NATIVE: [&[u8]; 6] = [
    b"\x7fELF",
    b"\xfe\xed\xfa\xce",
    b"\xfe\xed\xfa\xcf",
    b"\xce\xfa\xed\xfe",
    b"\xcf\xfa\xed\xfe",
    b"\xca\xfe\xba\xbe",
];

/// Refuses a program of the system, which no runtime can run: wheels may hold one in the place of a script.
fn check_script(request: &PackageRequest, program: &Path) -> Result<()> {
    let mut start = Vec::new();
    let read = std::fs::File::open(program).and_then(|file| file.take(4).read_to_end(&mut start));
    read.map_err(|error| not_read(program, &error))?;
    if NATIVE.contains(&start.as_slice()) {
        let name = escape_line(&request.name).text;
        return Err(failed(say!("fetch-native", name)).remedy(say!("fetch-native-remedy")));
    }
    Ok(())
}

fn not_read(path: &Path, error: &std::io::Error) -> portcullis_core::Error {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    failed(say!(
        "fetch-not-read",
        file = escape_line(&file).text,
        why = causes::io(error)
    ))
}

pub(crate) fn read(path: &Path) -> Result<String> {
    let why = |error: std::io::Error| not_read(path, &error);
    let file = std::fs::File::open(path).map_err(why)?;
    let mut text = String::new();
    file.take(limits::DESCRIPTION)
        .read_to_string(&mut text)
        .map_err(why)?;
    Ok(text)
}

fn json(path: &Path) -> Result<Value> {
    let text = read(path)?;
    serde_json::from_str(&text).map_err(|_| {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        failed(say!("fetch-not-json", file = escape_line(&file).text))
    })
}

fn unreadable(request: &PackageRequest) -> portcullis_core::Error {
    failed(say!("fetch-no-version", name = escape_line(&request.name).text))
}

fn no_program(request: &PackageRequest, names: &[&str]) -> portcullis_core::Error {
    let name = escape_line(&request.name).text;
    match (&request.program, names.is_empty()) {
        (Some(program), _) => failed(say!(
            "fetch-no-such-program",
            name,
            program = escape_line(program).text
        )),
        (None, true) => failed(say!("fetch-no-program", name)),
        (None, false) => {
            let names: Vec<String> = names.iter().take(8).map(|name| escape_line(name).text).collect();
            failed(say!("fetch-programs", name, programs = names.join(", ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn request(program: Option<&str>) -> PackageRequest {
        PackageRequest {
            ecosystem: Ecosystem::Npm,
            name: "@scope/files".to_owned(),
            version: None,
            program: program.map(str::to_owned),
            arguments: vec!["/a".to_owned()],
        }
    }

    #[test]
    fn the_program_of_a_package_is_chosen_as_its_launcher_does() {
        let choose = |program, bin: Value| npm_program(&request(program), Some(&bin)).ok();
        assert_eq!(choose(None, json!("a.js")).as_deref(), Some("a.js"));
        assert_eq!(
            choose(None, json!({"files": "a.js", "other": "b.js"})).as_deref(),
            Some("a.js")
        );
        assert_eq!(choose(None, json!({"other": "b.js"})).as_deref(), Some("b.js"));
        assert_eq!(
            choose(Some("other"), json!({"files": "a.js", "other": "b.js"})).as_deref(),
            Some("b.js")
        );
        assert_eq!(choose(None, json!({"x": "a.js", "y": "b.js"})), None);
        assert_eq!(choose(Some("third"), json!({"x": "a.js"})), None);
        assert_eq!(choose(None, json!(null)), None);
    }

    // Proves S-13.
    #[test]
    fn a_python_program_runs_by_its_script_and_writes_nothing_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let script = folder.path().join("bin").join("files");
        std::fs::create_dir_all(folder.path().join("bin")).expect("made");
        std::fs::write(&script, "").expect("written");
        std::fs::write(
            folder.path().join(UV_LOCK),
            "other==2.0 \\\n    --hash=sha256:z\nfiles==1.2.3 \\\n    --hash=sha256:y \\\n    --hash=sha256:x\nyet==1 \\\n    --hash=sha256:w\n",
        )
        .expect("written");
        let wanted = PackageRequest {
            ecosystem: Ecosystem::PyPi,
            name: "files".to_owned(),
            ..request(None)
        };
        let found = python(&wanted, folder.path()).expect("it is there");
        assert_eq!((found.version.as_str(), found.packages), ("1.2.3", 3));
        assert_eq!(found.integrity.as_deref(), Some("sha256:x sha256:y"));
        assert_eq!(found.program, folder.path().join("bin/python"));
        assert_eq!(found.arguments, ["-I", "-B", &script.to_string_lossy(), "/a"]);
        // A wheel of a program in Rust, say.
        std::fs::write(&script, b"\x7fELF\x02\x01").expect("written");
        let refused = python(&wanted, folder.path()).expect_err("Python cannot run it");
        assert!(refused.remedy.is_some(), "{refused}");
    }

    #[test]
    fn a_python_program_is_found_however_the_name_of_its_package_is_typed() {
        let folder = tempfile::tempdir().expect("a folder");
        let scripts = folder.path().join("bin");
        std::fs::create_dir_all(&scripts).expect("made");
        std::fs::write(scripts.join("notes-files"), "").expect("written");
        std::fs::write(folder.path().join(UV_LOCK), "notes-files==1.2.3\n").expect("written");
        let typed = |program: Option<&str>| PackageRequest {
            ecosystem: Ecosystem::PyPi,
            name: "Notes_Files".to_owned(),
            ..request(program)
        };
        let found = python(&typed(None), folder.path()).expect("it is there");
        assert_eq!(found.arguments[2], scripts.join("notes-files").to_string_lossy());
        // A program that is named is that one alone.
        assert!(python(&typed(Some("Notes_Files")), folder.path()).is_err());
    }

    #[test]
    fn names_of_pypi_are_compared_as_it_does() {
        for name in ["mcp-notes-server", "MCP_Notes.Server", "mcp__notes-.server"] {
            assert_eq!(normalized(name), "mcp-notes-server", "{name}");
        }
        assert_ne!(normalized("mcpnotes-server"), "mcp-notes-server");
    }

    // Proves S-14.
    #[test]
    fn a_package_cannot_name_a_program_outside_of_its_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let own = folder.path().join("node_modules/@scope/files");
        std::fs::create_dir_all(&own).expect("made");
        let lock = json!({"packages": {"": {}, "node_modules/@scope/files": {"version": "1.2.3", "integrity": "sha512-x"}}});
        std::fs::write(folder.path().join("package-lock.json"), lock.to_string()).expect("written");
        std::fs::write(own.join("run.js"), "").expect("written");
        let tools = PackageTools {
            manager: "/usr/bin/npm".into(),
            runtime: "/usr/bin/node".into(),
        };
        let look = |bin: &str| {
            std::fs::write(own.join("package.json"), json!({"bin": bin}).to_string()).expect("written");
            fetched_version(&request(None), &tools, folder.path())
        };
        for bin in ["../other/run.js", "/usr/bin/env", "absent.js", "./../../x"] {
            assert!(look(bin).is_err(), "{bin}");
        }
        let found = look("./run.js").expect("it is there");
        assert_eq!((found.version.as_str(), found.packages), ("1.2.3", 1));
        assert_eq!(found.arguments.last().map(String::as_str), Some("/a"));
    }
}
