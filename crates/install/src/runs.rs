//! What runs, in a few words: the badge of a server, where the name of an interpreter says nothing.

use super::launchers;
use portcullis_core::text::escape_line;
use portcullis_programs::{CommandPlace, ParsedCommand, commands};

/// Characters of one word. Of a longer one the middle is left out: its end says more.
const WORD: usize = 48;
/// Words that lead to what a launcher runs.
const LEADS: &[&str] = &["run", "exec", "x", "dlx", "create", "init", "tool", "serve"];

/// `python3 …/notes.py`, `npx @scope/notes@1.2.3`, `docker run notes:1`; escaped and short.
#[must_use]
pub fn what_runs(program: &str, arguments: &[String]) -> String {
    let line = commands(program, None, arguments);
    let own = word(file_name(program.trim()));
    // Code decides for itself what it runs: its beginning is shown, not what was found in it.
    if let Some(code) = line.iter().find_map(ParsedCommand::inline_code) {
        let code = code.text.split_whitespace().collect::<Vec<_>>().join(" ");
        return format!("{own} … {}", beginning(&code));
    }
    let line: Vec<_> = line
        .iter()
        .take_while(|command| command.place != CommandPlace::Code)
        .collect();
    // The innermost command is what the others start.
    let said = line
        .iter()
        .rev()
        .find_map(|command| Some((*command, loaded(command)?)));
    match (said, line.last()) {
        (Some((command, loaded)), _) if command.place == CommandPlace::Itself => format!("{own} {loaded}"),
        (Some((command, loaded)), _) => format!("{own} … {} {loaded}", word(file_name(&command.program))),
        (None, Some(inner)) if inner.place != CommandPlace::Itself => {
            format!("{own} … {}", word(&place(&inner.program)))
        }
        (None, _) => own,
    }
}

/// The package, image, script or module that a command runs.
fn loaded(command: &ParsedCommand) -> Option<String> {
    if let Some(package) = launchers::first_fetched(command) {
        let words = command.arguments.iter().map(String::as_str);
        let mut leads: Vec<_> = words.take_while(|word| LEADS.contains(word)).collect();
        if package.is_image {
            leads = vec!["run"];
        }
        let name = word(&if package.is_local {
            place(&package.name)
        } else {
            package.name
        });
        leads.push(&name);
        return Some(leads.join(" "));
    }
    let script = command.script()?;
    Some(match script.module {
        true => format!("-m {}", word(script.name)),
        false => word(&place(script.name)),
    })
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\'])
        .find(|part| !part.is_empty())
        .unwrap_or(path)
}

/// A path by its last part.
fn place(path: &str) -> String {
    match file_name(path) {
        name if name == path => name.to_owned(),
        name => format!("…/{name}"),
    }
}

fn word(word: &str) -> String {
    let length = word.chars().count();
    if length <= WORD {
        return escape_line(word).text;
    }
    let start: String = word.chars().take(WORD / 2).collect();
    let end: String = word.chars().skip(length - WORD / 2).collect();
    format!("{}…{}", escape_line(&start).text, escape_line(&end).text)
}

fn beginning(text: &str) -> String {
    match text.char_indices().nth(WORD) {
        Some((cut, _)) => format!("{}…", escape_line(text.get(..cut).unwrap_or_default()).text),
        None => escape_line(text).text,
    }
}

#[cfg(test)]
mod tests {
    use super::what_runs;

    fn runs(line: &[&str]) -> String {
        let words: Vec<String> = line.iter().map(|word| (*word).to_owned()).collect();
        what_runs(&words[0], &words[1..])
    }

    // Proves S-08.
    #[test]
    fn the_badge_says_what_an_interpreter_or_a_launcher_runs() {
        for (line, said) in [
            (
                &["/usr/bin/python3", "-u", "/srv/x/hostile.py", "--quiet"][..],
                "python3 …/hostile.py",
            ),
            (&["python3", "-W", "ignore", "notes.py"], "python3 notes.py"),
            (&["python", "-m", "notes.server"], "python -m notes.server"),
            (
                &["node", "--import", "tsx", "./dist/server.js"],
                "node …/server.js",
            ),
            (&["java", "-jar", "/opt/a.jar"], "java …/a.jar"),
            (
                &["npx", "-y", "@scope/pkg@1.2.3", "/home/ada"],
                "npx @scope/pkg@1.2.3",
            ),
            (&["npm", "exec", "--", "notes"], "npm exec notes"),
            (&["uvx", "--from", "notes==1.0", "serve"], "uvx notes==1.0"),
            (
                &["docker", "run", "-i", "--rm", "mcp/notes:1"],
                "docker run mcp/notes:1",
            ),
            (&["uv", "run", "server.py"], "uv … server.py"),
            (&["env", "A=b", "python3", "/x/y.py"], "env … python3 …/y.py"),
            (
                &["deno", "run", "--allow-net", "/x/server.ts"],
                "deno …/server.ts",
            ),
            (
                &["bash", "-c", "evil; npx @good/pkg@1.0.0"],
                "bash … evil; npx @good/pkg@1.0.0",
            ),
            (
                &["/opt/notes/bin/notes-server", "--root", "/home"],
                "notes-server",
            ),
            (&["python3"], "python3"),
        ] {
            assert_eq!(runs(line), said, "{line:?}");
        }
    }

    #[test]
    fn what_runs_is_short_and_shows_what_is_hidden() {
        let long = format!("/x/{}.py", "n".repeat(400));
        let (start, end) = ("n".repeat(22), "n".repeat(21));
        assert_eq!(runs(&["python3", &long]), format!("python3 …/{start}…{end}.py"));
        let code = "a".repeat(49);
        let shown = "a".repeat(48);
        assert_eq!(runs(&["bash", "-c", &shown]), format!("bash … {shown}"));
        assert_eq!(runs(&["bash", "-c", &code]), format!("bash … {shown}…"));
        assert_eq!(runs(&["node", "a\u{202e}b.js"]), "node a⟨U+202E⟩b.js");
    }
}
