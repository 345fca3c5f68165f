//! The gate: forms, requests to a model, reviews of a launch, of a change and of a call; and what becomes of them in a
//! conversation and in the record.

use portcullis_catalog::forms::asks_for_secret;
use portcullis_core::text::is_hidden;
use serde_json::{Map, Value, json};

use super::{Watched, Words, mark, page};

/// Fields of one form.
const FIELDS: usize = 54;

/// Whether a field may speak of it: one that asks for a secret takes a form of its own (S-80).
fn plain(text: &str) -> bool {
    let text = text.to_lowercase();
    !asks_for_secret(&text)
        && !["secret", "token", "pwd", "pin", "jwt", "credential"]
            .iter()
            .any(|word| text.contains(word))
}

/// A form with payloads in every place that has words, and the marks that are on it.
fn form(words: &Words, numbers: &[usize]) -> (Value, Vec<String>) {
    let message: Vec<_> = numbers.iter().map(|&number| words.block('M', number)).collect();
    let mut marks: Vec<_> = numbers.iter().map(|&number| mark('M', number)).collect();
    let mut properties = Map::new();
    for &number in numbers
        .iter()
        .filter(|&&number| words.fits(number, 240) && plain(&words.0[number]))
    {
        let field = match number % 3 {
            0 => json!({"type": "string", "title": words.line('l', number), "enum": ["a", "b"],
                "enumNames": [words.line('c', number), "other"]}),
            _ => {
                json!({"type": "string", "title": words.line('l', number), "description": words.line('i', number),
                "default": words.line('v', number)})
            }
        };
        properties.insert(format!("field_{number}"), field);
        marks.push(mark('l', number));
        if number % 3 != 0 {
            marks.push(mark('i', number));
            // What hides is not filled in for the person.
            if !words.0[number].chars().any(is_hidden) {
                marks.push(mark('v', number));
            }
        }
    }
    let schema = json!({"type": "object", "properties": properties});
    (
        json!({"message": message.join("\n"), "requestedSchema": schema}),
        marks,
    )
}

// Proves S-19, S-83.
#[tokio::test]
async fn forms_and_requests_to_a_model_stay_text_at_the_gate_and_in_the_record() {
    let watched = or_skip!(Watched::open().await);
    let (app, words) = (&watched.app, &watched.words);
    let numbers: Vec<usize> = (0..words.count()).collect();
    let forms: Vec<_> = numbers.chunks(FIELDS).map(|some| form(words, some)).collect();
    let asks = forms
        .iter()
        .map(|(form, _)| json!({"ask": {"method": "elicitation/create", "params": form}}));
    let messages: Vec<Value> = numbers
        .chunks(4)
        .map(|some| {
            let text: Vec<_> = some.iter().map(|&number| words.block('S', number)).collect();
            json!({"role": "user", "content": {"type": "text", "text": text.join("\n\n")}})
        })
        .collect();
    let sampling = json!({"method": "sampling/createMessage", "params": {
        "messages": messages, "systemPrompt": words.all('Y'), "maxTokens": 100,
        "stopSequences": [words.line('Z', 0)],
        "modelPreferences": {"hints": [{"name": words.line('H', 1)}]}}});
    let script = json!({
        "tools": ["forms", "samples"],
        "calls": {"forms": asks.collect::<Vec<_>>(), "samples": [{"ask": sampling}]},
    });
    app.add_hostile("Asker", script).await;

    app.open_tool("Asker", "forms").await;
    app.start_tool().await;
    for (at, (_, marks)) in forms.iter().enumerate() {
        app.asked(&mark('M', at * FIELDS)).await;
        app.read_all().await;
        watched.sees(&format!("form {at}"), marks).await;
        app.shot("payloads-form").await;
        if at == 0 {
            app.leave_for_later().await;
            app.room("Waiting for you").await;
            watched.sees("the inbox", &[]).await;
            app.click_part("button", "Open:").await;
            app.asked(&mark('M', 0)).await;
        }
        app.click("button", "Review").await;
        app.asked("This is sent to").await;
        app.read_all().await;
        let values: Vec<_> = marks.iter().filter(|mark| mark.contains('v')).cloned().collect();
        watched.sees(&format!("the review of form {at}"), &values).await;
        app.answer("Send").await;
    }

    app.open_tab("Asker", "Permissions").await;
    app.choose("“Asker” may send prompts to your model").await;
    app.see("You review each prompt before the model gets it").await;
    app.ready("Asker").await;
    app.open_tool("Asker", "samples").await;
    app.run_until_asked("send this to a model").await;
    let mut sent = words.marks('S');
    sent.extend(words.marks('Y'));
    watched.sees("a request to a model", &sent).await;
    app.shot("payloads-sampling").await;
    app.read_all().await;
    app.answer("Send to the model “Demo model”").await;
    app.asked("Send this reply to").await;
    watched.sees("an answer of a model", &[]).await;
    app.read_all().await;
    app.answer("Send reply to “Asker”").await;
    app.find("region", "Result").await;

    app.room("Activity").await;
    watched.sees("the record", &[]).await;
    let filter = json!({"text": null, "server": null, "kind": null, "outcome": null});
    let record = app
        .ask("record", json!({"filter": filter, "before": null}))
        .await
        .expect("a record");
    let rows = record["rows"].as_array().expect("rows").iter();
    let mut rows: Vec<_> = rows
        .map(|row| page(format!("#/activity/{}", row["seq"]), None, vec![]))
        .collect();
    // What is recorded is cut where it is long; the beginning of a form is whole.
    rows.last_mut().expect("there is a row")["marks"] = json!([]);
    watched.visits("the rows of the record", &rows).await;
    watched.close().await;
}

// Proves S-19, S-20.
#[tokio::test]
async fn reviews_of_launches_changes_and_calls_stay_text_and_so_does_the_conversation() {
    let watched = or_skip!(Watched::open().await);
    let (app, words) = (&watched.app, &watched.words);
    // No program takes such an argument.
    let whole: Vec<usize> = (0..words.count())
        .filter(|&number| !words.0[number].contains('\0'))
        .collect();
    let arguments: Vec<_> = whole.iter().map(|&number| words.line('G', number)).collect();
    let draft = json!({
        "label": "Pasted", "endpoint": {"kind": "command", "program": "/bin/echo", "arguments": arguments, "folder": null},
        "environment": [{"name": "WORDS", "value": words.line('V', 9), "secret": false}], "headers": [], "era": "auto",
        "limits": {"idle_seconds": 60, "total_seconds": 600, "message_mib": 16}});
    app.ask("propose_server", json!({"draft": draft, "changes": null}))
        .await
        .expect("it can be reviewed");
    app.asked("Pasted").await;
    app.read_all().await;
    let shown: Vec<_> = whole.iter().map(|&number| mark('G', number)).collect();
    watched.sees("the review of a launch", &shown).await;
    app.shot("payloads-launch").await;
    app.answer("Cancel").await;

    let groups = words.groups(6_000);
    let about = |group: &[usize]| {
        group
            .iter()
            .map(|&number| words.block('z', number))
            .collect::<Vec<_>>()
            .join("\n\n")
    };
    let names: Vec<_> = (0..groups.len()).map(|at| format!("shifty_{at}")).collect();
    let mut tools: Vec<Value> = names
        .iter()
        .map(|name| json!({"name": name, "description": "As it was.", "inputSchema": {"type": "object"}}))
        .collect();
    tools.extend([json!("change"), json!("echo")]);
    let changes: Vec<_> = names
        .iter()
        .zip(&groups)
        .map(|(name, group)| json!({"change_tool": {"name": name, "description": about(group), "inputSchema": {"type": "object"}}}))
        .collect();
    app.add_hostile("Shifty", json!({"tools": tools, "calls": {"change": changes}}))
        .await;
    let id = app.server_id("Shifty").await;
    app.open_tool("Shifty", "change").await;
    app.run_tool(&["done"]).await;
    app.wait_until("the change to be noticed", async || {
        let list = app
            .ask("tools", json!({"server": id, "query": "shifty"}))
            .await
            .ok()?;
        let tools = list["tools"].as_array()?;
        tools
            .iter()
            .all(|tool| tool["state"]["kind"] == "changed")
            .then_some(())
    })
    .await;
    for (name, group) in names.iter().zip(&groups) {
        let marks: Vec<_> = group.iter().map(|&number| mark('z', number)).collect();
        watched
            .visits(
                "a changed tool",
                &[page(format!("#/servers/{id}/tools/{name}"), None, marks.clone())],
            )
            .await;
        app.click("button", "Review the change").await;
        app.asked(name).await;
        watched.sees("the review of a change", &marks).await;
        app.shot("payloads-change").await;
        app.answer("Keep it blocked").await;
    }

    let mut values = Map::new();
    for number in 0..words.count() {
        values.insert(format!("a{number:03}"), json!(words.line('C', number)));
    }
    for number in (0..words.count()).step_by(4) {
        values.insert(words.line('K', number), json!(number));
    }
    app.room("Chat").await;
    app.click("button", "New conversation").await;
    app.see("The model can use the servers enabled here").await;
    let conversations = app
        .ask("conversations", json!({}))
        .await
        .expect("there are conversations");
    let said = format!("use echo {}", Value::Object(values));
    let say = json!({"conversation": conversations[0]["id"], "text": said});
    app.ask_after_press("say", say).await.expect("it can be said");
    app.asked("echo").await;
    app.read_all().await;
    watched.sees("the review of a call", &words.marks('C')).await;
    app.shot("payloads-call").await;
    app.answer("Allow once").await;
    app.see("It answered").await;
    watched.sees("what the person said", &words.marks('C')).await;
    app.click("button", "Show result").await;
    app.find("region", "Result").await;
    watched.sees("what came back", &words.marks('C')).await;
    app.shot("payloads-chat").await;
    watched.close().await;
}
