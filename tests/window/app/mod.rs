//! The application under test, and the steps a person takes in it, in words. Every step goes through
//! what is on the screen; [`App::ask`] is what a page that was taken over would try.

mod everything;
mod folders;
mod frames;
mod gate;
mod models;
mod pictures;
mod processes;
mod servers;

pub use everything::EVERYTHING;
pub use gate::Sheet;
pub use models::answering;

use std::ops::Deref;

use portcullis_tests::{
    display,
    driver::{Home, Launch, Window},
    programs,
};
use serde_json::{Value, json};

/// The application in a home of its own.
#[derive(Debug)]
pub struct App {
    // Dropped in this order: the window first, then its folders.
    window: Window,
    home: Home,
}

impl Deref for App {
    type Target = Window;

    fn deref(&self) -> &Window {
        &self.window
    }
}

impl App {
    /// As it is after it was installed; `None` when window tests are left out.
    pub async fn at_first() -> Option<Self> {
        Self::in_home(Home::new(), &[]).await
    }

    /// With the welcome skipped.
    pub async fn new() -> Option<Self> {
        let app = Self::at_first().await?;
        app.skip_the_welcome().await;
        Some(app)
    }

    /// With the demo server ready.
    pub async fn with_demo() -> Option<Self> {
        let app = Self::new().await?;
        app.add_demo().await;
        Some(app)
    }

    /// In a home that may have been used before.
    pub async fn in_home(home: Home, variables: &[(&str, &str)]) -> Option<Self> {
        let mut launch = Launch::new(programs::beside("portcullis"));
        for (name, value) in variables {
            launch = launch.variable(*name, *value);
        }
        Self::launched(home, launch).await
    }

    /// Started with an argument, as a desktop does that opens a link.
    pub async fn started_with(home: Home, argument: &str) -> Option<Self> {
        let launch = Launch::new(programs::beside("portcullis")).argument(argument);
        Self::launched(home, launch).await
    }

    /// As it is after it was installed, on Wayland.
    pub async fn on_wayland() -> Option<Self> {
        let launch = Launch {
            wayland: true,
            ..Launch::new(programs::beside("portcullis"))
        };
        Self::launched(Home::new(), launch).await
    }

    async fn launched(home: Home, launch: Launch) -> Option<Self> {
        if !display::is_wanted() {
            return None;
        }
        let window = Window::open(&launch, &home).await;
        // Programs start at some size below the one they ask for, without a window manager.
        window.resize(1200, 800).await;
        Some(Self { window, home })
    }

    /// In a home that may have been used before, with its data in this folder.
    pub async fn with_data_in(home: Home, folder: &std::path::Path) -> Option<Self> {
        let folder = folder.to_str().expect("the folder has a name of plain words");
        Self::in_home(home, &[("PORTCULLIS_DATA_DIR", folder)]).await
    }

    pub fn home(&self) -> &Home {
        &self.home
    }

    /// Ends it and keeps the home.
    pub async fn close(self) -> Home {
        let left = self.processes();
        let Self { window, home } = self;
        drop(window);
        for process in left {
            processes::gone(process).await;
        }
        home
    }

    /// The first press in a window. On a busy machine the page may be there before the toolkit tells of presses; the page says so
    /// then, and what it says to do is done.
    pub async fn skip_the_welcome(&self) {
        self.click("button", "Skip introduction").await;
        let skipped = self
            .wait_until("the end of the welcome, or a remark", async || {
                let gone = self.find_all("button", "Skip introduction").await.is_empty();
                let unseen = self.text().await.contains("Press the button again.");
                (gone || unseen).then_some(gone)
            })
            .await;
        if !skipped {
            self.click("button", "Skip introduction").await;
        }
        self.gone("button", "Skip introduction").await;
    }

    /// Goes to a room by the rail.
    pub async fn room(&self, name: &str) {
        self.main_page().await;
        self.click("link", name).await;
        let here = "return document.querySelector('nav a[aria-current=page]')?.getAttribute('aria-label')";
        self.returns(&format!("the room “{name}”"), here, name).await;
        // A title belongs to every room, so an empty frame that is still being filled has none.
        let there = "return document.querySelector('main h1') !== null";
        self.returns(&format!("something in the room “{name}”"), there, true)
            .await;
    }

    /// Says something to the model, in a conversation that is there or in a new one.
    pub async fn say(&self, words: &str) {
        self.main_page().await;
        let mut made = false;
        self.wait_until("where to write", async || {
            if let Some(message) = self.find_all("textbox", "Message").await.pop() {
                return Some(message);
            }
            if !made && let Some(new) = self.find_all("button", "New conversation").await.pop() {
                made = new.try_click().await;
            }
            None
        })
        .await
        .fill(words)
        .await;
        self.click("button", "Send").await;
    }

    /// Runs a script that needs nothing in the page.
    pub async fn js(&self, script: &str) -> Value {
        self.run(script, vec![]).await
    }

    /// Looks again and again until this is so.
    pub async fn holds(&self, what: &str, mut is: impl AsyncFnMut() -> bool) {
        self.wait_until(what, async || is().await.then_some(())).await;
    }

    /// Calls a command as script in the page could; an error is what the host or Tauri said.
    pub async fn ask(&self, command: &str, arguments: Value) -> Result<Value, Value> {
        let script = "const [name, args, done] = arguments;
            window.__TAURI_INTERNALS__.invoke(name, args).then((ok) => done({ok}), (error) => done({error}));";
        let mut answer = self.run_async(script, vec![json!(command), arguments]).await;
        match answer.get_mut("error") {
            Some(error) => Err(error.take()),
            None => Ok(answer["ok"].take()),
        }
    }

    /// A press of the person on the main page that means nothing, and then a command as script in the page could ask it.
    pub async fn ask_after_press(&self, command: &str, arguments: Value) -> Result<Value, Value> {
        self.pressed().await;
        self.ask(command, arguments).await
    }

    /// The rows of Activity as they read, newest first.
    pub async fn activity(&self) -> Vec<String> {
        let mut rows = Vec::new();
        for row in self.find_all("row", "").await {
            // The list is drawn again with each new entry.
            rows.extend(row.text_if_there().await);
        }
        rows
    }

    /// Waits for a row of Activity in which all these words stand.
    pub async fn see_row(&self, words: &[&str]) {
        self.holds(&format!("a row with {words:?}"), async || {
            let rows = self.activity().await;
            rows.iter().any(|row| words.iter().all(|word| row.contains(word)))
        })
        .await;
    }
}
