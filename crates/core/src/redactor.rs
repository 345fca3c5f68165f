//! What must not be in the record is taken out before a row is made (S-88), and what could make one line look
//! like two is written as an escape (S-89).
//!
//! Three nets: values the vault told us about, values under names that sound like secrets, and the user part of
//! addresses. Nothing here is a promise for secrets that were not registered; that is why the vault must call
//! [`Redactor::learn`] before it hands a value out.

#[cfg(test)]
mod tests;

use crate::limits;
use crate::redact::{HIDDEN, is_secret_value, sounds_secret, without};
use crate::secret_arguments::{is_mixed, secret_arguments};
use portcullis_l10n::say;
use serde_json::Value;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};
use tokio::sync::watch;
use zeroize::Zeroizing;

/// What the secrets of proposals are generations of.
const PROPOSED: &str = "proposed";

/// Knows the secrets of this run. Clones share them.
#[derive(Clone, Default)]
pub struct Redactor {
    known: Arc<RwLock<Vec<KnownSecret>>>,
    /// How many are still asking for secrets that will be learned.
    asking: watch::Sender<usize>,
}

/// A secret in one of its forms.
struct KnownSecret {
    form: Zeroizing<String>,
    /// Of what changes all the time, and in which generation; `None` stays.
    of: Option<(String, u64)>,
}

/// Secrets are about to be learned; until this is dropped the redactor is not complete.
pub struct PendingSecrets(watch::Sender<usize>);

impl Drop for PendingSecrets {
    fn drop(&mut self) {
        self.0.send_modify(|asking| *asking -= 1);
    }
}

impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Redactor")
    }
}

impl Redactor {
    /// Looks for this value from now on, also in the forms it takes in addresses, JSON and headers. Values
    /// shorter than [`limits::SECRET_LENGTH`] bytes are only found by their names.
    pub fn learn(&self, secret: &str) {
        if secret.len() < limits::SECRET_LENGTH {
            return;
        }
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        for form in forms(secret) {
            add(&mut known, form, None);
        }
    }

    /// Looks for what looks like a secret in the arguments of a program, where it is none of the words that people use.
    pub fn learn_arguments(&self, arguments: &[String]) {
        for value in secrets_in(arguments) {
            self.learn(value);
        }
    }

    /// The same for command lines that were only proposed, as by a link: what follows [`limits::SECRET_GENERATIONS`] proposals later
    /// pushes them out, so that no link can have ordinary words masked for good.
    pub fn learn_proposed_arguments<'a>(&self, lines: impl Iterator<Item = &'a [String]>) {
        self.learn_generation(PROPOSED, lines.flat_map(secrets_in));
    }

    /// The same for secrets that are replaced all the time, such as the tokens `of` one sign-in: what is
    /// [`limits::SECRET_GENERATIONS`] behind is over, and looking for it forever would make each row slower.
    pub fn learn_generation<'a>(&self, of: &str, secrets: impl Iterator<Item = &'a str>) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        let number = |known: &KnownSecret| match &known.of {
            Some((other, number)) if other == of => Some(*number),
            _ => None,
        };
        let mut generations: Vec<u64> = known.iter().filter_map(number).collect();
        generations.sort_unstable();
        generations.dedup();
        let next = generations.last().map_or(0, |last| last + 1);
        for secret in secrets.filter(|secret| secret.len() >= limits::SECRET_LENGTH) {
            for form in forms(secret) {
                add(&mut known, form, Some((of.to_owned(), next)));
            }
        }
        let over = generations.len().saturating_sub(limits::SECRET_GENERATIONS - 1);
        if let Some(oldest) = generations.get(over.wrapping_sub(1)).copied() {
            known.retain(|known| number(known).is_none_or(|number| number > oldest));
        }
    }

    /// Says that there are secrets which it will be told.
    pub fn expect(&self) -> PendingSecrets {
        self.asking.send_modify(|asking| *asking += 1);
        PendingSecrets(self.asking.clone())
    }

    /// Whether no task is looking for secrets any more.
    pub fn is_complete(&self) -> bool {
        *self.asking.borrow() == 0
    }

    /// Resolves once no task is looking for secrets any more, whether or not they were found.
    pub async fn complete(&self) {
        let mut asking = self.asking.subscribe();
        // The sender is in here, so it cannot be gone.
        _ = asking.wait_for(|asking| *asking == 0).await;
    }

    /// A text of at most `limit` bytes plus a marker, on one line, without secrets.
    #[must_use]
    pub fn text(&self, text: &str, limit: usize) -> String {
        cut(flat(&self.hide(text), false), limit)
    }

    /// A JSON value as text of at most `limit` bytes plus a marker, on one line, without secrets. It is JSON
    /// unless it was cut.
    #[must_use]
    pub fn json(&self, value: &Value, limit: usize) -> String {
        cut(flat(&self.value(value).to_string(), true), limit)
    }

    /// Whether something in a JSON value would be taken out.
    #[must_use]
    pub fn finds(&self, value: &Value) -> bool {
        self.value(value) != *value
    }

    /// A JSON value without secrets.
    #[must_use]
    pub fn value(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.hide(text)),
            Value::Array(items) => Value::Array(items.iter().map(|item| self.value(item)).collect()),
            Value::Object(members) => {
                // `{"name": "Authorization", "value": "…"}`, as headers and variables are often written.
                let named = ["name", "key", "header"].iter().any(|key| {
                    members
                        .get(*key)
                        .and_then(Value::as_str)
                        .is_some_and(sounds_secret)
                });
                let member = |(key, value): (&String, &Value)| {
                    let hide = sounds_secret(key) || (named && key == "value");
                    let shown = if hide && !harmless(value) {
                        HIDDEN.into()
                    } else {
                        self.value(value)
                    };
                    (self.hide(key), shown)
                };
                Value::Object(members.iter().map(member).collect())
            }
            // As a whole: a part of a number says nothing.
            Value::Number(number) if self.is_known(&number.to_string()) => HIDDEN.into(),
            other => other.clone(),
        }
    }

    fn is_known(&self, text: &str) -> bool {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.iter().any(|known| known.form.as_str() == text)
    }

    /// A text without the secrets that are known, otherwise as it is: what only looks like one stays.
    #[must_use]
    pub fn hide_known(&self, text: &str) -> String {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let forms = known.iter().map(|known| known.form.as_str());
        without(text, forms).unwrap_or_else(|| text.to_owned())
    }

    /// A text without secrets, otherwise as it is.
    #[must_use]
    pub fn hide(&self, text: &str) -> String {
        let mut text = self.hide_known(text);
        if text.contains("://") {
            text = hide_user(&text);
        }
        // Where a word ends the text, nothing is assigned to it.
        if text.contains([':', '=', ' ']) {
            text = hide_assigned(&text);
        }
        text
    }
}

/// What is known already stays, in the newer generation.
fn add(known: &mut Vec<KnownSecret>, form: Zeroizing<String>, of: Option<(String, u64)>) {
    match known.iter_mut().find(|other| *other.form == *form) {
        Some(before) if before.of.is_some() => before.of = of,
        Some(_) => {}
        None => known.push(KnownSecret { form, of }),
    }
}

/// What looks like a secret in these arguments, without words that people use.
fn secrets_in(arguments: &[String]) -> impl Iterator<Item = &str> {
    secret_arguments(arguments)
        .into_iter()
        .filter_map(|found| arguments.get(found.at)?.get(found.value))
        .filter(|value| is_mixed(value) || is_secret_value(value))
}

/// The forms in which a secret travels.
fn forms(secret: &str) -> Vec<Zeroizing<String>> {
    use base64::Engine as _;
    use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
    let quoted = Zeroizing::new(Value::from(secret).to_string());
    vec![
        Zeroizing::new(secret.to_owned()),
        Zeroizing::new(quoted.trim_matches('"').to_owned()),
        Zeroizing::new(url::form_urlencoded::byte_serialize(secret.as_bytes()).collect()),
        Zeroizing::new(
            url::form_urlencoded::byte_serialize(secret.as_bytes())
                .collect::<String>()
                .replace('+', "%20"),
        ),
        Zeroizing::new(STANDARD.encode(secret)),
        Zeroizing::new(URL_SAFE_NO_PAD.encode(secret)),
    ]
}

/// Says nothing even under a telling name.
fn harmless(value: &Value) -> bool {
    matches!(value, Value::Null | Value::Bool(_)) || value.as_str().is_some_and(str::is_empty)
}

/// `https://user:password@host` → `https://•••@host`.
fn hide_user(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("://") {
        let (before, after) = rest.split_at(at + 3);
        out.push_str(before);
        let end = after
            .find(|c: char| c.is_whitespace() || "/?#\"'<>\\".contains(c))
            .unwrap_or(after.len());
        let authority = &after[..end];
        match authority.rfind('@') {
            Some(user) => {
                out.push_str(HIDDEN);
                out.push_str(&authority[user..]);
            }
            None => out.push_str(authority),
        }
        rest = &after[end..];
    }
    out.push_str(rest);
    out
}

/// `api_key=…`, `"password": "…"`, `Authorization: Bearer …`, `--token …` inside a text.
fn hide_assigned(text: &str) -> String {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_name) {
        let word_end = rest[start..]
            .find(|c| !is_name(c))
            .map_or(rest.len(), |end| start + end);
        let word = &rest[start..word_end];
        out.push_str(&rest[..word_end]);
        rest = &rest[word_end..];
        let scheme = word.eq_ignore_ascii_case("bearer") || word.eq_ignore_ascii_case("basic");
        let skipped = rest.len() - rest.trim_start_matches(['"', '\'', '\\', ' ', ':', '=']).len();
        let between = &rest[..skipped];
        let assigned = between.contains([':', '=']) || (word.starts_with("--") && between == " ");
        // What nothing is assigned to need not be looked at closely, which is most words.
        if !(scheme || assigned && sounds_secret(word)) {
            continue;
        }
        // `Basic` and `Bearer` are words too: what follows must look like a credential.
        let credential = scheme && between == " " && {
            let token = rest[skipped..].split(ends_value).next().unwrap_or_default();
            token.len() >= 8
                && token.contains(|c: char| c.is_ascii_digit() || c.is_ascii_uppercase() || "=_.".contains(c))
        };
        if !assigned && !credential {
            continue;
        }
        out.push_str(between);
        let value = &rest[skipped..];
        let end = value.find(ends_value).unwrap_or(value.len());
        let first = &value[..end];
        if first.eq_ignore_ascii_case("bearer") || first.eq_ignore_ascii_case("basic") {
            // The credential follows and has no name of its own.
            out.push_str(first);
            let spaces = value[end..].len() - value[end..].trim_start_matches(' ').len();
            let token = &value[end + spaces..];
            let token_end = token.find(ends_value).unwrap_or(token.len());
            out.push_str(&value[end..end + spaces]);
            if token_end > 0 {
                out.push_str(HIDDEN);
            }
            rest = &token[token_end..];
        } else {
            if end > 0 {
                out.push_str(HIDDEN);
            }
            rest = &value[end..];
        }
    }
    out.push_str(rest);
    out
}

fn ends_value(c: char) -> bool {
    c.is_whitespace() || "\"'&;,\\{}[]<>".contains(c)
}

/// Puts a text on one line and shows what cannot be seen: control, line-ending, bidirectional and invisible
/// characters become escapes.
fn flat(text: &str, json: bool) -> String {
    use fmt::Write as _;
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if !unseen(c) {
            out.push(c);
            continue;
        }
        let mut units = [0; 2];
        // Writing to a string cannot fail.
        _ = if json {
            c.encode_utf16(&mut units)
                .iter()
                .try_for_each(|unit| write!(out, "\\u{unit:04x}"))
        } else {
            write!(out, "⟨U+{:04X}⟩", u32::from(c))
        };
    }
    out
}

fn unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

fn cut(mut text: String, limit: usize) -> String {
    if text.len() > limit {
        let whole = text.len();
        let mut end = limit;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
        text.push(' ');
        text.push_str(&say!("text-cut", count = whole));
    }
    text
}
