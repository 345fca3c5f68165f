//! Models of a provider: added as script of the page adds them, and what is read in a conversation with one.

use portcullis_tests::fake_provider::{FakeProvider, ProviderApi};
use serde_json::{Value, json};

use super::App;

impl App {
    /// With models of a provider.
    pub async fn with_models(names: &[&str]) -> Option<(Self, FakeProvider)> {
        let (app, mind, _) = Self::with_provider(names).await?;
        Some((app, mind))
    }

    /// With a model that looks at pictures.
    pub async fn with_eyes(name: &str) -> Option<(Self, FakeProvider)> {
        let (app, mind, added) = Self::with_provider(&[name]).await?;
        let mut facts = added["models"][0]["facts"].clone();
        facts["images"] = Value::Bool(true);
        facts["context"] = json!(128_000);
        let changed = json!({"provider": added["id"], "model": name, "used": true, "facts": facts});
        app.ask_after_press("set_model", changed)
            .await
            .expect("it is kept");
        Some((app, mind))
    }

    async fn with_provider(names: &[&str]) -> Option<(Self, FakeProvider, Value)> {
        let app = Self::new().await?;
        let mind = FakeProvider::new(ProviderApi::OpenAi, names).await;
        let draft = json!({"kind": "compatible", "label": null, "address": mind.url(), "key": null});
        let added = app.ask_after_press("add_provider", json!({ "draft": draft }));
        let added = added.await.expect("it is added");
        Some((app, mind, added))
    }

    /// Everything that was said, as it reads.
    pub async fn said(&self) -> String {
        let said = "return document.querySelector('[role=log]')?.innerText ?? ''";
        let said = self.js(said).await;
        said.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until these words are in the conversation.
    pub async fn hears(&self, words: &str) {
        self.holds(&format!("“{words}” in the conversation"), async || {
            self.said().await.contains(words)
        })
        .await;
    }
}

/// A server whose tools answer with these words.
pub fn answering(tools: &[(&str, &str)]) -> Value {
    let names: Vec<&str> = tools.iter().map(|(name, _)| *name).collect();
    let calls: serde_json::Map<String, Value> = tools
        .iter()
        .map(|(name, words)| {
            let said = json!({"content": [{"type": "text", "text": words}]});
            ((*name).to_owned(), json!([{ "reply": said }]))
        })
        .collect();
    json!({"tools": names, "calls": calls})
}
