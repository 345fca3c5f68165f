use super::*;
use proptest::prelude::*;
use serde_json::json;

fn holds(test: ConditionTest, value: &Value) -> bool {
    let condition = Condition {
        argument: "a".to_owned(),
        test,
    };
    condition.holds(&json!({ "a": value }), &SymlinkState::Unseen)
}

// Proves S-38.
#[test]
fn a_folder_covers_what_is_written_below_it_and_nothing_else() {
    assert!(under("notes/a.md", "notes") && !under("notes", "notes") && !under("other/a.md", "notes"));
    assert!(!under("/etc/passwd", "") && !under("notes/../a", "notes"));
    let within = |path: &str| holds(ConditionTest::Under("/home/me/notes".into()), &json!(path));
    for path in [
        "/home/me/notes",
        "/home/me/notes/",
        "/home/me/notes/a.md",
        "/home/me/./notes//b/c.md",
        "/home/me/notes/\u{7b2c}\u{ff1a}\u{2026}.md",
    ] {
        assert!(within(path), "{path}");
    }
    for path in [
        "/home/me/notes2/a.md",
        "/home/me/note",
        "/home/me",
        "home/me/notes/a.md",
        "//home/me/notes/a.md",
        "/home/me/notes/../../you/a.md",
        "/home/me/notes/.. /a.md",
        "/home/me/notes\\..\\a.md",
        "/home/me/notes/%2e%2e/a.md",
        "/home/me/notes/\u{ff0e}\u{ff0e}/a.md",
        "/home/me/notes/\u{2025}/a.md",
        "/home/me/notes/x\u{ff0f}a.md",
        "/home/me/notes/x\u{ff3c}a.md",
        "/home/me/notes/\u{ff5e}you/a.md",
        "/home/me/notes/\0/a.md",
        "/HOME/me/notes/a.md",
        "file:///home/me/notes/a.md",
        "~/notes/a.md",
        "",
    ] {
        assert!(!within(path), "{path}");
    }
    assert!(!holds(
        ConditionTest::Under("/home/me/notes".into()),
        &json!(["/home/me/notes/a.md"])
    ));
    assert!(holds(
        ConditionTest::Under("C:\\work\\notes".into()),
        &json!("C:\\work\\notes\\a.md")
    ));
    assert!(!holds(
        ConditionTest::Under("C:\\work\\notes".into()),
        &json!("C:\\work\\other\\a.md")
    ));
}

// Proves S-38.
#[test]
fn an_address_is_at_its_origin_only() {
    let at = |url: &str| holds(ConditionTest::Site("https://api.example".into()), &json!(url));
    assert!(at("https://api.example/v1?q=1") && at("https://API.example:443/"));
    for url in [
        "http://api.example/",
        "https://api.example.evil/",
        "https://api.example@evil.example/",
        "https://evil.example/https://api.example/",
        "https://api.example:444/",
        "https:\\\\api.example/",
        "//api.example/",
        "https://api.example/ https://evil.example/",
        " https://api.example/",
        "https://api.example/\u{a0}https://evil.example/",
        "https://api.example/\u{2028}https://evil.example/",
        "https://api.example/\0https://evil.example/",
    ] {
        assert!(!at(url), "{url}");
    }
}

// Proves S-38.
#[test]
fn a_value_is_compared_whole_and_with_its_kind() {
    assert!(holds(ConditionTest::Is(json!("GET")), &json!("GET")));
    for other in [json!("get"), json!("GET "), json!(null), json!(["GET"])] {
        assert!(!holds(ConditionTest::Is(json!("GET")), &other), "{other}");
    }
    assert!(!holds(ConditionTest::Is(json!(1)), &json!("1")));
    let missing = Condition {
        argument: "b".to_owned(),
        test: ConditionTest::Is(Value::Null),
    };
    assert!(!missing.holds(&json!({"a": null}), &SymlinkState::Unseen));
}

// Proves S-72.
#[test]
fn neither_everything_nor_a_whole_home_is_offered() {
    let offered = |path: &str| folders(path);
    assert_eq!(offered("/home/me/a.md"), Vec::<String>::new());
    assert_eq!(offered("/a.md"), Vec::<String>::new());
    assert_eq!(offered("/etc/hosts"), Vec::<String>::new());
    assert_eq!(offered("C:\\Users\\me\\a.md"), Vec::<String>::new());
    assert_eq!(offered("/home/me/notes/a.md"), ["/home/me/notes"]);
    assert_eq!(
        offered("/home/me/work/x/y/a.md"),
        ["/home/me/work", "/home/me/work/x", "/home/me/work/x/y"]
    );
    assert_eq!(offered("notes/a.md"), ["notes"]);
    assert_eq!(offered("C:\\work\\notes\\a.md"), ["C:\\work\\notes"]);
    assert_eq!(offered("C:\\Users\\me\\notes\\a.md"), ["C:\\Users\\me\\notes"]);
    assert_eq!(offered("work/Users/a.md"), ["work", "work/Users"]);
    assert_eq!(offered("/Users/me/a.md"), Vec::<String>::new());
    assert_eq!(offered("/root/notes/a.md"), Vec::<String>::new());
    for home in [
        "/users/me/a.md",
        "/HOME/me/a.md",
        "c:\\users\\me\\a.md",
        "C:/USERS/me/a.md",
        "/var/home/me/a.md",
        "/mnt/c/Users/me/a.md",
        "/mnt/c/users/me/a.md",
    ] {
        assert_eq!(offered(home), Vec::<String>::new(), "{home}");
    }
    assert_eq!(offered("/var/home/me/notes/a.md"), ["/var/home/me/notes"]);
    assert_eq!(offered("/mnt/c/Users/me/notes/a.md"), ["/mnt/c/Users/me/notes"]);
    assert_eq!(offered("/mnt/disk/notes/a.md"), ["/mnt/disk", "/mnt/disk/notes"]);
}

#[test]
fn what_is_chosen_from_is_in_words_and_bounded() {
    let arguments =
        json!({"path": "/srv/data/in/a.csv", "method": "GET", "text": "x".repeat(500), "deep": {}});
    let words = |links: &SymlinkState| -> Vec<String> {
        possible(&arguments, links)
            .iter()
            .map(Condition::in_words)
            .collect()
    };
    assert_eq!(
        words(&SymlinkState::Unseen),
        [
            "“path” is in “/srv/data” (compared as written, symbolic links are not checked)",
            "“path” is in “/srv/data/in” (compared as written, symbolic links are not checked)",
            "“path” is “/srv/data/in/a.csv” (compared as written, symbolic links are not checked)",
            "“method” is “GET”",
        ]
    );
    let many: serde_json::Map<_, _> = (0..200).map(|n| (format!("a{n}"), json!(n))).collect();
    assert_eq!(
        possible(&Value::Object(many), &SymlinkState::Unseen).len(),
        limits::CONDITIONS
    );
}

// Proves S-34, S-38.
#[test]
fn no_limit_is_offered_that_would_end_the_quotation_it_stands_in() {
    let offered = |argument: &str, value: &str| {
        let arguments = json!({ argument: value });
        possible(&arguments, &SymlinkState::Unseen).len()
    };
    assert_eq!(offered("method", "GET"), 1);
    assert_eq!(offered("path", "/srv/a/b"), 2);
    for (argument, value) in [
        ("method", "GET”, with any value of “url"),
        ("method” is “GET” and “path", "GET"),
        ("path", "/srv/a\" or \"b/c"),
    ] {
        assert_eq!(offered(argument, value), 0, "{argument} {value}");
    }
    let alike = Condition {
        argument: "p\u{430}th".to_owned(),
        test: ConditionTest::Is(json!("p\u{430}th")),
    };
    let words = alike.in_words();
    assert_eq!(words.matches("⟨U+0430⟩").count(), 2, "{words}");
}

// Proves S-38.
#[test]
fn what_is_too_long_or_of_no_single_value_is_no_condition() {
    let folder = ConditionTest::Under("/srv/a".into());
    let path = |bytes: usize| json!(format!("/srv/a/{}", "x".repeat(bytes - "/srv/a/".len())));
    assert!(holds(folder.clone(), &path(limits::CONDITION_PATH)));
    assert!(!holds(folder, &path(limits::CONDITION_PATH + 1)));
    let offered = |value: Value| {
        let offered = possible(&json!({ "a": value }), &SymlinkState::Unseen);
        offered
            .into_iter()
            .any(|condition| matches!(condition.test, ConditionTest::Is(_)))
    };
    for (value, expected) in [
        (json!("x".repeat(limits::CONDITION_BYTES)), true),
        (json!("x".repeat(limits::CONDITION_BYTES + 1)), false),
        (json!(""), false),
        (json!(true), true),
        (json!(7), true),
        (json!(null), false),
        (json!([1]), false),
        (json!({}), false),
    ] {
        assert_eq!(offered(value.clone()), expected, "{value}");
    }
}

// Proves S-38.
#[test]
fn no_site_is_offered_for_an_address_that_could_be_taken_for_another() {
    let site = |url: &str| {
        let offered = possible(&json!({ "url": url }), &SymlinkState::Unseen);
        offered.first().map(Condition::in_words)
    };
    for url in ["https://api.example/v1", "https://api.example:443"] {
        assert_eq!(site(url).unwrap(), "“url” is at “https://api.example”");
    }
    assert_eq!(
        site("http://api.example/").unwrap(),
        "“url” is at “http://api.example”"
    );
    for url in [
        "ftp://api.example/a",
        "https://ada@api.example/",
        "https://:word@api.example/",
        "https://api.example\\a",
        "https://api.exa\tmple/",
        "https://api.exa\nmple/",
        "https://api.exa\rmple/",
        "https://api.example/a https://evil.example/",
    ] {
        assert!(!site(url).unwrap().contains(" is at "), "{url}");
    }
}

// Proves S-38.
#[cfg(unix)]
#[test]
fn the_paths_that_are_followed_are_those_that_decide() {
    let paths = |test: ConditionTest, path: Value| {
        let condition = Condition {
            argument: "a".to_owned(),
            test,
        };
        let arguments = json!({ "a": path });
        condition
            .paths(&arguments)
            .map(|(path, folder)| (path.to_owned(), folder.to_owned()))
    };
    let both = Some(("/srv/notes/a".to_owned(), "/srv/notes".to_owned()));
    let under = |folder: &str| ConditionTest::Under(folder.to_owned());
    let within = ConditionTest::Within {
        folder: "/srv/notes".to_owned(),
        real: "/disk".to_owned(),
    };
    assert_eq!(paths(under("/srv/notes"), json!("/srv/notes/a")), both);
    assert_eq!(paths(within, json!("/srv/notes/a")), both);
    assert_eq!(paths(under("/srv/notes"), json!("/srv/other/a")), None);
    assert_eq!(paths(under("notes"), json!("notes/a")), None);
    assert_eq!(paths(under("/srv/notes"), json!(["/srv/notes/a"])), None);
    assert_eq!(
        paths(ConditionTest::Is(json!("/srv/notes/a")), json!("/srv/notes/a")),
        None
    );
    let offered: Vec<_> = paths_offered(&json!({
        "a": "/srv/data/in/a", "b": "notes/a", "c": "/etc/hosts", "d": 1
    }))
    .collect();
    assert_eq!(offered, ["/srv/data/in/a", "/srv/data", "/srv/data/in"]);
}

// Proves S-38.
#[test]
fn a_value_that_is_a_path_says_that_its_links_are_not_checked() {
    let words = |value: &str| {
        let test = ConditionTest::Is(json!(value));
        let argument = "a".to_owned();
        Condition { argument, test }.in_words()
    };
    for path in ["/srv/a", "C:\\work\\a"] {
        assert!(
            words(path).ends_with("(compared as written, symbolic links are not checked)"),
            "{path}"
        );
    }
    for other in ["GET", "notes/a", "https://api.example/"] {
        assert!(words(other).ends_with('”'), "{other}");
    }
}

/// Where paths lead on a computer on which `/srv/notes/out` is a link to `/etc` and `/srv/data` one to `/disk`.
#[cfg(unix)]
fn followed() -> SymlinkState {
    let real = |path: &str| {
        let path = match path.strip_prefix("/srv/notes/out") {
            Some(rest) => format!("/etc{rest}"),
            None => path.replace("/srv/data", "/disk"),
        };
        (path != "/srv/notes/doubt").then(|| path.into())
    };
    let known = [
        "/srv/notes",
        "/srv/notes/a",
        "/srv/notes/out",
        "/srv/notes/out/shadow",
        "/srv/notes/doubt",
        "/srv/data",
        "/srv/data/in",
        "/srv/data/in/a",
    ];
    SymlinkState::Followed(
        known
            .into_iter()
            .map(|path| (path.to_owned(), real(path)))
            .collect(),
    )
}

// Proves S-38.
#[cfg(unix)]
#[test]
fn a_link_inside_a_folder_does_not_lead_out_of_a_permission() {
    let within = |test: &ConditionTest, path: &str| {
        let condition = Condition {
            argument: "a".to_owned(),
            test: test.clone(),
        };
        condition.holds(&json!({ "a": path }), &followed())
    };
    let before = ConditionTest::Under("/srv/notes".to_owned());
    let given = ConditionTest::Within {
        folder: "/srv/notes".to_owned(),
        real: "/srv/notes".to_owned(),
    };
    for test in [&before, &given] {
        assert!(within(test, "/srv/notes/a"), "{test:?}");
        for path in [
            "/srv/notes/out/shadow",
            "/srv/notes/out",
            "/srv/notes/doubt",
            "/srv/notes/unknown",
        ] {
            assert!(!within(test, path), "{test:?} {path}");
        }
    }
    // A folder that became a link to another one since it was allowed.
    let moved = ConditionTest::Within {
        folder: "/srv/data".to_owned(),
        real: "/srv/data".to_owned(),
    };
    assert!(!within(&moved, "/srv/data/in/a"));
}

// Proves S-38.
#[cfg(unix)]
#[test]
fn a_folder_is_offered_with_where_it_leads_and_not_where_a_link_leads_out() {
    let words = |path: &str| -> Vec<String> {
        let offered = possible(&json!({ "path": path }), &followed());
        offered.iter().map(Condition::in_words).collect()
    };
    assert_eq!(
        words("/srv/notes/a"),
        [
            "“path” is in “/srv/notes” (symbolic links on this computer are resolved)",
            "“path” is “/srv/notes/a” (compared as written, symbolic links are not checked)",
        ]
    );
    assert_eq!(
        words("/srv/data/in/a"),
        [
            "“path” is in “/srv/data” (symbolic links on this computer are resolved, to “/disk”)",
            "“path” is in “/srv/data/in” (symbolic links on this computer are resolved, to “/disk/in”)",
            "“path” is “/srv/data/in/a” (compared as written, symbolic links are not checked)",
        ]
    );
    assert_eq!(
        words("/srv/notes/out/shadow"),
        [
            "“path” is in “/srv/notes/out” (symbolic links on this computer are resolved, to “/etc”)",
            "“path” is “/srv/notes/out/shadow” (compared as written, symbolic links are not checked)",
        ],
        "not under /srv/notes, which the link leaves"
    );
    assert_eq!(
        words("notes/a"),
        [
            "“path” is in “notes” (compared as written, symbolic links are not checked)",
            "“path” is “notes/a”"
        ]
    );
}

proptest! {
    // Proves S-38.
    #[test]
    fn what_is_offered_is_true_of_the_call(
        arguments in proptest::collection::hash_map("[a-z]{1,4}", "([a-zA-Z:/.~%\\\\ ]|https://){0,24}", 0..4)
    ) {
        let arguments = json!(arguments);
        for condition in possible(&arguments, &SymlinkState::Unseen) {
            prop_assert!(condition.holds(&arguments, &SymlinkState::Unseen), "{condition:?}");
        }
    }
}
