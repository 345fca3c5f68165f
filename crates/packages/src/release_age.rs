//! The age that a release must have: npm and uv can be told to pass over what was published lately, because attacks on packages are
//! mostly found within days. A fetch reads no configuration of the person, where tokens may be, but keeps to this setting.

use crate::entry::read;
use crate::{Ecosystem, PackageTools, failed};
use portcullis_core::Result;
use portcullis_core::text::escape_line;
use portcullis_l10n::say;
use std::path::{Path, PathBuf};

/// Settings of npm, in the order in which they count: a date wins over a number of days that is set beside it.
const NPM: [&str; 2] = ["before", "min-release-age"];
/// The same of uv.
const UV: &str = "exclude-newer";

/// The option that holds a fetch to the age that the person's configuration sets. `None` where it sets none. Blocking.
///
/// # Errors
/// `launch.failed` when a configuration cannot be read.
pub fn release_age(
    ecosystem: Ecosystem,
    tools: &PackageTools,
    home: Option<&Path>,
) -> Result<Option<String>> {
    chosen(ecosystem, tools, home, &|name| std::env::var(name).ok())
}

fn chosen(
    ecosystem: Ecosystem,
    tools: &PackageTools,
    home: Option<&Path>,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<Option<String>> {
    // An empty variable counts as none, for npm, for uv and for the folders.
    let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
    match ecosystem {
        Ecosystem::Npm => npm(tools, home, &variable),
        Ecosystem::PyPi => uv(home, &variable),
    }
}

fn npm(
    tools: &PackageTools,
    home: Option<&Path>,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<Option<String>> {
    let named = |key: &str| {
        let name = format!("npm_config_{}", key.replace('-', "_"));
        variable(&name).or_else(|| variable(&name.to_ascii_uppercase()))
    };
    if let Some(option) = npm_option(&named) {
        return Ok(Some(option));
    }
    let own = named("userconfig").map(PathBuf::from);
    let own = contents(own.or_else(|| Some(home?.join(".npmrc"))))?;
    if let Some(option) = npm_option(&|key| of_npmrc(&own, key)) {
        return Ok(Some(option));
    }
    // Packagers say beside npm where it installs to.
    let built_in = contents(two_above(&tools.manager).map(|folder| folder.join("npmrc")))?;
    let place = |key: &str| {
        let value = named(key).or_else(|| of_npmrc(&own, key));
        let value = value.or_else(|| of_npmrc(&built_in, key));
        let value = value.filter(|value| !value.is_empty())?;
        Some(placed(&value, home, variable))
    };
    let file = place("globalconfig").or_else(|| {
        let prefix = place("prefix").or_else(|| variable("PREFIX").map(PathBuf::from));
        let prefix = prefix.or_else(|| two_above(&tools.runtime));
        Some(prefix?.join("etc/npmrc"))
    });
    let shared = contents(file)?;
    Ok(npm_option(&|key| of_npmrc(&shared, key)))
}

/// The folder above the one of a program, with its links followed: what npm or Node.js is installed into.
fn two_above(program: &Path) -> Option<PathBuf> {
    let program = program.canonicalize().ok()?;
    program.parent()?.parent().map(Path::to_path_buf)
}

/// A path in a file of npm, which may name variables and the home folder.
fn placed(value: &str, home: Option<&Path>, variable: &dyn Fn(&str) -> Option<String>) -> PathBuf {
    let mut path = String::with_capacity(value.len());
    let mut rest = value;
    while let Some((before, from)) = rest.split_once("${") {
        let Some((name, after)) = from.split_once('}') else {
            break;
        };
        path.push_str(before);
        path.push_str(&variable(name).unwrap_or_default());
        rest = after;
    }
    path.push_str(rest);
    match (path.strip_prefix("~/"), home) {
        (Some(below), Some(home)) => home.join(below),
        _ => PathBuf::from(&path),
    }
}

/// Nothing where there is no such file.
fn contents(file: Option<PathBuf>) -> Result<String> {
    let found = file.as_deref().map(text).transpose()?;
    Ok(found.flatten().unwrap_or_default())
}

fn npm_option(value: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    NPM.iter().find_map(|key| {
        let value = value(key).filter(|value| !value.is_empty() && value != "null")?;
        Some(format!("--{key}={value}"))
    })
}

/// The last value of a setting in a file of npm, which is INI. What stands in a section is none of npm’s settings.
fn of_npmrc(text: &str, key: &str) -> Option<String> {
    let lines = text.lines().map(str::trim);
    let settings = lines.take_while(|line| !(line.starts_with('[') && line.ends_with(']')));
    let values = settings.filter_map(|line| {
        let (name, value) = line.split_once('=')?;
        (name.trim() == key).then(|| without_quotes(value.trim()))
    });
    values.last().map(str::to_owned)
}

/// A value without its quotes, or without the comment that follows it.
fn without_quotes(value: &str) -> &str {
    let quoted = ['"', '\'']
        .into_iter()
        .find_map(|quote| value.strip_prefix(quote)?.strip_suffix(quote));
    quoted.unwrap_or_else(|| value.split([';', '#']).next().unwrap_or_default().trim())
}

fn uv(home: Option<&Path>, variable: &dyn Fn(&str) -> Option<String>) -> Result<Option<String>> {
    let option = |value: &str| format!("--{UV}={value}");
    if let Some(value) = variable("UV_EXCLUDE_NEWER") {
        return Ok(Some(option(&value)));
    }
    for file in uv_files(home, variable) {
        let Some(text) = text(&file)? else {
            continue;
        };
        let table: toml::Table = text.parse().map_err(|_| {
            let file = file.file_name().unwrap_or_default().to_string_lossy();
            failed(say!("fetch-not-toml", file = escape_line(&file).text))
        })?;
        // The first file counts, also where it turns the setting off (`false`). What uv does not understand it refuses itself.
        if let Some(value) = table.get(UV) {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            return Ok(Some(option(&text)));
        }
    }
    Ok(None)
}

/// The person's configuration and that of the computer, where uv looks for them.
fn uv_files(home: Option<&Path>, variable: &dyn Fn(&str) -> Option<String>) -> Vec<PathBuf> {
    let folder = |name: &str| variable(name).map(PathBuf::from);
    if let Some(file) = folder("UV_CONFIG_FILE") {
        return vec![file];
    }
    let folders: Vec<PathBuf> = if cfg!(windows) {
        ["APPDATA", "PROGRAMDATA"]
            .into_iter()
            .filter_map(folder)
            .collect()
    } else {
        let own = folder("XDG_CONFIG_HOME").or_else(|| Some(home?.join(".config")));
        let shared = variable("XDG_CONFIG_DIRS").unwrap_or_else(|| "/etc/xdg".to_owned());
        let mut all: Vec<PathBuf> = own.into_iter().chain(std::env::split_paths(&shared)).collect();
        all.push("/etc".into());
        all
    };
    folders.iter().map(|folder| folder.join("uv/uv.toml")).collect()
}

/// `None` where there is no such file.
fn text(file: &Path) -> Result<Option<String>> {
    file.is_file().then(|| read(file)).transpose()
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    fn tools(folder: &Path) -> PackageTools {
        PackageTools {
            manager: folder.join("npm/bin/npm-cli.js"),
            runtime: folder.join("node/bin/node"),
        }
    }

    /// What a file in a home folder and these variables set.
    fn set(
        ecosystem: Ecosystem,
        file: &str,
        text: &str,
        variables: &[(&str, &str)],
    ) -> Result<Option<String>> {
        let home = tempfile::tempdir().expect("a folder");
        let file = home.path().join(file);
        std::fs::create_dir_all(file.parent().expect("it is in a folder")).expect("a folder is made");
        std::fs::write(&file, text).expect("a file is written");
        chosen(ecosystem, &tools(home.path()), Some(home.path()), &|name| {
            let found = variables.iter().find(|(known, _)| *known == name)?;
            Some(found.1.to_owned())
        })
    }

    fn npm(text: &str, variables: &[(&str, &str)]) -> Option<String> {
        set(Ecosystem::Npm, ".npmrc", text, variables).expect("it is read")
    }

    fn uv(text: &str, variables: &[(&str, &str)]) -> Option<String> {
        set(Ecosystem::PyPi, ".config/uv/uv.toml", text, variables).expect("it is read")
    }

    #[test]
    fn the_age_in_the_configuration_of_npm_holds_and_no_token_is_taken_along() {
        let token = "//registry.npmjs.org/:_authToken=npm_secret\n";
        for (text, option) in [
            ("", None),
            (token, None),
            ("; min-release-age=7", None),
            ("min-release-age=", None),
            ("before=null", None),
            ("[other]\nmin-release-age=7", None),
            ("min-release-age=7", Some("--min-release-age=7")),
            (" min-release-age = 7 ; a week", Some("--min-release-age=7")),
            (
                "min-release-age=7\nmin-release-age=9",
                Some("--min-release-age=9"),
            ),
            ("min-release-age=0", Some("--min-release-age=0")),
            ("before=\"2026-01-01\"", Some("--before=2026-01-01")),
            (
                "min-release-age=7\nbefore=2026-01-01",
                Some("--before=2026-01-01"),
            ),
        ] {
            let option = option.map(str::to_owned);
            assert_eq!(npm(text, &[]), option, "{text}");
            assert_eq!(npm(&format!("{token}{text}"), &[]), option, "{text}");
        }
        assert_eq!(
            chosen(Ecosystem::Npm, &tools(Path::new("/nowhere")), None, &|_| None).expect("nothing is read"),
            None
        );
    }

    #[test]
    fn a_variable_counts_before_the_file_of_npm_and_names_another() {
        let text = "before=2026-01-01";
        for name in ["npm_config_min_release_age", "NPM_CONFIG_MIN_RELEASE_AGE"] {
            assert_eq!(
                npm(text, &[(name, "3")]).as_deref(),
                Some("--min-release-age=3"),
                "{name}"
            );
        }
        assert_eq!(npm(text, &[("NPM_CONFIG_USERCONFIG", "/nowhere/npmrc")]), None);
        let empty = [("NPM_CONFIG_USERCONFIG", ""), ("NPM_CONFIG_BEFORE", "")];
        assert_eq!(npm(text, &empty).as_deref(), Some("--before=2026-01-01"));
    }

    #[test]
    fn the_configuration_of_npm_for_everybody_counts_where_npm_looks_for_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().canonicalize().expect("it is there");
        let write = |path: &str, text: &str| {
            let file = folder.join(path);
            std::fs::create_dir_all(file.parent().expect("it is in a folder")).expect("a folder is made");
            std::fs::write(&file, text).expect("a file is written");
        };
        for program in ["npm/bin/npm-cli.js", "node/bin/node"] {
            write(program, "");
        }
        for (place, days) in [("node", 1), ("shared", 2), ("home/own", 3)] {
            write(&format!("{place}/etc/npmrc"), &format!("min-release-age={days}"));
        }
        write("named", "before=2026-01-01");
        let [home, shared, named] = ["home", "shared", "named"].map(|path| folder.join(path));
        let age = |own: &str, built_in: &str, variables: &[(&str, &Path)]| {
            write("home/.npmrc", own);
            write("npm/npmrc", built_in);
            let set = chosen(Ecosystem::Npm, &tools(&folder), Some(&home), &|name| {
                let found = variables.iter().find(|(known, _)| *known == name)?;
                found.1.to_str().map(str::to_owned)
            });
            set.expect("it is read").unwrap_or_default()
        };
        let prefix = format!("prefix={}", shared.display());
        let config = format!("globalconfig = {}", named.display());
        assert_eq!(age("", "", &[]), "--min-release-age=1");
        assert_eq!(age("min-release-age=9", "", &[]), "--min-release-age=9");
        assert_eq!(age("", &prefix, &[]), "--min-release-age=2");
        assert_eq!(
            age("", "", &[("PREFIX", shared.as_path())]),
            "--min-release-age=2"
        );
        assert_eq!(age("prefix=~/own", &prefix, &[]), "--min-release-age=3");
        let own = "prefix=\"${HOME}/own\"";
        assert_eq!(
            age(own, &prefix, &[("HOME", home.as_path())]),
            "--min-release-age=3"
        );
        assert_eq!(age(&config, &prefix, &[]), "--before=2026-01-01");
        let variable = [("NPM_CONFIG_GLOBALCONFIG", named.as_path())];
        assert_eq!(age(own, &prefix, &variable), "--before=2026-01-01");
        assert_eq!(age("prefix=/nowhere", &prefix, &[]), "");
    }

    #[test]
    fn the_age_in_the_configuration_of_uv_holds() {
        let text = "index-url = \"https://me:secret@example.com\"\nexclude-newer = \"7 days\"\n";
        assert_eq!(uv(text, &[]).as_deref(), Some("--exclude-newer=7 days"));
        let variable = [("UV_EXCLUDE_NEWER", "2026-01-01")];
        assert_eq!(uv(text, &variable).as_deref(), Some("--exclude-newer=2026-01-01"));
        let elsewhere = [("UV_CONFIG_FILE", "/nowhere/uv.toml")];
        assert_eq!(uv(text, &elsewhere), None);
        let empty = ["UV_EXCLUDE_NEWER", "UV_CONFIG_FILE", "XDG_CONFIG_HOME"].map(|name| (name, ""));
        assert_eq!(uv(text, &empty).as_deref(), Some("--exclude-newer=7 days"));
        let off = uv("exclude-newer = false", &[]);
        assert_eq!(off.as_deref(), Some("--exclude-newer=false"));
        let unreadable = set(Ecosystem::PyPi, ".config/uv/uv.toml", "exclude-newer = [", &[]);
        let error = unreadable.expect_err("it may have set an age");
        assert!(error.to_string().contains("uv.toml"), "{error}");
    }
}
