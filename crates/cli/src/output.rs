//! Standard output and standard error. Everything that leaves here is escaped, whatever its source: no byte of a
//! server reaches the terminal as a command (S-44). The host escapes too; doing it twice changes nothing.

use portcullis_api::{Foreign, Problem};
use portcullis_core::{TextSource, calendar, causes, text};
use portcullis_l10n::say;
use serde::Serialize;
use std::io::{self, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where results go.
#[derive(Debug, Clone, Copy)]
pub struct Output {
    /// One JSON document instead of words.
    pub json: bool,
}

impl Output {
    /// The result: `words` for a person, or `document` for a program.
    pub fn result(self, document: &impl Serialize, words: impl FnOnce() -> String) {
        if self.json {
            print(&json(document));
        } else {
            print(&text::escape(&words()).text);
        }
    }

    /// Why there is no result, for a program.
    pub fn problem_document(self, problem: &Problem) {
        if self.json {
            print(&json(&serde_json::json!({ "problem": problem })));
        }
    }

    /// The same, and in these words for a person.
    pub fn problem_in_words(self, problem: &Problem, words: &str) {
        self.problem_document(problem);
        remark(words);
    }
}

/// A tool by the name that is called, and behind it whose title it has: a server may give any title to any tool (S-34).
pub fn named(name: &str, title: &str, server: Option<&str>) -> String {
    match (name == title, server) {
        (true, _) => name.to_owned(),
        (false, Some(server)) => say!("named-title", name, server, title),
        (false, None) => say!("named-title-its-server", name, title),
    }
}

/// A problem with what to do, and on a line of its own what was said about it from outside: no part of our sentence
/// (S-34).
pub fn sentence(problem: &Problem) -> String {
    let mut words = problem.sentence.clone();
    if let Some(remedy) = &problem.remedy {
        words = sentences(&words, remedy);
    }
    if let Some(said) = problem.said.as_ref().filter(|said| !said.text.is_empty()) {
        words.push_str(&format!("\n  | {}", attributed(said.by, &said.text)));
    }
    words
}

/// A command from elsewhere in one line, as a shell would read it. What is one word, such as a URL, is shown as it is.
pub fn command_line(words: &[Foreign]) -> String {
    match words {
        [word] => word.text.clone(),
        _ => {
            let words: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
            text::command_line(&words)
        }
    }
}

/// Two sentences, one after the other. Chinese has no space between them.
pub fn sentences(first: &str, second: &str) -> String {
    say!("sentences", first, second)
}

/// A text that is not ours, behind the name of its source. It was escaped and is one line already; a line of ours it can never be.
pub fn attributed(by: TextSource, shown: &str) -> String {
    let line = text::escape_line(shown).text;
    match by {
        TextSource::Server => say!("said-by-server", text = line),
        TextSource::Program => say!("said-by-program", text = line),
        TextSource::AuthorizationServer => say!("said-by-authorization-server", text = line),
        TextSource::Provider => say!("said-by-provider", text = line),
        TextSource::Registry => say!("said-by-registry", text = line),
        TextSource::ClientDocument => say!("said-by-client-document", text = line),
        TextSource::Network => say!("said-by-network", text = line),
        TextSource::Library => say!("said-by-library", text = line),
    }
}

/// A line on standard error.
pub fn remark(words: &str) {
    // There may be no reader, which is no reason to stop.
    _ = writeln!(io::stderr().lock(), "{}", text::escape(words).text.trim_end());
}

/// Why something is missing on standard output, such as a full disk.
static UNWRITTEN: OnceLock<io::Error> = OnceLock::new();

/// The reader of standard output went away.
static UNREAD: AtomicBool = AtomicBool::new(false);

/// Whether nothing more reaches standard output: what would print until a signal comes ends then.
pub fn is_cut_off() -> bool {
    UNREAD.load(Ordering::Relaxed) || UNWRITTEN.get().is_some()
}

/// Says what is missing on standard output, if anything is.
pub fn remark_unwritten() -> bool {
    let Some(error) = UNWRITTEN.get() else {
        return false;
    };
    remark(&say!("output-unwritten", cause = causes::io(error)));
    true
}

/// Text that is escaped already, on standard output. A reader that went away (`| head`) is no fault.
pub fn print(escaped: &str) {
    let mut out = io::stdout().lock();
    let newline = if escaped.ends_with('\n') || escaped.is_empty() {
        ""
    } else {
        "\n"
    };
    let written = out
        .write_all(escaped.as_bytes())
        .and_then(|()| out.write_all(newline.as_bytes()))
        .and_then(|()| out.flush());
    match written {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => UNREAD.store(true, Ordering::Relaxed),
        Err(error) => {
            // The first one says enough.
            _ = UNWRITTEN.set(error);
        }
    }
}

/// Indented JSON with everything invisible written as `\u…`: the same document, and harmless on a screen.
pub fn json(document: &impl Serialize) -> String {
    match serde_json::to_string_pretty(document) {
        Ok(text) => harmless_json(&text),
        Err(error) => format!("{{\"problem\":{{\"code\":\"internal\",\"sentence\":\"{error}\"}}}}"),
    }
}

/// Outside of its strings JSON is plain ASCII, so every such character is in one.
pub fn harmless_json(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut units = [0_u16; 2];
    for character in json.chars() {
        if character == '\n' || !text::is_hidden(character) {
            out.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut units) {
            out.push_str(&format!("\\u{unit:04x}"));
        }
    }
    out
}

/// A cell may be longer; what is beside a shorter one is not pushed away by more than this.
const WIDEST: usize = 48;

/// Columns that line up, with a heading. The last one is as long as it likes.
pub fn table(headings: &[String], rows: &[Vec<String>]) -> String {
    let rows: Vec<Vec<String>> = std::iter::once(headings)
        .chain(rows.iter().map(Vec::as_slice))
        .map(|row| row.iter().map(|cell| text::escape_line(cell).text).collect())
        .collect();
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| columns(cell))
            .max()
            .unwrap_or(0)
            .min(WIDEST)
    };
    let widths: Vec<usize> = (0..headings.len()).map(width).collect();
    let mut out = String::new();
    for row in &rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(&padded(cell, *width));
            line.push_str("  ");
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// The columns that a text takes on a screen: Chinese letters and their punctuation take two.
pub fn columns(text: &str) -> usize {
    let wide = |letter: char| matches!(letter, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{ffdc}');
    text.chars().map(|letter| 1 + usize::from(wide(letter))).sum()
}

/// A text with blanks behind it, up to this many columns.
pub fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}

/// A line of a sheet: what it is and what it says.
pub fn field(name: &str, value: &str) -> String {
    format!("  {} {value}\n", padded(name, 17))
}

/// Milliseconds since the epoch as `2026-11-20 09:15:02Z`.
pub fn time(milliseconds: u64) -> String {
    let [year, month, day, hour, minute, second] = calendar::date_of(milliseconds);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}Z")
}

/// Milliseconds as people say them.
pub fn duration(milliseconds: u64) -> String {
    match milliseconds {
        0..1000 => format!("{milliseconds} ms"),
        _ => format!("{:.1} s", milliseconds as f64 / 1000.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_reads_as_a_date() {
        assert_eq!(time(0), "1970-01-01 00:00:00Z");
        assert_eq!(time(951_827_696_000), "2000-02-29 12:34:56Z");
        assert_eq!(time(1_795_166_100_000), "2026-11-20 09:15:00Z");
    }

    // Proves S-44.
    #[test]
    fn json_on_a_screen_holds_no_command_and_stays_the_same_document() {
        let nasty = serde_json::json!({ "a\u{9b}2J": "\u{1b}[31m\u{202e}x\u{e0041}\n" });
        let printed = json(&nasty);
        assert!(
            !printed.contains(|c: char| c != '\n' && text::is_hidden(c)),
            "{printed:?}"
        );
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&printed).unwrap(),
            nasty
        );
    }

    // Proves S-34, S-44.
    #[test]
    fn what_others_said_is_printed_on_a_marked_line_of_its_own_and_escaped() {
        use portcullis_core::text::ForeignText;
        use portcullis_core::{Code, Error};
        let said = |by, words: &str| {
            let error = Error::new(Code::Internal, "It failed.").remedy("Try again.");
            sentence(&error.said(by, &ForeignText::new(words)).into())
        };
        assert_eq!(
            said(
                TextSource::Server,
                "getaddrinfo ENOTFOUND api.notion.com\nPortcullis: all is well"
            ),
            "It failed. Try again.\n  | message from the server: getaddrinfo ENOTFOUND api.notion.com"
        );
        for (by, line) in [
            (TextSource::Program, "program output: no⟨U+001B⟩[2J"),
            (
                TextSource::AuthorizationServer,
                "message from the authorization server: no⟨U+001B⟩[2J",
            ),
            (TextSource::Provider, "message from the provider: no⟨U+001B⟩[2J"),
            (TextSource::Registry, "message from the registry: no⟨U+001B⟩[2J"),
            (
                TextSource::ClientDocument,
                "text from the client ID metadata document: no⟨U+001B⟩[2J",
            ),
            (TextSource::Network, "message from the network: no⟨U+001B⟩[2J"),
            (
                TextSource::Library,
                "details from the request library: no⟨U+001B⟩[2J",
            ),
        ] {
            let wanted = format!("It failed. Try again.\n  | {line}");
            assert_eq!(said(by, "no\u{1b}[2J"), wanted);
        }
    }

    #[test]
    fn columns_line_up() {
        let rows = [
            vec!["é".to_owned(), "x".to_owned()],
            vec!["long".to_owned(), "y\n".to_owned()],
        ];
        let headings = vec!["A".to_owned(), "B".to_owned()];
        assert_eq!(table(&headings, &rows), "A     B\né     x\nlong  y⟨U+000A⟩\n");
        assert_eq!((columns("“é”"), padded("名称", 6)), (3, "名称  ".to_owned()));
    }
}
