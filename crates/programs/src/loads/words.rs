//! Which files a word of a command line may mean.

use crate::commands::{is_javascript, is_python};
use std::path::{Path, PathBuf};
use url::Url;

/// Extensions of code. What else is among the arguments is taken for data unless it begins like a program.
const CODE: &[&str] = &[
    "js",
    "mjs",
    "cjs",
    "jsx",
    "ts",
    "mts",
    "cts",
    "tsx",
    "node",
    "wasm",
    "py",
    "pyw",
    "pyc",
    "pyz",
    "pyzw",
    "rb",
    "rbw",
    "pl",
    "pm",
    "php",
    "phar",
    "sh",
    "bash",
    "zsh",
    "fish",
    "ksh",
    "csh",
    "ps1",
    "psm1",
    "bat",
    "cmd",
    "vbs",
    "wsf",
    "lua",
    "r",
    "jl",
    "java",
    "jar",
    "class",
    "war",
    "dll",
    "exe",
    "so",
    "dylib",
    "com",
    "scpt",
    "applescript",
    "tcl",
    "awk",
    "go",
    "rs",
    "swift",
    "kts",
    "kt",
    "groovy",
    "scala",
    "clj",
    "ex",
    "exs",
    "erl",
    "hs",
    "rkt",
    "scm",
    "nix",
    "dart",
    "csx",
    "fsx",
    "mk",
    "coffee",
];

/// Longest word that can name a file.
const LONGEST: usize = 4_096;

/// Whether a file is code by its name.
pub(super) fn is_code(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| CODE.iter().any(|code| extension.eq_ignore_ascii_case(code)))
}

/// The names of files that a word may hold: itself, the value of an option, the parts of a list.
pub(super) fn names(word: &str) -> Vec<&str> {
    let mut names = Vec::new();
    if word.is_empty() || word.len() > LONGEST || word.contains('\0') {
        return names;
    }
    names.push(word);
    names.extend(word.split_once('=').map(|(_, value)| value));
    if word.starts_with('-') && !word.starts_with("--") {
        let mut rest = word.chars();
        rest.nth(1);
        names.push(rest.as_str());
    }
    let bare = names
        .iter()
        .filter_map(|name| name.strip_prefix("file://").or(name.strip_prefix('@')));
    names.extend(bare.collect::<Vec<_>>());
    let separators: &[char] = if cfg!(windows) {
        &[';', ',']
    } else {
        &[':', ';', ',']
    };
    let lists = names.iter().filter(|name| name.contains(separators));
    let parts = lists.flat_map(|name| name.split(separators)).collect::<Vec<_>>();
    names.extend(parts);
    names.retain(|name| !name.is_empty());
    names.dedup();
    names
}

/// The path of a `file:` URL, in which some characters are written as numbers. On Windows, Node.js takes the absolute path of a
/// module in this form only.
pub(super) fn path_of_url(name: &str) -> Option<String> {
    let is_file = name
        .get(..5)
        .is_some_and(|start| start.eq_ignore_ascii_case("file:"));
    let path = is_file.then(|| Url::parse(name).ok()?.to_file_path().ok());
    path.flatten()?.to_str().map(str::to_owned)
}

/// Where a name leads from each of `bases`; the person's home counts where a shell would put it in.
pub(super) fn places(name: &str, bases: &[PathBuf]) -> Vec<PathBuf> {
    let home = ["~/", "$HOME/", "${HOME}/"]
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix));
    if let Some(rest) = home {
        return std::env::home_dir()
            .map(|home| home.join(rest))
            .into_iter()
            .collect();
    }
    // Not looked at; the review says so.
    if crate::on_network(name) {
        return Vec::new();
    }
    if Path::new(name).is_absolute() {
        return vec![name.into()];
    }
    // Without `.`, so that one file has one name.
    let places = bases
        .iter()
        .map(|base| base.join(name).components().collect::<PathBuf>());
    // The base may be on another computer as well.
    places
        .filter(|place| !crate::on_network(&place.to_string_lossy()))
        .collect()
}

/// The files that an interpreter may mean by a script at `place`: JavaScript adds extensions, and folders have a file
/// that they begin with.
pub(super) fn scripts(place: &Path, interpreter: &str) -> Vec<PathBuf> {
    let mut files = vec![place.to_owned()];
    if is_javascript(interpreter) {
        files.extend(with_extensions(place));
        if place.is_dir() {
            files.push(place.join("package.json"));
            files.extend(with_extensions(&place.join("index")));
            if let Some(main) = main(place) {
                files.extend(with_extensions(&main));
                files.extend(with_extensions(&main.join("index")));
                files.push(main);
            }
        }
    }
    if is_python(interpreter) {
        files.push(place.join("__main__.py"));
    }
    files.retain(|file| file.is_file());
    files
}

fn with_extensions(place: &Path) -> Vec<PathBuf> {
    let with = |extension: &str| {
        let mut name = place.as_os_str().to_owned();
        name.push(extension);
        PathBuf::from(name)
    };
    [
        ".js", ".mjs", ".cjs", ".json", ".node", ".ts", ".mts", ".cts", ".tsx", ".jsx",
    ]
    .map(with)
    .into()
}

/// What `package.json` says that a folder begins with.
fn main(folder: &Path) -> Option<PathBuf> {
    use std::io::Read as _;
    let mut text = String::new();
    let file = crate::first_line::open_regular(&folder.join("package.json")).ok()?;
    file.take(crate::limits::PACKAGE_JSON)
        .read_to_string(&mut text)
        .ok()?;
    let package: serde_json::Value = serde_json::from_str(&text).ok()?;
    Some(folder.join(package.get("main")?.as_str()?))
}
