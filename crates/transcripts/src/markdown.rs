//! Markdown that says who speaks in headings. In our own export every word of a person or a model stands in a quotation, and
//! words of others in fences; elsewhere all that follows a heading was said.

use crate::builder::TranscriptBuilder;
use crate::{TranscriptFile, TranscriptSpeaker, limits, times};
use portcullis_domain::ChatProduct;

/// How a person is called in headings.
const PEOPLE: [&str; 6] = ["you", "user", "human", "me", "prompt", "你"];
/// How a model is called.
const MODELS: [&str; 12] = [
    "assistant",
    "model",
    "ai",
    "bot",
    "chatgpt",
    "claude",
    "gemini",
    "goose",
    "copilot",
    "response",
    "模型",
    "助手",
];
/// What stands before a quotation that is not a message of the conversation, in our own export, in each language.
const LABELS: [&str; 4] = ["Reasoning:", "Your reason:", "推理过程：", "你的原因："];

/// The same before a summary, which stands after the last message that it covers.
const SUMMARY_LABELS: [&str; 2] = ["Summary:", "摘要："];

/// A heading that says who speaks.
struct SpeakerHeading<'a> {
    speaker: TranscriptSpeaker,
    model: Option<&'a str>,
    at: Option<u64>,
    ours: bool,
}

pub(crate) fn read(text: &str) -> Option<TranscriptFile> {
    let mut title = None;
    let mut fence: Option<String> = None;
    let mut is_quoted = false;
    let mut sections: Vec<(SpeakerHeading<'_>, Vec<&str>)> = Vec::new();
    let mut more = 0;
    for line in text.lines() {
        let quotes = line.trim_start().starts_with('>');
        // What is open in a quotation ends with it: a reply may have ended in the middle of a fence.
        if is_quoted && !quotes {
            fence = None;
        }
        let heading = match &fence {
            Some(_) => None,
            None => heading(line),
        };
        is_quoted = quotes && (is_quoted || fence.is_none());
        fence = fenced(fence, line);
        match heading {
            Some((_, words)) if let Some(speaker) = speaker(words) => {
                // Those after the limit are no part of the last one.
                if sections.len() >= limits::TRANSCRIPT_ENTRIES {
                    more += 1;
                    break;
                }
                sections.push((speaker, Vec::new()));
            }
            Some((1, words)) if sections.is_empty() && title.is_none() => title = Some(unescaped(words)),
            _ => {
                if let Some((_, lines)) = sections.last_mut() {
                    lines.push(line);
                }
            }
        }
    }
    if sections.is_empty() {
        return None;
    }
    let ours = sections.iter().all(|(heading, _)| heading.ours);
    let mut builder = TranscriptBuilder::new(title.as_deref(), None, None);
    builder.omitted().unknown += more;
    for (heading, lines) in sections {
        match heading.ours {
            true => quoted(&mut builder, &heading, &lines),
            false => builder.says(heading.speaker, &lines.join("\n"), heading.at, heading.model),
        }
    }
    let mut file = TranscriptFile::new(match ours {
        true => ChatProduct::Portcullis,
        false => ChatProduct::Markdown,
    });
    file.add(builder.done());
    Some(file)
}

/// What a heading of up to three signs says, and how many it has.
fn heading(line: &str) -> Option<(usize, &str)> {
    let words = line.trim_start_matches('#');
    let signs = line.len() - words.len();
    ((1..=3).contains(&signs) && words.starts_with([' ', '\t'])).then(|| (signs, words.trim()))
}

/// The fence that is open behind a line, if any.
fn fenced(open: Option<String>, line: &str) -> Option<String> {
    let line = line.trim_start().trim_start_matches("> ");
    let sign = line.chars().next().filter(|sign| matches!(sign, '`' | '~'));
    let length = sign.map_or(0, |sign| line.chars().take_while(|c| *c == sign).count());
    match (open, sign) {
        // Words between backticks on one line are no fence.
        (None, Some('`')) if line.trim_start_matches('`').contains('`') => None,
        (None, Some(sign)) if length >= 3 => Some(sign.to_string().repeat(length)),
        (Some(open), Some(sign))
            if open.starts_with(sign) && length >= open.len() && line.trim_end().len() == length =>
        {
            None
        }
        (open, _) => open,
    }
}

/// Who speaks by a heading: `You`, `**Assistant:**`, `3 · You · 2026-11-27 08:30:00 UTC`, `4 · Model m-1 · …`.
fn speaker(words: &str) -> Option<SpeakerHeading<'_>> {
    let mut parts = words.splitn(3, " · ");
    if let (Some(number), Some(who), Some(at)) = (parts.next(), parts.next(), parts.next())
        && number.bytes().all(|byte| byte.is_ascii_digit())
    {
        let (name, model) = match who.split_once(' ') {
            Some((name, model)) => (name, Some(model)),
            None => (who, None),
        };
        return Some(SpeakerHeading {
            speaker: by_name(name)?,
            model,
            at: times::parse(at.trim()),
            ours: true,
        });
    }
    let bare = words
        .trim_matches(|c: char| matches!(c, '*' | '_' | ' '))
        .trim_end_matches([':', '：'])
        .trim_matches(|c: char| matches!(c, '*' | '_' | ' '));
    Some(SpeakerHeading {
        speaker: by_name(bare)?,
        model: None,
        at: None,
        ours: false,
    })
}

fn by_name(name: &str) -> Option<TranscriptSpeaker> {
    let name = name.to_lowercase();
    if PEOPLE.contains(&name.as_str()) {
        return Some(TranscriptSpeaker::Person);
    }
    MODELS
        .contains(&name.as_str())
        .then_some(TranscriptSpeaker::Model)
}

/// Takes the quotations of a message of our own export, and counts what else is in it.
fn quoted(builder: &mut TranscriptBuilder, heading: &SpeakerHeading<'_>, lines: &[&str]) {
    let model = heading.model.map(unescaped);
    let mut words = String::new();
    let mut fence: Option<String> = None;
    let mut label = "";
    let mut lines = lines.iter().peekable();
    while let Some(line) = lines.next() {
        if let Some(first) = line.strip_prefix('>').filter(|_| fence.is_none()) {
            let mut quotation = first.strip_prefix(' ').unwrap_or(first).to_owned();
            while let Some(next) = lines.next_if(|next| next.starts_with('>')) {
                quotation.push('\n');
                quotation.push_str(next.strip_prefix("> ").unwrap_or(&next[1..]));
            }
            if LABELS.contains(&label) {
                builder.omitted().reasoning += 1;
            } else if SUMMARY_LABELS.contains(&label) {
                builder.omitted().summaries += 1;
            } else {
                words.push_str("\n\n");
                words.push_str(&quotation);
            }
            label = "";
            continue;
        }
        let before = fence.is_some();
        fence = fenced(fence, line);
        match (before, fence.is_some()) {
            // A fence holds words of a server, a file, or a tool.
            (false, true) => builder.omitted().calls += 1,
            (false, false) if !line.trim().is_empty() => label = line.trim(),
            _ => {}
        }
    }
    builder.says(heading.speaker, &words, heading.at, model.as_deref());
}

/// A line without the signs that keep punctuation from meaning something.
fn unescaped(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut signs = line.chars().peekable();
    while let Some(sign) = signs.next() {
        let escaped = (sign == '\\')
            .then(|| signs.next_if(char::is_ascii_punctuation))
            .flatten();
        out.push(escaped.unwrap_or(sign));
    }
    out
}
