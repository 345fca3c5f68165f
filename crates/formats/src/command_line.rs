//! A command line as people paste it: of a shell, or of another host's own command for adding a server. It is split the way a
//! shell splits it, and whatever a shell would do besides (pipes, substitutions, a second command) is refused.

use crate::entry::plain;
use crate::tree::{self, Tree};
use crate::{FoundEntry, Variables, entry, unreadable};
use portcullis_core::redact::is_secret_value;
use portcullis_core::{Result, bad_input as bad};
use portcullis_install::{before_image, looks_secret};
use portcullis_l10n::say;

/// Splits as a POSIX shell would, without expanding anything. Only in a line with a path of Windows is a backslash one of its
/// letters. `None` where a quote is not closed.
pub fn words(line: &str) -> Option<Vec<String>> {
    match has_windows_path(line) {
        true => shlex::split(&with_backslashes(line)),
        false => shlex::split(line),
    }
}

/// A word that begins with `C:\`, or has it after `=`.
fn has_windows_path(line: &str) -> bool {
    line.split([' ', '\t', '=']).any(|word| {
        let mut letters = word.trim_start_matches(['"', '\'']).chars();
        letters.next().is_some_and(|first| first.is_ascii_alphabetic()) && letters.as_str().starts_with(":\\")
    })
}

/// With its backslashes escaped, except those before a double quote, which escape it on Windows too.
fn with_backslashes(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut quote = None;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        out.push(letter);
        match (quote, letter) {
            (Some('\''), '\'') | (Some('"'), '"') => quote = None,
            (Some('\''), _) => {}
            (_, '\\') => out.push(letters.next_if_eq(&'"').unwrap_or('\\')),
            (None, '\'' | '"') => quote = Some(letter),
            _ => {}
        }
    }
    out
}

/// Reads one command line.
///
/// # Errors
/// `input.bad`.
pub fn read(text: &str, variables: &Variables<'_>) -> Result<FoundEntry> {
    let line = one_line(text)?;
    if let Some(sign) = operator(&line) {
        return Err(bad(say!("command-operator", sign)).remedy(say!("command-operator-remedy")));
    }
    let words = words(&quoted(&line)).ok_or_else(|| bad(say!("command-quote")))?;
    let home = variables.folders.home.to_string_lossy();
    // A shell would have put the home folder in the place of a tilde.
    let expanded = |word: String| match word.strip_prefix("~/") {
        Some(rest) => format!("{home}/{rest}"),
        None => word,
    };
    let (variables_before, words) = environment(words.into_iter().map(expanded).collect());
    let Some((program, rest)) = words.split_first() else {
        return Err(bad(say!("command-empty")));
    };
    let found = match rest {
        [mcp, add, rest @ ..] if mcp == "mcp" => match add.as_str() {
            "add" => Some(added(program == "claude", rest, variables)?),
            "add-json" => Some(json_of(rest, variables)?),
            _ => None,
        },
        [flag, json] if flag == "--add-mcp" => {
            let tree = json_tree(json)?;
            let name = tree
                .get("name")
                .and_then(Tree::text)
                .unwrap_or_default()
                .to_owned();
            Some(entry::server(&name, &tree, variables))
        }
        _ => None,
    };
    if let Some(found) = found {
        return Ok(found);
    }
    if installs(program, rest) {
        return Err(bad(say!("command-installs")).remedy(say!("command-operator-remedy")));
    }
    let tree = Tree::Map(vec![
        ("command".into(), Tree::Text(program.clone())),
        ("args".into(), texts(rest.iter().cloned())),
        ("env".into(), map(variables_before)),
    ]);
    Ok(entry::server(&name_of(program, rest), &tree, variables))
}

/// A prompt before it and line breaks after a sign that continues a line are of the shell it was copied from.
fn one_line(text: &str) -> Result<String> {
    // Of POSIX shells, of PowerShell and of cmd.
    let joined = text.replace("\r\n", "\n");
    let joined = ["\\\n", " `\n", " ^\n"]
        .into_iter()
        .fold(joined, |joined, sign| joined.replace(sign, " "));
    let lines = logical_lines(&joined);
    if lines.len() > 1 {
        return Err(bad(say!("command-several")).remedy(say!("command-operator-remedy")));
    }
    let line = lines.first().map(|line| line.trim()).unwrap_or_default();
    let bare = ["$ ", "% ", "> "]
        .iter()
        .find_map(|prompt| line.strip_prefix(prompt));
    Ok(bare.unwrap_or(line).trim().to_owned())
}

/// Its lines, without empty ones and comments. What is quoted may go over several, as the JSON of `claude mcp add-json` does.
fn logical_lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut quote = None;
    for line in text.lines() {
        let trimmed = line.trim();
        if quote.is_none() && (trimmed.is_empty() || trimmed.starts_with('#')) {
            continue;
        }
        match lines.last_mut() {
            Some(last) if quote.is_some() => {
                last.push('\n');
                last.push_str(line);
            }
            _ => lines.push(line.to_owned()),
        }
        quote = quote_after(line, quote);
    }
    lines
}

/// The quote that is open behind a line, where `quote` is open before it.
fn quote_after(line: &str, mut quote: Option<char>) -> Option<char> {
    let mut letters = line.chars();
    let mut before = ' ';
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            // What is left of the line is a comment. An apostrophe in it opens nothing.
            (None, '#') if before.is_whitespace() => return None,
            (None | Some('"'), '\\') => drop(letters.next()),
            (None, '\'' | '"') => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            _ => {}
        }
        before = letter;
    }
    quote
}

/// Puts quotes around placeholders such as `<your key>`, in which a shell would see redirections, and writes its variables as other
/// hosts write theirs: `${NAME}` for `$NAME`.
fn quoted(line: &str) -> String {
    let has_windows_path = has_windows_path(line);
    let mut out = String::with_capacity(line.len());
    let mut quote = None;
    let mut letters = line.chars().peekable();
    while let Some(c) = letters.next() {
        match (quote, c) {
            // What it escapes begins and ends nothing.
            (None | Some('"'), '\\') => {
                out.push(c);
                out.extend(match has_windows_path {
                    true => letters.next_if_eq(&'"'),
                    false => letters.next(),
                });
                continue;
            }
            (None | Some('"'), '$') if letters.peek().is_some_and(char::is_ascii_uppercase) => {
                out.push_str("${");
                while let Some(letter) = letters.next_if(|c| c.is_ascii_alphanumeric() || *c == '_') {
                    out.push(letter);
                }
                out.push('}');
                continue;
            }
            (None, '<') => out.push('\''),
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            _ => {}
        }
        out.push(c);
        if quote.is_none() && c == '>' {
            out.push('\'');
        }
    }
    out
}

fn is_url(word: impl AsRef<str>) -> bool {
    let word = word.as_ref();
    word.starts_with("http://") || word.starts_with("https://")
}

/// The first sign outside of quotes with which a shell would do more than start one program.
fn operator(line: &str) -> Option<&'static str> {
    let mut quote = None;
    let mut chars = line.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let rest = line.get(at..).unwrap_or_default();
        match (quote, c) {
            (Some('\''), '\'') | (Some('"'), '"') => quote = None,
            (Some('\''), _) => {}
            (_, '\\') => drop(chars.next()),
            (None, '\'' | '"') => quote = Some(c),
            (_, '`') => return Some("`"),
            (_, '$') if rest.starts_with("$(") => return Some("$("),
            (Some(_), _) => {}
            (None, '|') => return Some("|"),
            (None, '&') => return Some("&"),
            (None, ';') => return Some(";"),
            (None, '>') => return Some(">"),
            // A placeholder such as `<your-key>` is no redirection.
            (None, '<') if !rest.contains('>') => return Some("<"),
            (None, '<') => {
                for (_, c) in chars.by_ref() {
                    if c == '>' {
                        break;
                    }
                }
            }
            _ => {}
        }
    }
    None
}

/// `NAME=VALUE` before the program, with or without `env`.
fn environment(mut words: Vec<String>) -> (Vec<(String, String)>, Vec<String>) {
    let wrapped = words.first().is_some_and(|word| word == "env");
    let skip = usize::from(wrapped && words.get(1).is_some_and(|word| assigned(word).is_some()));
    let pairs: Vec<_> = words.iter().skip(skip).map_while(|word| assigned(word)).collect();
    words.drain(..skip + pairs.len());
    (pairs, words)
}

fn assigned(word: &str) -> Option<(String, String)> {
    let (name, value) = word.split_once('=')?;
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_';
    (!name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit()) && name.chars().all(fits))
        .then(|| (name.to_owned(), value.to_owned()))
}

/// Another host's command for adding a server, whichever host it is: `[OPTIONS] NAME [OPTIONS] (URL | [--] PROGRAM [ARGUMENT]…)`.
/// Kiro and Auggie have options for the program and its arguments, and Kiro for the name.
fn added(is_claude: bool, words: &[String], variables: &Variables<'_>) -> Result<FoundEntry> {
    let mut environment = Vec::new();
    let mut headers = Vec::new();
    let mut fields: Vec<(String, Tree)> = Vec::new();
    let mut rest = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        // From the program on, everything is its own.
        if word == "--" {
            rest.extend(words.by_ref().cloned());
            break;
        }
        if rest.len() > 1 && !rest.get(1).is_some_and(is_url) {
            rest.push(word.clone());
            continue;
        }
        let (flag, joined) = match word.split_once('=') {
            Some((flag, value)) if flag.starts_with("--") => (flag, Some(value.to_owned())),
            _ => (word.as_str(), None),
        };
        let mut value = || {
            joined
                .clone()
                .or_else(|| words.next().cloned())
                .ok_or_else(|| bad(say!("command-flag-value", flag)))
        };
        match flag {
            "-t" | "--transport" | "--type" => fields.push(("type".into(), Tree::Text(value()?))),
            "-s" | "--scope" | "--timeout" | "--include-tools" | "--exclude-tools" | "--tools"
            | "--agent" | "--description" => drop(value()?),
            "--trust" | "--global" | "--force" | "--replace" => {}
            "--name" => rest.insert(0, value()?),
            "--command" => fields.push(("command".into(), Tree::Text(value()?))),
            "--args" => fields.push(("args".into(), listed(&value()?)?)),
            "-e" | "--env" => {
                environment.push(pair(&value()?, &['='])?);
                // Claude Code takes several values after one `-e`.
                while is_claude
                    && words
                        .peek()
                        .is_some_and(|next| assigned(next).is_some() && !next.starts_with('-'))
                {
                    environment.extend(words.next().and_then(|word| assigned(word)));
                }
            }
            "-H" | "--header" | "--headers" => match value()? {
                json if json.starts_with('{') => fields.push(("headers".into(), json_tree(&json)?)),
                // Amp, OpenCode and Copilot take an equals sign.
                header => headers.push(pair(&header, &[':', '='])?),
            },
            "--url" => fields.push(("url".into(), Tree::Text(value()?))),
            "--bearer-token-env-var" => fields.push(("bearer_token_env_var".into(), Tree::Text(value()?))),
            "--client-id" | "--oauth-client-id" | "--oauth-resource" | "--callback-port" | "-a"
            | "--auth" => {
                drop(value()?);
                fields.push(("oauth".into(), Tree::Bool(true)));
            }
            "--client-secret" => fields.push(("oauth".into(), Tree::Bool(true))),
            _ if word.starts_with('-') => {
                return Err(bad(say!("command-flag", flag)).remedy(say!("command-operator-remedy")));
            }
            _ => rest.push(word.clone()),
        }
    }
    let mut rest = rest.into_iter();
    let name = rest.next().ok_or_else(|| bad(say!("command-no-name")))?;
    let has_program = fields.iter().any(|(field, _)| field == "command");
    let first = match has_program {
        true => None,
        false => rest.next(),
    };
    let is_remote = first.as_ref().is_some_and(is_url);
    if let Some(first) = first {
        let field = if is_remote { "url" } else { "command" };
        fields.push((field.into(), Tree::Text(first)));
    }
    if !is_remote {
        fields.push(("args".into(), texts(rest)));
    }
    fields.push(("env".into(), map(environment)));
    fields.push(("headers".into(), map(headers)));
    Ok(entry::server(&name, &Tree::Map(fields), variables))
}

/// Several arguments in one word: as JSON, between commas, or as a shell would split them.
fn listed(text: &str) -> Result<Tree> {
    if text.starts_with('[') {
        return json_tree(text);
    }
    if text.contains(',') && !text.contains(' ') {
        return Ok(texts(text.split(',').map(str::to_owned)));
    }
    let words = words(text).ok_or_else(|| bad(say!("command-quote")))?;
    Ok(texts(words.into_iter()))
}

fn json_tree(text: &str) -> Result<Tree> {
    // PowerShell needs the quotes of the JSON escaped within its own.
    let is_escaped = text.trim_start_matches(['{', ' ']).starts_with("\\\"");
    let text = match is_escaped {
        true => text.replace("\\\"", "\""),
        false => text.to_owned(),
    };
    tree::json(&text).map_err(|why| unreadable(&why))
}

/// `claude mcp add-json [OPTIONS] NAME JSON`.
fn json_of(words: &[String], variables: &Variables<'_>) -> Result<FoundEntry> {
    let plain: Vec<&String> = words
        .iter()
        .enumerate()
        .filter(|(at, word)| {
            let valued = at.checked_sub(1).and_then(|before| words.get(before));
            !word.starts_with('-') && !valued.is_some_and(|flag| flag == "-s" || flag == "--scope")
        })
        .map(|(_, word)| word)
        .collect();
    let [name, json] = plain.as_slice() else {
        return Err(bad(say!("command-no-name")));
    };
    Ok(entry::server(name, &json_tree(json)?, variables))
}

fn pair(text: &str, by: &[char]) -> Result<(String, String)> {
    text.split_once(by)
        .map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()))
        .ok_or_else(|| {
            bad(say!(
                "command-pair",
                text = portcullis_core::text::escape_line(text).text
            ))
        })
}

fn map(pairs: Vec<(String, String)>) -> Tree {
    Tree::Map(
        pairs
            .into_iter()
            .map(|(name, value)| (name, Tree::Text(value)))
            .collect(),
    )
}

fn texts(words: impl Iterator<Item = String>) -> Tree {
    Tree::List(words.map(Tree::Text).collect())
}

/// Whether a command brings something onto this computer, or writes into the files of other hosts, instead of starting a server.
fn installs(program: &str, arguments: &[String]) -> bool {
    let mut words = arguments
        .iter()
        .map(String::as_str)
        .filter(|word| !word.starts_with('-'));
    let (first, second) = (words.next().unwrap_or_default(), words.next());
    match program {
        "pip" | "pip3" | "brew" | "apt" | "apt-get" | "winget" | "choco" | "scoop" | "cargo" | "go"
        | "gem" | "pipx" => first == "install",
        "npm" | "pnpm" | "yarn" | "bun" => matches!(first, "install" | "i" | "add"),
        "uv" => first == "add" || matches!(first, "tool" | "pip") && second == Some("install"),
        "git" => first == "clone",
        "docker" | "podman" => matches!(first, "pull" | "build"),
        "npx" | "bunx" | "pnpx" => {
            // `@scope/name@1.2.3` without its version.
            let end = first.char_indices().skip(1).find(|(_, letter)| *letter == '@');
            let package = end.and_then(|(at, _)| first.get(..at)).unwrap_or(first);
            matches!(package, "add-mcp" | "install-mcp") || second == Some("install")
        }
        _ => false,
    }
}

/// What a server may be called: the package, image or script that the command names.
pub fn name_of(program: &str, arguments: &[String]) -> String {
    let file = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned();
    let program = file(program);
    let launcher = matches!(
        plain(program.trim_end_matches(".exe").trim_end_matches(".cmd")).as_str(),
        "npx"
            | "npm"
            | "pnpm"
            | "bunx"
            | "bun"
            | "uvx"
            | "uv"
            | "pipx"
            | "docker"
            | "podman"
            | "node"
            | "deno"
            | "python"
            | "python3"
            | "py"
            | "dnx"
            | "yarn"
            | "cmd"
            | "sh"
            | "bash"
    );
    if !launcher {
        return short(program.split('.').next().unwrap_or(&program));
    }
    let mut words = arguments.iter();
    let mut best = None;
    while let Some(word) = words.next() {
        match word.as_str() {
            "run" | "exec" | "dlx" | "tool" | "x" | "-c" | "/c" | "npx" | "uvx" | "-m" | "install" => {}
            // Flags of these launchers that have a value of their own.
            "-e" | "--env" | "-v" | "--volume" | "--mount" | "-p" | "--publish" | "--name" | "--network"
            | "--from" | "--python" | "--with" | "--directory" | "--project" | "--package" | "--env-file"
            | "-w" | "-u" => {
                words.next();
            }
            word if word.starts_with('-') => {}
            word => {
                best = Some(word.to_owned());
                break;
            }
        }
    }
    match best {
        Some(word) => {
            // Without a version: `@scope/name@1.2.3`, `name==1.2`, `image:tag`.
            let last = file(&word);
            let end = last
                .find(['@', ':', '=', '['])
                .filter(|at| *at > 0)
                .unwrap_or(last.len());
            short(
                last.get(..end)
                    .unwrap_or(&last)
                    .trim_end_matches(".js")
                    .trim_end_matches(".py")
                    .trim_end_matches(".ts"),
            )
        }
        None => short(&program),
    }
}

/// Without what nearly every server is called.
fn short(name: &str) -> String {
    let bare = name
        .trim_start_matches("mcp-server-")
        .trim_start_matches("server-")
        .trim_start_matches("mcp-")
        .trim_end_matches("-mcp-server")
        .trim_end_matches("-mcp")
        .trim_end_matches("-server");
    let kept = if bare.is_empty() { name } else { bare };
    kept.chars().filter(|c| !c.is_control()).take(64).collect()
}

/// `docker run -e TOKEN=value`: everybody on this computer can read a command line. The value moves to the environment of
/// `docker`, and `-e TOKEN` hands it on. Gives which argument it was in, its name and the value. Arguments behind the image are
/// of the program in the container.
pub fn take_docker_secrets(program: &str, arguments: &mut [String]) -> Vec<(usize, String, String)> {
    let file = program.rsplit(['/', '\\']).next().unwrap_or(program);
    let own = before_image(file, arguments);
    let mut taken = Vec::new();
    let mut before = String::new();
    for (at, argument) in arguments.iter_mut().enumerate().take(own) {
        let option = std::mem::replace(&mut before, argument.clone());
        let is_value = option == "--env" || env_letter(&option).is_some_and(|(_, joined)| joined.is_empty());
        let (flag, pair) = match (argument.strip_prefix("--env="), env_letter(argument.as_str())) {
            (Some(pair), _) => ("--env=", pair),
            _ if is_value => ("", argument.as_str()),
            (None, Some((flag, joined))) => (flag, joined.strip_prefix('=').unwrap_or(joined)),
            (None, None) => continue,
        };
        let Some((name, value)) = assigned(pair) else {
            continue;
        };
        if looks_secret(&name) || is_secret_value(&value) {
            *argument = format!("{flag}{name}");
            taken.push((at, name, value));
        }
    }
    taken
}

/// The letters of an option up to that of `--env`, as `-e` and `-ie`, and what is joined to them.
fn env_letter(word: &str) -> Option<(&str, &str)> {
    let letters = word.strip_prefix('-')?;
    let joined = letters
        .trim_start_matches(['i', 't', 'q', 'd', 'P', 'T'])
        .strip_prefix('e')?;
    Some((word.strip_suffix(joined)?, joined))
}
