//! Whether two approvals are about the same program or address.

use serde_json::{Value, json};

/// Whether something else runs or is reached after a change, as far as approvals tell: another program, file, argument,
/// folder or plain variable, or another address. Which secrets there are, the headers that are sent along and the fence
/// around it make no other program of it. What only one of the two says makes one: it may have been different before.
#[must_use]
pub fn is_other(before: &Value, after: &Value) -> bool {
    reached(before) != reached(after)
}

fn reached(launch: &Value) -> Value {
    if let Some(url) = launch.get("url") {
        return json!({ "url": url });
    }
    let mut launch = launch.clone();
    if let Some(fields) = launch.as_object_mut() {
        fields.remove("secrets");
        fields.remove("fence");
    }
    launch
}

#[cfg(test)]
mod tests {
    use super::*;

    // Proves S-13.
    #[test]
    fn another_program_file_argument_folder_variable_or_address_is_another() {
        let command = |over: Value| {
            let mut launch = json!({
                "program": "/bin/a", "file": "f", "arguments": ["x"], "folder": "/", "environment": [["A", "1"]],
                "secrets": ["KEY"],
            });
            for (name, value) in over.as_object().into_iter().flatten() {
                launch[name] = value.clone();
            }
            launch
        };
        let before = command(json!({}));
        assert!(!is_other(&before, &before));
        assert!(!is_other(&before, &command(json!({"secrets": ["KEY", "OTHER"]}))));
        assert!(!is_other(&before, &command(json!({"fence": {"hosts": []}}))));
        for over in [
            json!({"program": "/bin/b"}),
            json!({"file": "g"}),
            json!({"arguments": ["x", "y"]}),
            json!({"folder": "/tmp"}),
            json!({"environment": []}),
            json!({"covered": ["script.js"]}),
        ] {
            assert!(is_other(&before, &command(over.clone())), "{over}");
        }
        let address =
            |url: &str, headers: Value| json!({"url": url, "headers": headers, "secrets": ["Authorization"]});
        let before = address("https://a.example/mcp", json!([]));
        assert!(!is_other(
            &before,
            &address("https://a.example/mcp", json!([["X", "1"]]))
        ));
        for url in [
            "https://b.example/mcp",
            "https://a.example/other",
            "http://a.example/mcp",
        ] {
            assert!(is_other(&before, &address(url, json!([]))), "{url}");
        }
        assert!(is_other(&before, &command(json!({}))));
    }
}
