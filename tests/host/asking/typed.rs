//! What a person types into a form is in no frame, no row and no export.

use super::modern::{MODERN, asks, done, modern};
use super::*;

/// What a person takes away of a server's timeline, and what they see of it.
fn exported(fixture: &TestHost) -> String {
    let (file, _) = fixture.host.export_frames(&fixture.id, Vec::new()).unwrap();
    let mut all = String::from_utf8(file).unwrap();
    for frame in fixture.host.frames(&fixture.id, 0).unwrap().frames {
        all.push_str(&frame.head.text);
        all.push_str(&fixture.host.frame_text(&fixture.id, frame.seq).unwrap().text);
    }
    all
}

// Proves ELI-17.
#[tokio::test]
async fn what_was_typed_into_a_form_is_in_no_frame_even_if_the_server_repeats_it() {
    let typed = "Ada of Lovelace Street 36";
    let repeats = json!({"reply": {"content": [{"type": "text", "text": format!("Hello {typed}!")}]}});
    for way in WAYS {
        let id = json!("q");
        let steps = json!([ask(way, &id, "elicitation/create", form()), repeats]);
        let fixture = fixture(way, json!({"tools": ["x"], "calls": {"x": steps}})).await;
        let call = fixture.begins(&fixture.id, "x", nothing()).await;
        answers(&fixture, "the form", is_form, submit(typed)).await;
        assert!(text(&fixture.finishes(&call).await).contains(typed));
        assert_eq!(fixture.sees_answer(&id).await["result"]["content"]["name"], typed);
        let kept = exported(&fixture);
        assert!(kept.contains("\"name\":\"•••\""), "{way:?}: {kept}");
        assert!(!kept.contains("Lovelace"), "{way:?}: {kept}");
        fixture.host.close().await;
    }
}

// Proves ELI-17, S-88.
#[tokio::test]
async fn what_was_typed_stays_in_a_result_that_repeats_it_and_in_no_row() {
    let typed = "Ada of Lovelace Street 36";
    // By HTTP: the script of a program is among its arguments, which the record keeps.
    let way = ServerTransport::Post;
    let id = json!("q");
    let repeats = json!({"reply": {"content": [{"type": "text", "text": format!("Hello {typed}!")}]}});
    let steps = json!([ask(way, &id, "elicitation/create", form()), repeats]);
    let fixture = fixture(way, json!({"tools": ["x"], "calls": {"x": steps}})).await;
    let host = &fixture.host;
    let model = FakeProvider::new(ProviderApi::OpenAi, &["m-1"]).await;
    adds(&fixture.person, ProviderKind::Compatible, &model.url(), None).await;
    model.does([
        Turn::wants(&[("notes__x", nothing())]),
        Turn::says("It greets you."),
    ]);
    let conversation = host.create_conversation().await.unwrap().summary.id;
    host.say(&conversation, "Ask it").await.unwrap();
    let is_call = |request: &Request| matches!(request.asked, Asked::Tool { .. });
    answers(&fixture, "the call", is_call, Answer::AllowOnce {}).await;
    answers(&fixture, "the form", is_form, submit(typed)).await;
    wait::holds("the model to be told", || model.asked().len() == 2).await;
    assert!(model.asked()[1].to_string().contains(typed));
    wait::until_async("the end of the answer", async || {
        let messages = host.conversation(&conversation).await.unwrap().messages;
        (!messages.last()?.streaming).then_some(())
    })
    .await;
    // It is kept, and told again with what is said next.
    model.does([Turn::says("As I said.")]);
    host.say(&conversation, "Who?").await.unwrap();
    wait::holds("the model to be told again", || model.asked().len() == 3).await;
    assert!(model.asked()[2].to_string().contains(typed));

    fixture.sees_row("x").await;
    let (rows, count) = host.export_record(Format::JsonLines, Vec::new()).await.unwrap();
    let rows = String::from_utf8(rows).unwrap();
    assert!(
        count > 0 && rows.contains("You filled in the form and sent it."),
        "{rows}"
    );
    for kept in [rows, exported(&fixture)] {
        assert!(!kept.contains("Lovelace"), "{kept}");
    }
}

// Proves ELI-17, S-84.
#[tokio::test]
async fn in_the_modern_era_neither_answers_nor_states_are_in_any_frame() {
    let state = "state-of-the-server-4711";
    for way in MODERN {
        let question = json!({"q": {"method": "elicitation/create", "params": form()}});
        let (fixture, _folder) = modern(way, &[asks(&question, Some(state)), done()]).await;
        let call = fixture.begins(&fixture.id, "x", json!({"k": "kept"})).await;
        answers(&fixture, "the form", is_form, submit("Ada Lovelace")).await;
        assert_done(&fixture.finishes(&call).await);
        let again = &fixture.sent("tools/call")[1]["params"];
        assert_eq!(again["requestState"], state);
        assert_eq!(again["inputResponses"]["q"]["content"]["name"], "Ada Lovelace");
        let kept = exported(&fixture);
        assert!(
            !kept.contains("Lovelace") && !kept.contains("4711"),
            "{way:?}: {kept}"
        );
        // The call can still be made again from its frame.
        let frames = fixture.host.frames(&fixture.id, 0).unwrap().frames;
        let last = frames
            .iter()
            .rfind(|frame| frame.subject.as_ref().is_some_and(|subject| subject.text == "x"))
            .unwrap();
        let call = fixture.host.frame_call(&fixture.id, last.seq).unwrap();
        assert_eq!((call.arguments, call.hidden), (json!({"k": "kept"}), false));
        fixture.host.close().await;
    }
}
