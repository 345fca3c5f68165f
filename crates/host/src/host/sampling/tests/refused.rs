//! What is refused before a person is asked: too much, too often, out of turn, and what is not what it says.

use super::*;

// Proves S-77.
#[tokio::test]
async fn an_old_server_does_not_ask_out_of_the_blue() {
    let house = house(Arc::new(DemoModel)).await;
    for revision in [OLD, NOW] {
        let asked = house.asks_in(revision, asking(json!({})), None, &CancellationToken::new());
        assert_eq!(asked.await.unwrap(), Err(REJECTED), "{revision}");
        assert!(house.host.waiting().is_empty());
    }
    assert_eq!(outcomes(&house.rows().await), [(ASKS, Outcome::Refused); 2]);
}

// Proves S-75, SAM-20.
#[tokio::test]
async fn too_many_at_once_and_too_many_in_a_minute_are_refused_without_a_question() {
    let house = house(Arc::new(DemoModel)).await;
    let mut open = Vec::new();
    for _ in 0..limits::SAMPLING_AT_ONCE {
        open.push(house.asks(asking(json!({}))));
    }
    let mut changes = house.host.0.gate.changes();
    while house.host.waiting().len() < limits::SAMPLING_AT_ONCE {
        changes.changed().await.unwrap();
    }
    assert_eq!(house.asks(asking(json!({}))).await.unwrap(), Err(LATER));
    assert_eq!(house.host.waiting().len(), limits::SAMPLING_AT_ONCE);
    house.host.0.gate.deny_all();
    for asked in open {
        assert_eq!(asked.await.unwrap(), Err(Refusal::DENIED));
    }
    let mut refused = 0;
    for _ in 0..20 {
        refused += usize::from(house.asks(json!({})).await.unwrap() == Err(LATER));
    }
    assert_eq!(
        refused,
        20 - (limits::SAMPLING_PER_MINUTE - limits::SAMPLING_AT_ONCE),
        "SAM-20"
    );
    let rows = house.rows().await;
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
    let house = house(Arc::new(Stub::default())).await;
    let tokens = limits::SAMPLING_TOKENS;
    while house.host.0.spend(&house.entry, tokens).await.is_ok() {}
    let much = asking(json!({"maxTokens": tokens}));
    assert_eq!(house.asks(much).await.unwrap(), Err(LATER));
    assert!(house.host.waiting().is_empty());
    house.host.close().await;
    let again = opened(house.folder.path(), Arc::new(DemoModel)).await;
    let entry = again.0.entry(house.entry.id.as_str()).unwrap();
    assert!(entry.row().sampling);
    let error = again.0.spent(&entry, tokens).await.unwrap_err();
    assert_eq!(error.code, Code::SamplingBudget);
}

// Proves S-37.
#[tokio::test]
async fn a_server_that_is_denied_again_and_again_is_not_asked_about_for_a_while() {
    let house = house(Arc::new(DemoModel)).await;
    for _ in 0..limits::EMBARGO_AFTER {
        let asked = house.asks(asking(json!({})));
        house.answers(&house.question(false).await, Answer::Deny {}).await;
        assert_eq!(asked.await.unwrap(), Err(Refusal::DENIED));
    }
    assert_eq!(house.asks(asking(json!({}))).await.unwrap(), Err(Refusal::DENIED));
    assert!(house.host.waiting().is_empty());
}

// Proves SAM-10.
#[tokio::test]
async fn what_is_not_an_image_is_refused_and_what_is_one_is_shown_by_handle() {
    use base64::Engine as _;
    let house = house(Arc::new(Stub::default())).await;
    let image = |bytes: &[u8]| {
        let data = base64::engine::general_purpose::STANDARD.encode(bytes);
        json!({"messages": [{"role": "user", "content": {"type": "image", "mimeType": "image/png", "data": data}}]})
    };
    let wrong = house.asks(asking(image(b"no image"))).await.unwrap();
    assert_eq!(wrong, Err(Refusal::BAD));
    let before = house.host.0.calls.payloads.bytes();
    let asked = house.asks(asking(image(b"\x89PNG\r\n\x1a\nrest")));
    let first = house.question(false).await;
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
        house
            .host
            .payload_url(&data.handle)
            .unwrap()
            .starts_with("data:image/png")
    );
    assert!(request_json.contains("\"image 1\""));
    let words = changed(request_json, "systemPrompt", json!("What is it?"));
    let amended = house.host.amend(&first.id, &first.nonce, &words).await.unwrap();
    house.answers(&amended, Answer::Deny {}).await;
    asked.await.unwrap().unwrap_err();
    assert_eq!(
        house.host.0.calls.payloads.bytes(),
        before,
        "nothing stays behind"
    );
}
