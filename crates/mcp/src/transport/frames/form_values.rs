//! Redacts form values and `requestState` from messages before the timeline stores them (ELI-17, S-84).
//!
//! Where they are known to be, they are taken out whatever they are. What was typed is also looked for in what the same
//! server sends from then on, because many servers repeat it. There, values shorter than [`limits::SECRET_LENGTH`] are
//! left alone: they are too likely to be something else.

use super::NewFrame;
use crate::limits;
use crate::transport::{locked, scan};
use memchr::memmem;
use portcullis_core::raw_json;
use portcullis_core::redact::{self, HIDDEN};
use portcullis_domain::{FrameDirection, FrameKind};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use zeroize::Zeroizing;

const ANSWERS: &str = "inputResponses";
const STATE: &str = "requestState";

/// Values that a person typed into the forms of one server.
#[derive(Default)]
pub(super) struct FormValues {
    /// The latest last.
    words: Mutex<VecDeque<Zeroizing<String>>>,
    /// There are some.
    any: AtomicBool,
}

impl FormValues {
    /// The text of a frame as it may be kept.
    pub(super) fn hide<'a>(&self, noted: &NewFrame<'a>) -> Cow<'a, str> {
        match noted.direction {
            FrameDirection::Sent => self.sent(noted),
            FrameDirection::Received => self.received(noted.text),
        }
    }

    /// Of ours: the answer to a form alone (legacy era), or within a request that is made again (modern era).
    fn sent<'a>(&self, noted: &NewFrame<'a>) -> Cow<'a, str> {
        let form =
            noted.kind == FrameKind::Result && noted.about.method.as_deref() == Some("elicitation/create");
        let again =
            noted.kind == FrameKind::Request && (holds(noted.text, ANSWERS) || holds(noted.text, STATE));
        if !form && !again {
            return Cow::Borrowed(noted.text);
        }
        let Ok(mut message) = serde_json::from_str::<Value>(noted.text) else {
            // What cannot be read cannot be searched either.
            return Cow::Borrowed(HIDDEN);
        };
        if form && let Some(content) = message.pointer_mut("/result/content") {
            self.take(content);
        }
        if again && let Some(params) = message.get_mut("params") {
            let answers = params.get_mut(ANSWERS).and_then(Value::as_object_mut);
            for answer in answers.into_iter().flat_map(serde_json::Map::values_mut) {
                // Answers to forms have an action; folders and the words of models have none.
                if answer.get("action").is_some()
                    && let Some(content) = answer.get_mut("content")
                {
                    self.take(content);
                }
            }
            if let Some(state) = params.get_mut(STATE) {
                *state = HIDDEN.into();
            }
        }
        Cow::Owned(message.to_string())
    }

    /// Takes every value out of the content of a form and remembers it. The names of the fields are the server's and stay.
    fn take(&self, content: &mut Value) {
        match content {
            Value::Null => {}
            Value::Array(items) => items.iter_mut().for_each(|item| self.take(item)),
            Value::Object(fields) => fields.values_mut().for_each(|field| self.take(field)),
            Value::String(text) => {
                self.remember(std::mem::take(text));
                *content = HIDDEN.into();
            }
            Value::Number(number) => {
                self.remember(number.to_string());
                *content = HIDDEN.into();
            }
            Value::Bool(_) => *content = HIDDEN.into(),
        }
    }

    fn remember(&self, word: String) {
        let word = Zeroizing::new(word);
        if word.len() < limits::SECRET_LENGTH {
            return;
        }
        let mut words = locked(&self.words);
        if words.contains(&word) {
            return;
        }
        if words.len() == limits::FORM_VALUES {
            words.pop_front();
        }
        words.push_back(word);
        self.any.store(true, Ordering::Release);
    }

    /// Of the server.
    fn received<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let text = without_state(text);
        if !self.any.load(Ordering::Acquire) {
            return text;
        }
        let words = locked(&self.words);
        // A value must not be missed because the frame is cut within it.
        let longest = words.iter().map(|word| word.len()).max().unwrap_or(0);
        let looked_at = text.floor_char_boundary(limits::FRAME_BYTES + longest);
        let escaped = memchr::memchr(b'\\', text[..looked_at].as_bytes()).is_some();
        if !escaped && !words.iter().any(|word| holds(&text[..looked_at], word)) {
            return text;
        }
        let words: Vec<&str> = words.iter().map(|word| word.as_str()).collect();
        Cow::Owned(without_words(&text[..looked_at], &words))
    }
}

fn holds(text: &str, word: &str) -> bool {
    memmem::find(text.as_bytes(), word.as_bytes()).is_some()
}

/// A message of a server without the state that it wants back. The message may have been cut off.
fn without_state(text: &str) -> Cow<'_, str> {
    if !holds(text, STATE) {
        return Cow::Borrowed(text);
    }
    let payload = &text[scan::payload(text)];
    let (mut out, mut from) = (String::new(), 0);
    for (name, value) in raw_json::members(payload).into_iter().flatten() {
        if name == STATE && value != "null" {
            // Pieces are parts of the text.
            let at = value.as_ptr().addr() - text.as_ptr().addr();
            out.push_str(&text[from..at]);
            out.push_str(&quoted(HIDDEN));
            from = at + value.len();
        }
    }
    if from == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[from..]);
    Cow::Owned(out)
}

/// A message with these words taken out of its values. Names of members stay: a frame must still be read as a message.
fn without_words(text: &str, words: &[&str]) -> String {
    let number = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
    let bytes = text.as_bytes();
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    while at < bytes.len() {
        let rest = &bytes[at..];
        if rest[0] == b'"' {
            let end = raw_json::text_end(bytes, at + 1);
            let inside = &text[at + 1..end.unwrap_or(bytes.len())];
            at = end.map_or(bytes.len(), |end| end + 1);
            let name = bytes[at..].trim_ascii_start().first() == Some(&b':');
            match without(inside, words).filter(|_| !name) {
                Some(hidden) => out.push_str(&hidden),
                None => {
                    out.push('"');
                    out.push_str(inside);
                    out.extend(end.map(|_| '"'));
                }
            }
        } else if rest[0] == b'-' || rest[0].is_ascii_digit() {
            let length = rest.iter().take_while(|byte| number(**byte)).count();
            let written = &text[at..at + length];
            match words.contains(&written) {
                true => out.push_str(&quoted(HIDDEN)),
                false => out.push_str(written),
            }
            at += length;
        } else {
            let length = memchr::memchr(b'"', rest).unwrap_or(rest.len());
            let numbers = rest[..length]
                .iter()
                .position(|byte| *byte == b'-' || byte.is_ascii_digit());
            let length = numbers.unwrap_or(length);
            out.push_str(&text[at..at + length]);
            at += length;
        }
    }
    out
}

/// A text of JSON, written again without these words; `None` where it has none of them.
fn without(written: &str, words: &[&str]) -> Option<String> {
    let meant = match written.contains('\\') {
        // An escape may have been cut off; then it is taken as it is written.
        true => serde_json::from_str(&format!("\"{written}\"")).unwrap_or_else(|_| written.to_owned()),
        false => written.to_owned(),
    };
    redact::without(&meant, words.iter().copied()).map(|text| quoted(&text))
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transport::frames::FrameMeta;
    use proptest::prelude::*;
    use serde_json::json;

    fn noted<'a>(
        direction: FrameDirection,
        kind: FrameKind,
        method: &'static str,
        text: &'a str,
    ) -> NewFrame<'a> {
        NewFrame {
            at: 0,
            direction,
            kind,
            connection: 1,
            about: FrameMeta {
                method: Some(method.into()),
                ..FrameMeta::default()
            },
            bytes: text.len(),
            text,
        }
    }

    fn sent(typed: &FormValues, kind: FrameKind, method: &'static str, message: &Value) -> Value {
        let text = message.to_string();
        let kept = typed.hide(&noted(FrameDirection::Sent, kind, method, &text));
        serde_json::from_str(&kept).unwrap()
    }

    fn received(typed: &FormValues, text: &str) -> String {
        typed
            .hide(&noted(
                FrameDirection::Received,
                FrameKind::Result,
                "tools/call",
                text,
            ))
            .into_owned()
    }

    // Proves ELI-17.
    #[test]
    fn the_answer_to_a_form_is_kept_without_its_values_in_both_eras() {
        let typed = FormValues::default();
        let filled =
            json!({"name": "Ada Lovelace", "age": 3612, "sure": true, "tags": ["amber"], "none": null});
        let hidden = json!({"name": "•••", "age": "•••", "sure": "•••", "tags": ["•••"], "none": null});
        let answer = |content: &Value| json!({"action": "accept", "content": content});
        let legacy = json!({"jsonrpc": "2.0", "id": 1, "result": answer(&filled)});
        let kept = sent(&typed, FrameKind::Result, "elicitation/create", &legacy);
        assert_eq!(kept["result"], answer(&hidden));

        let words = json!({"role": "assistant", "content": {"type": "text", "text": "of a model"}});
        let params = |answered: Value, state: &str| {
            json!({"name": "x", "arguments": {"requestState": "an argument"},
                "inputResponses": {"a": answered, "b": words}, "requestState": state})
        };
        for method in ["tools/call", "prompts/get", "tasks/update"] {
            let modern = json!({"jsonrpc": "2.0", "id": 2, "params": params(answer(&filled), "opaque")});
            let kept = sent(&typed, FrameKind::Request, method, &modern);
            assert_eq!(kept["params"], params(answer(&hidden), "•••"));
        }
        let other = json!({"jsonrpc": "2.0", "id": 1, "result": {"content": "of something else"}});
        assert_eq!(sent(&typed, FrameKind::Result, "roots/list", &other), other);
    }

    // Proves S-84.
    #[test]
    fn the_state_that_a_server_wants_back_is_not_kept() {
        let typed = FormValues::default();
        let kept = received(
            &typed,
            r#"{"id":1,"result":{"resultType":"input_required","requestState":"a \"b\"","x":1}}"#,
        );
        assert_eq!(
            kept,
            r#"{"id":1,"result":{"resultType":"input_required","requestState":"•••","x":1}}"#
        );
        let cut = received(&typed, r#"{"id":1,"result":{"requestState":"cut of"#);
        assert_eq!(cut, r#"{"id":1,"result":{"requestState":"•••""#);
        for same in [
            r#"{"result":{"requestState":null}}"#,
            r#"{"result":{"a":"requestState"}}"#,
        ] {
            assert_eq!(received(&typed, same), same);
        }
    }

    // Proves ELI-17.
    #[test]
    fn what_was_typed_is_taken_out_of_what_the_server_repeats() {
        let typed = FormValues::default();
        for word in ["Zoë \"Q\"", "result", "36129", "no"] {
            typed.remember(word.to_owned());
        }
        let kept = received(
            &typed,
            r#"{"result":{"a":"no, Zo\u00eb \"Q\" it is","result":"as a result","n":[36129,-36129,361290],"zoë":1}}"#,
        );
        assert_eq!(
            kept,
            r#"{"result":{"a":"no, ••• it is","result":"as a •••","n":["•••",-36129,361290],"zoë":1}}"#
        );
        let none = r#"{"result":{"a":"b","n":1}}"#;
        assert_eq!(received(&typed, none), none);
    }

    // Proves ELI-17.
    #[test]
    fn a_value_that_begins_with_a_shorter_one_is_taken_out_whole() {
        let typed = FormValues::default();
        for word in ["alice", "alice@example.com"] {
            typed.remember(word.to_owned());
        }
        let kept = received(&typed, r#"{"result":{"a":"alice@example.com, alice"}}"#);
        assert_eq!(kept, r#"{"result":{"a":"•••, •••"}}"#);
    }

    // Proves ELI-17.
    #[test]
    fn a_value_is_found_across_the_place_where_a_frame_is_cut() {
        let typed = FormValues::default();
        typed.remember("orchid-orchid".to_owned());
        let text = format!(
            "{{\"result\":\"{}orchid-orchid\"}}",
            "x".repeat(limits::FRAME_BYTES - 16)
        );
        let kept = received(&typed, &text);
        let shown = &kept[..kept.floor_char_boundary(limits::FRAME_BYTES)];
        assert!(!shown.contains("orc"));
    }

    // Proves ELI-17.
    #[test]
    fn only_the_latest_values_are_looked_for() {
        let typed = FormValues::default();
        for n in 0..=limits::FORM_VALUES {
            typed.remember(format!("value-{n:03}"));
        }
        assert_eq!(locked(&typed.words).len(), limits::FORM_VALUES);
        assert_eq!(
            received(&typed, r#"["value-000","value-001"]"#),
            r#"["value-000","•••"]"#
        );
    }

    proptest! {
        // Proves S-85.
        #[test]
        fn what_holds_no_value_stays_as_it_is(text in r#"[\\"{}\[\],: a1é.-]{0,60}"#) {
            let typed = FormValues::default();
            typed.remember("aaaa".to_owned());
            prop_assume!(!text.contains("aaaa"));
            prop_assert_eq!(received(&typed, &text), text);
        }
    }
}
