//! What a server says about the use of a resource (RES-12): for whom, how important, how old. Unverified
//! claims; what makes no sense is left out.

use portcullis_core::calendar;
use portcullis_domain::{Annotations, Audience};
use serde_json::Value;

/// Reads the `annotations` of an entry.
pub(super) fn read(annotations: Option<&Value>) -> Annotations {
    let field = |name: &str| annotations.and_then(|all| all.get(name));
    let mut audience = Vec::new();
    for who in field("audience").and_then(Value::as_array).into_iter().flatten() {
        let who = match who.as_str() {
            Some("user") => Audience::Person,
            Some("assistant") => Audience::Model,
            _ => continue,
        };
        if !audience.contains(&who) {
            audience.push(who);
        }
    }
    Annotations {
        audience,
        priority: field("priority")
            .and_then(Value::as_f64)
            .filter(|priority| (0.0..=1.0).contains(priority)),
        modified_at: field("lastModified").and_then(Value::as_str).and_then(moment),
    }
}

/// A moment such as `2025-01-12T15:00:58Z` in milliseconds since the epoch. A date alone is its first moment;
/// without an offset it is UTC.
fn moment(text: &str) -> Option<u64> {
    match text.len() {
        10 => calendar::parse(&format!("{text}T00:00:00Z")),
        _ => calendar::parse(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    // Proves RES-12.
    #[test]
    fn moments_are_read_as_they_are_written_and_nothing_is_guessed() {
        for (text, at) in [
            ("1970-01-01T00:00:00Z", Some(0)),
            ("2000-02-29T12:34:56Z", Some(951_827_696_000)),
            ("2026-11-20T09:15:00.5Z", Some(1_795_166_100_500)),
            ("2026-11-20T11:15:00+02:00", Some(1_795_166_100_000)),
            ("2026-11-20T04:15:00-0500", Some(1_795_166_100_000)),
            ("2026-11-20 09:15:00.123456", Some(1_795_166_100_123)),
            ("1970-01-02", Some(86_400_000)),
            ("2026-13-20T09:15:00Z", None),
            ("2026-11-20T25:15:00Z", None),
            ("2026-11-20T09:15:00+2", None),
            ("2026-11-20T09:15:00 CET", None),
            ("1969-12-31T23:59:59Z", None),
            ("20. November", None),
            ("", None),
            ("ööööööööööööööööööö", None),
        ] {
            assert_eq!(moment(text), at, "{text}");
        }
    }

    // Proves RES-12.
    #[test]
    fn what_makes_no_sense_is_left_out() {
        let odd = json!({"audience": ["user", 7, "robots", "assistant", "user"], "priority": 1.5, "lastModified": 7});
        assert_eq!(
            read(Some(&odd)),
            Annotations {
                audience: vec![Audience::Person, Audience::Model],
                ..Annotations::default()
            }
        );
        assert_eq!(read(Some(&json!({"priority": 0.25}))).priority, Some(0.25));
        assert_eq!(read(Some(&json!("odd"))), Annotations::default());
        assert_eq!(read(None), Annotations::default());
    }
}
