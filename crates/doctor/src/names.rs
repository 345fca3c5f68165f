//! Names in what a server wrote. Only what has the strict form of a name is taken: it enters our sentences.

use crate::limits;

/// Words in capitals that are no variables.
const NO_VARIABLES: &[&str] = &[
    "ERR",
    "UNABLE",
    "DEPTH",
    "SELF",
    "CERT",
    "CERTIFICATE",
    "ERROR",
    "MODULE",
    "HTTP",
    "JSON",
    "NODE",
];
/// Names without an underscore, in a line that speaks of the environment.
const PLAIN: &[&str] = &["APIKEY", "TOKEN", "SECRET", "PASSWORD"];

/// Names of environment variables in a line, each once.
pub(super) fn variables(line: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let environment = line.contains("env") || line.contains("Env");
    for word in line.split(|part| !letter(part)) {
        let named = is_variable(word) || environment && PLAIN.contains(&word);
        if named && !found.iter().any(|known| known == word) && found.len() < limits::NAMES {
            found.push(word.to_owned());
        }
    }
    found
}

/// Whether a word has the form of an environment variable: capitals, with an underscore.
pub(super) fn is_variable(word: &str) -> bool {
    let capital = |letter: u8| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == b'_';
    let first = word.split('_').next().unwrap_or_default();
    let long = (3..=limits::VARIABLE).contains(&word.len());
    long && word.bytes().all(capital)
        && word.starts_with(|first: char| first.is_ascii_uppercase())
        && !word.ends_with('_')
        && !NO_VARIABLES.contains(&first)
        && word.contains('_')
}

/// A word between two others in a line, where it has the form of a name: letters, digits and a few signs.
pub(super) fn between<'a>(line: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let rest = line.split_once(before)?.1;
    let word = rest.split_once(after).map_or(rest, |(word, _)| word).trim();
    let sign = |letter: char| letter.is_ascii_alphanumeric() || "-_.@/+<>=:[]* ".contains(letter);
    (!word.is_empty() && word.len() <= 80 && word.chars().all(sign)).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::{between, variables};

    #[test]
    fn only_what_looks_like_a_variable_is_one() {
        for (line, names) in [
            (
                "Error: BRAVE_API_KEY environment variable is required",
                &["BRAVE_API_KEY"][..],
            ),
            (
                "Please set SLACK_BOT_TOKEN and SLACK_TEAM_ID",
                &["SLACK_BOT_TOKEN", "SLACK_TEAM_ID"],
            ),
            ("process.env.TOKEN is undefined", &["TOKEN"]),
            ("code: 'ERR_MODULE_NOT_FOUND'", &[]),
            ("UNABLE_TO_VERIFY_LEAF_SIGNATURE", &[]),
            ("Please provide a database URL", &[]),
            ("MCP over HTTP is READY", &[]),
            ("ENOENT: no such file", &[]),
        ] {
            assert_eq!(variables(line), names, "{line}");
        }
    }

    #[test]
    fn what_is_no_name_is_not_taken_out_of_a_line() {
        assert_eq!(
            between("No module named 'mcp.server'", "named '", "'"),
            Some("mcp.server")
        );
        assert_eq!(between("No module named 'a\u{202e}b'", "named '", "'"), None);
        assert_eq!(between("nothing", "named '", "'"), None);
    }
}
