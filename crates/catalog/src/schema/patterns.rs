//! Patterns that only a backtracking engine can run.
//!
//! Schema generators write them for ordinary things such as an e-mail address, so refusing the whole schema
//! would make honest tools unusable; running them would let a server hang us (F-21). They are left out: the
//! server checks its own arguments, and nothing of ours rests on a pattern.

use super::options;
use jsonschema::Draft;
use serde_json::{Value, json};

/// Removes every `pattern` that is well-formed but cannot be run, and counts them.
pub(super) fn remove_unusable(schema: &mut Value, draft: Draft, places: &[String]) -> usize {
    let mut removed = 0;
    for place in places {
        let Some(Value::Object(keywords)) = schema.pointer_mut(place) else {
            continue;
        };
        let Some(Value::String(pattern)) = keywords.get("pattern") else {
            continue;
        };
        if !runs(pattern, draft) && well_formed(pattern) {
            keywords.remove("pattern");
            removed += 1;
        }
    }
    removed
}

fn runs(pattern: &str, draft: Draft) -> bool {
    options(draft).build(&json!({"pattern": pattern})).is_ok()
}

/// Whether it is a pattern at all, as far as brackets tell. Compiling it elsewhere would be running it.
fn well_formed(pattern: &str) -> bool {
    let (mut open, mut class, mut escaped) = (0_usize, false, false);
    for character in pattern.chars() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => class = true,
            ']' => class = false,
            '(' if !class => open += 1,
            ')' if !class => match open.checked_sub(1) {
                Some(fewer) => open = fewer,
                None => return false,
            },
            _ => {}
        }
    }
    open == 0 && !class && !escaped
}
