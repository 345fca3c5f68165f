//! The gate, as a person meets it.

use std::time::{Duration, Instant};

use serde_json::Value;

use super::App;

/// What *Allow…* opens.
const ALLOW_MENU: &str = "Allow for longer";

/// What is in front of the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// Of the request.
    pub id: String,
    /// Whether it takes answers yet.
    pub ready: bool,
    /// Everything on it, with white space made plain.
    pub text: String,
}

impl App {
    /// The sheet that is open now.
    pub async fn sheet(&self) -> Option<Sheet> {
        let script = r"const sheet = document.querySelector('[role=alertdialog]');
            return sheet && {id: sheet.dataset.request, ready: sheet.dataset.ready === 'true',
              text: sheet.innerText.replace(/\s+/g, ' ')}";
        let sheet = self.run(script, vec![]).await;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        (!sheet.is_null()).then(|| Sheet {
            id: text(&sheet["id"]),
            ready: sheet["ready"] == true,
            text: text(&sheet["text"]),
        })
    }

    /// Waits for the gate to ask something in which these words stand, and to take answers.
    pub async fn asked(&self, words: &str) -> Sheet {
        self.wait_until(&format!("the gate to ask “{words}”"), async || {
            let sheet = self.sheet().await?;
            (sheet.ready && sheet.text.contains(words)).then_some(sheet)
        })
        .await
    }

    /// Answers what is asked by the button of this name, as soon as it takes answers.
    pub async fn answer(&self, button: &str) {
        let asked = self.wait_until("the gate", async || self.sheet().await).await.id;
        self.until_answered(&asked, "button", button).await;
    }

    /// Allows for longer than once, by the menu.
    pub async fn allow(&self, scope: &str) {
        let asked = self.asked("").await.id;
        self.until_answered(&asked, "scope", scope).await;
    }

    /// Presses what opens the menu, where the sheet takes answers. Whoever waits for the menu presses again.
    async fn press_allow(&self) {
        if self.sheet().await.is_some_and(|sheet| sheet.ready)
            && let Some(opener) = self.find_all("button", "Allow…").await.first()
        {
            opener.element().click().await.ok();
        }
    }

    /// Opens the menu of what may be allowed, until these words are in it.
    pub async fn sees_in_menu(&self, words: &str) {
        self.wait_until(&format!("“{words}” in the menu"), async || {
            if self.text().await.contains(words) {
                return Some(());
            }
            self.press_allow().await;
            None
        })
        .await;
    }

    /// Allows for longer than once, while the arguments are as this limit says. What is marked stays marked when the
    /// menu has to be opened again.
    pub async fn allow_while(&self, limit: &str, scope: &str) {
        let asked = self.asked("").await.id;
        self.click("button", "Allow…").await;
        self.click_part("radio", limit).await;
        self.see("earlier call").await;
        self.shot("gate-narrowed").await;
        self.until_answered(&asked, "scope", scope).await;
    }

    /// Presses what has this name on the sheet, once; a `scope` is a button in the menu of *Allow…*.
    async fn until_answered(&self, asked: &str, role: &str, name: &str) {
        self.press_until_answered(asked, async || match role {
            "scope" => self.choose_in_menu(name).await,
            _ => self.click(role, name).await,
        })
        .await;
    }

    /// Chooses from the menu of *Allow…*, once it was open for the half second in which it takes no answer either. A
    /// window that comes to the front begins the guard again, and that closes the menu: then it is opened again.
    async fn choose_in_menu(&self, name: &str) {
        let mut open_since = None;
        self.wait_until(&format!("“{name}” in the menu of the gate"), async || {
            if self.find_all("dialog", ALLOW_MENU).await.is_empty() {
                open_since = None;
                self.press_allow().await;
                return None;
            }
            let since = *open_since.get_or_insert_with(Instant::now);
            if since.elapsed() < Duration::from_millis(600) {
                return None;
            }
            // The name of a button is followed by the sentence that explains it.
            let scopes = self.find_all_part("button", name).await;
            scopes.first()?.element().click().await.ok()
        })
        .await;
    }

    /// Answers a request by one press, which has to be taken. Only where the sheet shows that its guard began again, as
    /// it does when the window comes to the front, a press may be lost, and is made again.
    pub async fn press_until_answered(&self, asked: &str, press: impl AsyncFn()) {
        for _ in 0..4 {
            let open = async || self.sheet().await.filter(|sheet| sheet.id == asked);
            let ready = async || open().await.is_none_or(|sheet| sheet.ready).then_some(());
            self.wait_until("the guard to be over", ready).await;
            if open().await.is_none() {
                return;
            }
            press().await;
            let taken = self
                .wait_until("the press to be taken", async || match open().await {
                    None => Some(true),
                    Some(sheet) => (!sheet.ready).then_some(false),
                })
                .await;
            if taken {
                return;
            }
            println!("the guard of {asked} began again while it was answered");
        }
        panic!("the guard of {asked} began again with each press");
    }

    /// The requests that wait, as the host has them.
    pub async fn waiting(&self) -> Vec<Value> {
        let waiting = self.ask("waiting", serde_json::json!({})).await;
        waiting
            .ok()
            .and_then(|waiting| waiting.as_array().cloned())
            .expect("the host says what waits")
    }
}
