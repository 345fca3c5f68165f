//! The gate, as a person meets it: in a window of its own. What asks or answers looks at that window; an answer looks back at
//! the main one.

use serde_json::{Value, json};

use super::App;
use portcullis_tests::{display, driver::Page};

/// What *Allow…* opens.
const ALLOW_MENU: &str = "Allow for longer";

/// Opens what is shortened in a question, and goes to the end of some of its values until each was there long enough to be read.
/// Gives whether there are more. A value that is drawn in steps grows while its end is gone to.
const READ_SOME: &str = "const [from, count, done] = arguments;
    const pause = (ms) => new Promise((go) => setTimeout(go, ms));
    const shortened = () => [...document.querySelectorAll('[role=alertdialog] button')]
      .filter((it) => it.textContent.includes('show all of'));
    (async () => {
      while (shortened().length > 0) { shortened()[0].click(); await pause(30); }
      const boxes = [...document.querySelectorAll('[role=alertdialog] [role=group][tabindex=\"0\"]')];
      for (const box of boxes.slice(from, from + count)) {
        for (let still = 0, last = -1; still < 7; still = box.scrollTop === last ? still + 1 : 0) {
          last = box.scrollTop;
          box.scrollTop = box.scrollHeight;
          box.lastElementChild?.scrollIntoView({block: 'nearest'});
          await pause(30);
        }
      }
      return boxes.length > from + count;
    })().then((more) => done(more), (error) => done(String(error)))";

/// Scrolls through a question that is higher than its window, as far as it goes.
const READ_ON: &str = "const done = arguments[arguments.length - 1];
    const pause = (ms) => new Promise((go) => setTimeout(go, ms));
    const high = [...document.querySelectorAll('[role=alertdialog] > *')].filter((it) => it.scrollHeight > it.clientHeight + 1);
    (async () => {
      for (const it of high) {
        const step = Math.max(it.clientHeight - 40, 40);
        for (let at = 0; at < it.scrollHeight; at += step) { it.scrollTop = at; await pause(200); }
        it.scrollTop = it.scrollHeight;
        await pause(300);
      }
    })().then(() => done(true), (error) => done(String(error)))";

/// Values that are read to their end by one script: it has a time limit.
const AT_ONCE: usize = 15;

/// What is in front of the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// Of the request.
    pub id: String,
    /// Whether it takes answers yet.
    pub ready: bool,
    /// The question itself.
    pub question: String,
    /// Everything on it, with white space made plain.
    pub text: String,
}

impl Sheet {
    /// One stands on it before another.
    pub fn says_before(&self, first: &str, then: &str) {
        let at = |words: &str| self.text.find(words);
        let (first_at, then_at) = (at(first), at(then));
        let is_before = first_at.is_some() && then_at.is_some() && first_at < then_at;
        assert!(is_before, "“{first}” is not before “{then}” in: {}", self.text);
    }
}

impl App {
    /// The sheet that is open now. The page that was looked at is looked at after it as well.
    pub async fn sheet(&self) -> Option<Sheet> {
        let before = self.page();
        if !self.look_at(Page::Gate).await {
            return None;
        }
        let script = r"const sheet = document.querySelector('[role=alertdialog]');
            return sheet && {id: sheet.dataset.request, ready: sheet.dataset.ready === 'true',
              question: sheet.querySelector('h1').textContent, text: sheet.innerText.replace(/\s+/g, ' ')}";
        let sheet = self.js(script).await;
        self.look_at(before).await;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        (!sheet.is_null()).then(|| Sheet {
            id: text(&sheet["id"]),
            ready: sheet["ready"] == true,
            question: text(&sheet["question"]),
            text: text(&sheet["text"]),
        })
    }

    /// Waits for the gate to ask something in which these words stand, and to take answers. The gate is looked at then.
    pub async fn asked(&self, words: &str) -> Sheet {
        let sheet = self
            .wait_until(&format!("the gate to ask “{words}”"), async || {
                let sheet = self.sheet().await?;
                (sheet.ready && sheet.text.contains(words)).then_some(sheet)
            })
            .await;
        self.look_at(Page::Gate).await;
        sheet
    }

    /// Looks at the main page again, with the question left as it is.
    pub async fn main_page(&self) {
        self.look_at(Page::Main).await;
    }

    /// Answers what is asked by the button of this name, as soon as it takes answers and all of it was in view.
    pub async fn answer(&self, button: &str) {
        let asked = self.read_on().await;
        self.click("button", button).await;
        self.answered(&asked).await;
    }

    /// Reads what is asked to its end, with what is shortened left so; the id of the request.
    pub async fn read_on(&self) -> String {
        let asked = self.asked("").await.id;
        let read = self.run_async(READ_ON, vec![]).await;
        assert_eq!(read, json!(true));
        asked
    }

    /// Opens what is shortened, and reads it to its end.
    pub async fn read_all(&self) {
        for from in (0..).step_by(AT_ONCE) {
            let more = self.run_async(READ_SOME, vec![json!(from), json!(AT_ONCE)]).await;
            let more = more.as_bool().unwrap_or_else(|| panic!("{more}"));
            if !more {
                break;
            }
        }
        self.asked("").await;
    }

    /// Allows for longer than once, by the menu.
    pub async fn allow(&self, scope: &str) {
        let asked = self.read_on().await;
        self.click("button", "Allow…").await;
        self.choose_in_menu(scope).await;
        self.answered(&asked).await;
    }

    /// Opens the menu of what may be allowed, in which these words are.
    pub async fn sees_in_menu(&self, words: &str) {
        self.read_on().await;
        self.click("button", "Allow…").await;
        self.see(words).await;
    }

    /// Allows for longer than once, while the arguments are as this limit says.
    pub async fn allow_while(&self, limit: &str, scope: &str) {
        let asked = self.read_on().await;
        self.click("button", "Allow…").await;
        self.click_part("radio", limit).await;
        self.see("earlier call").await;
        self.shot("gate-narrowed").await;
        self.choose_in_menu(scope).await;
        self.answered(&asked).await;
    }

    /// Chooses from the menu of *Allow…*, once the half second is over in which it takes no answer.
    pub async fn choose_in_menu(&self, name: &str) {
        self.find("dialog", ALLOW_MENU).await;
        // The guard of the menu: the person who presses twice by mistake would be as quick.
        tokio::time::sleep(std::time::Duration::from_millis(600)).await;
        // The name of a button is followed by the sentence that explains it.
        self.click_part("button", name).await;
    }

    /// Waits until this request is no longer in front, and looks at the main page.
    pub async fn answered(&self, asked: &str) {
        self.holds("the answer to be taken", async || {
            let open = self.sheet().await;
            open.is_none_or(|sheet| sheet.id != asked)
        })
        .await;
        self.look_at(Page::Main).await;
    }

    /// The requests that wait, as the main page knows them.
    pub async fn waiting(&self) -> Vec<Value> {
        let before = self.page();
        self.look_at(Page::Main).await;
        let waiting = self.ask("waiting", json!({})).await;
        self.look_at(before).await;
        waiting
            .ok()
            .and_then(|waiting| waiting.as_array().cloned())
            .expect("the host says what waits")
    }

    /// The request in front as the gate's page has it, with its nonce. That page hears nothing more until it is loaded again.
    pub async fn request_in_front(&self) -> Value {
        self.look_at(Page::Gate).await;
        let view = self
            .ask("attach_gate", json!({"channel": "__CHANNEL__:4294967295"}))
            .await;
        view.expect("the gate's page may ask")["request"].take()
    }

    /// Where its window is, how large, and whether it is shown, as the X server has it.
    pub async fn gate_window(&self) -> String {
        let window = self.gate_number().await;
        self.xdotool(&["getwindowgeometry", "--shell", &window]).await
    }

    /// The window that its window belongs to, and the main window, by their numbers.
    pub async fn gate_belongs_to(&self) -> (Option<u32>, Option<u32>) {
        let gate = self.gate_number().await;
        let gate = gate.parse().expect("a window has a number");
        let main = self.shown_window("^Portcullis$").await;
        (display::owner_of(self.display(), gate), main.parse().ok())
    }

    /// The number of its window, while that has its English title.
    pub async fn gate_number(&self) -> String {
        self.shown_window("^Decision").await
    }

    /// The number of the window with this title.
    async fn shown_window(&self, title: &str) -> String {
        self.wait_until(&format!("a window “{title}”"), async || {
            let search = ["search", "--onlyvisible", "--name", title];
            let found = self.xdotool(&search).await;
            found.lines().next().map(str::to_owned)
        })
        .await
    }

    /// Looks at the gate's page as soon as it is loaded, whether something is asked or not.
    pub async fn gate_is_loaded(&self) {
        self.wait_until("the page of the gate", async || {
            if !self.look_at(Page::Gate).await {
                return None;
            }
            let loaded = "return document.getElementById('root')?.dataset.attached === 'true'";
            (self.js(loaded).await == true).then_some(())
        })
        .await;
    }

    /// Loads the gate's page again, as after its process ended.
    pub async fn reload_gate(&self) {
        self.look_at(Page::Gate).await;
        self.client()
            .refresh()
            .await
            .expect("the page can be loaded again");
        self.gate_is_loaded().await;
    }

    /// Decides later, by the key for it.
    pub async fn leave_for_later(&self) {
        let asked = self.asked("").await.id;
        self.press("\u{E00C}").await;
        self.answered(&asked).await;
    }
}
