use super::*;
use crate::limits::TOOL_TITLE;
use serde_json::json;

fn with(field: &str, value: Value) -> Result<Tool, String> {
    let mut tool = json!({"name": "read", "inputSchema": {"type": "object"}});
    tool[field] = value;
    Tool::read(tool)
}

// Proves TOL-04.
#[test]
fn the_title_wins_over_the_annotation_and_the_name() {
    let tool = |value| Tool::read(value).unwrap().called().raw().to_owned();
    let schema = json!({"type": "object"});
    assert_eq!(
        tool(json!({"name": "n", "title": "T", "annotations": {"title": "A"}, "inputSchema": schema})),
        "T"
    );
    assert_eq!(
        tool(json!({"name": "n", "annotations": {"title": "A"}, "inputSchema": schema})),
        "A"
    );
    assert_eq!(
        tool(json!({"name": "n", "title": " ", "inputSchema": schema})),
        "n"
    );
}

#[test]
fn a_title_that_only_repeats_the_name_is_left_out() {
    let title = |name: &str, title: &str| {
        let definition = json!({"name": name, "title": title, "inputSchema": {"type": "object"}});
        Tool::read(definition)
            .unwrap()
            .title
            .map(|title| title.raw().to_owned())
    };
    for (name, same) in [
        ("read_text_file", "Read Text File"),
        ("createDirectory", "create-directory"),
        ("notes.search", "Notes / Search"),
        ("echo", "echo"),
        ("get-sum", "Get Sum Tool"),
    ] {
        assert_eq!(title(name, same), None, "{name}");
    }
    for (name, other) in [
        ("read_file", "Read File (Deprecated)"),
        ("delete_all", "Read a note"),
        ("read_file", "Read F\u{456}le"),
        ("read_file", "Read\u{200b} file"),
        ("read_file", "Read file!"),
        ("read_file_tool", "Read file"),
    ] {
        assert_eq!(title(name, other).as_deref(), Some(other), "{name}");
    }
}

// Proves S-43.
#[test]
fn a_field_over_its_limit_leaves_the_tool_out_with_the_reason() {
    let (bytes, depth, nodes) = SCHEMA;
    assert!(with("name", json!("x".repeat(TOOL_NAME))).is_ok());
    assert!(with("description", json!("x".repeat(TOOL_DESCRIPTION))).is_ok());
    let deep = (0..depth).fold(
        json!({}),
        |inner, _| json!({"type": "object", "properties": {"a": inner}}),
    );
    let wide: Map<String, Value> = (0..nodes).map(|at| (format!("p{at}"), json!({}))).collect();
    let long = json!({"type": "object", "description": "x".repeat(bytes)});
    for (field, value) in [
        ("name", json!("x".repeat(TOOL_NAME + 1))),
        ("title", json!("x".repeat(TOOL_TITLE + 1))),
        ("description", json!("x".repeat(TOOL_DESCRIPTION + 1))),
        ("inputSchema", long),
        ("inputSchema", deep),
        ("inputSchema", json!({"type": "object", "properties": wide})),
    ] {
        let reason = with(field, value).unwrap_err();
        assert!(
            reason.contains("too large") && reason.contains("at most"),
            "{field}: {reason}"
        );
    }
}

// Proves TOL-03, SCH-07.
#[test]
fn what_a_call_rests_on_must_make_sense() {
    for (field, value) in [
        ("name", json!("")),
        ("name", json!(7)),
        ("description", json!({})),
        ("inputSchema", Value::Null),
        ("inputSchema", json!(true)),
        ("inputSchema", json!({"type": "string"})),
        ("outputSchema", json!("text")),
    ] {
        assert!(with(field, value.clone()).is_err(), "{field} {value}");
    }
    assert!(Tool::read(json!({"name": "read"})).is_err());
    assert!(Tool::read(json!("read")).is_err());
    for (field, value) in [
        ("title", json!(7)),
        ("annotations", json!("odd")),
        ("icons", json!(7)),
        ("_meta", json!([])),
        ("outputSchema", Value::Null),
        ("description", Value::Null),
    ] {
        assert!(with(field, value.clone()).is_ok(), "{field} {value}");
    }
}

// Proves TKL-02.
#[test]
fn only_what_a_tool_says_in_so_many_words_asks_for_a_task() {
    let support = |execution: Value| with("execution", execution).unwrap().task_support;
    assert_eq!(support(json!({"taskSupport": "optional"})), TaskSupport::Optional);
    assert_eq!(support(json!({"taskSupport": "required"})), TaskSupport::Required);
    for other in [
        json!({"taskSupport": "forbidden"}),
        json!({"taskSupport": true}),
        json!({}),
        json!(7),
    ] {
        assert_eq!(support(other), TaskSupport::Forbidden);
    }
}

// Proves TOL-08.
#[test]
fn missing_hints_count_on_the_cautious_side() {
    let claims = |hints: Value| with("annotations", hints).unwrap().claims;
    assert_eq!(claims(json!({})), [Claim::Silent, Claim::Destructive]);
    assert_eq!(claims(json!({"readOnlyHint": true})), [Claim::ReadOnly]);
    assert_eq!(
        claims(json!({"readOnlyHint": "true"})),
        [Claim::Silent, Claim::Destructive]
    );
    assert_eq!(
        claims(json!({"destructiveHint": false, "idempotentHint": true})),
        [Claim::Additive, Claim::Repeatable]
    );
    assert_eq!(
        claims(json!({"openWorldHint": false})),
        [Claim::Destructive, Claim::ClosedWorld]
    );
    assert_eq!(
        claims(json!({"readOnlyHint": true, "destructiveHint": true})),
        [Claim::ReadOnly, Claim::Destructive]
    );
}
