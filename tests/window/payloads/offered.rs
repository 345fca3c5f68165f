//! Resources, templates and prompts: their lists, their pages, what was read of them, and what of it goes into a
//! conversation.

use serde_json::{Value, json};

use super::{Watched, page};

// Proves S-19.
#[tokio::test]
async fn resources_templates_and_prompts_stay_text_also_in_a_conversation() {
    let watched = or_skip!(Watched::open().await);
    let (app, words) = (&watched.app, &watched.words);
    let every = |make: &dyn Fn(usize) -> Value| -> Vec<Value> { (0..words.count()).map(make).collect() };
    let short = |field: char, number: usize| match words.fits(number, 120) {
        true => words.line(field, number),
        false => format!("{field}{number:03}"),
    };
    let mut resources = every(&|number| {
        json!({"uri": words.line('u', number), "name": words.line('n', number), "description": words.block('d', number),
            "mimeType": words.line('m', number), "icons": [{"src": words.0[number]}]})
    });
    resources.push(json!({"uri": "all://of/them", "name": "all of them"}));
    let templates = every(&|number| {
        json!({"uriTemplate": format!("t://{number}/{{value}}"), "name": words.line('t', number),
            "description": words.block('D', number)})
    });
    let mut prompts = every(&|number| {
        json!({"name": short('p', number), "description": words.block('P', number),
            "arguments": [{"name": short('A', number), "description": words.line('B', number)}]})
    });
    prompts.push(json!({"name": "all_of_them"}));
    let contents = every(&|number| match number % 4 {
        3 => json!({"uri": words.line('U', number), "mimeType": words.line('M', number), "blob": "aGVsbG8="}),
        _ => {
            json!({"uri": words.line('U', number), "mimeType": words.line('M', number), "text": words.block('R', number)})
        }
    });
    let messages = every(
        &|number| json!({"role": "user", "content": {"type": "text", "text": words.block('Q', number)}}),
    );
    app.add_hostile(
        "Offers",
        json!({
            "capabilities": {"tools": {}, "resources": {}, "prompts": {}},
            "on": {
                "resources/list": [{"reply": {"resources": resources}}],
                "resources/templates/list": [{"reply": {"resourceTemplates": templates}}],
                "resources/read": [{"reply": {"contents": contents}}],
                "prompts/list": [{"reply": {"prompts": prompts}}],
                "prompts/get": [{"reply": {"description": words.all('X'), "messages": messages}}],
            },
        }),
    )
    .await;
    let id = app.server_id("Offers").await;
    let server = format!("#/servers/{id}");
    app.open_tab("Offers", "Resources").await;
    let mut listed = words.fitting('n', 120);
    listed.extend(words.fitting('t', 120));
    watched.sees("the list of resources", &listed).await;
    app.shot("payloads-resources").await;

    let read = (0..words.count())
        .filter(|number| number % 4 != 3)
        .map(|number| super::mark('R', number));
    let mut read: Vec<_> = read.collect();
    read.extend(words.marks('U'));
    let address = format!("{server}/resources/all%3A%2F%2Fof%2Fthem");
    watched
        .visits("a resource that was read", &[page(address, Some("Read"), read)])
        .await;
    app.shot("payloads-resource").await;
    app.click("button", "Insert").await;
    app.find("textbox", "Message").await;
    app.see("§R000").await;
    watched
        .sees("a conversation with a resource", &[super::mark('R', 0)])
        .await;

    app.open_tab("Offers", "Prompts").await;
    watched
        .sees("the list of prompts", &words.fitting('p', 120))
        .await;
    let address = format!("{server}/prompts/all_of_them");
    watched
        .visits(
            "a prompt that was fetched",
            &[page(address, Some("Preview"), words.marks('Q'))],
        )
        .await;
    app.shot("payloads-prompt").await;
    app.click("button", "Insert").await;
    app.find("textbox", "Message").await;
    watched
        .sees("a conversation with a prompt", &words.marks('Q'))
        .await;
    app.shot("payloads-conversation").await;
    app.room("Activity").await;
    app.see_row(&["Offers"]).await;
    watched.sees("the record", &[]).await;
    watched.close().await;
}
