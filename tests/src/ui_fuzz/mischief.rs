//! Tools of a server that do what no tool should.

use serde_json::{Value, json};

/// Lines that `announce` and `wordy` send at once.
const ANNOUNCED: usize = 5_000;

/// Tools that misbehave, and how.
pub(super) fn mischief() -> Vec<(&'static str, Value)> {
    vec![
        ("leave", json!([{"exit": 0}])),
        ("fail", json!([{"exit": 1}])),
        ("crash", json!(["crash"])),
        ("hang", json!(["no_reply"])),
        ("junk", json!([{"banner": "this is no message"}])),
        ("half", json!([{"malformed": "half_json"}])),
        ("odd", json!([{"malformed": "string_error_code"}])),
        ("deep", json!([{"malformed": "too_deep"}])),
        ("twice", json!(["duplicate_reply"])),
        ("nobody", json!(["unknown_id"])),
        (
            "announce",
            json!([{"flood": {"method": "notifications/message", "n": ANNOUNCED, "params": {"level": "info", "data": "$n"}}}]),
        ),
        (
            "wordy",
            json!([{"flood": {"method": "notifications/message", "n": ANNOUNCED,
                "params": {"level": "info", "data": "x".repeat(250)}}}]),
        ),
        (
            "restless",
            json!([{"flood": {"method": "notifications/tools/list_changed", "n": 500}}]),
        ),
        ("progress", json!([{"progress": {"n": 200, "interval_ms": 5}}])),
        ("loud", json!([{"stderr_flood": 2_000_000}])),
        ("large", json!([{"text_bytes": 1_000_000}])),
        ("too_large", json!([{"oversized_mib": 17}])),
        ("endless", json!([{"unended": 18_000_000}])),
        ("mute", json!(["close_stdout"])),
        ("deaf", json!(["close_stdin"])),
        ("picture", json!(["image"])),
        ("stubborn", json!(["ignore_term", "ignore_eof"])),
    ]
}
