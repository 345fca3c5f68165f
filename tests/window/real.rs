//! Every feature of the protocol as a person meets it at a published server, or, where no such server is
//! published yet, at a few lines on an official SDK. Each test starts its servers once and goes on.
//!
//! What the other modules show of such servers is not repeated here: forms, addresses and folders (`asking`), watching,
//! prompts and the level of log messages (`offers`), a conversation (`install`).

mod files;
mod older;
mod reading;
mod results;
mod rounds;
mod tasks;
mod words;

use crate::app::App;

impl App {
    /// Adds a server that listens at an address, and waits until it is ready.
    async fn add_listening(&self, label: &str, url: &str) {
        self.propose_address(label, url).await;
        self.asked(label).await;
        self.answer("Add and start").await;
        self.ready(label).await;
    }

    /// Waits for a picture with a size inside of what the selector finds.
    async fn drawn(&self, within: &str) {
        let drawn = format!(
            "return [...document.querySelectorAll('{within} img')].some((it) => it.naturalWidth > 0)"
        );
        self.returns(&format!("a picture in {within}"), &drawn, true)
            .await;
    }

    /// Chooses a value of a field that has a list of them.
    async fn pick(&self, field: &str, value: &str) {
        self.click_part("combobox", field).await;
        self.click("option", value).await;
    }

    /// Lets a server make sampling requests.
    async fn let_it_ask_a_model(&self, server: &str) {
        self.open_tab(server, "Permissions").await;
        self.choose(&format!("“{server}” may send prompts to your model"))
            .await;
        self.see("You review each prompt before the model gets it").await;
        self.ready(server).await;
    }
}
