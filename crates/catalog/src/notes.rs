//! Remarks about a definition (S-45, S-52): what a reader might overlook, never a verdict.
//!
//! A remark says what is there. It never says that something is harmless and never that it is meant to harm,
//! because neither can be known from words, and no remark does not mean that nothing is wrong.

use super::Tool;
use crate::limits::{NOTE_BLANK, NOTE_LONG, NOTE_MENTIONS, NOTE_NAME, NOTE_QUOTE};
use portcullis_core::text::{ForeignText, count_hidden, escape_line, grouped};
use portcullis_domain::{Foreign, Remark};
use portcullis_l10n::{list, say, say_by};
use serde_json::Value;
use std::collections::HashMap;

/// What other servers are called and what they offer.
#[derive(Debug, Default)]
pub struct OtherNames {
    /// The person's labels of the other enabled servers.
    labels: Names,
    /// Raw names of their tools.
    tools: Names,
}

impl OtherNames {
    /// Of the person's labels of the other servers, and the raw names of their tools.
    pub fn new<'a>(
        labels: impl IntoIterator<Item = &'a str>,
        tools: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        Self {
            labels: Names::new(labels),
            tools: Names::new(tools),
        }
    }
}

/// Names to look for in texts, by the word that they begin with: ten thousand tools may name ten thousand others.
#[derive(Debug, Default)]
struct Names {
    by_word: HashMap<String, Vec<(String, String)>>,
    /// Those that begin with no word.
    others: Vec<(String, String)>,
}

impl Names {
    fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut all = Self::default();
        for name in names {
            if name.chars().count() < NOTE_NAME {
                continue;
            }
            let lower = name.to_lowercase();
            let entry = (lower.clone(), name.to_owned());
            match words(&lower).next() {
                Some((0, word)) => all.by_word.entry(word.to_owned()).or_default().push(entry),
                _ => all.others.push(entry),
            }
        }
        all
    }

    /// Those that stand alone in a text in lower case, not as a part of a longer word.
    fn found_in<'n>(&'n self, text: &str) -> Vec<&'n str> {
        if self.by_word.is_empty() && self.others.is_empty() {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (at, word) in words(text) {
            for (lower, name) in self.by_word.get(word).into_iter().flatten() {
                let rest = text[at..].strip_prefix(lower.as_str());
                if rest.is_some_and(|rest| !rest.chars().next().is_some_and(is_part)) {
                    found.push(name.as_str());
                }
            }
        }
        let others = self.others.iter().filter(|(lower, _)| contains_word(text, lower));
        found.extend(others.map(|(_, name)| name.as_str()));
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// The words of a text, and where each begins.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let words = text.split(|character| !is_part(character));
    let mut at = 0;
    words
        .map(move |word| {
            let start = at;
            // Behind a word is the character that ended it, or the end.
            at += word.len();
            at += text[at..].chars().next().map_or(0, char::len_utf8);
            (start, word)
        })
        .filter(|(_, word)| !word.is_empty())
}

fn is_part(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// The kind of phrases that speak of the person's consent.
const CONSENT: &str = "consent";
/// Words shortly before a statement that make it a condition, as in “only after the user has agreed to this”.
const CONDITIONS: [&str; 11] = [
    "if", "when", "once", "after", "until", "unless", "whether", "ensure", "sure", "only", "verify",
];

/// Words that speak to a model, or in the name of this application, rather than describe, with what they do.
const PHRASES: &[(&str, &[&str])] = &[
    (
        "steers",
        &[
            "before using any",
            "before any other tool",
            "before calling any",
            "instead of any other",
            "always call this",
            "always use this tool",
            "must call this",
            "must be called first",
            "call this tool first",
            "do not use any other",
        ],
    ),
    (
        "secret",
        &[
            "do not tell",
            "don't tell",
            "do not mention",
            "don't mention",
            "without telling",
            "do not inform",
            "do not reveal",
            "keep this secret",
            "hide this from",
            "not show the user",
            "not notify the user",
            "不要告诉用户",
            "别告诉用户",
            "不要向用户",
        ],
    ),
    // That the person agreed is never for a server to say.
    (
        CONSENT,
        &[
            "user already agreed",
            "user has already agreed",
            "user has agreed to",
            "user already approved",
            "user has already approved",
            "user has approved this",
            "user already consented",
            "user has already consented",
            "user has already given",
            "user already confirmed",
            "user has already confirmed",
            "already been approved",
            "already been authorized",
            "already approved by the user",
            "already authorized by the user",
            "pre-approved by the user",
            "no need to ask",
            "do not ask the user",
            "don't ask the user",
            "without asking the user",
            "do not ask for confirmation",
            "don't ask for confirmation",
            "without asking for confirmation",
            "no confirmation is needed",
            "no approval is needed",
            "skip the confirmation",
            "用户已经同意",
            "用户已同意",
            "用户已批准",
            "无需询问用户",
            "不要询问用户",
        ],
    ),
    (
        "others",
        &[
            "please also read",
            "also read the file",
            "also read the content",
            "also include the content",
            "include the contents of",
            "and send it to",
            "and send them to",
            "send the contents of",
            "send its contents",
            "send their contents",
            "post the contents of",
            "forward the contents of",
            "upload the contents of",
            "pass the contents of",
            "attach the contents of",
            "put the contents of",
            "and pass its content",
        ],
    ),
    (
        "instructions",
        &[
            "ignore previous",
            "ignore all previous",
            "ignore the above",
            "ignore your instructions",
            "disregard previous",
            "system prompt",
            "<important>",
            "<system>",
            "[system]",
            "you must obey",
        ],
    ),
    (
        "files",
        &[
            "~/.ssh",
            ".ssh/",
            "id_rsa",
            "id_ed25519",
            ".aws/credentials",
            ".env file",
            "/etc/passwd",
            "/etc/shadow",
            ".netrc",
            ".npmrc",
            ".kube/config",
            "mcp.json",
            "keychain",
        ],
    ),
    ("comment", &["<!--"]),
    // A title such as "Approved by Portcullis" stands in a place of the server, and is read quickly.
    ("host", &["portcullis"]),
];

/// Remarks about one tool. Everything a model would read is looked at: name, title, description and every text of the
/// schemas.
#[must_use]
pub fn notes(tool: &Tool, others: &OtherNames) -> Vec<Remark> {
    let mut notes = remarks(&texts_of(&tool.definition()), &tool.name, others);
    let length = tool.description.raw().chars().count();
    if length > NOTE_LONG {
        notes.push(plain("note.long", say!("note-long", count = grouped(length))));
    }
    let cut = super::offered::cut_note(&tool.description);
    notes.extend(cut.map(|cut| plain("note.cut", cut)));
    notes.extend(super::contradictions::of(tool).map(|it| plain("note.contradiction", it)));
    Remark::rank(&mut notes);
    notes
}

fn plain(code: &str, sentence: String) -> Remark {
    Remark::new(code, sentence, None)
}

fn remarks(texts: &[&str], own_name: &str, others: &OtherNames) -> Vec<Remark> {
    let mut notes = Vec::new();
    let hidden: u32 = texts.iter().map(|text| count_hidden(text)).sum();
    if hidden > 0 {
        let sentence = say!("note-hidden", count = hidden);
        let quote = texts
            .iter()
            .find_map(|text| Some(quote(text, first_hidden(text)?)));
        notes.push(Remark::new("note.hidden", sentence, quote));
    }
    let texts = lowered_texts(texts);
    notes.extend(phrases(&texts));
    let whole = texts.iter().map(|(_, lower)| lower.as_str()).collect::<Vec<_>>();
    let whole = whole.join("\n");
    mentions(&mut notes, Mention::Server, &others.labels.found_in(&whole), "");
    mentions(
        &mut notes,
        Mention::Tool,
        &others.tools.found_in(&whole),
        own_name,
    );
    if texts.iter().any(|(text, _)| has_blank_run(text)) {
        notes.push(plain("note.blank", say!("note-blank")));
    }
    notes
}

/// Kinds of [`PHRASES`] that speak to a model whatever the text is about.
const TO_A_MODEL: [&str; 6] = [
    "note.consent",
    "note.others",
    "note.secret",
    "note.instructions",
    "note.files",
    "note.host",
];

/// Remarks about a request of a server to a model: where they speak to it of the person's consent, of keeping
/// something from them, or of its instructions. What such a text is about is the server's business, so of all else nothing is said.
#[must_use]
pub fn request_notes(words: &Value) -> Vec<Remark> {
    let texts = texts_of(words);
    let mut notes: Vec<_> = phrases(&lowered_texts(&texts))
        .filter(|remark| TO_A_MODEL.contains(&remark.code.as_str()))
        .collect();
    Remark::rank(&mut notes);
    notes
}

/// Each text, and how phrases are looked for in it.
fn lowered_texts<'t>(texts: &[&'t str]) -> Vec<(&'t str, String)> {
    texts.iter().map(|text| (*text, lower(text))).collect()
}

/// Where texts say one of [`PHRASES`]: one remark of each kind, with the words.
fn phrases(texts: &[(&str, String)]) -> impl Iterator<Item = Remark> {
    PHRASES.iter().filter_map(move |(remark, phrases)| {
        let quote = phrases.iter().find_map(|phrase| {
            let states = *remark == CONSENT && STATEMENTS.iter().any(|start| phrase.starts_with(start));
            texts
                .iter()
                .find_map(|(text, lower)| Some(quote(text, said_at(phrase, states, text, lower)?)))
        })?;
        Some(Remark::new(
            &format!("note.{remark}"),
            say_by!("note-phrase-", remark),
            Some(quote),
        ))
    })
}

/// How a phrase begins that states something, which a condition before it takes back. Others tell the model what to do.
const STATEMENTS: [&str; 3] = ["user ", "already ", "pre-approved "];
/// Places of a statement under a condition. With more than that, the text is remarked all the same.
const CONDITIONAL_PLACES: usize = 64;
/// Bytes before a statement, and words in them, in which a condition is looked for.
const CONDITION_WITHIN: (usize, usize) = (160, 4);

/// Where a text says a phrase, and under no condition if it is a statement.
fn said_at(phrase: &str, states: bool, text: &str, lower: &str) -> Option<usize> {
    let mut places = lower
        .match_indices(phrase)
        .map(|(at, _)| place_in(text, at))
        .enumerate();
    let said = places
        .find(|(number, place)| !states || *number >= CONDITIONAL_PLACES || !is_condition(&text[..*place]));
    said.map(|(_, place)| place)
}

/// Whether what follows in this clause is said under a condition.
fn is_condition(before: &str) -> bool {
    let (bytes, near) = CONDITION_WITHIN;
    let before = &before[before.ceil_char_boundary(before.len().saturating_sub(bytes))..];
    let ends = ['.', '!', '?', '\n', ';', ',', ':', '—', '(', '•'];
    let clause = lower(before.rsplit(ends).next().unwrap_or_default());
    let words: Vec<_> = words(&clause).collect();
    words
        .iter()
        .rev()
        .take(near)
        .any(|(_, word)| CONDITIONS.contains(word))
}

/// As phrases are looked for: lower case, each stretch of blank space as one, curly apostrophes as straight ones.
fn lower(text: &str) -> String {
    lowered(text).map(|(_, character)| character).collect()
}

/// The same, each character with the place of what it was made of.
fn lowered(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut blank = false;
    text.char_indices()
        .filter(move |(_, character)| {
            let again = blank && character.is_whitespace();
            blank = character.is_whitespace();
            !again
        })
        .flat_map(|(at, character)| {
            let plain = match character {
                '’' => '\'',
                other if other.is_whitespace() => ' ',
                other => other,
            };
            plain.to_lowercase().map(move |lower| (at, lower))
        })
}

/// The place in a text of what stands at this byte of its lower-case form.
fn place_in(text: &str, at: usize) -> usize {
    let mut before = 0;
    let place = lowered(text).find(|(_, character)| {
        let here = before == at;
        before += character.len_utf8();
        here
    });
    place.map_or(0, |(place, _)| place)
}

fn first_hidden(text: &str) -> Option<usize> {
    let mut before = 0;
    let mut places = text.char_indices();
    let hidden = places.find(|(at, character)| {
        // A selector after a pictogram hides nothing.
        let with = count_hidden(&text[before..at + character.len_utf8()]);
        let hides = with > count_hidden(&text[before..*at]);
        before = *at;
        hides
    });
    hidden.map(|(at, _)| at)
}

/// The words around a place: from the beginning of its sentence, or a little before it, about [`NOTE_QUOTE`] characters.
fn quote(text: &str, at: usize) -> Foreign {
    let before = &text[..at];
    let (mut sentence, mut last) = (0, ' ');
    for (place, character) in before.char_indices() {
        if character == '\n' || character.is_whitespace() && matches!(last, '.' | '!' | '?') {
            sentence = place + character.len_utf8();
        }
        last = character;
    }
    let near = before
        .char_indices()
        .rev()
        .take(NOTE_QUOTE / 4)
        .last()
        .map_or(at, |(near, _)| near);
    let start = match near > sentence {
        true => near + before[near..].find(' ').unwrap_or_default(),
        false => sentence,
    };
    // More is looked at than is quoted: blank space is quoted as one space.
    let rest: String = text[start..].chars().take(NOTE_QUOTE * 4).collect();
    let rest = rest
        .split([' ', '\n', '\r', '\t'])
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ");
    let mut shown = match rest.char_indices().nth(NOTE_QUOTE) {
        Some((cut, _)) => format!("{}…", &rest[..cut]),
        None => rest,
    };
    if start > sentence {
        shown.insert(0, '…');
    }
    escape_line(&shown)
}

/// What a text mentions.
enum Mention {
    Server,
    Tool,
}

fn mentions(notes: &mut Vec<Remark>, what: Mention, found: &[&str], own: &str) {
    let found: Vec<_> = found.iter().filter(|name| **name != own).collect();
    if found.is_empty() {
        return;
    }
    let more = found.len().saturating_sub(NOTE_MENTIONS);
    let listed: Vec<_> = found
        .iter()
        .take(NOTE_MENTIONS)
        .map(|name| format!("“{}”", ForeignText::new(**name).first_line(64).text))
        .collect();
    let listed = list(&listed);
    let sentence = match (what, more) {
        (Mention::Server, 0) => say!("note-mentions-server", names = listed),
        (Mention::Server, more) => say!("note-mentions-servers", names = listed, count = more),
        (Mention::Tool, 0) => say!("note-mentions-tool", names = listed),
        (Mention::Tool, more) => say!("note-mentions-tools", names = listed, count = more),
    };
    notes.push(plain("note.mentions", sentence));
}

/// Whether a name stands alone in a text, not as a part of a longer word.
fn contains_word(text: &str, name: &str) -> bool {
    let part = |character: Option<char>| character.is_some_and(is_part);
    text.match_indices(name)
        .any(|(at, _)| !part(text[..at].chars().next_back()) && !part(text[at + name.len()..].chars().next()))
}

fn has_blank_run(text: &str) -> bool {
    let mut run = 0;
    text.trim_end().chars().any(|character| {
        run = if character.is_whitespace() { run + 1 } else { 0 };
        run >= NOTE_BLANK
    })
}

/// Every text of a definition, names of members included.
fn texts_of(definition: &Value) -> Vec<&str> {
    let mut texts = Vec::new();
    let mut open = vec![definition];
    while let Some(value) = open.pop() {
        match value {
            Value::String(text) => texts.push(text.as_str()),
            Value::Array(items) => open.extend(items.iter().rev()),
            Value::Object(members) => {
                texts.extend(members.keys().map(String::as_str));
                open.extend(members.values());
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    texts
}

#[cfg(test)]
mod tests;
