//! What a server offers beside its tools, and how much it says in its log.

use serde_json::json;

use crate::app::{App, EVERYTHING};

/// The smallest picture there is: one point.
const POINT: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==";

impl App {
    /// Chooses a suggestion of a server beneath a field.
    async fn suggested(&self, field: &str, typed: &str, value: &str) {
        if !typed.is_empty() {
            self.find_part("combobox", field).await.fill(typed).await;
        }
        self.click("option", value).await;
        self.holds(&format!("“{value}” in “{field}”"), async || {
            self.find_part("combobox", field).await.value().await == value
        })
        .await;
    }

    /// Waits for the contents that were read, with these words.
    async fn read(&self, words: &str) {
        self.wait_until(&format!("contents with “{words}”"), async || {
            let read = self
                .find_all("region", "Resource contents")
                .await
                .pop()?
                .text_if_there()
                .await?;
            read.contains(words).then_some(())
        })
        .await;
    }
}

#[tokio::test]
async fn a_resource_is_read_when_the_person_says_so_and_goes_into_a_conversation() {
    let app = or_skip!(App::with_demo().await);
    app.open_tool("Demo", "Write a note").await;
    app.fill("text", "buy bread").await;
    app.run_tool(&["done"]).await;
    app.open_tab("Demo", "Resources").await;
    app.see("Choose a resource").await;
    app.shots("resources").await;
    app.click_part("option", "A minute at the gate").await;
    app.find("button", "Read").await;
    app.shot("resource").await;
    app.click("button", "Read").await;
    app.read("erase_notes").await;
    app.shots("resource-text").await;
    app.click("button", "Insert").await;
    app.find("textbox", "Message").await;
    app.see("A minute at the gate").await;
    app.shots("chat-resource").await;

    app.open_tab("Demo", "Resources").await;
    app.click_part("option", "One note").await;
    app.click_part("combobox", "number").await;
    app.find("option", "1").await;
    app.shots("template-suggestions").await;
    app.suggested("number", "", "1").await;
    app.see("portcullis-demo://notes/1").await;
    app.click("button", "Read").await;
    app.read("buy bread").await;
    app.shots("template-read").await;
    app.find_part("combobox", "number").await.fill("99").await;
    app.see("portcullis-demo://notes/99").await;
    app.click("button", "Read").await;
    app.find("alert", "").await;
    app.see("There is no resource").await;
    app.shots("template-refused").await;
    app.room("Activity").await;
    app.see_row(&["Demo", "note"]).await;
    app.shot("activity-read").await;
    app.close().await;
}

#[tokio::test]
async fn a_picture_is_shown_and_what_has_no_end_keeps_its_room() {
    let app = or_skip!(App::new().await);
    let endless = "a-name-without-any-end-".repeat(8);
    app.add_hostile(
        "Gallery",
        json!({
            "capabilities": {"tools": {}, "resources": {}, "prompts": {}},
            "on": {
                "resources/list": [{"reply": {"resources": [
                    {"uri": "gallery://hall/1/point", "name": "point", "title": "A point", "mimeType": "image/png",
                     "description": "All of it.", "annotations": {"audience": ["user"], "priority": 0.4}},
                    {"uri": format!("gallery://{endless}"), "name": endless, "mimeType": "text/plain",
                     "description": "It goes on and on. ".repeat(40)},
                ]}}],
                "resources/templates/list": [{"reply": {"resourceTemplates": []}}],
                "resources/read": [{"reply": {"contents": [
                    {"uri": "gallery://hall/1/point", "mimeType": "image/png", "blob": POINT},
                    {"uri": "gallery://elsewhere", "mimeType": "text/plain", "text": "and a word about it"},
                ]}}],
                "prompts/list": [{"reply": {"prompts": []}}],
            },
        }),
    )
    .await;
    app.open_tab("Gallery", "Resources").await;
    app.find_part("option", "A point").await;
    // Of each address, the shorter first: whether its front is cut off, and whether its end is in view.
    let addresses = "return [...document.querySelectorAll('[role=option] bdi[title]')]
        .sort((one, other) => one.title.length - other.title.length)
        .map((it) => [
            it.firstChild.scrollWidth > it.firstChild.clientWidth,
            it.lastChild.getBoundingClientRect().right <= it.closest('[role=option]').getBoundingClientRect().right,
        ])";
    app.returns(
        "an address that fits, and one whose middle is left out",
        addresses,
        json!([[false, true], [true, true]]),
    )
    .await;
    app.click_part("option", "A point").await;
    app.click("button", "Read").await;
    let drawn = "return [...document.querySelectorAll('[aria-label=\"Resource contents\"] img')].some((it) => it.naturalWidth > 0)";
    app.returns("a picture with a size", drawn, true).await;
    app.see("Returned under a different URI than requested").await;
    app.shots("resource-image").await;
    app.click_part("option", "a-name-without-any-end").await;
    app.see("It goes on and on").await;
    app.shots("resource-endless").await;
    app.open_tab("Gallery", "Prompts").await;
    app.see("No prompts").await;
    app.shot("prompts-none").await;
    app.close().await;
}

#[tokio::test]
async fn a_watched_resource_is_marked_when_the_server_says_that_it_changed() {
    let app = or_skip!(App::with_everything().await);
    app.open_tab(EVERYTHING, "Resources").await;
    app.click_part("option", "features.md").await;
    app.click("button", "Read").await;
    app.read("Prompts").await;
    app.click("button", "Watch").await;
    app.see("to report changes").await;
    app.open_tool(EVERYTHING, "toggle-subscriber-updates").await;
    app.run_tool(&["Started simulated resource updated"]).await;
    app.open_tab(EVERYTHING, "Resources").await;
    app.click_part("option", "features.md").await;
    app.see("updated since you read it").await;
    app.shots("resource-updated").await;
    app.open_tool(EVERYTHING, "toggle-subscriber-updates").await;
    app.run_tool(&["Stopped simulated resource updates"]).await;
    app.open_tab(EVERYTHING, "Resources").await;
    app.click_part("option", "features.md").await;
    app.click("button", "Read").await;
    app.read("Prompts").await;
    app.holds("the mark to be gone", async || {
        !app.text().await.contains("updated since you read it")
    })
    .await;
    app.click("button", "Stop watching").await;
    app.find("button", "Watch").await;
    app.close().await;
}

#[tokio::test]
async fn a_prompt_is_filled_in_with_suggestions_looked_at_and_put_into_a_conversation() {
    let app = or_skip!(App::with_everything().await);
    app.open_tab(EVERYTHING, "Prompts").await;
    app.see("Choose a prompt").await;
    app.shots("prompts").await;
    app.click_part("option", "Team Management").await;
    app.click("button", "Preview").await;
    app.see("This is required.").await;
    app.shot("prompt-missing").await;
    app.suggested("department", "S", "Sales").await;
    // Who may be named depends on the first answer.
    app.suggested("name", "E", "Eve").await;
    app.shot("prompt-filled").await;
    app.click("button", "Preview").await;
    app.see("Please promote Eve to the head of the Sales team.").await;
    app.shots("prompt-preview").await;
    app.click("button", "Insert").await;
    app.find("textbox", "Message").await;
    app.see("Please promote Eve").await;
    app.see(EVERYTHING).await;
    app.shots("chat-prompt").await;
    app.fill("Message", "/team").await;
    app.find_part("option", "Team Management").await;
    app.shot("chat-prompt-list").await;
    app.close().await;
}

#[tokio::test]
async fn log_messages_come_from_the_level_that_was_chosen() {
    let app = or_skip!(App::with_everything().await);
    app.open_tab(EVERYTHING, "Logs").await;
    let level = app.find_part("combobox", "Log level").await;
    level.click().await;
    app.click("option", "debug and above").await;
    app.see("for this level until you quit").await;
    app.open_tool(EVERYTHING, "toggle-simulated-logging").await;
    app.run_tool(&["Started simulated"]).await;
    app.open_tab(EVERYTHING, "Logs").await;
    app.sees_a_log_message().await;
    app.shots("logs-level").await;
    app.open_tab(EVERYTHING, "Protocol").await;
    app.see("logging/setLevel").await;
    app.close().await;
}
