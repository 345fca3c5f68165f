//! Pictures of a screen in both themes and in a small window.

use portcullis_tests::driver::Page;
use serde_json::json;

use super::App;

impl App {
    /// Lets the window be `light` or `dark`.
    pub async fn appear(&self, appearance: &str) {
        let before = self.page();
        self.main_page().await;
        self.ask_after_press("set_settings", json!({"settings": {"appearance": appearance}}))
            .await
            .expect("it is kept");
        self.look_at(before).await;
        let scheme = "return document.documentElement.getAttribute('data-mantine-color-scheme')";
        self.returns("the appearance", scheme, appearance).await;
    }

    /// Keeps a picture of what is on the screen: light, dark, and in a small window (900 × 600, or 600 × 480 for the gate), in
    /// which nothing may stick out to the side.
    pub async fn shots(&self, name: &str) {
        self.appear("light").await;
        self.shot(name).await;
        self.appear("dark").await;
        self.shot(&format!("{name}-dark")).await;
        self.appear("light").await;
        // The window of the gate is as high as what is in it, and gets that height again.
        let height = self.js("return window.innerHeight").await.as_u64();
        let height = height.and_then(|it| u32::try_from(it).ok()).expect("a height");
        let (size, small) = match self.page() {
            Page::Main => ((1200, 800), (900, 600)),
            Page::Gate => ((820, height), (600, 480)),
        };
        self.resize_to(small.0, small.1).await;
        self.shot(&format!("{name}-{}", small.0)).await;
        let wide = "return [document.documentElement, ...document.querySelectorAll('[role=alertdialog], [role=dialog]')]
            .filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.outerHTML.slice(0, 160))";
        assert_eq!(
            self.js(wide).await,
            json!([]),
            "something of {name} sticks out to the side"
        );
        self.resize_to(size.0, size.1).await;
    }

    /// Makes the window so large, and waits until the page is: what is clicked before that may have moved.
    pub async fn resize_to(&self, width: u32, height: u32) {
        self.resize(width, height).await;
        self.returns("the page to have another size", "return window.innerWidth", width)
            .await;
        self.settle().await;
    }
}
