//! A conversation as Markdown: every word of a person or a model stands in a quotation and every word of a server in a fence
//! longer than any in it, so that none of them can write a heading, a speaker or a picture of their own.

use super::ConversationWriter;
use portcullis_domain::{
    AttachedFile, CallState, CallView, Compaction, FileKind, HeldState, Message, Part, Problem, QuoteSource,
    Speaker,
};
use portcullis_l10n::say;

impl ConversationWriter<'_> {
    pub(super) fn markdown(
        &self,
        title: &str,
        now: u64,
        shown: &[Message],
        marks: &[Compaction],
        all: usize,
    ) -> String {
        let mut out = format!(
            "# {}\n\n{}\n",
            plain(title),
            say!("paper-exported", time = time(now))
        );
        match all.saturating_sub(shown.len()) {
            0 => {}
            more => out.push_str(&format!("{}\n", say!("paper-other-branches", count = more))),
        }
        // One whose file was taken out again says nothing.
        let silent = |message: &Message| message.speaker == Speaker::Person && message.parts.is_empty();
        let last = marks
            .iter()
            .rfind(|mark| shown.iter().any(|it| it.seq == mark.after))
            .map(|mark| mark.after);
        for message in shown {
            if !silent(message) {
                out.push_str(&self.message(message));
            }
            if let Some(mark) = marks.iter().find(|mark| mark.after == message.seq) {
                out.push_str(&self.summary(mark, last == Some(mark.after)));
            }
        }
        out
    }

    fn message(&self, message: &Message) -> String {
        let mut out = format!(
            "\n## {} · {} · {}\n",
            message.seq,
            self.speaker(message),
            time(message.at)
        );
        for part in &message.parts {
            out.push('\n');
            out.push_str(&self.part(part));
        }
        out.push_str(&self.pictures_of_results(message.seq));
        if message.streaming {
            out.push_str(&format!("\n{}\n", say!("paper-still-writing")));
        }
        out
    }

    /// A mark below the last message that it covers, quoted like all text of a model. The empty line before the rule keeps
    /// it from making a heading of what stands above.
    fn summary(&self, mark: &Compaction, counts: bool) -> String {
        let made = say!(
            "paper-summary",
            count = mark.messages,
            model = plain(&self.line(&mark.model)),
            time = time(mark.at)
        );
        let used = match counts {
            true => say!("paper-summary-used"),
            false => say!("paper-summary-replaced"),
        };
        format!(
            "\n\n---\n\n{made} {used}\n\n{}\n\n{}\n---\n",
            say!("paper-summary-text"),
            quotation(&self.lines(&mark.summary))
        )
    }

    /// The picture of a file on a line of its own, or why it is not there; nothing where no pictures go along.
    fn picture(&self, file: &AttachedFile) -> String {
        match &self.pictures {
            Some(all) if file.kind == FileKind::Image => match all.link_of(&file.digest) {
                Some(link) => format!("\n{link}\n"),
                None => format!("\n{}\n", say!("paper-picture-left-out")),
            },
            _ => String::new(),
        }
    }

    fn pictures_of_results(&self, message: u32) -> String {
        let mut out = String::new();
        let Some((all, found)) = self
            .pictures
            .as_ref()
            .and_then(|all| Some((all, all.of_results(message)?)))
        else {
            return out;
        };
        if !found.names.is_empty() {
            out.push_str(&format!("\n{}\n", say!("paper-result-pictures")));
        }
        for name in &found.names {
            out.push_str(&format!("\n{}\n", all.link(name)));
        }
        if found.left_out > 0 {
            out.push_str(&format!(
                "\n{}\n",
                say!("paper-result-media-left-out", count = found.left_out)
            ));
        }
        out
    }

    fn speaker(&self, message: &Message) -> String {
        match (message.speaker, &message.by) {
            (Speaker::Person, _) => say!("paper-you"),
            (Speaker::Model, Some(by)) => say!("paper-model-named", model = plain(&self.line(&by.model))),
            (Speaker::Model, None) => say!("paper-model"),
            (Speaker::Host, _) => "Portcullis".to_owned(),
        }
    }

    fn part(&self, part: &Part) -> String {
        match part {
            Part::Words { text } => quotation(&self.lines(text)),
            Part::Thought { text } => {
                format!("{}\n\n{}", say!("paper-thought"), quotation(&self.lines(text)))
            }
            Part::Trouble { problem, call: None } => self.problem(problem),
            Part::Trouble {
                problem,
                call: Some(call),
            } => format!(
                "{}\n\n{}\n{}\n{}",
                say!("paper-rejected-call"),
                fence(&self.line(&call.tool.text)),
                fence(&self.lines(&call.arguments.text)),
                self.problem(problem),
            ),
            Part::Stopped {} => format!("*{}*", say!("paper-stopped")),
            Part::Quoted {
                server_label,
                source,
                shown,
                text,
                left_out,
                ..
            } => {
                let server = plain(&format!("“{}”", self.line(server_label)));
                let what = match source {
                    QuoteSource::Prompt => say!("paper-prompt", server),
                    QuoteSource::Resource => say!("paper-resource", server),
                };
                let mut out = format!(
                    "{what}\n\n{}\n{}",
                    fence(&self.line(&shown.text)),
                    fence(&self.lines(&text.text)),
                );
                if let Some(left_out) = left_out {
                    out.push_str(&format!(
                        "\n{}\n",
                        say!("paper-left-out", what = plain(&self.line(left_out)))
                    ));
                }
                out
            }
            Part::Call { call } => self.call(call),
            Part::File { file } => {
                let mut out = format!(
                    "{}\n\n{}",
                    say!(
                        "paper-file",
                        kind = plain(&self.line(&file.mime)),
                        bytes = file.bytes,
                        digest = file.digest
                    ),
                    fence(&self.line(&file.name.text)),
                );
                out.push_str(&self.picture(file));
                if let Some(text) = &file.text {
                    out.push_str(&titled(say!("paper-file-text"), fence(&self.lines(&text.text))));
                }
                out
            }
            Part::Made { file } => {
                let (kind, bytes, digest) = (plain(&self.line(&file.mime)), file.bytes, &file.digest);
                let made = match file.kind {
                    FileKind::Audio => {
                        say!("paper-made-audio", kind, bytes, digest)
                    }
                    FileKind::Image if self.pictures.is_some() => {
                        say!("paper-made-picture", kind, bytes, digest)
                    }
                    FileKind::Image | FileKind::Pdf | FileKind::Text => {
                        say!("paper-made-image", kind, bytes, digest)
                    }
                };
                let name = fence(&self.line(&file.name.text));
                format!("{made}\n\n{name}{}", self.picture(file))
            }
            Part::Held { held } => {
                let mut out = format!("{}\n", became(held.state));
                if held.state == HeldState::Changed {
                    out.push_str(&titled(
                        say!("paper-model-received"),
                        fence(&self.lines(&held.text)),
                    ));
                }
                if let Some(reason) = &held.reason {
                    out.push_str(&titled(say!("paper-your-reason"), quotation(&self.lines(reason))));
                }
                out
            }
            Part::Search { query, found, remark } => {
                let mut out = format!(
                    "{}\n\n{}\n{}\n\n{}",
                    say!("paper-search"),
                    fence(&self.line(&query.text)),
                    say!("paper-search-found"),
                    fence(&self.names(found).join("\n")),
                );
                if let Some(remark) = remark {
                    out.push_str(&format!("\n{}\n", plain(&self.line(remark))));
                }
                out
            }
        }
    }

    fn problem(&self, problem: &Problem) -> String {
        let mut out = format!(
            "{}\n\n{}",
            say!("paper-error"),
            fence(&self.lines(&problem.sentence))
        );
        if let Some(said) = &problem.said {
            out.push_str(&titled(say!("paper-error-said"), fence(&self.lines(&said.text))));
        }
        out
    }

    fn call(&self, call: &CallView) -> String {
        let detail = call.record.and_then(|seq| self.rows.get(&seq));
        let row = match call.record {
            Some(seq) => say!("paper-row", number = seq),
            None => say!("paper-no-row"),
        };
        let mut out = format!(
            "{}\n\n",
            say!(
                "paper-call",
                server = plain(&format!("“{}”", self.line(&call.server_label))),
                state = state(call.state),
                row
            )
        );
        out.push_str(&fence(&self.line(&call.tool)));
        out.push('\n');
        match detail.map(|detail| detail.sent.as_ref()) {
            Some(Some(sent)) => out.push_str(&fence(&self.lines(&sent.text))),
            Some(None) => out.push_str(&format!("{}\n", say!("paper-no-arguments"))),
            None => out.push_str(&fence(&say!(
                "paper-arguments-cut",
                arguments = self.line(&call.arguments_line.text)
            ))),
        }
        let came_back = detail.and_then(|detail| detail.came_back.as_ref());
        if let Some(came_back) = came_back.or(call.outcome.as_ref()) {
            out.push_str(&titled(say!("paper-call-result"), fence(&self.lines(came_back))));
        }
        if let Some(problem) = &call.problem {
            out.push('\n');
            out.push_str(&self.problem(problem));
        }
        out
    }
}

/// A text below the words that say what it is.
fn titled(words: String, text: String) -> String {
    format!("\n{words}\n\n{text}")
}

/// What became of a result that was held for the person.
fn became(state: HeldState) -> String {
    match state {
        HeldState::Waiting => say!("paper-result-waiting"),
        HeldState::Given => say!("paper-result-given"),
        HeldState::Changed => say!("paper-result-changed"),
        HeldState::Withheld => say!("paper-result-withheld"),
        HeldState::Ended => say!("paper-result-ended"),
    }
}

fn state(state: CallState) -> String {
    match state {
        CallState::Waiting => say!("paper-call-waiting"),
        CallState::Running => say!("paper-call-running"),
        CallState::Done => say!("paper-call-done"),
        CallState::ToolError => say!("paper-call-tool-error"),
        CallState::Failed => say!("paper-call-failed"),
        CallState::Refused => say!("paper-call-refused"),
        CallState::Cancelled => say!("paper-call-stopped"),
    }
}

/// A line of plain text: nothing in it is Markdown.
fn plain(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    for c in line.chars() {
        if c.is_ascii_punctuation() && !matches!(c, ',' | '.' | ';' | ':' | '?' | '/' | '\'' | '"' | '%') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Words as they were said, in a quotation. They may be Markdown, but no markup of pages, which could end the quotation,
/// and no picture, which a reader would fetch.
fn quotation(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 16 + 16);
    let mut fence: Option<(char, usize)> = None;
    for line in text.lines() {
        out.push_str("> ");
        match fence {
            Some(open) => {
                out.push_str(line);
                if closes(line, open) {
                    fence = None;
                }
            }
            None => {
                fence = opens(line);
                match fence {
                    Some(_) => out.push_str(line),
                    None => out.push_str(&harmless(line)),
                }
            }
        }
        out.push('\n');
    }
    out
}

/// A line outside of code. What a reader might take for a fence and we do not is none for the reader either: else the two
/// would not agree on what is code from there on.
fn harmless(line: &str) -> String {
    let line = line.replace('<', "\\<").replace("![", "!\\[");
    let inner = line.trim_start();
    match inner.starts_with("```") || inner.starts_with("~~~") {
        true => format!("{}\\{inner}", &line[..line.len() - inner.len()]),
        false => line,
    }
}

/// A fence of code at the very beginning of a line: one further in may be part of a list and end with it.
fn opens(line: &str) -> Option<(char, usize)> {
    let first = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = line.chars().take_while(|c| *c == first).count();
    let info = &line[length..];
    // Markup after it could end a fence.
    (length >= 3 && !info.contains(['`', '<', '!'])).then_some((first, length))
}

fn closes(line: &str, (fence, length): (char, usize)) -> bool {
    let inner = line.trim_start_matches(' ');
    let run = inner.chars().take_while(|c| *c == fence).count();
    line.len() - inner.len() <= 3 && run >= length && inner[run..].trim().is_empty()
}

/// Text in a fence that nothing in it can end.
fn fence(text: &str) -> String {
    let (mut longest, mut run) = (0, 0);
    for c in text.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat((longest + 1).max(3));
    format!("{fence}text\n{text}\n{fence}\n")
}

/// `2026-11-20 08:40:31 UTC`.
fn time(at: u64) -> String {
    let [year, month, day, hour, minute, second] = portcullis_core::calendar::date_of(at);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} UTC")
}

#[cfg(test)]
mod tests;
