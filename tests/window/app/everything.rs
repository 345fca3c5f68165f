//! The reference server with everything, and what servers ask while a tool runs.

use portcullis_tests::{driver::Page, packages};

use super::{App, Sheet};

/// What the reference server is called here.
pub const EVERYTHING: &str = "Everything";

impl App {
    /// With the reference server ready, which asks for folders as soon as it is connected: it is told of none.
    pub async fn with_everything() -> Option<Self> {
        let app = Self::new().await?;
        app.add_everything().await;
        app.asked("Share folders with").await;
        app.answer("Decline").await;
        Some(app)
    }

    /// Adds the reference server; what it asks then is in front of the person soon.
    pub async fn add_everything(&self) {
        self.add(EVERYTHING, &packages::everything()).await;
    }

    /// Runs the open tool until its server asks something in which these words stand.
    pub async fn run_until_asked(&self, words: &str) -> Sheet {
        self.main_page().await;
        self.click("button", "Run").await;
        self.wait_until(&format!("“{words}” to be asked"), async || {
            let sheet = self.sheet().await?;
            if sheet.ready && sheet.text.contains(words) {
                self.look_at(Page::Gate).await;
                return Some(sheet);
            }
            if sheet.question.contains("” run ") {
                self.answer("Allow once").await;
            }
            None
        })
        .await
    }

    /// Waits for a message of the server among its logs.
    pub async fn sees_a_log_message(&self) {
        self.holds("a message of the server", async || {
            let text = self.text().await;
            ["-level message", "level-message"]
                .iter()
                .any(|it| text.contains(it))
        })
        .await;
    }

    /// The last result of the open tool, if there is one.
    pub async fn last_result(&self) -> Option<String> {
        let result = self.find_all("region", "Result").await.pop()?;
        result.text_if_there().await
    }

    /// Waits for a result of the open tool in which all these words stand.
    pub async fn result(&self, words: &[&str]) -> String {
        self.main_page().await;
        self.wait_until(&format!("a result with {words:?}"), async || {
            let result = self.last_result().await?;
            words.iter().all(|&word| result.contains(word)).then_some(result)
        })
        .await
    }
}
