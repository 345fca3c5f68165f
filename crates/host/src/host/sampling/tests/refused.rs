//! What is refused before a person is asked: too much, too often, out of turn, and what is not what it says.

use super::*;

// Proves S-77.
#[tokio::test]
async fn an_old_server_does_not_ask_out_of_the_blue() {
    let fixture = fixture(Arc::new(DemoModel)).await;
    for revision in [OLD, NOW] {
        let asked = fixture.asks_in(revision, asking(json!({})), None, &CancellationToken::new());
        assert_eq!(asked.await.unwrap(), Err(REJECTED), "{revision}");
        assert!(fixture.host.waiting().is_empty());
    }
    assert_eq!(outcomes(&fixture.rows().await), [(ASKS, Outcome::Refused); 2]);
}

// Proves S-75, SAM-20.
#[tokio::test]
async fn too_many_at_once_and_too_many_in_a_minute_are_refused_without_a_question() {
    let fixture = fixture(Arc::new(DemoModel)).await;
    let mut open = Vec::new();
    for _ in 0..limits::SAMPLING_AT_ONCE {
        open.push(fixture.asks(asking(json!({}))));
    }
    let mut changes = fixture.host.0.gate.changes();
    while fixture.host.waiting().len() < limits::SAMPLING_AT_ONCE {
        changes.changed().await.unwrap();
    }
    assert_eq!(fixture.asks(asking(json!({}))).await.unwrap(), Err(LATER));
    assert_eq!(fixture.host.waiting().len(), limits::SAMPLING_AT_ONCE);
    fixture.host.0.gate.deny_all();
    for asked in open {
        assert_eq!(asked.await.unwrap(), Err(Refusal::DENIED));
    }
    let mut refused = 0;
    for _ in 0..20 {
        refused += usize::from(fixture.asks(json!({})).await.unwrap() == Err(LATER));
    }
    assert_eq!(
        refused,
        20 - (limits::SAMPLING_PER_MINUTE - limits::SAMPLING_AT_ONCE),
        "SAM-20"
    );
    let rows = fixture.rows().await;
    let of_refusals = rows
        .iter()
        .filter(|row| row.row.outcome == Outcome::Refused)
        .count();
    assert_eq!(
        of_refusals,
        limits::SAMPLING_REFUSED_ROWS,
        "a flood is a few rows"
    );
}

// Proves ERR-01.
#[test]
fn a_refusal_has_a_code_of_json_rpc_or_one_outside_of_its_range() {
    const STANDARD: [i32; 5] = [-32_700, -32_600, -32_601, -32_602, -32_603];
    let refusals = [
        REJECTED,
        LATER,
        Refusal::DENIED,
        Refusal::UNKNOWN,
        Refusal::BAD,
        Refusal::INTERNAL,
    ];
    for Refusal { code, message } in refusals {
        let is_reserved = (-32_768..=-32_000).contains(&code);
        assert!(!is_reserved || STANDARD.contains(&code), "{code}: {message}");
    }
}

// Proves S-75.
#[tokio::test]
async fn a_budget_of_a_day_outlives_the_host() {
    let fixture = fixture(Arc::new(Stub::default())).await;
    let tokens = limits::SAMPLING_TOKENS;
    while fixture.host.0.spend(&fixture.entry, tokens).await.is_ok() {}
    let much = asking(json!({"maxTokens": tokens}));
    assert_eq!(fixture.asks(much).await.unwrap(), Err(LATER));
    assert!(fixture.host.waiting().is_empty());
    fixture.host.close().await;
    let again = opened(fixture.folder.path(), Arc::new(DemoModel)).await;
    let entry = again.0.entry(fixture.entry.id.as_str()).unwrap();
    assert!(entry.row().sampling);
    let error = again.0.spent(&entry, tokens).await.unwrap_err();
    assert_eq!(error.code, Code::SamplingBudget);
}

// Proves S-37.
#[tokio::test]
async fn a_server_that_is_denied_again_and_again_is_not_asked_about_for_a_while() {
    let fixture = fixture(Arc::new(DemoModel)).await;
    for _ in 0..limits::EMBARGO_AFTER {
        let asked = fixture.asks(asking(json!({})));
        fixture
            .answers(&fixture.question(false).await, Answer::Deny {})
            .await;
        assert_eq!(asked.await.unwrap(), Err(Refusal::DENIED));
    }
    assert_eq!(
        fixture.asks(asking(json!({}))).await.unwrap(),
        Err(Refusal::DENIED)
    );
    assert!(fixture.host.waiting().is_empty());
}

// Proves SAM-10.
#[tokio::test]
async fn what_is_not_an_image_is_refused_and_what_is_one_is_shown_by_handle() {
    use base64::Engine as _;
    let fixture = fixture(Arc::new(Stub::default())).await;
    let image = |bytes: &[u8]| {
        let data = base64::engine::general_purpose::STANDARD.encode(bytes);
        json!({"messages": [{"role": "user", "content": {"type": "image", "mimeType": "image/png", "data": data}}]})
    };
    let wrong = fixture.asks(asking(image(b"no image"))).await.unwrap();
    assert_eq!(wrong, Err(Refusal::BAD));
    let before = fixture.host.0.calls.payloads.bytes();
    let asked = fixture.asks(asking(image(b"\x89PNG\r\n\x1a\nrest")));
    let first = fixture.question(false).await;
    let Asked::Sampling {
        messages,
        request_json,
        ..
    } = &first.asked
    else {
        panic!("{first:?}")
    };
    let [
        SampledPart::Content {
            block: Block::Image { data, .. },
        },
    ] = messages[0].parts.as_slice()
    else {
        panic!("{messages:?}")
    };
    assert!(
        fixture
            .host
            .payload_url(&data.handle)
            .unwrap()
            .starts_with("data:image/png")
    );
    assert!(request_json.contains("\"image 1\""));
    let words = changed(request_json, "systemPrompt", json!("What is it?"));
    let amended = fixture.host.amend(&first.id, &first.nonce, &words).await.unwrap();
    fixture.answers(&amended, Answer::Deny {}).await;
    asked.await.unwrap().unwrap_err();
    assert_eq!(
        fixture.host.0.calls.payloads.bytes(),
        before,
        "nothing stays behind"
    );
}
