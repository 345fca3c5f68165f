use super::*;
use DefinitionState::{Changed, Known, New};
use portcullis_domain::{FlowMeeting, Foreign};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::Arc;

static CHANGED: DefinitionState = Changed { since: 1 };
static MEETING: FlowMeeting = FlowMeeting {
    sentence: String::new(),
    sources: Vec::new(),
    remedy: String::new(),
    once: false,
};
static NEW: DefinitionState = New {
    since: 1,
    reviewed: None,
};
const MODEL: Caller<'_> = Caller::Model { conversation: "c" };
const WINDOW: Caller<'_> = Caller::Window { session: "s" };

/// What was seen a tool do against its claims, and whether a question about it was answered since.
fn seen(answered: bool) -> Option<SeenAgainst<'static>> {
    Some(SeenAgainst {
        why: "seen",
        answered,
    })
}

fn server() -> ServerId {
    ServerId::from("s")
}

fn call(arguments: Value) -> ProposedCall {
    ProposedCall {
        server: server(),
        tool: "send_email".to_owned(),
        arguments: Arc::new(arguments),
        definition: "d".to_owned(),
    }
}

/// The same call of another definition, or of another tool.
fn other(definition: &str, tool: &str) -> &'static ProposedCall {
    Box::leak(Box::new(ProposedCall {
        tool: tool.to_owned(),
        definition: definition.to_owned(),
        ..call(Value::Null)
    }))
}

fn grant(id: &str, scope: Scope) -> Grant {
    Grant {
        id: id.to_owned(),
        server: server(),
        tool: "send_email".to_owned(),
        digest: "d".to_owned(),
        scope,
        conversation: match scope {
            Scope::Conversation => Some("c".to_owned()),
            Scope::Session => Some("s".to_owned()),
            Scope::Hour | Scope::Always => None,
        },
        ends_at: (scope == Scope::Hour).then_some(1_000 + HOUR),
        narrowed: GrantScope::default(),
        deny: false,
        revoked: false,
    }
}

fn deny(id: &str, scope: Scope) -> Grant {
    Grant {
        deny: true,
        ..grant(id, scope)
    }
}

/// A model asks for a known tool at 1,000 ms, with everything else in order.
fn ask(grants: &[Grant], change: impl FnOnce(&mut PolicyInput<'_>)) -> String {
    ask_with(grants, &Value::Null, change)
}

fn ask_with(grants: &[Grant], arguments: &Value, change: impl FnOnce(&mut PolicyInput<'_>)) -> String {
    match decided(grants, arguments, change) {
        Verdict::Allow(allowed) => format!("allow {}", allowed.rule().unwrap_or_default())
            .trim_end()
            .to_owned(),
        Verdict::Ask { .. } => "ask".to_owned(),
        Verdict::Deny { code, .. } => format!("deny {}", code.as_str()),
    }
}

fn decided(grants: &[Grant], arguments: &Value, change: impl FnOnce(&mut PolicyInput<'_>)) -> Verdict {
    let call = call(arguments.clone());
    let mut question = PolicyInput {
        caller: MODEL,
        call: &call,
        definition: &Known {
            since: 1,
            reviewed: None,
        },
        reads_only: false,
        against_claims: None,
        grants,
        now: 1_000,
        server_enabled: true,
        in_conversation: true,
        links: &SymlinkState::Unseen,
        holds_secret: false,
        flow: None,
    };
    change(&mut question);
    decide(&question)
}

// Proves S-26.
#[test]
fn each_reason_to_ask_about_a_call_is_a_sentence_of_its_own() {
    let why = |change: fn(&mut PolicyInput<'_>)| match decided(&[], &Value::Null, change) {
        Verdict::Ask { why } => why,
        _ => panic!("it is asked about"),
    };
    assert_eq!(why(|q| q.caller = WINDOW), say!("ask-by-hand"));
    assert_eq!(why(|_| ()), say!("ask-no-permission"));
    let new: fn(&mut PolicyInput<'_>) = |q| q.definition = &NEW;
    assert_eq!(why(new), say!("ask-new"));
    // Whatever was seen is the reason until it was answered, and after that where the claim alone would let it run.
    let why = |answered, caller, reads_only| {
        let asked = decided(&[], &Value::Null, |q| {
            (q.against_claims, q.caller, q.reads_only) = (seen(answered), caller, reads_only);
        });
        match asked {
            Verdict::Ask { why } => why,
            _ => panic!("it is asked about"),
        }
    };
    assert_eq!(why(false, MODEL, false), "seen");
    assert_eq!(why(false, WINDOW, false), "seen");
    assert_eq!(why(true, WINDOW, true), "seen");
    assert_eq!(why(true, WINDOW, false), say!("ask-by-hand"));
    assert_eq!(why(true, MODEL, true), say!("ask-no-permission"));
}

// Proves S-26.
#[test]
fn a_call_by_hand_in_the_window_is_asked_about_unless_it_reads_or_was_allowed() {
    let by_hand = |grants: &[Grant]| ask(grants, |q| q.caller = WINDOW);
    assert_eq!(by_hand(&[]), "ask");
    assert_eq!(ask(&[], |q| (q.caller, q.reads_only) = (WINDOW, true)), "allow");
    assert_eq!(
        ask(&[], |q| q.reads_only = true),
        "ask",
        "a claim gives a model nothing"
    );
    assert_eq!(
        ask(&[], |q| (q.caller, q.reads_only, q.holds_secret) =
            (WINDOW, true, true)),
        "ask"
    );
    let session = grant("h", Scope::Session);
    assert_eq!(by_hand(std::slice::from_ref(&session)), "allow h");
    assert_eq!(
        ask(std::slice::from_ref(&session), |_| ()),
        "ask",
        "a model gets nothing of it"
    );
    let later = Caller::Window { session: "t" };
    assert_eq!(
        ask(std::slice::from_ref(&session), |q| q.caller = later),
        "ask",
        "another start"
    );
    let other = [Grant {
        digest: "e".to_owned(),
        ..session.clone()
    }];
    assert_eq!(by_hand(&other), "ask");
    let nowhere = [Grant {
        conversation: None,
        ..session.clone()
    }];
    assert_eq!(
        by_hand(&nowhere),
        "ask",
        "without its session a yes reaches nowhere"
    );
    assert_eq!(by_hand(&[grant("c", Scope::Conversation)]), "ask");
    assert_eq!(by_hand(&[grant("a", Scope::Always)]), "allow a");
    assert_eq!(
        by_hand(&[session, deny("n", Scope::Always)]),
        "deny policy.denied"
    );
    let no = deny("n", Scope::Session);
    assert_eq!(by_hand(std::slice::from_ref(&no)), "deny policy.denied");
    assert_eq!(ask(&[no], |q| q.caller = later), "ask");
    assert_eq!(
        ask(&[], |q| (q.caller, q.reads_only, q.definition) =
            (WINDOW, true, &CHANGED)),
        "deny tool.changed"
    );
}

// Proves S-38, TOL-07.
#[test]
fn a_tool_that_was_seen_to_do_more_than_it_claims_is_asked_about_again() {
    let always = grant("a", Scope::Always);
    let given = std::slice::from_ref(&always);
    assert_eq!(ask(given, |_| ()), "allow a");
    assert_eq!(ask(given, |q| q.against_claims = seen(false)), "ask");
    assert_eq!(
        ask(given, |q| q.against_claims = seen(true)),
        "allow a",
        "it is asked about once"
    );
    for scope in [Scope::Hour, Scope::Conversation] {
        let narrow = [grant("n", scope)];
        assert_eq!(
            ask(&narrow, |q| q.against_claims = seen(false)),
            "allow n",
            "no claim gave this one"
        );
    }
    for answered in [false, true] {
        assert_eq!(
            ask(&[], |q| (q.caller, q.reads_only, q.against_claims) =
                (WINDOW, true, seen(answered))),
            "ask",
            "the claim to read only is worth nothing"
        );
        let no = deny("n", Scope::Always);
        assert_eq!(
            ask(&[always.clone(), no], |q| q.against_claims = seen(answered)),
            "deny policy.denied"
        );
    }
}

#[test]
fn the_precedence_is_what_the_doc_comment_says() {
    let (yes, no) = (grant("y", Scope::Always), deny("n", Scope::Always));
    let both = [yes.clone(), no.clone()];
    let (yes, no) = ([yes], [no]);
    // 1. off
    assert_eq!(ask(&yes, |q| q.server_enabled = false), "deny server.not_ready");
    assert_eq!(
        ask(&yes, |q| (q.server_enabled, q.caller) = (false, Caller::Person)),
        "deny server.not_ready"
    );
    // 2. not in the conversation
    assert_eq!(ask(&yes, |q| q.in_conversation = false), "deny policy.denied");
    assert_eq!(
        ask(&[], |q| (q.in_conversation, q.caller) = (false, Caller::Person)),
        "allow"
    );
    // 3. a no
    assert_eq!(ask(&both, |_| {}), "deny policy.denied");
    assert_eq!(ask(&no, |q| q.caller = Caller::Person), "deny policy.denied");
    assert_eq!(
        ask(&no, |q| q.call = other("other", "send_email")),
        "deny policy.denied"
    );
    assert_eq!(ask(&no, |q| q.definition = &CHANGED), "deny policy.denied");
    // 4. changed
    assert_eq!(ask(&yes, |q| q.definition = &CHANGED), "deny tool.changed");
    assert_eq!(
        ask(&[], |q| (q.definition, q.caller) = (&CHANGED, Caller::Person)),
        "deny tool.changed"
    );
    // 5. a person
    assert_eq!(ask(&[], |q| q.caller = Caller::Person), "allow");
    assert_eq!(
        ask(&[], |q| (q.definition, q.caller) = (&NEW, Caller::Person)),
        "allow"
    );
    // 6. a permission
    assert_eq!(ask(&yes, |_| {}), "allow y");
    assert_eq!(ask(&yes, |q| q.definition = &NEW), "allow y");
    // 7. ask
    assert_eq!(ask(&[], |_| {}), "ask");
    assert_eq!(ask(&[], |q| q.definition = &NEW), "ask");
}

#[test]
fn a_permission_lives_as_long_and_as_far_as_its_scope() {
    for scope in [Scope::Conversation, Scope::Hour, Scope::Always] {
        assert_eq!(ask(&[grant("g", scope)], |_| {}), "allow g", "{scope:?}");
        for mut over in [grant("g", scope), deny("g", scope)] {
            over.revoked = true;
            assert_eq!(
                ask(std::slice::from_ref(&over), |_| {}),
                "ask",
                "{scope:?} revoked"
            );
            (over.revoked, over.ends_at) = (false, Some(1_000));
            assert_eq!(ask(std::slice::from_ref(&over), |_| {}), "ask", "{scope:?} ended");
        }
    }
    let elsewhere = |q: &mut PolicyInput<'_>| q.caller = Caller::Model { conversation: "C" };
    assert_eq!(ask(&[grant("g", Scope::Conversation)], elsewhere), "ask");
    assert_eq!(ask(&[deny("g", Scope::Conversation)], elsewhere), "ask");
    assert_eq!(
        ask(&[deny("g", Scope::Conversation)], |q| q.caller = Caller::Person),
        "allow"
    );
    assert_eq!(ask(&[grant("g", Scope::Hour)], |q| q.now = 999 + HOUR), "allow g");
    assert_eq!(ask(&[grant("g", Scope::Hour)], |q| q.now = 1_000 + HOUR), "ask");
}

// Proves F-17.
#[test]
fn setting_the_clock_back_does_not_make_an_hour_longer() {
    assert_eq!(ask(&[grant("g", Scope::Hour)], |q| q.now = 999), "ask");
}

#[test]
fn a_grant_without_what_its_scope_needs_is_a_yes_to_nothing_and_a_no_to_everything() {
    let bare = |grant: Grant| {
        [Grant {
            conversation: None,
            ends_at: None,
            ..grant
        }]
    };
    for scope in [Scope::Conversation, Scope::Hour] {
        assert_eq!(ask(&bare(grant("g", scope)), |_| {}), "ask", "{scope:?}");
        assert_eq!(
            ask(&bare(deny("g", scope)), |_| {}),
            "deny policy.denied",
            "{scope:?}"
        );
    }
}

// Proves S-46, UIC-07.
#[test]
fn a_permission_is_for_one_definition() {
    let changed = other("e", "send_email");
    assert_eq!(ask(&[grant("g", Scope::Always)], |q| q.call = changed), "ask");
}

// Proves S-15, S-51.
#[test]
fn a_permission_is_never_used_for_what_only_looks_the_same() {
    let alike = |name: &str| Grant {
        tool: name.to_owned(),
        ..grant("g", Scope::Always)
    };
    for name in [
        "Send_email",
        "send_email ",
        "send_email.",
        "s\u{435}nd_email",
        "send_\u{200b}email",
        "send_em\u{ff41}il",
        "send-email",
        "",
    ] {
        assert_eq!(ask(&[alike(name)], |_| {}), "ask", "{name:?}");
        let no = [Grant {
            deny: true,
            ..alike(name)
        }];
        assert_eq!(ask(&no, |_| {}), "ask", "{name:?}");
    }
    assert_eq!(
        ask(&[alike("caf\u{e9}")], |q| q.call = other("d", "cafe\u{301}")),
        "ask",
        "NFC and NFD"
    );
    for other in ["S", "\u{455}", "s.", "s "] {
        let elsewhere = [Grant {
            server: ServerId::from(other),
            ..grant("g", Scope::Always)
        }];
        assert_eq!(ask(&elsewhere, |_| {}), "ask", "{other:?}");
    }
}

// Proves TOL-07.
#[test]
fn permissions_are_said_in_plain_words() {
    let tool = Foreign {
        text: "Write file".to_owned(),
        ..Foreign::default()
    };
    let words = |grant: &Grant| in_words(grant, "Files", &tool);
    assert_eq!(
        words(&grant("g", Scope::Hour)),
        "“Write file” of “Files” can run for an hour without asking."
    );
    assert_eq!(
        words(&deny("g", Scope::Always)),
        "“Write file” of “Files” is blocked."
    );
}

fn any_grant() -> impl Strategy<Value = Grant> {
    let scope = prop::sample::select(vec![Scope::Conversation, Scope::Hour, Scope::Always]);
    let name = |list: &'static [&'static str]| prop::sample::select(list);
    let place = (
        name(&["s", "S", "t"]),
        name(&["send_email", "Send_email", "s\u{435}nd_email"]),
        name(&["d", "e"]),
    );
    let life = (
        prop::option::of(name(&["c", "k"])),
        prop::option::of(0_u64..2 * HOUR),
        any::<bool>(),
        any::<bool>(),
    );
    (place, scope, life, "[a-z]{4}").prop_map(|((server, tool, digest), scope, life, id)| Grant {
        id,
        server: ServerId::from(server),
        tool: tool.to_owned(),
        digest: digest.to_owned(),
        scope,
        conversation: life.0.map(str::to_owned),
        ends_at: life.1,
        narrowed: GrantScope::default(),
        deny: life.2,
        revoked: life.3,
    })
}

// Proves S-38.
#[test]
fn a_narrowed_yes_covers_calls_like_the_one_that_was_shown() {
    let notes = Condition {
        argument: "path".to_owned(),
        test: ConditionTest::Under("/srv/notes".to_owned()),
    };
    let get = Condition {
        argument: "method".to_owned(),
        test: ConditionTest::Is(json!("GET")),
    };
    let yes = [Grant {
        narrowed: GrantScope {
            only: vec![notes, get],
            free: vec!["limit".to_owned()],
        },
        ..grant("y", Scope::Always)
    }];
    let with = |arguments: &Value| ask_with(&yes, arguments, |_| {});
    assert_eq!(with(&json!({"path": "/srv/notes/a", "method": "GET"})), "allow y");
    assert_eq!(with(&json!({"path": "/srv/notes/a", "method": "PUT"})), "ask");
    assert_eq!(with(&json!({"path": "/srv/other", "method": "GET"})), "ask");
    assert_eq!(with(&json!({"path": "/srv/notes/a"})), "ask");
    assert_eq!(
        with(&json!({"path": "/srv/notes/a", "method": "GET", "limit": 9})),
        "allow y"
    );
    assert_eq!(
        with(&json!({"path": "/srv/notes/a", "method": "GET", "Path": "/srv/other"})),
        "ask"
    );
    // A no is a no, whatever it was narrowed to.
    let no = [Grant {
        narrowed: yes[0].narrowed.clone(),
        ..deny("n", Scope::Always)
    }];
    assert_eq!(ask(&no, |_| {}), "deny policy.denied");
    let shown = Foreign {
        text: "Write file".into(),
        ..portcullis_core::text::escape_line("")
    };
    assert_eq!(
        in_words(&yes[0], "Notes", &shown),
        "“Write file” of “Notes” can run without asking until you revoke this or the tool changes, where “path” is in “/srv/notes” (compared as written, symbolic links are not checked) and “method” is “GET”, with any value of “limit” and no other arguments."
    );
}

proptest! {
    // Proves S-38.
    #[test]
    fn a_no_beats_every_yes_in_every_order(
        mut grants in proptest::collection::vec(any_grant(), 0..12),
        places in proptest::collection::vec(any::<prop::sample::Index>(), 4),
        scope in prop::sample::select(vec![Scope::Conversation, Scope::Hour, Scope::Always]),
    ) {
        for (place, grant) in places.iter().zip([
            grant("always", Scope::Always), grant("hour", Scope::Hour), grant("here", Scope::Conversation), deny("no", scope),
        ]) {
            grants.insert(place.index(grants.len() + 1), grant);
        }
        prop_assert_eq!(ask(&grants, |_| {}), "deny policy.denied");
    }

    // Proves S-38.
    #[test]
    fn the_order_of_grants_decides_nothing(
        grants in proptest::collection::vec(any_grant(), 0..12), turn in any::<prop::sample::Index>(),
    ) {
        let verdict = ask(&grants, |_| {});
        let mut turned = grants.clone();
        turned.reverse();
        prop_assert_eq!(&ask(&turned, |_| {}), &verdict);
        turned.rotate_left(if grants.is_empty() { 0 } else { turn.index(grants.len()) });
        prop_assert_eq!(&ask(&turned, |_| {}), &verdict);
    }

    // Proves S-78.
    #[test]
    fn where_all_three_meet_no_permission_ever_allows(
        mut grants in proptest::collection::vec(any_grant(), 0..12), only in any::<bool>(),
    ) {
        grants.extend([grant("always", Scope::Always), grant("hour", Scope::Hour), grant("here", Scope::Conversation)]);
        if only {
            let path = Condition { argument: "path".to_owned(), test: ConditionTest::Under("/srv/notes".to_owned()) };
            let narrowed = GrantScope { only: vec![path], free: Vec::new() };
            grants.push(Grant { narrowed, ..grant("narrow", Scope::Always) });
        }
        let verdict = ask_with(&grants, &json!({"path": "/srv/notes/a"}), |q| q.flow = Some(&MEETING));
        prop_assert!(!verdict.starts_with("allow"), "{}", verdict);
        // A no is still a no, and a person's own call still theirs.
        let without = ask_with(&grants, &json!({"path": "/srv/notes/a"}), |_| {});
        prop_assert_eq!(verdict == "ask", !without.starts_with("deny"));
        let by_hand = ask_with(&[], &Value::Null, |q| (q.flow, q.caller) = (Some(&MEETING), Caller::Person));
        prop_assert_eq!(by_hand, "allow");
    }

    // Proves S-51.
    #[test]
    fn a_yes_always_names_a_permission_for_exactly_this(grants in proptest::collection::vec(any_grant(), 0..12)) {
        if let Some(rule) = ask(&grants, |_| {}).strip_prefix("allow ") {
            let exact = |grant: &&Grant| grant.id == rule && !grant.deny && !grant.revoked
                && grant.server == server() && grant.tool == "send_email" && grant.digest == "d";
            prop_assert!(grants.iter().any(|grant| exact(&grant)));
        }
    }
}

// Proves S-38.
#[test]
fn a_permission_is_never_about_a_secret_but_a_no_is() {
    let (yes, no) = ([grant("y", Scope::Always)], [deny("n", Scope::Always)]);
    assert_eq!(ask(&yes, |q| q.holds_secret = true), "ask");
    assert_eq!(ask(&no, |q| q.holds_secret = true), "deny policy.denied");
    assert_eq!(
        ask(&[], |q| (q.holds_secret, q.caller) = (true, Caller::Person)),
        "allow",
        "their own call is their own yes"
    );
}

#[test]
fn a_tool_that_was_never_allowed_is_told_from_one_that_is_not_allowed_now() {
    let why = |change: fn(&mut PolicyInput<'_>)| match decided(&[], &Value::Null, change) {
        Verdict::Ask { why } => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        why(|question| question.definition = &NEW),
        "The tool is new and has never been allowed."
    );
    assert_eq!(why(|_| {}), "None of your permissions covers this call.");
}

#[test]
fn a_call_by_permission_says_by_which() {
    let why = |scope: Scope| match decided(&[grant("g", scope)], &Value::Null, |_| {}) {
        Verdict::Allow(allowed) => allowed.why().to_owned(),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        why(Scope::Conversation),
        "You allowed this tool in this conversation."
    );
    assert_eq!(why(Scope::Hour), "You allowed this tool for an hour.");
    assert_eq!(why(Scope::Always), "You always allow this tool.");
}

// Proves S-05.
#[test]
fn a_verdict_that_allows_carries_the_call_that_it_is_about() {
    let arguments = json!({"to": "ada"});
    match decided(&[grant("g", Scope::Always)], &arguments, |_| {}) {
        Verdict::Allow(allowed) => assert_eq!(allowed.into_call(), call(arguments)),
        other => panic!("{other:?}"),
    }
}
