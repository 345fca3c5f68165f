use super::*;
use crate::limits::SCHEMA_CHAIN;
use serde_json::{Map, json};

fn unusable(schema: &Value) -> String {
    Checker::compile(schema)
        .map(|_| panic!("usable: {schema}"))
        .unwrap_err()
}

fn issues(schema: Value, value: Value) -> Vec<(String, String)> {
    let found = Checker::compile(&schema).unwrap().check(&value);
    found
        .into_iter()
        .map(|issue| (issue.path, issue.message))
        .collect()
}

#[test]
fn faults_are_told_in_our_words_and_never_in_those_of_the_library() {
    for (schema, value, words) in [
        (
            json!({"multipleOf": 3}),
            json!(4),
            "This must be a multiple of 3.",
        ),
        (
            json!({"minProperties": 1}),
            json!({}),
            "This must have at least 1 field.",
        ),
        (
            json!({"contains": {"type": "string"}}),
            json!([1]),
            "No entry has the required form.",
        ),
        (
            json!({"not": {}}),
            json!(1),
            "This has a form that is not allowed.",
        ),
        (
            json!({"propertyNames": {"maxLength": 1}}),
            json!({"ab": 1}),
            "A name in it is not allowed. This must have at most 1 character.",
        ),
    ] {
        assert_eq!(issues(schema, value), [(String::new(), words.to_owned())]);
    }
    assert_eq!(
        unusable(&json!({"type": "object", "required": "path"})),
        "The schema is not valid at /required: This must be a list."
    );
}

// Proves TOL-16.
#[test]
fn what_does_not_fit_is_said_with_its_place() {
    let schema = json!({"type": "object", "required": ["path", "mode"], "additionalProperties": false, "properties": {
        "path": {"type": "string"}, "mode": {"enum": ["r", "w"]}, "depth": {"type": ["integer", "null"]}}});
    let mut found = issues(
        schema.clone(),
        json!({"path": 7, "mode": "x", "depth": "1", "other": 1}),
    );
    found.sort();
    let expected = [
        ("", "The name other is unknown."),
        (
            "/depth",
            "This must be one of these types: a whole number, empty (null).",
        ),
        ("/mode", "This must be one of: r, w."),
        ("/path", "This must be text."),
    ];
    // The order of a set of types is the library's.
    found[1].1 = found[1]
        .1
        .replace("empty (null), a whole number", "a whole number, empty (null)");
    assert_eq!(
        found,
        expected.map(|(path, message)| (path.to_owned(), message.to_owned()))
    );
    assert_eq!(
        issues(schema.clone(), json!({"path": "a", "mode": "r", "depth": null})),
        []
    );
    assert_eq!(issues(schema, json!({"mode": "r"}))[0].1, "“path” is missing.");
}

// Proves SCH-01.
#[test]
fn the_default_dialect_is_2020_12_and_older_ones_are_known() {
    let tuple = json!({"prefixItems": [{"type": "string"}]});
    assert_eq!(issues(tuple.clone(), json!([1])).len(), 1);
    for (address, keyword) in [
        (
            "http://json-schema.org/draft-04/schema#",
            json!({"maximum": 3, "exclusiveMaximum": true}),
        ),
        (
            "http://json-schema.org/draft-06/schema#",
            json!({"exclusiveMaximum": 3}),
        ),
        (
            "http://json-schema.org/draft-07/schema",
            json!({"if": {"minimum": 3}, "then": false}),
        ),
        (
            "https://json-schema.org/draft/2019-09/schema",
            json!({"exclusiveMaximum": 3}),
        ),
        (
            "https://json-schema.org/draft/2020-12/schema",
            json!({"exclusiveMaximum": 3}),
        ),
    ] {
        let mut schema = keyword;
        schema["$schema"] = json!(address);
        assert_eq!(issues(schema.clone(), json!(3)).len(), 1, "{address}");
        assert_eq!(issues(schema, json!(2)).len(), 0, "{address}");
    }
}

// Proves SCH-02.
#[test]
fn an_unknown_dialect_is_refused() {
    let reason = unusable(&json!({"$schema": "https://x.example/y\u{202e}"}));
    assert!(
        reason.contains("not supported: https://x.example/y⟨U+202E⟩"),
        "{reason}"
    );
}

// Proves SCH-03, SCH-04.
#[test]
fn nothing_outside_is_ever_fetched() {
    let sink = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    sink.set_nonblocking(true).unwrap();
    let address = format!("http://{}/schema.json", sink.local_addr().unwrap());
    for schema in [
        json!({"$ref": address}),
        json!({"properties": {"a": {"allOf": [{"$ref": format!("{address}#/$defs/a")}]}}}),
        json!({"$dynamicRef": address}),
        json!({"$ref": "file:///etc/passwd"}),
        json!({"$id": address, "$ref": "other.json"}),
        json!({"properties": {"a": {"$id": address}, "b": {"$ref": "#/properties/a"}}}),
    ] {
        let reason = unusable(&schema);
        assert!(
            ["not in it", "another document", "its own $id"]
                .iter()
                .any(|it| reason.contains(it)),
            "{reason}"
        );
    }
    assert!(unusable(&json!({"$schema": address})).contains("not supported"));
    // An address that nothing refers to is a name.
    let named = json!({"properties": {"a": {"$id": address, "type": "integer"}}});
    assert_eq!(issues(named.clone(), json!({"a": 1})), []);
    assert_eq!(issues(named, json!({"a": "x"}))[0].0, "/a");
    assert_eq!(
        sink.accept().unwrap_err().kind(),
        std::io::ErrorKind::WouldBlock,
        "something was fetched"
    );
}

// Proves SCH-06.
#[test]
fn references_inside_work() {
    let list = json!({"type": "object", "properties": {"next": {"$ref": "#"}, "value": {"$ref": "#/$defs/a~1b%20c"}},
        "$defs": {"a/b c": {"$anchor": "num", "type": "integer"}}});
    assert_eq!(
        issues(
            list.clone(),
            json!({"value": 1, "next": {"value": 2, "next": {}}})
        ),
        []
    );
    assert_eq!(
        issues(list, json!({"next": {"next": {"value": "x"}}}))[0].0,
        "/next/next/value"
    );
    let anchored = json!({"$id": "https://a.example/s", "$ref": "https://a.example/s#num",
        "$defs": {"n": {"$anchor": "num", "type": "integer"}}});
    assert_eq!(issues(anchored, json!("x")).len(), 1);
    let elsewhere =
        json!({"$ref": "#/components/schemas/N", "components": {"schemas": {"N": {"type": "integer"}}}});
    assert_eq!(issues(elsewhere, json!("x")).len(), 1);
    let dynamic =
        json!({"$dynamicAnchor": "node", "type": "object", "properties": {"c": {"$dynamicRef": "#node"}}});
    assert_eq!(issues(dynamic, json!({"c": {"c": 1}}))[0].0, "/c/c");
    assert!(unusable(&json!({"$ref": "#/const", "const": {"a": 1}})).contains("not in it"));
}

// Proves F-21.
#[test]
fn references_that_never_end_are_refused() {
    for schema in [
        json!({"$ref": "#"}),
        json!({"allOf": [{"$ref": "#"}]}),
        json!({"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"anyOf": [{"not": {"$ref": "#/$defs/a"}}]}}}),
        json!({"$dynamicAnchor": "a", "if": {"$dynamicRef": "#a"}}),
        json!({"$schema": "https://json-schema.org/draft/2019-09/schema", "$recursiveRef": "#"}),
    ] {
        assert_eq!(unusable(&schema), "The schema refers to itself without end.");
    }
}

/// `levels` definitions, each of which refers twice to the next one: `2^levels` paths.
fn doubling(levels: usize) -> Value {
    let mut definitions: Map<String, Value> = (0..levels)
        .map(|at| {
            let next = json!({"$ref": format!("#/$defs/a{}", at + 1)});
            (format!("a{at}"), json!({"allOf": [next, next]}))
        })
        .collect();
    definitions.insert(format!("a{levels}"), json!({"type": "object"}));
    json!({"$ref": "#/$defs/a0", "$defs": definitions})
}

// Proves F-21, SCH-05.
#[test]
fn an_exponential_schema_ends_by_the_meter() {
    assert_eq!(issues(doubling(4), json!({})), []);
    let checker = Checker::compile(&doubling(25)).unwrap();
    for _ in 0..2 {
        let found = checker.check(&json!({}));
        assert!(found[0].message.contains("longer than allowed"), "{found:?}");
    }
    assert!(unusable(&doubling(100)).contains("too many chained references"));
}

// Proves F-21.
#[test]
fn a_schema_exponential_in_the_value_ends_by_the_meter() {
    let again = json!({"properties": {"a": {"$ref": "#"}}});
    let schema =
        json!({"type": "object", "properties": {"a": {"$ref": "#"}}, "allOf": [again, again, again]});
    let deep = (0..100).fold(json!(1), |inner, _| json!({"a": inner}));
    // Validity is remembered per reference, faults are not: listing them would take 4^100 steps.
    let found = issues(schema, deep);
    assert!(found[0].1.contains("more ways than can be listed"), "{found:?}");
}

// Proves F-21.
#[test]
fn long_chains_and_wide_enums_stay_within_stack_and_time() {
    let mut definitions: Map<String, Value> = (0..900)
        .map(|at| {
            (
                format!("a{at}"),
                json!({"properties": {"a": {"$ref": format!("#/$defs/a{}", at + 1)}}}),
            )
        })
        .collect();
    definitions.insert("a900".to_owned(), json!({"type": "integer"}));
    let chain = json!({"$ref": "#/$defs/a0", "$defs": definitions});
    let deep = (0..120).fold(json!({}), |inner, _| json!({"a": inner}));
    assert_eq!(Checker::compile(&chain).unwrap().check(&deep), []);
    // As many references in a row as there may be, again at every level of the value.
    let last = SCHEMA_CHAIN - 2;
    let mut definitions: Map<String, Value> = (0..last)
        .map(|at| {
            (
                format!("a{at}"),
                json!({"allOf": [{"$ref": format!("#/$defs/a{}", at + 1)}]}),
            )
        })
        .take(last / 2)
        .collect();
    let end = format!("a{}", last / 2);
    definitions.insert(
        end,
        json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/a0"}}}),
    );
    let spiral = json!({"$ref": "#/$defs/a0", "$defs": definitions});
    assert_eq!(Checker::compile(&spiral).unwrap().check(&deep), []);
    let wrong = (0..120).fold(json!(1), |inner, _| json!({"a": inner}));
    assert_eq!(Checker::compile(&spiral).unwrap().check(&wrong).len(), 1);
    let many: Vec<_> = (0..30_000).map(|at| json!(format!("v{at}"))).collect();
    let found = issues(json!({"enum": many}), json!("other"));
    assert!(found[0].1.len() < 1_000, "{}", found[0].1.len());
}

// Proves F-21.
#[test]
fn patterns_run_on_a_linear_engine() {
    let evil = format!("{}b", "a".repeat(100_000));
    assert_eq!(issues(json!({"pattern": "^(a+)+$"}), json!(evil)).len(), 1);
    // Such as TypeScript servers write for an e-mail address.
    for pattern in [r"^(?!\.)[a-z.]+@[a-z.]+$", r"(a)\1", "(((a{1000}){1000}){1000})"] {
        let schema = json!({"type": "object", "properties": {
            "a": {"pattern": pattern, "maxLength": 3}, "b": {"pattern": "^b"}}});
        let checker = Checker::compile(&schema).unwrap();
        assert_eq!(checker.unchecked_patterns(), 1, "{pattern}");
        assert_eq!(checker.check(&json!({"a": ".", "b": "b"})), []);
        assert_eq!(checker.check(&json!({"a": "long", "b": "c"})).len(), 2);
        // A pattern for names decides which other rules apply, so it cannot be left out.
        let reason = unusable(&json!({"patternProperties": {pattern: {}}}));
        assert!(reason.contains("pattern that cannot be used"), "{reason}");
    }
    assert!(unusable(&json!({"pattern": "("})).contains("pattern that cannot be used"));
}

// Proves F-20.
#[test]
fn a_value_too_deep_is_not_checked() {
    let deep = (0..JSON_DEPTH + 1).fold(json!(1), |inner, _| json!([inner]));
    assert!(issues(json!({}), deep.clone())[0].1.contains("too deeply"));
    assert!(unusable(&json!({"const": deep})).contains("too deeply"));
}

// Proves S-41.
#[test]
fn words_of_a_schema_reach_a_person_escaped_and_short() {
    let schema = json!({"required": ["a\u{202e}b"], "properties": {"c": {"enum": ["\x1b[8m".repeat(200)]}}});
    let found = issues(schema, json!({"c": 1}));
    assert_eq!(found.len(), 2);
    for (_, message) in found {
        assert!(
            !message.chars().any(portcullis_core::text::is_hidden),
            "{message}"
        );
        assert!(message.chars().count() < 2_000);
    }
}

// Proves TOL-16.
#[test]
fn at_most_fifty_issues_are_listed() {
    let many: Vec<_> = (0..500).collect();
    assert_eq!(
        issues(json!({"items": {"type": "string"}}), json!(many)).len(),
        SCHEMA_ISSUES
    );
}

// Proves S-41.
#[test]
fn a_form_gets_escaped_texts_and_raw_names_and_values() {
    let schema = json!({"title": "T\u{200b}", "properties": {"a\u{200b}": {
        "description": "one\ntwo\u{202e}", "enum": ["v\u{200b}"], "default": "d\u{200b}", "examples": [{"k\u{200b}": "e\u{200b}"}],
        "properties": {"title": {"title": "\u{feff}"}}}}});
    let expected = json!({"title": "T⟨U+200B⟩", "properties": {"a\u{200b}": {
        "description": "one\ntwo⟨U+202E⟩", "enum": ["v\u{200b}"], "default": "d\u{200b}", "examples": [{"k⟨U+200B⟩": "e⟨U+200B⟩"}],
        "properties": {"title": {"title": "⟨U+FEFF⟩"}}}}});
    assert_eq!(presented_schema(&schema), expected);
    let elsewhere = presented_schema(&json!({"components": {"schemas": {"N/1": {"title": "\u{200b}"}}}}));
    assert_eq!(elsewhere["components"]["schemas"]["N/1"]["title"], "⟨U+200B⟩");
}
