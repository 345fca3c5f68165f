//! Finds single members of a message without parsing the whole, also in a message that cannot be parsed.

use super::Id;
use portcullis_core::raw_json;
use std::ops::Range;

/// Guesses the id of a reply that cannot be parsed, from its first and last bytes. Servers write `id` either
/// before `result` or as the last member, so both ends are looked at. The id of a request is none of ours.
pub(super) fn salvage_id(head: &[u8], tail: &[u8]) -> Option<Id> {
    if method(&String::from_utf8_lossy(head)).is_some() {
        return None;
    }
    id_at_the_front(head).or_else(|| id_at_the_end(tail))
}

/// Looks through members of the outermost object until the first one that is itself an object or array.
fn id_at_the_front(bytes: &[u8]) -> Option<Id> {
    let text = String::from_utf8_lossy(bytes);
    let mut rest = text.trim_start().strip_prefix('{')?;
    loop {
        let (key, after) = string(rest.trim_start())?;
        rest = after.trim_start().strip_prefix(':')?.trim_start();
        if key == "id" {
            return value(rest);
        }
        let (_, after) = string(rest).or_else(|| number(rest).map(|(n, after)| (n.to_string(), after)))?;
        rest = after.trim_start().strip_prefix(',')?;
    }
}

fn id_at_the_end(bytes: &[u8]) -> Option<Id> {
    value(last_id(&String::from_utf8_lossy(bytes))?)
}

/// The id that the last members of the outermost object give, and what stands behind it.
fn last_id(text: &str) -> Option<&str> {
    let body = text.trim_end().strip_suffix('}')?;
    let start = body.rfind("\"id\"")?;
    let rest = body[start + 4..].trim_start().strip_prefix(':')?.trim_start();
    // Something after the id that opens an object would mean that this `id` belongs to an inner one.
    (!rest.contains(['{', '}', '[', ']'])).then_some(rest)
}

/// The id of a request that was cut, as it is written, from its beginning or its end: servers write it before `params`
/// or as the last member.
pub(super) fn request_id<'a>(head: &'a str, tail: &'a str) -> Option<&'a str> {
    // What reaches the cut may go on behind it.
    let front = find_member(head, |key| key == "id").filter(|at| at.end < head.len());
    let id = match front {
        Some(at) => &head[at],
        None => {
            let rest = last_id(tail)?;
            &rest[..end_of_value(rest, 0)]
        }
    };
    // Anything else cannot be answered.
    id.starts_with(|first: char| matches!(first, '"' | '-' | '0'..='9'))
        .then_some(id)
}

/// The `method` of a request or notification, as it is written. It is looked for before any `result` or `error`: what
/// stands in those may be broken.
pub(super) fn method(text: &str) -> Option<&str> {
    let end = find_member(text, |key| matches!(key, "result" | "error")).map_or(text.len(), |at| at.start);
    member(&text[..end], "method").filter(|method| method.starts_with('"'))
}

/// Ours are numbers; a number as text is one that was written wrongly.
fn value(rest: &str) -> Option<Id> {
    match string(rest) {
        Some((text, _)) => text.parse().ok(),
        None => number(rest).map(|(n, _)| n),
    }
}

fn number(rest: &str) -> Option<(i64, &str)> {
    let end = rest
        .find(|c: char| !c.is_ascii_digit() && c != '-')
        .unwrap_or(rest.len());
    rest[..end].parse().ok().map(|n| (n, &rest[end..]))
}

/// A string without escapes; keys and ids have none.
fn string(rest: &str) -> Option<(String, &str)> {
    let body = rest.strip_prefix('"')?;
    let end = body.find('"')?;
    let text = &body[..end];
    (!text.contains('\\')).then(|| (text.to_owned(), &body[end + 1..]))
}

/// Where in a message its `params`, `result` or `error` is; all of it when there is none. The message may have
/// been cut off, or be no message at all.
pub(super) fn payload(text: &str) -> Range<usize> {
    find_payload(text).unwrap_or(0..text.len())
}

/// Where in a message its `result` is, or seems to be.
pub(super) fn result(text: &str) -> Option<Range<usize>> {
    find_member(text, |key| key == "result")
}

/// The value of a member of an object, as it is written. The object may have been cut off after it.
pub(super) fn member<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    find_member(text, |key| key == name).map(|at| &text[at])
}

fn find_payload(text: &str) -> Option<Range<usize>> {
    find_member(text, |key| matches!(key, "params" | "result" | "error"))
}

/// The first member of the outermost object whose name is wanted.
fn find_member(text: &str, wanted: impl Fn(&str) -> bool) -> Option<Range<usize>> {
    let mut at = text.find('{').filter(|at| text[..*at].trim().is_empty())? + 1;
    loop {
        let key = blanks(text, at)..end_of_value(text, blanks(text, at));
        at = blanks(text, key.end);
        text[at..].strip_prefix(':')?;
        let start = blanks(text, at + 1);
        let end = end_of_value(text, start);
        let name = text[key]
            .strip_prefix('"')
            .and_then(|name| name.strip_suffix('"'));
        if name.is_some_and(&wanted) && end > start {
            return Some(start..end);
        }
        at = blanks(text, end);
        text[at..].strip_prefix(',')?;
        at += 1;
    }
}

/// The next character that is not white space.
fn blanks(text: &str, at: usize) -> usize {
    text.len() - text[at..].trim_start().len()
}

/// Where the value that starts here ends; the end of the text when it was cut off.
fn end_of_value(text: &str, start: usize) -> usize {
    raw_json::value_end(text.as_bytes(), start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payload_is_found_in_what_was_cut_off_or_is_no_message() {
        let of = |text: &'static str| &text[payload(text)];
        assert_eq!(
            of(r#"{"id":1,"result":{"text":"a \"b\" }"#),
            r#"{"text":"a \"b\" }"#
        );
        assert_eq!(of(r#" { "params" : [1, {"x": 2}] , "id":1}"#), r#"[1, {"x": 2}]"#);
        assert_eq!(of(r#"{"error":null,"id":1}"#), "null");
        assert_eq!(of(r#"{"a":{"result":1}}"#), r#"{"a":{"result":1}}"#);
        for odd in [
            "",
            "{",
            "{}",
            "{\"",
            "{\"result\"",
            "{\"result\":",
            "[1]",
            "}{",
            "ü{",
        ] {
            assert_eq!(of(odd), odd);
        }
    }

    #[test]
    fn an_id_is_found_at_either_end_and_not_inside_a_result() {
        let number = |n: Id| Some(n);
        assert_eq!(
            salvage_id(br#"{"jsonrpc":"2.0","id":7,"result":{"#, b""),
            number(7)
        );
        assert_eq!(
            salvage_id(br#"{"result":{"#, br#"xx"},"jsonrpc":"2.0","id":9}"#),
            number(9)
        );
        assert_eq!(salvage_id(br#"{"result":{"#, br#""a":{"id":3}}}"#), None);
        assert_eq!(salvage_id(b"banner", b"banner"), None);
        assert_eq!(salvage_id(br#"{"id":"a","x":"#, b""), None);
        assert_eq!(salvage_id(br#"{"id":"8","x":"#, b""), number(8));
        let asked = br#"{"jsonrpc":"2.0","id":7,"method":"ping","params":{"#;
        assert_eq!(salvage_id(asked, br#"},"id":7}"#), None, "it is the server’s");
        assert_eq!(salvage_id(br#"{"id":7,"result":{"method":""#, b""), number(7));
        assert_eq!(salvage_id(br#"{"id":7,"method":null,"result":{"#, b""), number(7));
    }

    #[test]
    fn the_id_of_a_request_that_was_cut_is_found_as_it_is_written() {
        let head = r#"{"method":"ping","params":{"id":3,"text":""#;
        for (head, tail, id) in [
            (
                r#"{"jsonrpc":"2.0","id":"a","method":"ping","params":{"#,
                "",
                Some(r#""a""#),
            ),
            (r#"{"id":12"#, "", None),
            (head, r#"x"},"jsonrpc":"2.0","id":4}"#, Some("4")),
            (head, r#"x"},"id":"5", "jsonrpc":"2.0"}"#, Some(r#""5""#)),
            (head, r#"x","id":6},"jsonrpc":"2.0"}"#, None),
            (head, r#"x"},"id":null}"#, None),
        ] {
            assert_eq!(request_id(head, tail), id, "{head} {tail}");
        }
    }
}
