use super::*;
use crate::policy::ConditionTest;
use proptest::prelude::*;
use serde_json::json;

fn schema(names: &[&str]) -> Value {
    let properties: serde_json::Map<_, _> =
        names.iter().map(|name| ((*name).to_owned(), json!({}))).collect();
    json!({"type": "object", "properties": properties})
}

fn narrowed(free: &[&str]) -> GrantScope {
    let under = Condition {
        argument: "path".to_owned(),
        test: ConditionTest::Under("/srv/notes".to_owned()),
    };
    GrantScope {
        only: vec![under],
        free: free.iter().map(|name| (*name).to_owned()).collect(),
    }
}

fn covers(narrowed: &GrantScope, arguments: &Value) -> bool {
    narrowed.covers(arguments, &SymlinkState::Unseen)
}

// Proves S-38.
#[test]
fn an_argument_that_is_neither_limited_nor_free_is_asked_about() {
    let narrowed = narrowed(&["limit"]);
    assert!(covers(&narrowed, &json!({"path": "/srv/notes/a"})));
    assert!(covers(
        &narrowed,
        &json!({"path": "/srv/notes/a", "limit": {"any": 1}})
    ));
    for other in [
        "Path",
        "PATH",
        "path ",
        "pat\u{200b}h",
        "\u{ff50}ath",
        "file",
        "Limit",
        "",
        "p\u{430}th",
    ] {
        let mut arguments = json!({"path": "/srv/notes/a"});
        arguments[other] = json!("/home/me/.ssh/id_ed25519");
        assert!(!covers(&narrowed, &arguments), "{other:?}");
    }
    assert!(!covers(&narrowed, &json!(["/srv/notes/a"])));
}

// Proves S-38.
#[test]
fn limits_are_offered_only_where_the_schema_says_which_arguments_there_are() {
    let call = json!({"path": "/srv/notes/a"});
    let offered = |schema: &Value| GrantScopeOffer::of(schema, &call, &SymlinkState::Unseen);
    let plain = offered(&schema(&["path", "limit"]));
    assert_eq!(plain.declared, ["path", "limit"]);
    assert_eq!(plain.chosen(&[0]).unwrap(), narrowed(&["limit"]));
    let many: Vec<String> = (0..limits::ARGUMENTS_NAMED).map(|n| format!("a{n}")).collect();
    let many: Vec<&str> = std::iter::once("path")
        .chain(many.iter().map(String::as_str))
        .collect();
    for schema in [
        json!({"type": "object"}),
        json!({"type": "object", "additionalProperties": true}),
        schema(&["limit"]),
        schema(&["path", "Path"]),
        schema(&["path", "limit", "LIMIT"]),
        schema(&["path", "caf\u{e9}", "cafe\u{301}"]),
        schema(&["path", "kelvin", "\u{212a}elvin"]),
        schema(&["path", "\u{17f}ize", "size"]),
        schema(&["path", "li\u{200b}mit"]),
        schema(&["path", "limit” and no other arguments. “b"]),
        schema(&["path", ""]),
        schema(&many),
    ] {
        assert_eq!(offered(&schema), GrantScopeOffer::default(), "{schema}");
    }
    let other = json!({"path": "/srv/notes/a", "other": 1});
    assert_eq!(
        GrantScopeOffer::of(&schema(&["path"]), &other, &SymlinkState::Unseen),
        GrantScopeOffer::default(),
        "a permission would not even cover this call"
    );
}

// Proves S-38.
#[test]
fn as_many_arguments_are_named_as_a_person_can_read() {
    let offered = |names: &[&str]| {
        let call = json!({ (names[0]): "/srv/notes/a" });
        !GrantScopeOffer::of(&schema(names), &call, &SymlinkState::Unseen)
            .declared
            .is_empty()
    };
    let many: Vec<String> = (0..limits::ARGUMENTS_NAMED).map(|n| format!("a{n}")).collect();
    assert!(offered(&many.iter().map(String::as_str).collect::<Vec<_>>()));
    assert!(offered(&["x".repeat(limits::CONDITION_BYTES).as_str()]));
    assert!(!offered(&["x".repeat(limits::CONDITION_BYTES + 1).as_str()]));
}

// Proves S-38.
#[test]
fn a_limit_that_was_not_offered_is_not_chosen() {
    let call = json!({"path": "/srv/notes/a"});
    let offered = GrantScopeOffer::of(&schema(&["path", "limit"]), &call, &SymlinkState::Unseen);
    let after = u32::try_from(offered.conditions.len()).unwrap();
    for places in [vec![], vec![after], vec![0, after]] {
        assert_eq!(offered.chosen(&places).unwrap_err().code, Code::BadInput);
    }
}

// Proves S-38.
#[cfg(unix)]
#[test]
fn links_are_followed_for_the_permissions_that_could_cover_the_call() {
    let given = Grant {
        id: "g".to_owned(),
        server: ServerId::from("s"),
        tool: "read".to_owned(),
        digest: "d".to_owned(),
        scope: portcullis_domain::Scope::Always,
        conversation: None,
        ends_at: None,
        narrowed: narrowed(&[]),
        deny: false,
        revoked: false,
    };
    let arguments = json!({"path": "/srv/notes/a"});
    let followed = |grant: Grant| paths(&[grant], &ServerId::from("s"), "read", &arguments).len();
    assert_eq!(followed(given.clone()), 2);
    for other in [
        Grant {
            deny: true,
            ..given.clone()
        },
        Grant {
            revoked: true,
            ..given.clone()
        },
        Grant {
            server: ServerId::from("t"),
            ..given.clone()
        },
        Grant {
            tool: "write".to_owned(),
            ..given.clone()
        },
        Grant {
            narrowed: GrantScope::default(),
            ..given.clone()
        },
    ] {
        assert_eq!(followed(other.clone()), 0, "{other:?}");
    }
    let both = BTreeSet::from(["/srv/notes".to_owned(), "/srv/notes/a".to_owned()]);
    assert_eq!(GrantScopeOffer::paths(&arguments), both);
}

// Proves F-33.
#[test]
fn a_limit_of_each_kind_that_is_stored_is_read_by_later_versions() {
    let stored = r#"{"only":[{"argument":"n","test":{"is":1}},{"argument":"p","test":{"under":"/srv"}},{"argument":"q","test":{"within":{"folder":"/srv","real":"/data"}}},{"argument":"u","test":{"site":"https://e.example"}}],"free":["limit"]}"#;
    let read: GrantScope = serde_json::from_str(stored).unwrap();
    assert_eq!(
        (read.only.len(), read.free.as_slice()),
        (4, &["limit".to_owned()][..])
    );
    assert_eq!(serde_json::to_string(&read).unwrap(), stored);
}

// Proves S-38.
#[test]
fn what_was_stored_before_covers_no_other_arguments() {
    let before: GrantScope =
        serde_json::from_str(r#"[{"argument": "path", "test": {"under": "/srv/notes"}}]"#).unwrap();
    assert_eq!(before, narrowed(&[]));
    assert!(covers(&before, &json!({"path": "/srv/notes/a"})));
    assert!(!covers(&before, &json!({"path": "/srv/notes/a", "limit": 1})));
    assert_eq!(
        serde_json::from_str::<GrantScope>("[]").unwrap(),
        GrantScope::default()
    );
    // Limits that are none would be a permission for everything.
    for odd in [
        r#"{"only": [], "free": []}"#,
        r#"{"only": []}"#,
        r#"{"free": ["a"]}"#,
        "{}",
        "null",
    ] {
        assert!(serde_json::from_str::<GrantScope>(odd).is_err(), "{odd}");
    }
}

// Proves S-38.
#[test]
fn the_sentence_names_what_is_free() {
    assert_eq!(
        narrowed(&["limit", "mode"]).in_words().unwrap(),
        "where “path” is in “/srv/notes” (compared as written, symbolic links are not checked), with any value of \
         “limit” and “mode” and no other arguments"
    );
    let none = narrowed(&[]).in_words().unwrap();
    assert!(none.ends_with(", with no other arguments"), "{none}");
    let one = narrowed(&["limit"]).in_words().unwrap();
    assert!(
        one.ends_with(", with any value of “limit” and no other arguments"),
        "{one}"
    );
    let three = narrowed(&["a", "b", "c"]).in_words().unwrap();
    assert!(
        three.ends_with(", with any value of “a”, “b” and “c” and no other arguments"),
        "{three}"
    );
    let alike = narrowed(&["p\u{430}th"]).in_words().unwrap();
    assert!(alike.contains("⟨U+0430⟩"), "{alike}");
    assert_eq!(GrantScope::default().in_words(), None);
}

proptest! {
    // Proves S-38.
    #[test]
    fn what_is_chosen_covers_the_call_and_is_stored_as_it_is(
        arguments in proptest::collection::hash_map("[a-d]", "[a-zA-Z:/.]{0,24}", 1..4), place in 0_u32..8
    ) {
        let (arguments, schema) = (json!(arguments), schema(&["a", "b", "c", "d"]));
        if let Ok(chosen) = GrantScopeOffer::of(&schema, &arguments, &SymlinkState::Unseen).chosen(&[place]) {
            prop_assert!(covers(&chosen, &arguments));
            let mut more = arguments.clone();
            more["e"] = json!(1);
            prop_assert!(!covers(&chosen, &more));
            let stored = serde_json::to_string(&chosen).unwrap();
            prop_assert_eq!(serde_json::from_str::<GrantScope>(&stored).unwrap(), chosen);
        }
    }
}
