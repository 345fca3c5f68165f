//! `docs/reference/errors.md`: every code of an error, with its words and what becomes of a connection that ends with it, as
//! `crates/core` has them.

use super::text;
use crate::{Done, place};
use std::fmt::Write as _;

const PAGE: &str = "docs/reference/errors.md";
const CODES: &str = "crates/core/src/error.rs";
const WORDS: &str = "crates/core/l10n/en.ftl";

const HEAD: &str = "# Error codes

Written by `cargo xtask errors` from `crates/core`; `cargo xtask test promises` fails when it is not current.

An error in the window, the terminal or the audit log has one of these codes. The sentence with it names the server, the file
or the number, and says what to do. [Troubleshooting](../guides/troubleshooting.md) lists the sentences.

- **Code** is stable. Scripts should compare it, and not the sentence: `portcullis-cli --json` prints
  `{\"problem\": {\"code\": …, \"sentence\": …, \"remedy\": …, \"said\": …}}`. `said` is text from outside, and
  `said.by` names its source: `server`, `program` (its output), `authorization_server`, `provider` (of models), `registry`,
  `client_document`, `network` (in place of a server) or `library` (which builds requests to providers).
- **In the audit log** are the words that the log shows for it.
- **Reconnects** says whether Portcullis connects to a server again automatically after this error. “Known URLs” means only
  URLs that were connected before, for as long as it takes. The pauses are `RESTART_SECONDS` and `RESTART_MAX` in
  [Limits](../limits.md). A tool call is sent again only after an error that says that it was not made: HTTP `429` with
  `Retry-After`, `404` for a lost session (once), `401` or `403` after the token was renewed (once), and the protocol’s
  `-32020` for other headers (once) and `-32042` for a page to open first.

Exit codes of the terminal are in [Terminal commands](cli.md#exit-codes).
";

/// A code.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    variant: String,
    code: String,
    about: String,
}

/// Writes the page.
pub(crate) fn write() -> Done {
    text::write(PAGE, &page()?)
}

/// Fails when the page says something else than the code.
pub(super) fn is_current() -> Done {
    text::is_current(PAGE, &page()?, "errors")
}

fn page() -> Done<String> {
    let (source, catalogue) = (place::read(CODES)?, place::read(WORDS)?);
    let (again, connection) = (
        listed(&source, "is_tried_again")?,
        listed(&source, "is_about_the_connection")?,
    );
    let mut page = HEAD.to_owned();
    let mut section = String::new();
    for row in rows(&source)? {
        let next = title(&row.code);
        if next != section {
            // Writing into a string does not fail.
            _ = write!(
                page,
                "\n## {next}\n\n| Code | Meaning | In the audit log | Reconnects |\n|---|---|---|---|\n"
            );
            section = next.to_owned();
        }
        let reconnects = match (again.contains(&row.variant), connection.contains(&row.variant)) {
            (true, _) => "yes",
            (false, true) => "known URLs",
            (false, false) => "",
        };
        _ = writeln!(
            page,
            "| `{}` | {} | {} | {reconnects} |",
            row.code,
            row.about.replace('|', "\\|"),
            words(&catalogue, &row.code)?.replace('|', "\\|"),
        );
    }
    Ok(page)
}

/// The heading over a code.
fn title(code: &str) -> &str {
    match code.split('.').next().unwrap_or(code) {
        "input" | "not_found" | "policy" | "internal" | "host" => "General",
        "launch" => "Starting a program",
        "server" => "Servers",
        "protocol" => "Protocol",
        "network" => "Network",
        "auth" => "Sign-in",
        "transport" | "call" | "tool" | "resource" | "prompt" => "Calls, tools, resources and prompts",
        "consent" => "Approvals",
        "form" | "elicitation" => "Forms and links",
        "sampling" | "model" => "Models and model access",
        "task" => "Tasks",
        "vault" => "Keychain",
        "store" => "Database",
        other => other,
    }
}

/// The codes, those of one heading after each other.
fn rows(source: &str) -> Done<Vec<Row>> {
    let block = source
        .split_once("\ncodes! {\n")
        .and_then(|(_, rest)| rest.split_once("\n}\n"))
        .map(|(block, _)| block)
        .ok_or_else(|| format!("{CODES} has no block “codes!”."))?;
    let (mut rows, mut about) = (Vec::<Row>::new(), String::new());
    for line in block.lines().map(str::trim) {
        if let Some(words) = line.strip_prefix("///") {
            about.push_str(words);
            continue;
        }
        let (variant, code) = line
            .strip_suffix("\",")
            .and_then(|line| line.split_once(" = \""))
            .ok_or_else(|| format!("“{line}” in {CODES} is no code."))?;
        let row = Row {
            variant: variant.to_owned(),
            code: code.to_owned(),
            about: text::without_ids(about.trim()),
        };
        about.clear();
        if row.about.is_empty() {
            return Err(format!("Nothing says what the code {code} means."));
        }
        let last = rows.iter().rposition(|other| title(&other.code) == title(code));
        rows.insert(last.map_or(rows.len(), |at| at + 1), row);
    }
    Ok(rows)
}

/// The variants that a method of `Code` names.
fn listed(source: &str, method: &str) -> Done<Vec<String>> {
    let body = source
        .split_once(&format!("pub const fn {method}(self) -> bool {{"))
        .and_then(|(_, rest)| rest.split_once("\n    }\n"))
        .map(|(body, _)| body)
        .ok_or_else(|| format!("{CODES} has no method “{method}”."))?;
    let names = body.split("Self::").skip(1);
    let name = |text: &str| text.chars().take_while(char::is_ascii_alphanumeric).collect();
    Ok(names.map(name).collect())
}

/// The words of a code in the catalogue.
fn words(catalogue: &str, code: &str) -> Done<String> {
    let id = format!("code-{} = ", code.replace('.', "-"));
    let found = catalogue.lines().find_map(|line| line.strip_prefix(&id));
    found
        .map(str::to_owned)
        .ok_or_else(|| format!("{WORDS} has no words for {code}."))
}

#[cfg(test)]
mod tests {
    use super::{listed, page, rows, words};

    const SOURCE: &str = "impl Code {\n    pub const fn is_tried_again(self) -> bool {\n        matches!(\n            self,\n            \
                          Self::Lost\n                | Self::Full\n        )\n    }\n}\n\ncodes! {\n    /// Lost.\n    Lost = \
                          \"network.lost\",\n    /// No space\n    /// is left (F-30).\n    Full = \"store.full\",\n    /// \
                          Gone.\n    Gone = \"network.gone\",\n}\n";

    #[test]
    fn a_code_is_read_with_what_it_means_and_next_to_its_kind() {
        let read = rows(SOURCE).unwrap();
        let codes: Vec<_> = read
            .iter()
            .map(|row| (row.code.as_str(), row.about.as_str()))
            .collect();
        assert_eq!(
            codes,
            [
                ("network.lost", "Lost."),
                ("network.gone", "Gone."),
                ("store.full", "No space is left.")
            ]
        );
        assert_eq!(listed(SOURCE, "is_tried_again").unwrap(), ["Lost", "Full"]);
        assert!(listed(SOURCE, "is_other").is_err());
        assert!(rows("\ncodes! {\n    Bare = \"bare\",\n}\n").is_err());
    }

    #[test]
    fn the_words_of_a_code_are_those_of_the_catalogue() {
        assert_eq!(words("code-a-b = c d\n", "a.b").unwrap(), "c d");
        assert!(words("code-a-bc = c\n", "a.b").is_err());
    }

    #[test]
    fn each_heading_comes_once() {
        let page = page().unwrap();
        let mut headings: Vec<&str> = page.lines().filter(|line| line.starts_with("## ")).collect();
        let all = headings.len();
        headings.sort_unstable();
        headings.dedup();
        assert_eq!(headings.len(), all);
        assert!(all > 10, "{all}");
    }
}
