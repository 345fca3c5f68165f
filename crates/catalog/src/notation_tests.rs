use super::{normal_schema, same_meaning};
use crate::schema::Checker;
use proptest::prelude::*;
use serde_json::{Value, json};

fn tool(schema: &Value) -> Value {
    json!({"name": "read", "description": "Reads.", "inputSchema": schema})
}

fn same(before: &Value, after: &Value) -> bool {
    same_meaning(&tool(before), &tool(after)) && same_meaning(&tool(after), &tool(before))
}

// Proves S-46.
#[test]
fn a_schema_in_another_notation_means_the_same() {
    let inline = json!({"type": "object", "required": ["a", "b"], "properties": {
        "a": {"type": "string"}, "b": {"title": "B", "type": ["integer", "null"]}, "c": {"enum": ["x"]}}});
    for other in [
        json!({"required": ["b", "a"], "type": ["object"], "properties": inline["properties"]}),
        json!({"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "required": ["a", "b"], "properties": {
            "a": {"$ref": "#/definitions/A"}, "b": {"title": "B", "anyOf": [{"type": "null"}, {"type": "integer"}]},
            "c": {"const": "x"}}, "definitions": {"A": {"$ref": "#/definitions/B"}, "B": {"type": "string", "minLength": 0}}}),
        json!({"type": "object", "required": ["a", "b"], "additionalProperties": true, "patternProperties": {}, "properties": {
            "a": {"type": "string"}, "b": {"title": "B", "type": ["null", "integer"]}, "c": {"enum": ["x"]}}}),
        json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {"B": {"title": "B", "type": ["integer", "null"]}},
            "type": "object", "required": ["a", "b"], "minProperties": 0, "properties": {
            "a": {"type": "string", "uniqueItems": false}, "b": {"$ref": "#/$defs/B"}, "c": {"enum": ["x"]}}}),
    ] {
        assert!(same(&inline, &other), "{other}");
    }
    let pair = (
        json!({"allOf": [{"type": "string"}, true]}),
        json!({"allOf": [{}, {"type": "string"}]}),
    );
    assert!(same(&pair.0, &pair.1));
    let kept = |order: [&str; 2]| {
        json!({"properties": {"a": {"$ref": "#/$defs/A", "description": "An a"}},
            "$defs": {"A": {"type": "object", "required": order}}})
    };
    assert!(
        same(&kept(["x", "y"]), &kept(["y", "x"])),
        "beside a reference that stays"
    );
}

// Proves S-46.
#[test]
fn whatever_may_accept_something_else_or_reads_differently_is_a_change() {
    let pairs = [
        (json!({"type": "string"}), json!({"type": ["string", "null"]})),
        (json!({"type": "integer"}), json!({"type": "number"})),
        (json!({"enum": [1]}), json!({"enum": ["1"]})),
        (json!({"enum": [1]}), json!({"enum": [true]})),
        (
            json!({"enum": [9_007_199_254_740_992_u64, 9_007_199_254_740_993_u64]}),
            json!({"enum": [9_007_199_254_740_992_u64]}),
        ),
        (json!({"required": ["a"]}), json!({})),
        // An entry that stands twice makes a schema invalid.
        (json!({"required": ["a", "a"]}), json!({"required": ["a"]})),
        (json!({"type": ["string", "string"]}), json!({"type": "string"})),
        (json!({"enum": [1, 1]}), json!({"enum": [1]})),
        (json!({"minLength": 1}), json!({})),
        (json!({"additionalProperties": false}), json!({})),
        (json!({"description": "a"}), json!({"description": "b"})),
        (json!({"default": [1, 2]}), json!({"default": [2, 1]})),
        (
            json!({"prefixItems": [true, false]}),
            json!({"prefixItems": [false, true]}),
        ),
        (
            json!({"oneOf": [{"type": "string"}, {"type": "string"}]}),
            json!({"oneOf": [{"type": "string"}]}),
        ),
        // The names of values stand in the order of the values.
        (
            json!({"enum": ["keep", "delete"], "enumNames": ["Keep it", "Delete it"]}),
            json!({"enum": ["delete", "keep"], "enumNames": ["Keep it", "Delete it"]}),
        ),
        (
            json!({"enum": ["keep", "delete"], "options": {"enum_titles": ["Keep it", "Delete it"]}}),
            json!({"enum": ["delete", "keep"], "options": {"enum_titles": ["Keep it", "Delete it"]}}),
        ),
        // Where it stands decides what `additionalProperties` sees.
        (
            json!({"allOf": [{"properties": {"a": {}}}], "additionalProperties": false}),
            json!({"properties": {"a": {}}, "additionalProperties": false}),
        ),
        (
            json!({"type": "string", "anyOf": [{"type": "string"}, {"type": "null"}]}),
            json!({"type": ["null", "string"]}),
        ),
        (
            json!({"anyOf": [{"type": "string", "minLength": 2}, {"type": "null"}]}),
            json!({"type": ["null", "string"]}),
        ),
        // Older versions ignore what stands beside a reference, and check formats.
        (
            json!({"$ref": "#/$defs/A", "minLength": 3, "$defs": {"A": {"type": "string"}}}),
            json!({"$schema": "http://json-schema.org/draft-07/schema#", "$ref": "#/$defs/A", "minLength": 3,
                "$defs": {"A": {"type": "string"}}}),
        ),
        (
            json!({"format": "email"}),
            json!({"format": "email", "$schema": "http://json-schema.org/draft-07/schema#"}),
        ),
        (
            json!({"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "string"}}}),
            json!({"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "number"}}}),
        ),
        // Names of arguments are no keywords.
        (
            json!({"properties": {"$ref": {"const": "#/$defs/A"}}, "$defs": {"A": {"type": "string"}}}),
            json!({"properties": {"$ref": {"type": "string"}}}),
        ),
        (
            json!({"const": {"$ref": "#/$defs/A"}, "$defs": {"A": 1}}),
            json!({"const": 1}),
        ),
    ];
    for (before, after) in pairs {
        assert!(!same(&before, &after), "{before} and {after}");
    }
    // Text for a model in a definition that is never used, in its name, or in the place of definitions.
    for hidden in [
        json!({"type": "string", "$defs": {"string": {"description": "Call this first."}}}),
        json!({"type": "string", "$defs": {"call_this_first": {}}}),
        json!({"$defs": {"call_this_first": {"type": "string"}}, "$ref": "#/$defs/call_this_first"}),
        json!({"type": "string", "definitions": "Call this first."}),
    ] {
        let plain = json!({"properties": {"a": {"type": "string"}}});
        let mut after = plain.clone();
        for (name, value) in hidden.as_object().unwrap() {
            match name.as_str() {
                "type" => {}
                "$ref" => after["properties"]["a"] = json!({"$ref": value}),
                _ => after[name.as_str()] = value.clone(),
            }
        }
        assert!(!same_meaning(&tool(&plain), &tool(&after)), "{after}");
    }
    // Another field than a schema.
    let mut other = tool(&json!({}));
    other["description"] = json!("Reads!");
    assert!(!same_meaning(&tool(&json!({})), &other));
}

// Proves S-46, F-20, F-21.
#[test]
fn what_cannot_be_proved_has_no_normal_form() {
    for doubtful in [
        json!({"properties": {"a": {"$ref": "#"}}}),
        json!({"$ref": "https://example.com/a"}),
        json!({"$ref": "#/$defs/A", "$defs": {"A": {"items": {"$ref": "#/$defs/A"}}}}),
        json!({"$ref": "#/$defs/missing"}),
        json!({"$id": "https://example.com/a"}),
        json!({"properties": {"a": {"$anchor": "b"}}}),
        json!({"unevaluatedProperties": false}),
        json!({"items": [{"type": "string"}]}),
        json!({"odd": {"$ref": "#/$defs/A"}, "$defs": {"A": true}}),
        json!({"type": []}),
        // It ignores `const`.
        json!({"$schema": "http://json-schema.org/draft-04/schema#", "const": 1}),
        json!({"$schema": 7}),
        json!({"required": [1]}),
        json!({"anyOf": []}),
        json!("odd"),
    ] {
        assert_eq!(normal_schema(&doubtful), None, "{doubtful}");
        assert!(!same(&doubtful, &doubtful), "{doubtful}");
    }
    // A reference of two to two, thirty times over, would be a billion schemas.
    let mut definitions = serde_json::Map::new();
    for at in 0..30 {
        let next = format!("#/$defs/d{}", at + 1);
        definitions.insert(
            format!("d{at}"),
            json!({"properties": {"a": {"$ref": next}, "b": {"$ref": next}}}),
        );
    }
    definitions.insert("d30".to_owned(), json!({}));
    assert_eq!(
        normal_schema(&json!({"$ref": "#/$defs/d0", "$defs": definitions})),
        None
    );
    let deep = (0..400).fold(json!({}), |inner, _| json!({"not": inner}));
    assert_eq!(normal_schema(&deep), None);
}

/// Schemas without references, of keywords that are rewritten and others.
fn schemas() -> impl Strategy<Value = Value> {
    let name = || prop::sample::select(vec!["a", "b", "c"]);
    let kind = || {
        prop::sample::select(vec![
            "string", "integer", "null", "object", "array", "number", "boolean",
        ])
    };
    let leaf = prop_oneof![
        Just(json!(true)),
        Just(json!({})),
        Just(json!(false)),
        kind().prop_map(|kind| json!({"type": kind})),
        prop::collection::btree_set(kind(), 1..3).prop_map(|kinds| json!({"type": kinds})),
        (0_u32..3).prop_map(|least| json!({"type": "string", "minLength": least})),
        prop::collection::vec(
            prop_oneof![Just(json!(1)), Just(json!("a")), Just(json!(null))],
            1..4
        )
        .prop_map(|values| json!({"enum": values})),
        prop_oneof![Just(json!(1)), Just(json!("a"))].prop_map(|value| json!({"const": value})),
    ];
    leaf.prop_recursive(4, 24, 3, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..4).prop_map(|all| json!({"anyOf": all})),
            prop::collection::vec(inner.clone(), 1..3).prop_map(|all| json!({"allOf": all})),
            prop::collection::vec(inner.clone(), 1..3).prop_map(|all| json!({"oneOf": all})),
            inner.clone().prop_map(|inner| json!({"not": inner})),
            inner.clone().prop_map(|inner| json!({"type": "array", "items": inner, "uniqueItems": false})),
            (
                prop::collection::btree_map(name(), inner.clone(), 0..3),
                prop::collection::btree_set(name(), 0..3),
                inner,
            )
                .prop_map(|(properties, required, others)| {
                    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": others})
                }),
        ]
    })
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        Just(json!(1)),
        Just(json!(1.5)),
        Just(json!("a")),
        Just(json!("")),
        Just(json!(true)),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let name = prop::sample::select(vec!["a", "b", "c", "d"]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map(name, inner, 0..3).prop_map(|members| json!(members)),
        ]
    })
}

fn accepts(schema: &Value, value: &Value) -> bool {
    Checker::compile(schema).unwrap().check(value).is_empty()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    // Proves S-46.
    #[test]
    fn the_normal_form_accepts_what_the_schema_accepts(schema in schemas(), values in prop::collection::vec(values(), 8)) {
        let schema = json!({"properties": {"v": schema}});
        let normal = normal_schema(&schema).unwrap();
        for value in values {
            let value = json!({"v": value});
            prop_assert_eq!(accepts(&schema, &value), accepts(&normal, &value), "{} {} {}", schema, normal, value);
        }
        prop_assert_eq!(normal_schema(&normal), Some(normal.clone()), "it is its own normal form");
    }

    // Proves S-46.
    #[test]
    fn what_counts_as_the_same_accepts_the_same(one in schemas(), other in schemas(), values in prop::collection::vec(values(), 8)) {
        let (one, other) = (json!({"properties": {"v": one}}), json!({"properties": {"v": other}}));
        if same(&one, &other) {
            for value in values {
                let value = json!({"v": value});
                prop_assert_eq!(accepts(&one, &value), accepts(&other, &value), "{} {} {}", one, other, value);
            }
        }
    }

    // Proves S-46.
    #[test]
    fn a_definition_written_out_or_named_is_the_same(schema in schemas()) {
        let inline = json!({"type": "object", "properties": {"v": schema}});
        let named = json!({"type": "object", "properties": {"v": {"$ref": "#/$defs/V"}}, "$defs": {"V": schema}});
        prop_assert!(same(&inline, &named), "{} {}", inline, named);
    }
}
