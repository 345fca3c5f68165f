//! Sampling requests that go to a provider.

use super::*;

/// What a server asks within a call, in either era, and what it is told.
fn asks_for_words(modern: bool, params: &Value, folder: &std::path::Path) -> Value {
    let done = json!({"content": [{"type": "text", "text": "thank you"}]});
    if !modern {
        return json!({"tools": ["triage"], "calls": {"triage": [
            {"ask": {"method": "sampling/createMessage", "params": params, "id": "words"}}, {"reply": done},
        ]}});
    }
    let question = json!({"resultType": "input_required", "requestState": "s",
        "inputRequests": {"q": {"method": "sampling/createMessage", "params": params}}});
    json!({"era": "modern", "tools": ["triage"], "calls": {"triage": crate::asking::modern::in_turn(folder, &[question, done])}})
}

/// Lets a server ask, and waits for a connection that offers it.
async fn may_ask(talk: &Talk, id: &str, record: &std::path::Path) {
    talk.host.set_sampling(id, true).await.unwrap();
    portcullis_tests::wait::until("a connection that offers it", || {
        let offers = |message: &Value| {
            let meta = &message["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"];
            !message["params"]["capabilities"]["sampling"].is_null() || !meta["sampling"].is_null()
        };
        let ready = talk.state(id).phase == Phase::Ready;
        (received(record).iter().any(offers) && ready).then_some(())
    })
    .await;
}

#[tokio::test]
async fn an_answer_to_a_server_that_broke_off_is_counted_as_one_of_unknown_price() {
    let params = json!({
        "messages": [{"role": "user", "content": {"type": "text", "text": "Login fails. How bad?"}}],
        "maxTokens": 500,
    });
    let person = TestUser::new().await;
    let folder = tempfile::tempdir().unwrap();
    let record = person.path("record");
    let mut script = asks_for_words(false, &params, folder.path());
    script["record"] = json!(record);
    let talk = Talk::of(person, ProviderApi::OpenAi).await;
    let id = talk.has("Linear", script).await;
    may_ask(&talk, &id, &record).await;
    talk.mind.does([Turn {
        breaks_after: Some(700),
        ..Turn::says(&"a few words ".repeat(40))
    }]);
    let call = talk.begins(&id, "triage", json!({})).await;
    let first = |request: &Request| matches!(request.asked, Asked::Sampling { .. });
    let request = talk.is_asked("the request", first).await;
    talk.answers(&request, Answer::AllowOnce {}).await;
    talk.finishes(&call).await;
    let month = talk.host.spending(None).await.unwrap().month;
    assert_eq!((month.replies, month.unpriced), (1, 1));
    talk.host.close().await;
}

// Proves S-74, S-76, SAM-06.
#[tokio::test]
async fn a_sampling_request_and_its_answer_are_sent_as_the_person_edited_them() {
    let params = json!({
        "systemPrompt": "Answer with one word.",
        "messages": [{"role": "user", "content": {"type": "text", "text": "Login fails. How bad?"}}],
        "modelPreferences": {"hints": [{"name": "nothing-like-it"}, {"name": "m-2"}]},
        "includeContext": "allServers",
        "maxTokens": 50,
    });
    for modern in [false, true] {
        let person = TestUser::new().await;
        let folder = tempfile::tempdir().unwrap();
        let record = person.path("record");
        let mut script = asks_for_words(modern, &params, folder.path());
        script["record"] = json!(record);
        let talk = Talk::of(person, ProviderApi::Anthropic).await;
        let host = &talk.host;
        talk.says("Something private, of another conversation").await;
        let id = talk.has("Linear", script).await;
        may_ask(&talk, &id, &record).await;
        talk.mind.does([Turn::says("urgent, very urgent")]);
        let call = talk.begins(&id, "triage", json!({})).await;

        let first = |request: &Request| matches!(request.asked, Asked::Sampling { .. });
        let request = talk.is_asked("the request", first).await;
        let_assert!(&request.asked =>
            Asked::Sampling { model, model_why, models, cost, context, request_json, .. });
        assert_eq!(model, "m-2");
        assert!(model_why.contains("choice number 2"), "{model_why}");
        assert_eq!(
            models.len(),
            3,
            "two of the provider and the built-in one: {models:?}"
        );
        assert_eq!(*cost, None, "what answers on this computer may pass it on");
        let of_provider = &models.iter().find(|it| it.name == *model).unwrap().sentence;
        assert_has!(of_provider, "which may forward them.");
        assert!(!of_provider.contains("Cost"), "{of_provider}");
        assert!(context.contains("which is never sent"), "{context}");
        let changed = request_json.replace("Login fails.", "The login of a test account fails.");
        let request = talk.amends(&request, &changed).await;
        talk.answers(&request, Answer::AllowOnce {}).await;

        let asked = talk.mind.was_asked(2).await.remove(1);
        assert_eq!(asked["model"], "m-2");
        assert_eq!(asked["max_tokens"], 50);
        assert_has!(asked.to_string(), "The login of a test account fails.");
        assert!(!asked.to_string().contains("private"), "{asked}");
        assert!(
            !asked.to_string().contains("Portcullis"),
            "nothing of ours is added: {asked}"
        );
        assert!(
            asked
                .get("tools")
                .is_none_or(|tools| tools.as_array().is_some_and(Vec::is_empty)),
            "{asked}"
        );

        let second = |request: &Request| matches!(request.asked, Asked::SampledAnswer { .. });
        let request = talk.is_asked("the answer", second).await;
        let_assert!(&request.asked => Asked::SampledAnswer { answer_json, .. });
        let changed = answer_json.replace("urgent, very urgent", "urgent");
        let request = talk.amends(&request, &changed).await;
        talk.answers(&request, Answer::AllowOnce {}).await;
        assert_done(&talk.finishes(&call).await);
        let heard = received(&record).iter().map(Value::to_string).collect::<String>();
        assert!(
            heard.contains(r#""text":"urgent""#) && !heard.contains("very urgent"),
            "{heard}"
        );
        assert!(heard.contains(r#""model":"m-2""#), "{heard}");
        host.close().await;
    }
}
