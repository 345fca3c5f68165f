//! What a configuration leaves open: a variable that another host would fill in, or a word that stands for the reader's own key.

use std::path::Path;

/// Folders that variables stand for.
#[derive(Debug, Clone, Copy)]
pub struct KnownFolders<'a> {
    /// The person's home folder.
    pub home: &'a Path,
    /// The folder of the project whose file is read; `None` for a file or text that belongs to no project.
    pub project: Option<&'a Path>,
}

/// A value after its variables were looked at.
#[derive(Debug, PartialEq, Eq)]
pub enum Expansion {
    /// Complete.
    Value(String),
    /// A person has to give it.
    Missing,
}

/// How a variable begins, up to its name: that of most hosts, and those of OpenCode.
const OPENINGS: [&str; 3] = ["${", "{env:", "{file:"];

/// Fills in what is known without a question: the home folder, that of the project, and the default that a variable names. Nothing is read from
/// the environment: another host's variable may hold a secret that was never meant for this server.
pub fn fill(value: &str, folders: KnownFolders<'_>) -> Expansion {
    if stands_for_another(value) {
        return Expansion::Missing;
    }
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    while let Some((opening, (before, from))) =
        first_opening(rest).and_then(|opening| Some((opening, rest.split_once(opening)?)))
    {
        let Some((variable, after)) = from.split_once('}') else {
            break;
        };
        out.push_str(before);
        let known = match opening {
            "${" => known(variable, folders),
            "{env:" => known(&format!("env:{variable}"), folders),
            _ => None,
        };
        match known {
            Some(known) => out.push_str(&known),
            None => return Expansion::Missing,
        }
        rest = after;
    }
    out.push_str(rest);
    Expansion::Value(out)
}

fn first_opening(text: &str) -> Option<&'static str> {
    let found = OPENINGS
        .into_iter()
        .filter_map(|opening| Some((text.find(opening)?, opening)));
    found.min_by_key(|(at, _)| *at).map(|(_, opening)| opening)
}

/// The same for the value of a variable or header. There Gemini CLI and Crush write `$NAME`, and Crush `$(command)` as well; in an
/// argument that may be meant for the program.
pub fn fill_value(value: &str, folders: KnownFolders<'_>) -> Expansion {
    let word = without_scheme(value);
    if let Some(name) = word.strip_prefix('$') {
        let is_name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        let is_variable = name.starts_with(|c: char| c.is_ascii_uppercase() || c == '_');
        if is_variable && name.chars().all(is_name) {
            return match known(name, folders).filter(|_| word == value) {
                Some(known) => Expansion::Value(known),
                None => Expansion::Missing,
            };
        }
        if name.starts_with('(') && name.ends_with(')') {
            return Expansion::Missing;
        }
    }
    match stands_behind_prefix(value) {
        true => Expansion::Missing,
        false => fill(value, folders),
    }
}

/// A value without the scheme of a header before it.
fn without_scheme(value: &str) -> &str {
    let word = value.trim();
    let bare = word
        .strip_prefix("Bearer ")
        .or_else(|| word.strip_prefix("bearer "));
    bare.unwrap_or(word).trim()
}

/// The same for an argument or address: what is open stays as it is written, and is named. So is the value of an option, a header
/// or a part of a query that the reader has to write.
pub fn fill_argument(value: &str, folders: KnownFolders<'_>, open: &mut Vec<String>) -> String {
    let mut parts = value.split(['=', ':', '&']).skip(1);
    let has_open_part = parts.any(|part| stands_for_another(part) || stands_behind_prefix(part));
    match fill(value, folders) {
        Expansion::Value(value) if !has_open_part => value,
        Expansion::Value(value) => {
            open.push(value.clone());
            value
        }
        Expansion::Missing => {
            open.push(value.to_owned());
            value.to_owned()
        }
    }
}

fn known(variable: &str, folders: KnownFolders<'_>) -> Option<String> {
    if matches!(variable, "userHome" | "HOME" | "env:HOME" | "env:USERPROFILE") {
        return Some(folders.home.to_string_lossy().into_owned());
    }
    if let Some(project) = folders.project {
        let name = || {
            project
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
        };
        match variable {
            "workspaceFolder" | "workspaceRoot" | "CLAUDE_PROJECT_DIR" | "PWD" | "env:PWD" => {
                return Some(project.to_string_lossy().into_owned());
            }
            "workspaceFolderBasename" | "workspaceRootFolderName" => return name(),
            _ => {}
        }
    }
    if matches!(variable, "pathSeparator" | "/") {
        return Some(std::path::MAIN_SEPARATOR_STR.to_owned());
    }
    let (_, default) = variable.split_once(":-")?;
    Some(default.to_owned())
}

/// `<your-api-key>`, `YOUR_API_KEY`, `xxxx`: what documentation writes where the reader's own value belongs.
fn stands_for_another(value: &str) -> bool {
    let word = without_scheme(value);
    let bracketed = |open: char, close: char| {
        word.len() > 2 && word.starts_with(open) && word.ends_with(close) && !word.contains(['/', '\n', ':'])
    };
    let plain = is_plain(word);
    let lower = underscored(word);
    let asks = [
        "your_", "my_api", "insert_", "enter_", "replace_", "paste_", "put_your",
    ]
    .iter()
    .any(|start| lower.starts_with(start));
    let blanks =
        word.len() >= 3 && (word.chars().all(|c| c == 'x' || c == 'X') || word.chars().all(|c| c == '.'));
    let unmasked = word.trim_end_matches(['*', '•', '…']);
    let masked = word.len() >= unmasked.len() + 3 && is_plain(unmasked) && !unmasked.contains(' ');
    let tail = ["...", "xxxx", "_xxx"]
        .iter()
        .any(|end| word.len() > end.len() && lower.ends_with(end) && plain && word.len() < 24);
    let whole_tail = plain && lower.ends_with("xxxxxxxx");
    // An option may end so as well.
    let here = plain && lower.ends_with("_here") && !word.contains(' ') && !word.starts_with('-');
    bracketed('<', '>') || plain && asks || blanks || masked || tail || whole_tail || here
}

/// `fc-YOUR_API_KEY`, `sk_live_your_key_here`: the beginning of a real key, and the reader's word behind it.
fn stands_behind_prefix(value: &str) -> bool {
    let word = without_scheme(value);
    let lower = underscored(word);
    let asked = lower.split_once("_your_").map(|(_, asked)| asked);
    let names = ["key", "token", "secret", "password", "api"];
    is_plain(word)
        && !word.starts_with('-')
        && asked.is_some_and(|asked| names.iter().any(|name| asked.contains(name)))
}

/// Whether it could be a word of documentation: no path, no address, no text of a program.
fn is_plain(word: &str) -> bool {
    word.chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ' ' | '.'))
}

fn underscored(word: &str) -> String {
    word.to_ascii_lowercase().replace(['-', ' '], "_")
}

#[cfg(test)]
mod tests {
    use super::{Expansion, KnownFolders, fill, fill_argument, fill_value};
    use std::path::Path;

    fn folders(project: Option<&'static str>) -> KnownFolders<'static> {
        KnownFolders {
            home: Path::new("/home/me"),
            project: project.map(Path::new),
        }
    }

    fn filled(value: &str) -> Option<String> {
        match fill(value, folders(None)) {
            Expansion::Value(value) => Some(value),
            Expansion::Missing => None,
        }
    }

    // Proves S-93.
    #[test]
    fn what_was_filled_in_is_not_filled_in_again() {
        let folders = KnownFolders {
            home: Path::new("/home/${PORT:-8080}"),
            project: None,
        };
        let filled = Expansion::Value("/home/${PORT:-8080}/x".to_owned());
        assert_eq!(fill("${HOME}/x", folders), filled);
        let inner = Expansion::Value("${HOME}".to_owned());
        assert_eq!(fill("${DIR:-${HOME}}", folders), inner);
    }

    // Proves S-93.
    #[test]
    fn what_is_known_is_filled_in_and_what_is_not_is_missing() {
        let is =
            |value: &str, expected: &str| assert_eq!(filled(value).as_deref(), Some(expected), "{value}");
        is("plain", "plain");
        is("${HOME}/notes", "/home/me/notes");
        is("${userHome}/a/${env:HOME}", "/home/me/a//home/me");
        is("${PORT:-8080}", "8080");
        is("${MODE:-}", "");
        is("a ${ b", "a ${ b");
        is("$5 and {x}", "$5 and {x}");
        is("${/}", std::path::MAIN_SEPARATOR_STR);
        for value in [
            "${input:key}",
            "${env:GITHUB_TOKEN}",
            "${GITHUB_TOKEN}",
            "Bearer ${TOKEN}",
            "${workspaceFolder}",
        ] {
            assert_eq!(filled(value), None, "{value}");
        }
    }

    // Proves S-93.
    #[test]
    fn variables_of_opencode_gemini_cli_and_crush_are_no_values() {
        for value in [
            "{env:GITHUB_TOKEN}",
            "Bearer {env:TOKEN}",
            "https://e.com/mcp?key={env:KEY}",
            "{file:~/.secrets/key}",
        ] {
            assert_eq!(filled(value), None, "{value}");
        }
        assert_eq!(filled("{env:HOME}/x").as_deref(), Some("/home/me/x"));
        assert_eq!(filled("{env:A").as_deref(), Some("{env:A"));
        for value in [
            "$GITHUB_TOKEN",
            "Bearer $TOKEN",
            "Bearer $(pass show x)",
            "$(op read x)",
        ] {
            assert_eq!(fill_value(value, folders(None)), Expansion::Missing, "{value}");
            // An argument may be meant for the program.
            assert_eq!(filled(value).as_deref(), Some(value));
        }
        let home = Expansion::Value("/home/me".to_owned());
        assert_eq!(fill_value("$HOME", folders(None)), home);
        for value in ["$ecret", "$5", "a$B", "$", "$A-b"] {
            let kept = Expansion::Value(value.to_owned());
            assert_eq!(fill_value(value, folders(None)), kept, "{value}");
        }
    }

    #[test]
    fn the_folder_of_a_project_is_filled_in_where_there_is_one() {
        let mut open = Vec::new();
        for (value, expected) in [
            ("${workspaceFolder}/src/index.js", "/work/app/src/index.js"),
            ("--root=${CLAUDE_PROJECT_DIR}", "--root=/work/app"),
            ("${workspaceFolderBasename}", "app"),
        ] {
            assert_eq!(
                fill_argument(value, folders(Some("/work/app")), &mut open),
                expected
            );
            assert_eq!(filled(value), None, "{value}");
        }
        assert_eq!(open, <[String; 0]>::default());
    }

    #[test]
    fn words_of_documentation_are_no_values() {
        for value in [
            "<YOUR_API_KEY>",
            "YOUR_API_KEY",
            "your-token-here",
            "Bearer YOUR_TOKEN",
            "xxxx",
            "...",
            "sk-...",
            "ghp_xxxx",
            "****",
            "ntn_****",
            "twk_…",
            "…",
            "api-key-here",
            "ghp_xxx",
            "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            "<token>",
        ] {
            assert_eq!(filled(value), None, "{value}");
        }
        for value in [
            "fc-YOUR_API_KEY",
            "Bearer sk_live_your_key_here",
            "xoxb-your-bot-token",
        ] {
            assert_eq!(fill_value(value, folders(None)), Expansion::Missing, "{value}");
        }
        let kept = Expansion::Value("mind-your-step".to_owned());
        assert_eq!(fill_value("mind-your-step", folders(None)), kept);
        for value in [
            "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
            "production",
            "yourself",
            "https://your_host/x",
            "/path/to/x",
            "x",
            "<b>bold</b>",
            "",
        ] {
            assert!(filled(value).is_some(), "{value}");
        }
    }

    #[test]
    fn an_open_argument_stays_as_it_is_written_and_is_named() {
        let mut open = Vec::new();
        assert_eq!(
            fill_argument("--db=${DB}", folders(None), &mut open),
            "--db=${DB}"
        );
        assert_eq!(fill_argument("-y", folders(None), &mut open), "-y");
        assert_eq!(open, ["--db=${DB}"]);
    }

    #[test]
    fn a_word_of_documentation_in_an_argument_or_address_is_named() {
        for value in [
            "--figma-api-key=YOUR-KEY",
            "X-Token:<TOKEN>",
            "Authorization: Bearer fc-YOUR_API_KEY",
            "https://e.com/mcp/?tavilyApiKey=<your-api-key>",
            "https://e.com/mcp?a=b&key=YOUR_KEY&c=d",
        ] {
            let mut open = Vec::new();
            assert_eq!(fill_argument(value, folders(None), &mut open), value);
            assert_eq!(open, [value]);
        }
        for value in [
            "--your-api-key=4711",
            "--run-here",
            "know-your-customer-api",
            "https://e.com/your-path",
            "C:\\x",
            "/a:/b",
            "--glob=**",
        ] {
            let mut open = Vec::new();
            assert_eq!(fill_argument(value, folders(None), &mut open), value);
            assert_eq!(open, <[String; 0]>::default(), "{value}");
        }
    }
}
