//! Pictures of a screen in both themes and in a small window.

use serde_json::json;

use super::App;

impl App {
    /// Lets the window be `light` or `dark`.
    pub async fn appear(&self, appearance: &str) {
        let mut settings = self.ask("settings", json!({})).await.expect("there are settings");
        settings["appearance"] = json!(appearance);
        self.ask("set_settings", json!({"settings": settings}))
            .await
            .expect("they are kept");
        let scheme = "return document.documentElement.getAttribute('data-mantine-color-scheme')";
        self.wait_until("the appearance", async || {
            (self.run(scheme, vec![]).await == appearance).then_some(())
        })
        .await;
    }

    /// Keeps a picture of what is on the screen: light, dark, and in a window of 900 × 600, in which nothing may
    /// stick out to the side.
    pub async fn shots(&self, name: &str) {
        self.appear("light").await;
        self.shot(name).await;
        self.appear("dark").await;
        self.shot(&format!("{name}-dark")).await;
        self.appear("light").await;
        self.resize_to(900, 600).await;
        self.shot(&format!("{name}-900")).await;
        let wide = "return [document.documentElement, ...document.querySelectorAll('[role=alertdialog], [role=dialog]')]
            .filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.outerHTML.slice(0, 160))";
        assert_eq!(
            self.run(wide, vec![]).await,
            json!([]),
            "something of {name} sticks out to the side"
        );
        self.resize_to(1200, 800).await;
    }

    /// Makes the window so large, and waits until the page is: what is clicked before that may have moved.
    async fn resize_to(&self, width: u32, height: u32) {
        self.resize(width, height).await;
        self.wait_until("the page to have another size", async || {
            (self.run("return window.innerWidth", vec![]).await == width).then_some(())
        })
        .await;
        self.settle().await;
    }
}
