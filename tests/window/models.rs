//! A model of a provider in the real window: from its key to a task that two servers help with, and to words for a server
//! that asks.

use portcullis_tests::{
    fake_provider::{FakeProvider, ProviderApi, Turn},
    wait,
};
use serde_json::{Value, json};

use crate::app::App;

/// Says what it is, whatever it is called with.
fn server(tools: &[&str]) -> Value {
    let calls: serde_json::Map<String, Value> = tools
        .iter()
        .map(|tool| {
            let said = json!({"content": [{"type": "text", "text": format!("{tool} is done")}]});
            ((*tool).to_owned(), json!([{ "reply": said }]))
        })
        .collect();
    json!({"tools": tools, "calls": calls})
}

impl App {
    /// Adds a provider with its key, as a person does.
    pub(crate) async fn add_provider(&self, mind: &FakeProvider, key: &str) {
        self.room("Settings").await;
        self.click("button", "Add a provider…").await;
        self.js("document.querySelector('form [aria-haspopup=listbox]').click()")
            .await;
        let chosen = "const it = [...document.querySelectorAll('[role=option]')]
            .find((it) => it.getAttribute('value') === 'compatible');
            it?.click(); return it !== undefined";
        self.returns("the list of providers", chosen, true).await;
        self.fill("API key (optional)", key).await;
        self.fill("Base URL", &mind.url()).await;
        self.shots("models-add").await;
        self.click("button", "Add and check").await;
        self.see("working").await;
    }
}

// Proves S-67.
#[tokio::test]
async fn a_key_is_added_and_a_task_is_done_with_two_servers_and_five_calls() {
    let app = or_skip!(App::new().await);
    let mind = FakeProvider::new(ProviderApi::OpenAi, &["mind-large", "mind-small"]).await;
    mind.wants_key("sk-window-canary");
    app.add_provider(&mind, "sk-window-canary").await;
    app.see("mind-large").await;
    assert!(!app.text().await.contains("sk-window-canary"));
    app.shots("models").await;

    app.add_hostile("Notes", server(&["find", "read", "write"])).await;
    app.add_hostile("Mail", server(&["draft", "send"])).await;
    mind.does([
        Turn {
            thought: "Notes first, then mail.".to_owned(),
            words: "I look into your notes.".to_owned(),
            pieces: 40,
            ..Turn::wants(&[
                ("notes__find", json!({"for": "plan"})),
                ("notes__read", json!({"id": 7})),
            ])
        },
        Turn {
            words: "Now I write it up.".to_owned(),
            ..Turn::wants(&[
                ("notes__write", json!({"text": "The plan"})),
                ("mail__draft", json!({"to": "Ada"})),
            ])
        },
        Turn::wants(&[("mail__send", json!({"draft": 1}))]),
        Turn::says("The plan is **written and sent**."),
    ]);
    app.room("Chat").await;
    app.say("Send Ada the plan from my notes").await;
    // The calls of one turn are asked about in either order.
    for mut turn in [
        vec![("find", "plan"), ("read", "7")],
        vec![("write", "The plan"), ("draft", "Ada")],
        vec![("send", "1")],
    ] {
        while !turn.is_empty() {
            let asked = app.asked("Let “").await;
            let named = |(tool, _): &(&str, &str)| asked.question.contains(&format!("“{tool}”"));
            let at = turn.iter().position(named);
            let at = at.unwrap_or_else(|| panic!("none of {turn:?}: {}", asked.text));
            let (tool, argument) = turn.remove(at);
            assert!(asked.text.contains(argument), "{}", asked.text);
            assert!(asked.text.contains("mind-large"), "{}", asked.text);
            if tool == "read" {
                app.shots("models-gate").await;
            }
            app.answer("Allow once").await;
        }
    }
    app.see("written and sent").await;
    app.see("Reasoning").await;
    app.see("input tokens").await;
    app.shots("models-chat").await;
    app.click_part("button", "Model: mind-large").await;
    app.see("mind-small").await;
    app.shots("models-choose").await;
    app.press("\u{E00C}").await;
    let told = mind.asked().last().map(Value::to_string).unwrap_or_default();
    for tool in ["find", "read", "write", "draft", "send"] {
        assert!(told.contains(&format!("{tool} is done")), "{told}");
    }

    // What fails is said, and goes on.
    mind.does([Turn::status(
        402,
        &[],
        r#"{"error":{"message":"Insufficient credits"}}"#,
    )]);
    app.say("And the next one").await;
    app.see("has no credit left").await;
    app.shots("models-trouble").await;
    app.click("button", "Try again").await;
    app.see("ok").await;
    app.room("Activity").await;
    app.see_row(&["send", "Mail", "done"]).await;
    app.close().await;
}

// Proves S-74.
#[tokio::test]
async fn a_sampling_request_is_edited_sent_and_its_answer_edited_and_returned() {
    let app = or_skip!(App::new().await);
    let mind = FakeProvider::new(ProviderApi::OpenAi, &["mind-large"]).await;
    app.add_provider(&mind, "any").await;
    let record = app.home().path().join("heard");
    let params = json!({
        "systemPrompt": "Answer with one word.",
        "messages": [{"role": "user", "content": {"type": "text", "text": "The login fails. How bad?"}}],
        "maxTokens": 40,
    });
    let script = json!({"record": record, "tools": ["triage"], "calls": {"triage": [
        {"ask": {"method": "sampling/createMessage", "params": params, "id": "words"}},
        {"reply": {"content": [{"type": "text", "text": "filed"}]}},
    ]}});
    app.add_hostile("Linear", script).await;
    app.open_tab("Linear", "Permissions").await;
    app.choose("“Linear” may send prompts to your model").await;
    app.ready("Linear").await;
    mind.does([Turn::says("urgent, very urgent")]);
    app.open_tool("Linear", "triage").await;
    let asked = app.run_until_asked("send this to a model").await;
    assert!(asked.text.contains("mind-large"), "{}", asked.text);
    app.shots("models-sampling").await;
    app.click("button", "Edit the request").await;
    app.find_part("textbox", "Message 1")
        .await
        .fill("The login of a test account fails. How bad?")
        .await;
    app.click("button", "Use the changed request").await;
    app.asked("of a test account").await;
    app.answer("Send to the model “mind-large”").await;
    let answer = app.asked("Send this reply to").await;
    assert!(answer.text.contains("very urgent"), "{}", answer.text);
    app.click("button", "Edit the reply").await;
    app.find_part("textbox", "Reply").await.fill("low").await;
    app.shots("models-sampling-answer").await;
    app.click("button", "Use the changed reply").await;
    app.asked("low").await;
    app.answer("Send reply to “Linear”").await;
    app.result(&["done", "filed"]).await;
    assert!(mind.asked()[0].to_string().contains("of a test account"));
    let heard = wait::file(&record).await;
    assert!(
        heard.contains(r#""text":"low""#) && !heard.contains("very urgent"),
        "{heard}"
    );
    app.close().await;
}
