use super::*;
use crate::limits;
use portcullis_domain::TextFormat;
use proptest::prelude::*;
use serde_json::json;

/// A form of these properties.
fn form(properties: Value, required: &[&str]) -> Result<Form, String> {
    read(&json!({ "type": "object", "properties": properties, "required": required }))
}

/// A form of one field called `field`.
fn field_of(property: Value) -> FormField {
    form(json!({ "field": property }), &[]).unwrap().fields.remove(0)
}

fn messages(form: &Form, content: &Value) -> Vec<String> {
    let issues = check(&form.fields, content).into_iter();
    issues
        .map(|issue| format!("{} {}", issue.path, issue.message))
        .collect()
}

// Proves ELI-11.
#[test]
fn every_primitive_kind_becomes_a_field_in_the_servers_order() {
    let form = form(
        json!({
            "name": {"type": "string", "title": "Your name", "description": "As on the door.", "minLength": 1, "maxLength": 80},
            "mail": {"type": "string", "format": "email"},
            "share": {"type": "number", "minimum": 0, "maximum": 1.5},
            "count": {"type": "integer", "minimum": 1},
            "urgent": {"type": "boolean", "default": true},
        }),
        &["name"],
    )
    .unwrap();
    let names: Vec<&str> = form.fields.iter().map(|field| field.name.as_str()).collect();
    assert_eq!(names, ["name", "mail", "share", "count", "urgent"]);
    let name = &form.fields[0];
    assert_eq!((name.label.text.as_str(), name.required), ("Your name", true));
    assert_eq!(name.description.as_ref().unwrap().text, "As on the door.");
    assert_eq!(
        name.kind,
        FieldKind::Text {
            min: Some(1),
            max: Some(80),
            format: None,
            multiline: false,
            pattern: None
        }
    );
    assert!(matches!(
        form.fields[1].kind,
        FieldKind::Text {
            format: Some(TextFormat::Email),
            ..
        }
    ));
    assert_eq!(
        form.fields[2].kind,
        FieldKind::Number {
            integer: false,
            min: Some(0.0),
            max: Some(1.5)
        }
    );
    assert_eq!(form.fields[4].default, Some(json!(true)));
    assert_eq!((form.notes.len(), form.refusals.len()), (0, 0));
}

// Proves ELI-13.
#[test]
fn every_kind_of_choice_sends_the_value_and_shows_the_title() {
    let options = |property: Value| match field_of(property).kind {
        FieldKind::Choice { options } | FieldKind::Several { options, .. } => options
            .into_iter()
            .map(|option| (option.value, option.title.text))
            .collect::<Vec<_>>(),
        other => panic!("no choice: {other:?}"),
    };
    let pair = |value: &str, title: &str| (value.to_owned(), title.to_owned());
    let plain = vec![pair("a", "a"), pair("b", "b")];
    let titled = vec![pair("a", "First"), pair("b", "Second")];
    let titles = json!([{"const": "a", "title": "First"}, {"const": "b", "title": "Second"}]);
    assert_eq!(options(json!({"type": "string", "enum": ["a", "b"]})), plain);
    assert_eq!(
        options(json!({"type": "string", "enum": ["a", "b"], "enumNames": ["First", "Second"]})),
        titled
    );
    assert_eq!(options(json!({"type": "string", "oneOf": titles})), titled);
    assert_eq!(
        options(json!({"type": "array", "items": {"type": "string", "enum": ["a", "b"]}})),
        plain
    );
    assert_eq!(
        options(json!({"type": "array", "items": {"anyOf": titles}})),
        titled
    );
    let fields = vec![field_of(json!({"type": "string", "oneOf": titles}))];
    assert_eq!(fill(&fields, &json!({"field": "b"})), json!({"field": "b"}));
    assert_eq!(
        check(&fields, &json!({"field": "Second"})).len(),
        1,
        "a title is no value"
    );
}

// Proves S-80.
#[test]
fn what_is_no_flat_form_is_refused_with_a_reason() {
    let one = |property: Value| form(json!({ "field": property }), &[]);
    let bad = [
        one(json!({"type": "object", "properties": {}})),
        one(json!({"type": "array", "items": {"type": "object"}})),
        one(json!({"type": "array", "items": {"type": "string"}})),
        one(json!({"type": "array", "items": {"type": "array", "items": {"enum": ["a"]}}})),
        one(json!({"$ref": "https://example.com/schema.json"})),
        one(json!({"type": "string", "$ref": "#"})),
        one(json!({"anyOf": [{"type": "string"}, {"type": "integer"}]})),
        one(json!({"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]})),
        one(json!({"anyOf": [{"type": "string", "minLength": 2}, {"type": "null"}], "minLength": 1})),
        one(json!({"anyOf": [{"type": "object"}, {"type": "null"}]})),
        one(json!({"anyOf": [{"$ref": "#"}, {"type": "null"}]})),
        one(json!({"anyOf": [{"type": "null"}, {"type": "null"}]})),
        one(json!({"type": ["string", "integer"]})),
        one(json!({"type": ["null"]})),
        one(json!({"type": "null"})),
        one(json!({"type": "string", "const": "yes"})),
        one(json!({"type": "string", "format": "uuid"})),
        one(json!({"type": "string", "contentEncoding": "base64"})),
        one(json!({"type": "string", "enum": []})),
        one(json!({"type": "string", "enum": ["a", "a"]})),
        one(json!({"type": "string", "enum": ["a", "b"], "enumNames": ["Same", "Same"]})),
        one(json!({"type": "string", "enum": ["a"], "enumNames": ["One", "Two"]})),
        one(json!({"type": "string", "enum": [1, 2]})),
        one(json!({"type": "string", "oneOf": [{"const": 1, "title": "One"}]})),
        one(json!({"type": "string", "oneOf": [{"type": "string", "maxLength": 3}]})),
        one(json!({"type": "string", "minLength": 5, "maxLength": 4})),
        one(json!({"type": "string", "minLength": -1})),
        one(json!({"type": "integer", "minimum": "0"})),
        one(json!({"type": "integer", "multipleOf": 2})),
        one(json!({"type": "number", "minimum": 2, "maximum": 1})),
        one(json!({"type": "array", "items": {"type": "string", "enum": ["a"]}, "minItems": 2})),
        one(json!({"type": "string", "title": 5})),
        one(json!({"type": "string", "title": "x".repeat(limits::FORM_NAME + 1)})),
        one(json!({"type": "string", "description": "x".repeat(limits::FORM_DESCRIPTION + 1)})),
        one(json!("string")),
        form(json!({ "": {"type": "string"} }), &[]),
        form(json!({}), &["missing"]),
        read(&json!({"type": "object"})),
        read(&json!({"properties": {}})),
        read(&json!({"type": "object", "properties": {}, "allOf": []})),
        read(&json!({"type": "object", "properties": {}, "additionalProperties": {"type": "string"}})),
        read(&json!({"type": "object", "properties": {}, "required": "field"})),
        read(&json!([])),
        read(&json!(null)),
    ];
    for (at, refused) in bad.into_iter().enumerate() {
        let why = refused.expect_err(&format!("case {at} is no form"));
        assert!(why.ends_with('.') && why.len() < 200, "case {at}: {why}");
    }
    let many: serde_json::Map<_, _> = (0..=limits::FORM_FIELDS)
        .map(|at| (format!("f{at}"), json!({"type": "boolean"})))
        .collect();
    assert!(form(Value::Object(many), &[]).is_err());
}

// Proves ELI-11, ELI-16.
#[test]
fn a_field_that_may_be_null_is_one_that_may_be_left_out() {
    // The form in which pydantic writes `str | None = None`.
    let optional =
        |inner: Value| json!({"anyOf": [inner, {"type": "null"}], "default": null, "title": "Nickname"});
    let field = field_of(optional(
        json!({"type": "string", "maxLength": 20, "description": "Short."}),
    ));
    assert_eq!(field.label.text, "Nickname");
    assert_eq!(field.description.as_ref().unwrap().text, "Short.");
    assert_eq!((field.required, &field.default), (false, &None));
    let fields = [field];
    assert_eq!(check(&fields, &json!({"field": "x".repeat(21)})).len(), 1);
    assert_eq!(fill(&fields, &json!({"field": null})), json!({}));
    let listed = json!({"enum": ["a", "b"], "title": "Letter", "type": "string"});
    let field = field_of(optional(listed));
    assert!(matches!(field.kind, FieldKind::Choice { .. }));
    assert_eq!(field.label.text, "Nickname");
    for kinds in [json!(["integer", "null"]), json!(["null", "integer"])] {
        let field = field_of(json!({"type": kinds, "default": 7}));
        assert!(matches!(field.kind, FieldKind::Number { integer: true, .. }));
        assert_eq!(field.default, Some(json!(7)));
    }
    let secret = field_of(optional(
        json!({"type": "string", "description": "Your password."}),
    ));
    assert!(secret.refused.is_some());
}

// Proves ELI-13.
#[test]
fn the_choices_of_a_list_may_have_the_name_of_their_type() {
    // So FastMCP writes a list of an enumeration.
    let items =
        json!({"enum": ["red", "green"], "title": "Color", "type": "string", "description": "Of a wall."});
    let field = field_of(json!({"type": "array", "items": items, "title": "Value"}));
    assert!(matches!(field.kind, FieldKind::Several { ref options, .. } if options.len() == 2));
}

// Proves S-34.
#[test]
fn no_reason_repeats_an_unusual_name() {
    let lie = "x” was approved by your company. Choose “Allow";
    let why = form(json!({ lie: {"type": "object"} }), &[]).unwrap_err();
    assert!(!why.contains("company"), "{why}");
    let why = form(json!({ "plain": {"type": "object"} }), &[]).unwrap_err();
    assert_eq!(why, "The field “plain” is invalid: it is a form within the form.");
    let titled = json!({ "plain": {"type": "object", "title": "Home address"} });
    let why = form(titled, &[]).unwrap_err();
    assert_eq!(
        why,
        "The field “Home address” is invalid: it is a form within the form."
    );
    let why = form(json!({ "plain": {"type": "object", "title": lie} }), &[]).unwrap_err();
    assert_eq!(why, "The field “plain” is invalid: it is a form within the form.");
}

// Proves S-80.
#[test]
fn a_pattern_is_words_and_never_runs() {
    let bomb = "(a+)+$";
    let field = field_of(json!({"type": "string", "pattern": bomb}));
    let FieldKind::Text { pattern, .. } = &field.kind else {
        panic!("no text: {field:?}")
    };
    assert_eq!(pattern.as_ref().unwrap().text, bomb);
    assert!(check(&[field], &json!({"field": "a".repeat(5_000) + "!"})).is_empty());
}

// Proves ELI-16.
#[test]
fn fields_that_ask_for_secrets_are_not_offered() {
    let secret = |name: &str, rest: Value| {
        let mut property = json!({"type": "string"});
        property
            .as_object_mut()
            .unwrap()
            .extend(rest.as_object().unwrap().clone());
        form(json!({ name: property }), &[]).unwrap().fields[0]
            .refused
            .is_some()
    };
    for name in [
        "password",
        "api_key",
        "apiKey",
        "API-KEY",
        "token",
        "accessToken",
        "access_token",
        "secret",
        "clientSecret",
        "pin",
        "PIN",
        "otp",
        "cvv",
        "card_number",
        "creditCard",
        "seed_phrase",
        "passphrase",
        "privateKey",
        "p4ssw0rd",
        "pаssword",
        "pass\u{200b}word",
        "ｐａｓｓｗｏｒｄ",
        "githubtoken",
        "user_password_2",
        "пароль",
        "contraseña",
        "recoveryCode",
        "one-time code",
        "Mot de passe",
        "jwt",
        "card",
    ] {
        assert!(secret(name, json!({})), "name {name}");
        assert!(secret("field", json!({"title": name})), "title {name}");
    }
    for description in [
        "Enter your password.",
        "The API key from the console",
        "the 6-digit verification code",
        "Enter your\u{a0}password\u{2003}here",
        "Enter your\u{2800}password\u{3000}here",
        "Enter your\u{ffa0}password\u{3164}here",
    ] {
        assert!(
            secret("field", json!({"description": description})),
            "{description}"
        );
    }
    assert!(secret("field", json!({"format": "password"})));
    for name in [
        "name",
        "title",
        "author",
        "max_tokens",
        "tokens",
        "secretary",
        "pinned",
        "pinboard",
        "passenger",
        "card_title",
        "keyboard",
        "monkey",
        "keyword",
        "seed",
        "compass",
        "spinner",
        "opinion",
        "zip_code",
        "country code",
        "author_id",
    ] {
        assert!(!secret(name, json!({"description": "As you like it."})), "{name}");
    }
    let kinds = json!({
        "token": {"type": "integer"},
        "password": {"type": "boolean"},
        "secret": {"type": "string", "enum": ["a", "b"]},
        "pin": {"type": "integer"},
    });
    let refused: Vec<bool> = form(kinds, &[])
        .unwrap()
        .fields
        .iter()
        .map(|field| field.refused.is_some())
        .collect();
    assert_eq!(refused, [false, false, false, true]);
}

// Proves ELI-16.
#[test]
fn a_form_that_needs_a_secret_cannot_be_sent_and_nothing_of_it_leaves() {
    let property = json!({"type": "string", "default": "hunter2"});
    let needed = form(json!({ "password": property }), &["password"]).unwrap();
    assert_eq!(needed.refusals.len(), 1);
    let said = |title: &str| {
        let property = json!({"type": "string", "title": title});
        let form = form(json!({ "password": property }), &["password"]).unwrap();
        form.refusals[0].sentence.clone()
    };
    assert!(said("Your password").starts_with("The field “Your password” asks"));
    assert!(
        said("Password”. Press Allow. “").starts_with("The field “password” asks"),
        "s34"
    );
    let optional = form(json!({ "password": property, "name": {"type": "string"} }), &[]).unwrap();
    assert!(optional.refusals.is_empty());
    let alone = form(json!({ "password": property }), &[]).unwrap();
    assert_eq!(
        alone.refusals[0].sentence, "This form asks only for secrets, so it cannot be sent.",
        "there is nothing to fill in"
    );
    assert_eq!(optional.fields[0].default, None, "not filled in either");
    assert_eq!(
        messages(&optional, &json!({"password": "x"})),
        ["/password This is not sent: it asks for a secret."]
    );
    assert_eq!(
        fill(&optional.fields, &json!({"password": "x", "name": "Ada"})),
        json!({"name": "Ada"})
    );
}

// Proves ELI-12.
#[test]
fn every_constraint_is_enforced() {
    let cases = [
        (
            json!({"type": "string", "minLength": 2}),
            json!("ä"),
            "At least 2 characters.",
        ),
        (
            json!({"type": "string", "maxLength": 1}),
            json!("ab"),
            "At most 1 character.",
        ),
        (json!({"type": "string"}), json!(5), "This is not text."),
        (
            json!({"type": "string", "format": "email"}),
            json!("a@"),
            "This is not an email address.",
        ),
        (
            json!({"type": "integer"}),
            json!(1.5),
            "This is not a whole number.",
        ),
        (json!({"type": "integer"}), json!("1"), "This is not a number."),
        (
            json!({"type": "integer"}),
            json!(9_007_199_254_740_993_i64),
            "This number is too large to be sent exactly.",
        ),
        (json!({"type": "number", "minimum": 1}), json!(0.5), "At least 1."),
        (
            json!({"type": "number", "maximum": 1.5}),
            json!(2),
            "At most 1.5.",
        ),
        (
            json!({"type": "boolean"}),
            json!("true"),
            "This must be yes or no.",
        ),
        (
            json!({"type": "string", "enum": ["a"]}),
            json!("b"),
            "This is not one of the choices.",
        ),
        (
            json!({"type": "array", "items": {"type": "string", "enum": ["a", "b"]}, "minItems": 2}),
            json!(["a"]),
            "At least 2 choices.",
        ),
        (
            json!({"type": "array", "items": {"type": "string", "enum": ["a", "b"]}, "maxItems": 1}),
            json!(["a", "b"]),
            "At most 1 choice.",
        ),
        (
            json!({"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}),
            json!(["a", "a"]),
            "A choice is selected twice.",
        ),
        (
            json!({"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}),
            json!("a"),
            "This is not a list of choices.",
        ),
    ];
    for (property, value, message) in cases {
        let form = form(json!({ "field": property }), &[]).unwrap();
        assert_eq!(
            messages(&form, &json!({ "field": value })),
            [format!("/field {message}")]
        );
    }
    let form = form(json!({ "a/b~c": {"type": "string"} }), &["a/b~c"]).unwrap();
    assert_eq!(messages(&form, &json!({})), ["/a~1b~0c This is required."]);
    assert_eq!(
        messages(&form, &json!({"a/b~c": ""})),
        ["/a~1b~0c This is required."]
    );
    assert_eq!(
        messages(&form, &json!([])),
        [" A form must be an object of fields."]
    );
}

// Proves ELI-12.
#[test]
fn formats_are_what_they_say() {
    let fits = |format: &str, text: &str| {
        let field = field_of(json!({"type": "string", "format": format}));
        check(&[field], &json!({ "field": text })).is_empty()
    };
    for good in [
        "a@b.example",
        "a.b+c@sub.example.org",
        "ä@ö.example",
        "x@localhost",
    ] {
        assert!(fits("email", good), "{good}");
    }
    for bad in [
        "a", "@b", "a@", "a b@c", "a@b@c", "a@b..c", ".a@b.c", "a@-b.c", "a@b\n.c", "<a@b.c>",
    ] {
        assert!(!fits("email", bad), "{bad}");
    }
    for good in ["https://example.com/x?y#z", "urn:isbn:1", "mailto:a@b"] {
        assert!(fits("uri", good), "{good}");
    }
    for bad in [
        "example.com",
        "/path",
        "https://a b",
        "http://",
        " https://a.example",
    ] {
        assert!(!fits("uri", bad), "{bad}");
    }
    for good in ["2026-07-28", "2024-02-29", "2000-02-29"] {
        assert!(fits("date", good), "{good}");
    }
    for bad in [
        "2026-02-29",
        "1900-02-29",
        "2026-13-01",
        "2026-00-10",
        "2026-04-31",
        "26-07-28",
        "2026-7-28",
        "２026-07-28",
    ] {
        assert!(!fits("date", bad), "{bad}");
    }
    for good in [
        "2026-07-28T12:00:00Z",
        "2026-07-28t12:00:00.123+02:00",
        "2016-12-31T23:59:60Z",
    ] {
        assert!(fits("date-time", good), "{good}");
    }
    for bad in [
        "2026-07-28",
        "2026-07-28 12:00:00Z",
        "2026-07-28T12:00:00",
        "2026-07-28T24:00:00Z",
        "2026-07-28T12:00:00.Z",
        "2026-07-28T12:00Z",
        "2026-07-28T12:00:00+2:00",
        "2026-07-28T12:00:00+99:00",
        "ä026-07-28T12:00:00Z",
    ] {
        assert!(!fits("date-time", bad), "{bad}");
    }
}

// Proves ELI-14, ELI-15.
#[test]
fn what_was_left_alone_is_the_default_and_what_was_emptied_is_left_out() {
    let form = form(
        json!({
            "text": {"type": "string", "default": "John"},
            "whole": {"type": "integer", "default": 30},
            "number": {"type": "number", "default": 95.5},
            "flag": {"type": "boolean", "default": true},
            "one": {"type": "string", "enum": ["a", "b"], "default": "b"},
            "many": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}, "default": ["a"]},
            "none": {"type": "string"},
        }),
        &[],
    )
    .unwrap();
    assert_eq!(
        fill(&form.fields, &json!({})),
        json!({"text": "John", "whole": 30, "number": 95.5, "flag": true, "one": "b", "many": ["a"]})
    );
    let emptied =
        json!({"text": "", "whole": null, "number": null, "flag": null, "one": null, "many": [], "none": ""});
    assert!(check(&form.fields, &emptied).is_empty());
    assert_eq!(fill(&form.fields, &emptied), json!({}));
    let sent = fill(&form.fields, &json!({"whole": 3.0, "flag": false, "none": "x"}));
    assert_eq!(sent["whole"].to_string(), "3", "numbers are numbers");
    assert_eq!((&sent["flag"], &sent["none"]), (&json!(false), &json!("x")));
    assert_eq!(answered(&form.fields, &emptied), Vec::<String>::new());
}

// Proves S-81.
#[test]
fn only_the_forms_own_fields_are_sent_in_its_order() {
    let form = form(json!({ "b": {"type": "string"}, "a": {"type": "string"} }), &[]).unwrap();
    let content = json!({"a": "1", "extra": "2", "b": "3"});
    assert_eq!(
        messages(&form, &content),
        ["/extra This is not a field of the form."]
    );
    assert_eq!(fill(&form.fields, &content).to_string(), r#"{"b":"3","a":"1"}"#);
}

// Proves S-81.
#[test]
fn a_default_that_cannot_be_seen_or_does_not_fit_is_left_out_and_said() {
    let form = form(
        json!({
            "hidden": {"type": "string", "default": "pay\u{202e}load"},
            "wrong": {"type": "integer", "default": "many"},
            "outside": {"type": "string", "enum": ["a"], "default": "b"},
            "lines": {"type": "string", "default": "a\nb"},
        }),
        &[],
    )
    .unwrap();
    assert_eq!(form.notes.len(), 3, "{:?}", form.notes);
    assert_eq!(fill(&form.fields, &json!({})), json!({"lines": "a\nb"}));
    assert!(matches!(
        form.fields[3].kind,
        FieldKind::Text { multiline: true, .. }
    ));
}

// Proves ELI-11.
#[test]
fn a_form_without_fields_is_a_question_for_a_yes() {
    let form = form(json!({}), &[]).unwrap();
    assert!(form.fields.is_empty() && check(&form.fields, &json!({})).is_empty());
    assert_eq!(fill(&form.fields, &json!({})), json!({}));
}

// Proves S-41.
#[test]
fn names_titles_and_choices_are_made_visible() {
    let field = field_of(
        json!({"type": "string", "oneOf": [{"const": "a", "title": "yes\u{200b}"}], "title": "a\u{202e}b"}),
    );
    assert_eq!(field.label.text, "a⟨U+202E⟩b");
    let FieldKind::Choice { options } = &field.kind else {
        panic!("no choice: {field:?}")
    };
    assert_eq!(options[0].title.text, "yes⟨U+200B⟩");
}

/// Any JSON, biased towards the words of forms.
fn any_json() -> impl Strategy<Value = Value> {
    let words = prop::sample::select(vec![
        "object", "string", "number", "integer", "boolean", "array", "enum", "email", "date", "password",
        "a", "",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        words.prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    let keys = prop::sample::select(vec![
        "type",
        "properties",
        "required",
        "title",
        "description",
        "default",
        "enum",
        "enumNames",
        "oneOf",
        "anyOf",
        "items",
        "const",
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "minItems",
        "maxItems",
        "format",
        "pattern",
        "$ref",
        "a",
        "b",
    ]);
    leaf.prop_recursive(5, 64, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((keys.clone(), inner), 0..8).prop_map(|members| {
                Value::Object(
                    members
                        .into_iter()
                        .map(|(key, value)| (key.to_owned(), value))
                        .collect(),
                )
            }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    // Proves S-80.
    #[test]
    fn any_json_as_a_form_is_a_bounded_form_or_a_reason(properties in any_json(), content in any_json()) {
        for schema in [properties.clone(), json!({ "type": "object", "properties": properties })] {
            match read(&schema) {
                Ok(form) => {
                    prop_assert!(form.fields.len() <= limits::FORM_FIELDS);
                    prop_assert!(form.notes.len() <= form.fields.len());
                    let issues = check(&form.fields, &content);
                    prop_assert!(issues.len() <= limits::SCHEMA_ISSUES);
                    let sent = fill(&form.fields, &content);
                    prop_assert!(sent.as_object().unwrap().len() <= form.fields.len());
                    if issues.is_empty() {
                        prop_assert!(check(&form.fields, &sent).is_empty(), "what is sent fits as well");
                    }
                }
                Err(why) => prop_assert!(why.len() < 300 && why.ends_with('.'), "{}", why),
            }
        }
    }

    // Proves S-80.
    #[test]
    fn any_field_is_a_field_or_a_reason(field in any_json(), content in any_json()) {
        if let Ok(form) = form(json!({ "field": field }), &[]) {
            let content = json!({ "field": content });
            let sent = fill(&form.fields, &content);
            if check(&form.fields, &content).is_empty() {
                prop_assert!(check(&form.fields, &sent).is_empty());
            }
        }
    }
}
