//! Forms.

use super::*;
use portcullis_domain::Asked;

fn name_form() -> Value {
    json!({
        "type": "object",
        "properties": {
            "name": { "type": "string", "minLength": 2 },
            "count": { "type": "integer", "default": 3 },
            "note": { "type": "string" },
        },
        "required": ["name"],
    })
}

// Proves ELI-05.
#[tokio::test]
async fn accept_decline_and_cancel_are_three_answers() {
    let fixture = Fixture::new().await;
    let filled = submit(json!({ "name": "Ada", "note": "" }));
    let content = json!({ "name": "Ada", "count": 3 });
    for (given, heard) in [
        (filled, json!({ "action": "accept", "content": content })),
        (Answer::Decline {}, json!({ "action": "decline" })),
        (Answer::Deny {}, json!({ "action": "cancel" })),
    ] {
        let asked = fixture.asks_for(&name_form());
        fixture.answers(given).await;
        assert_eq!(answer(asked).await.unwrap(), heard);
    }
    let rows = fixture.rows(RecordKind::Elicitation, 3).await;
    for row in &rows {
        let why = fixture.host.record_detail(row.seq).await.unwrap().why;
        assert!(why.starts_with("You ") && why.ends_with('.'), "{why}");
    }
    let words: Vec<_> = rows
        .into_iter()
        .map(|row| (row.outcome, row.outcome_words))
        .collect();
    assert_eq!(
        words,
        [
            (Outcome::Denied, "dismissed by you".to_owned()),
            (Outcome::Denied, "declined by you".to_owned()),
            (Outcome::Done, "sent by you".to_owned()),
        ]
    );
    fixture.host.close().await;
}

// Proves ELI-01.
#[tokio::test]
async fn the_question_is_ours_and_names_the_persons_label() {
    let fixture = Fixture::new().await;
    let params = json!({
        "message": "Portcullis asks: see https://evil.example \u{202e}",
        "requestedSchema": { "type": "object", "properties": {} },
    });
    let (_asked, _token) = fixture.asks_in("2025-06-18", "elicitation/create", &params);
    let request = fixture.asked().await;
    assert_eq!(request.question, "“Notes” asks you to fill in a form");
    assert_eq!(request.server.origin, "notes.example");
    let Asked::Form { message, fields, .. } = &request.asked else {
        panic!("no form: {request:?}")
    };
    assert!(message.text.ends_with("⟨U+202E⟩") && message.hidden == 1);
    assert!(fields.is_empty());
    fixture.host.close().await;
}

// Proves ELI-05.
#[tokio::test]
async fn closing_is_not_an_answer() {
    let fixture = Fixture::new().await;
    let asked = fixture.asks_for(&name_form());
    fixture.asked().await;
    fixture.host.close().await;
    assert_eq!(answer(asked).await.unwrap(), json!({ "action": "cancel" }));
}

// Proves ELI-05.
#[tokio::test]
async fn stopping_everything_cancels() {
    let fixture = Fixture::new().await;
    let asked = fixture.asks_for(&name_form());
    fixture.asked().await;
    fixture.host.stop_everything().await.unwrap();
    assert_eq!(answer(asked).await.unwrap(), json!({ "action": "cancel" }));
    fixture.host.close().await;
}

// Proves CAN-06.
#[tokio::test]
async fn a_question_that_is_taken_back_is_gone_and_gets_no_answer() {
    let fixture = Fixture::new().await;
    let params = json!({ "message": "Please.", "requestedSchema": name_form() });
    let (asked, token) = fixture.asks_in("2025-11-25", "elicitation/create", &params);
    let request = fixture.asked().await;
    token.cancel();
    fixture.not_asked_any_more().await;
    assert!(answer(asked).await.is_err());
    assert!(
        fixture
            .tries(&request, submit(json!({ "name": "Ada" })))
            .await
            .is_err(),
        "too late"
    );
    let row = fixture.rows(RecordKind::Elicitation, 1).await.remove(0);
    assert_eq!(
        (row.outcome, row.outcome_words.as_str()),
        (Outcome::Cancelled, "withdrawn by the server")
    );
    fixture.host.close().await;
}

// Proves CAN-06.
#[tokio::test]
async fn a_question_whose_connection_is_dropped_has_an_end_in_the_record() {
    let fixture = Fixture::new().await;
    let asked = fixture.asks_for(&name_form());
    fixture.asked().await;
    asked.abort();
    fixture.not_asked_any_more().await;
    let row = fixture.rows(RecordKind::Elicitation, 1).await.remove(0);
    assert_eq!(row.outcome, Outcome::Cancelled);
    fixture.host.close().await;
}

// Proves ELI-15.
#[tokio::test]
async fn the_host_checks_again_what_the_window_sends() {
    let fixture = Fixture::new().await;
    let asked = fixture.asks_for(&name_form());
    let request = fixture.asked().await;
    for bad in [
        json!({ "name": "A" }),
        json!({ "name": "Ada", "admin": true }),
        json!({}),
    ] {
        let error = fixture.tries(&request, submit(bad)).await.unwrap_err();
        assert_eq!(error.code, portcullis_core::Code::FormUnfit);
    }
    let issues = fixture
        .host
        .check_form(&request.id, &request.nonce, &Filled(json!({ "name": "A" })))
        .unwrap();
    assert_eq!((issues[0].path.as_str(), issues.len()), ("/name", 1));
    fixture
        .answers(submit(json!({ "name": "Ada", "count": null })))
        .await;
    assert_eq!(
        answer(asked).await.unwrap(),
        json!({ "action": "accept", "content": { "name": "Ada" } })
    );
    fixture.host.close().await;
}

// Proves ELI-17.
#[tokio::test]
async fn what_was_typed_is_nowhere_but_at_the_server() {
    let canary = "canary-7c1f40d2e9";
    let fixture = Fixture::new().await;
    let asked = fixture.asks_for(&name_form());
    fixture.answers(submit(json!({ "name": canary }))).await;
    let sent = answer(asked).await.unwrap();
    assert_eq!(sent["content"]["name"], canary);
    let detail = fixture.newest(RecordKind::Elicitation, 1).await;
    assert!(!format!("{detail:?}").contains(canary));
    let kept = detail.sent.unwrap().text;
    assert!(
        kept.contains("name") && kept.contains("count"),
        "which fields were answered: {kept}"
    );
    let (lines, _) = fixture
        .host
        .0
        .audit
        .export(portcullis_storage::audit::Format::JsonLines, Vec::new())
        .await
        .unwrap();
    assert!(!String::from_utf8_lossy(&lines).contains(canary));
    fixture.host.close().await;
    for file in std::fs::read_dir(fixture.data.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap_or_default();
        assert!(!bytes.windows(canary.len()).any(|part| part == canary.as_bytes()));
    }
}

// Proves ELI-04, ELI-11.
#[tokio::test]
async fn what_is_no_form_of_this_revision_is_refused_unasked_and_recorded() {
    let fixture = Fixture::new().await;
    let nested = json!({ "type": "object", "properties": { "a": { "type": "object", "properties": {} } } });
    let fine = json!({ "type": "object", "properties": {} });
    let cases = [
        ("2025-11-25", json!({ "message": "m", "requestedSchema": nested })),
        ("2025-11-25", json!({ "message": "m" })),
        ("2025-11-25", json!({ "requestedSchema": fine })),
        ("2025-11-25", json!({ "message": 5, "requestedSchema": fine })),
        (
            "2025-11-25",
            json!({ "mode": "voice", "message": "m", "requestedSchema": fine }),
        ),
        (
            "2025-11-25",
            json!({ "mode": null, "message": "m", "requestedSchema": fine }),
        ),
        (
            "2025-11-25",
            json!({ "mode": "url", "message": "m", "url": "https://example.com" }),
        ),
        (
            "2025-11-25",
            json!({ "mode": "url", "message": "m", "elicitationId": "1" }),
        ),
        (
            "2025-06-18",
            json!({ "mode": "url", "message": "m", "url": "https://example.com", "elicitationId": "1" }),
        ),
        (
            "2026-07-28",
            json!({ "mode": "url", "message": "m", "url": "javascript:alert(1)" }),
        ),
        ("2026-07-28", json!("text")),
        (
            "2026-07-28",
            json!({ "message": "x".repeat(limits::FORM_MESSAGE + 1), "requestedSchema": fine }),
        ),
        (
            "2026-07-28",
            json!({ "message": "m", "requestedSchema": fine, "_meta": "x".repeat(limits::SERVER_REQUEST_BYTES) }),
        ),
    ];
    let many = cases.len();
    for (revision, params) in cases {
        let refused = answer(fixture.asks_in(revision, "elicitation/create", &params).0).await;
        assert_eq!(
            refused,
            Err(Refusal::BAD),
            "{revision} {}",
            params.to_string().len()
        );
    }
    let rows = fixture.rows(RecordKind::Elicitation, many).await;
    assert!(rows.iter().all(|row| row.outcome == Outcome::Refused));
    assert_eq!(fixture.host.waiting().len(), 0);
    let old = fixture
        .asks_in("2025-03-26", "elicitation/create", &json!({ "message": "m" }))
        .0;
    assert_eq!(
        answer(old).await,
        Err(Refusal::UNKNOWN),
        "that revision has no forms"
    );
    let other = fixture.asks("tools/call", &json!({}));
    assert_eq!(
        answer(other).await,
        Err(Refusal::UNKNOWN),
        "mrt08: nothing else may be asked"
    );
    fixture.host.close().await;
}

// Proves ELI-16.
#[tokio::test]
async fn a_secret_is_not_offered_and_the_record_says_so() {
    let fixture = Fixture::new().await;
    let form = json!({
        "type": "object",
        "properties": { "user": { "type": "string" }, "password": { "type": "string" } },
        "required": ["password"],
    });
    let asked = fixture.asks_for(&form);
    let request = fixture.asked().await;
    let Asked::Form { fields, refusals, .. } = &request.asked else {
        panic!("no form: {request:?}")
    };
    assert!(fields[0].refused.is_none() && fields[1].refused.is_some());
    assert_eq!(refusals.len(), 1);
    assert!(
        fixture
            .tries(&request, submit(json!({ "user": "a", "password": "b" })))
            .await
            .is_err()
    );
    fixture.answers(Answer::Decline {}).await;
    assert_eq!(answer(asked).await.unwrap(), json!({ "action": "decline" }));
    let detail = fixture.newest(RecordKind::Elicitation, 1).await;
    assert!(detail.why.contains("asks for a secret"), "{}", detail.why);
    fixture.host.close().await;
}

// Proves S-37, SAM-20.
#[tokio::test]
async fn who_is_sent_away_three_times_is_answered_without_asking() {
    let fixture = Fixture::new().await;
    for _ in 0..limits::EMBARGO_AFTER {
        let asked = fixture.asks_for(&name_form());
        fixture.answers(Answer::Deny {}).await;
        answer(asked).await.unwrap();
    }
    assert_eq!(
        answer(fixture.asks_for(&name_form())).await.unwrap(),
        json!({ "action": "cancel" })
    );
    let row = fixture.rows(RecordKind::Elicitation, 4).await.remove(0);
    assert_eq!(
        (row.outcome, row.outcome_words.as_str()),
        (Outcome::Refused, "denied during cooldown")
    );
    fixture.host.close().await;
}

// Proves ELI-07.
#[tokio::test]
async fn fifty_at_once_are_a_few_questions_and_a_few_rows() {
    let fixture = Fixture::new().await;
    let all: Vec<_> = (0..50).map(|_| fixture.asks_for(&name_form())).collect();
    let flood = fixture.newest(RecordKind::Refusal, 1).await;
    assert_eq!(flood.row.what.text, "Too many requests");
    let busy = limits::INQUIRIES - limits::WAITING_PER_SERVER;
    fixture.rows(RecordKind::Elicitation, busy).await;
    assert_eq!(fixture.host.waiting().len(), limits::WAITING_PER_SERVER);
    fixture.answers(Answer::DenyAllFromServer {}).await;
    let (mut cancelled, mut refused) = (0, 0);
    for asked in all {
        match answer(asked).await {
            Ok(answer) => {
                assert_eq!(answer, json!({ "action": "cancel" }));
                cancelled += 1;
            }
            Err(refusal) => {
                assert_eq!(refusal, Refusal::INTERNAL);
                refused += 1;
            }
        }
    }
    assert_eq!((cancelled, refused), (limits::INQUIRIES, 50 - limits::INQUIRIES));
    assert_eq!(
        fixture
            .rows(RecordKind::Elicitation, limits::INQUIRIES)
            .await
            .len(),
        limits::INQUIRIES
    );
    assert_eq!(fixture.rows(RecordKind::Refusal, 1).await.len(), 1);
    fixture.host.close().await;
}

// Proves S-91.
#[tokio::test]
async fn what_cannot_be_recorded_is_not_asked() {
    let fixture = Fixture::new().await;
    fixture.host.0.store.close().await;
    assert_eq!(
        answer(fixture.asks_for(&name_form())).await,
        Err(Refusal::INTERNAL)
    );
    assert!(fixture.host.waiting().is_empty());
    fixture.host.close().await;
}

// Proves S-91.
#[tokio::test]
async fn a_form_is_not_sent_where_that_cannot_be_recorded() {
    let fixture = Fixture::new().await;
    write_no_more(fixture.data.path(), DECISION);
    let asked = fixture.asks_for(&name_form());
    fixture.answers(submit(json!({ "name": "Ada" }))).await;
    assert_eq!(answer(asked).await.unwrap(), json!({ "action": "cancel" }));
    let rows = fixture.rows(RecordKind::Elicitation, 1).await;
    assert_eq!(rows[0].outcome, Outcome::Failed);
    fixture.host.close().await;
}

// Proves F-26, ELI-17.
#[tokio::test]
async fn what_is_typed_is_kept_for_a_page_loaded_anew_as_long_as_the_form_waits() {
    let fixture = Fixture::new().await;
    let form = json!({
        "type": "object",
        "properties": { "name": { "type": "string" }, "password": { "type": "string" } },
    });
    let asked = fixture.asks_for(&form);
    let request = fixture.asked().await;
    let (id, nonce) = (request.id.as_str(), request.nonce.as_str());
    assert!(fixture.host.filled_form(id, nonce).unwrap().is_none());
    let typed = Filled(json!({ "name": "Ad", "password": "hunter2", "other": 1 }));
    fixture.host.check_form(id, nonce, &typed).unwrap();
    let kept = fixture.host.filled_form(id, nonce).unwrap().unwrap();
    assert_eq!(
        kept.0,
        json!({ "name": "Ad" }),
        "and nothing of a secret or of no field"
    );
    assert!(
        fixture.host.filled_form(id, "another").is_err(),
        "not for the server that asks"
    );
    let much = Filled(json!({ "name": "x".repeat(limits::FORM_KEPT) }));
    fixture.host.check_form(id, nonce, &much).unwrap();
    assert!(
        fixture.host.filled_form(id, nonce).unwrap().is_none(),
        "within a limit"
    );
    fixture.host.check_form(id, nonce, &typed).unwrap();
    fixture.answers(Answer::Decline {}).await;
    answer(asked).await.unwrap();
    assert!(
        fixture.host.filled_form(id, nonce).is_err(),
        "gone with its request"
    );
    fixture.host.close().await;
    for file in std::fs::read_dir(fixture.data.path()).unwrap().flatten() {
        let bytes = std::fs::read(file.path()).unwrap_or_default();
        assert!(!bytes.windows(7).any(|part| part == b"hunter2"), "{file:?}");
    }
}
