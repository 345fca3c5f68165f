//! How the windows are asked, and when they count as frozen.

use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource as _, KeyAction, KeyActions, MouseActions, PointerAction};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{ALIVE, TRUE, ledger::list, starved::Chain};
use crate::driver::{self, Home, Window};

/// The longest wait, whatever the machine does meanwhile.
const LONGEST: Duration = Duration::from_secs(90);

/// Commands by which something is decided: what was sent with them is noted.
const DECIDING: [&str; 26] = [
    "answer",
    "set_enabled",
    "remove_server",
    "stop_everything",
    "set_settings",
    "revoke",
    "revoke_server",
    "revoke_these",
    "revoke_all",
    "set_sampling",
    "set_class",
    "withhold_roots",
    "remove_root",
    "create_conversation",
    "rename_conversation",
    "delete_conversation",
    "set_conversation_server",
    "say",
    "start_call",
    "propose_server",
    "propose_import",
    "propose_export",
    "add_provider",
    "remove_provider",
    "restart_server",
    "quit",
];

/// Why the window gave nothing.
#[derive(Debug)]
pub enum Trouble {
    /// It, its page or its driver is not there any more.
    Gone(String),
    /// It did not come back in time.
    Frozen(String),
    /// What was asked of it failed in the page.
    Failed(String),
}

impl Trouble {
    /// Whether asking again is useless: the driver has given up on this window.
    pub fn is_for_good(&self) -> bool {
        matches!(self, Self::Gone(words) if words.contains("session"))
    }
}

/// What could be clicked or typed into.
#[derive(Debug, Clone, Deserialize)]
pub struct Control {
    /// Role or tag.
    pub kind: String,
    /// What it is called.
    pub name: String,
    /// Where it can be clicked.
    pub x: f64,
    /// See `x`.
    pub y: f64,
    /// `gate`, `rail` or nothing.
    pub part: String,
}

/// The sheet of the gate.
#[derive(Debug, Clone, Deserialize)]
pub struct Gate {
    /// Of the request.
    pub id: String,
    /// It takes answers.
    pub ready: bool,
    /// The request.
    pub asked: Option<Asked>,
}

/// A request that was shown.
#[derive(Debug, Clone, Deserialize)]
pub struct Asked {
    /// Its id.
    pub id: String,
    /// In our words.
    pub question: String,
    /// Server; empty while it is not added.
    pub server: String,
    /// Kind of what is asked.
    pub kind: String,
    /// The call that it is about, until its row is known.
    pub call: Option<String>,
    /// The row of the call in the record, once it was asked for.
    #[serde(default)]
    pub record: Option<u64>,
}

/// A command that was sent, or its answer.
#[derive(Debug, Clone, Deserialize)]
pub struct Heard {
    /// Counts the commands of a page.
    pub id: u64,
    /// Its name.
    pub command: String,
    /// What was sent with it, where it decides something.
    #[serde(default)]
    pub args: Value,
    /// This is the answer.
    #[serde(default)]
    pub ended: bool,
    /// A good one.
    #[serde(default)]
    pub ok: bool,
    /// Why not.
    #[serde(default)]
    pub error: Option<String>,
}

/// What is seen at once.
#[derive(Debug, Clone, Deserialize)]
pub struct Sight {
    /// It is the gate's page.
    pub at_gate: bool,
    /// Its window is shown.
    pub shown: bool,
    /// The page has begun: a room is there, or what waits was heard.
    pub there: bool,
    /// The room by the rail.
    pub room: Option<String>,
    /// The tab of a server's page.
    pub tab: Option<String>,
    /// Where the page is.
    pub hash: String,
    /// Whose page it is.
    pub origin: String,
    /// Nothing is there.
    pub empty: bool,
    /// Something could not be drawn.
    pub broken: bool,
    /// There is no host.
    pub detached: bool,
    /// What is asked, at the gate.
    pub gate: Option<Gate>,
    /// What could be clicked or typed into.
    pub controls: Vec<Control>,
    /// Commands since the last look.
    pub heard: Vec<Heard>,
    /// What the page complained about since then.
    pub wrong: Vec<String>,
    /// The longest time without a frame since then, in milliseconds.
    pub longest: f64,
}

/// How long something took.
#[derive(Debug, Clone, Copy, Default)]
pub struct Took {
    /// By the clock.
    pub all: Duration,
    /// Without the time that the machine did not give.
    pub own: Duration,
}

/// The page that is looked at: the main one, or the gate's.
#[derive(Debug)]
pub struct Page {
    window: Window,
    chain: Chain,
    /// The gate's page has been there.
    pub gate_is_met: bool,
}

impl Page {
    /// The main page of this window, in this home.
    pub fn new(window: Window, home: &Home) -> Self {
        let mut page = Self {
            window,
            chain: Chain::default(),
            gate_is_met: false,
        };
        page.follow(home);
        page
    }

    /// Looks at this page from now on; whether it is there.
    pub async fn at(&self, page: driver::Page) -> Result<bool, Trouble> {
        let looked = self.within(self.window.try_look_at(page)).await;
        looked.map(|(there, _)| there)
    }

    /// Whether the gate's page is looked at.
    pub fn is_at_gate(&self) -> bool {
        self.window.page() == driver::Page::Gate
    }

    /// Has the toolkit see a press, as before all that a person does in the main window.
    pub async fn pressed(&self) {
        self.window.pressed().await;
    }

    /// Finds the processes again: the window, those of the pages, the driver and ourselves.
    pub fn follow(&mut self, home: &Home) {
        let mut processes = driver::processes_in(home);
        let window = driver::window_among(&processes);
        processes.retain(|&pid| Some(pid) == window || driver::program(pid).starts_with("WebKit"));
        processes.extend(i32::try_from(std::process::id()));
        self.chain = Chain::new(processes);
    }

    /// Runs a script whose last argument is called with the answer.
    pub async fn ask(&self, script: &str, arguments: Vec<Value>) -> Result<(Value, Took), Trouble> {
        self.within(self.window.client().execute_async(script, arguments))
            .await
    }

    /// Runs a script.
    pub async fn run(&self, script: &str, arguments: Vec<Value>) -> Result<Value, Trouble> {
        let ran = self.within(self.window.client().execute(script, arguments)).await;
        ran.map(|(value, _)| value)
    }

    /// Waits for the driver, and judges how long that took.
    async fn within<T>(
        &self,
        asked: impl Future<Output = Result<T, fantoccini::error::CmdError>>,
    ) -> Result<(T, Took), Trouble> {
        let (begun, starved) = (Instant::now(), self.chain.waited());
        let took = || {
            let all = begun.elapsed();
            let starved = self.chain.waited().saturating_sub(starved);
            Took {
                all,
                own: all.saturating_sub(starved),
            }
        };
        let answered = tokio::time::timeout(LONGEST, asked).await;
        let took = took();
        let frozen = |how: &str| {
            Trouble::Frozen(format!(
                "{how} after {:.1} s, {:.1} s of them its own",
                took.all.as_secs_f64(),
                took.own.as_secs_f64()
            ))
        };
        match answered {
            Err(_) => Err(frozen("no answer")),
            Ok(Ok(_)) if took.own > ALIVE => Err(frozen("an answer")),
            Ok(Ok(value)) => Ok((value, took)),
            Ok(Err(error)) => {
                let words = error.to_string();
                match () {
                    () if words.to_lowercase().contains("timed out") || words.contains("timeout") => {
                        Err(frozen(&words))
                    }
                    () if words.contains("javascript error") || words.contains("JavaScript") => {
                        Err(Trouble::Failed(words))
                    }
                    () => Err(Trouble::Gone(words)),
                }
            }
        }
    }

    /// Puts the watch into the page; whether it was not there.
    pub async fn watch(&self) -> Result<bool, Trouble> {
        let watched = self.run(include_str!("watch.js"), vec![json!(DECIDING)]).await?;
        Ok(watched == true)
    }

    /// Looks after a frame was drawn. `None` where the page is another than before and is not watched yet. With `hold`
    /// nothing that decides is sent any more.
    pub async fn look(&self, controls: bool, hold: bool) -> Result<Option<(Sight, Took)>, Trouble> {
        let asked = self.ask(include_str!("sight.js"), vec![json!(controls), json!(hold)]);
        let (seen, took) = asked.await?;
        if seen.is_null() {
            return Ok(None);
        }
        if let Some(error) = seen["failed"].as_str() {
            return Err(Trouble::Failed(error.to_owned()));
        }
        match serde_json::from_value(seen) {
            Ok(sight) => Ok(Some((sight, took))),
            Err(error) => Err(Trouble::Failed(format!("what was seen has no sense: {error}"))),
        }
    }

    /// What the windows say about the host, against what the host says; what they differ in.
    pub async fn truth(&self) -> Result<Option<String>, Trouble> {
        match self.truth_of_main().await? {
            None if self.gate_is_met => self.truth_of_gate().await,
            differs => Ok(differs),
        }
    }

    /// Whether the gate shows a request that waits, and its window while it does.
    async fn truth_of_gate(&self) -> Result<Option<String>, Trouble> {
        let begun = Instant::now();
        loop {
            if !self.at(driver::Page::Gate).await? {
                return Ok(None);
            }
            let script = "return {shown: !document.hidden,
                request: document.querySelector('[role=alertdialog]')?.dataset.request ?? null}";
            let seen = self.run(script, vec![]).await?;
            let Ok(waiting) = self.host("waiting", json!({})).await? else {
                return Ok(Some("the host does not say what waits".to_owned()));
            };
            let waits = list(&waiting).iter().any(|it| it["id"] == seen["request"]);
            let differs = match (seen["request"].is_null(), seen["shown"] == true) {
                (true, true) => "the window of the gate is shown and asks nothing",
                (false, false) => "the gate asks and its window is not shown",
                (false, true) if !waits => "the gate shows a question that no longer waits",
                _ => return Ok(None),
            };
            if begun.elapsed() > TRUE {
                return Ok(Some(differs.to_owned()));
            }
            tokio::time::sleep(Duration::from_millis(60)).await;
        }
    }

    async fn truth_of_main(&self) -> Result<Option<String>, Trouble> {
        let words = json!({"off": "off", "starting": "starting", "ready": "ready", "needs_review": "needs review",
            "needs_sign_in": "needs sign-in", "failing": "failing", "stopped": "stopped"});
        let most = json!(TRUE.as_millis());
        let asked = self
            .window
            .client()
            .execute_async(include_str!("truth.js"), vec![most, words]);
        match tokio::time::timeout(LONGEST, asked).await {
            Ok(Ok(differs)) => Ok(differs.as_str().map(str::to_owned)),
            Ok(Err(error)) => Err(Trouble::Gone(error.to_string())),
            Err(_) => Err(Trouble::Frozen("it was not said how everything is".to_owned())),
        }
    }

    /// Asks the host beside the main page, which is looked at then; an error is what the host said.
    pub async fn host(&self, command: &str, arguments: Value) -> Result<Result<Value, Value>, Trouble> {
        self.at(driver::Page::Main).await?;
        let script = "const [name, args, done] = arguments;
            window.__uiFuzz.ask(name, args).then((ok) => done({ok}), (error) => done({error}));";
        let (mut answer, _) = self.ask(script, vec![json!(command), arguments]).await?;
        Ok(match answer.get_mut("error") {
            Some(error) => Err(error.take()),
            None => Ok(answer["ok"].take()),
        })
    }

    /// Clicks at a place, once or more, as a mouse does.
    pub async fn click(&self, x: f64, y: f64, times: u32) -> Result<(), Trouble> {
        let mut mouse =
            MouseActions::new("mouse".to_owned()).then(PointerAction::MoveTo { duration: None, x, y });
        for _ in 0..times {
            mouse = mouse
                .then(PointerAction::Down { button: 0 })
                .then(PointerAction::Up { button: 0 });
        }
        self.pressed().await;
        let clicked = self.within(self.window.client().perform_actions(mouse)).await;
        clicked.map(|_| ())
    }

    /// Presses keys together, the last one shortly.
    pub async fn press(&self, keys: &[char]) -> Result<(), Trouble> {
        let mut board = KeyActions::new("keys".to_owned());
        for &value in keys {
            board = board.then(KeyAction::Down { value });
        }
        for &value in keys.iter().rev() {
            board = board.then(KeyAction::Up { value });
        }
        self.pressed().await;
        let pressed = self.within(self.window.client().perform_actions(board)).await;
        pressed.map(|_| ())
    }

    /// Types text into whatever has the focus, key by key.
    pub async fn types(&self, text: &str) -> Result<(), Trouble> {
        let mut board = KeyActions::new("keys".to_owned());
        for value in text.chars().filter(|it| !it.is_control()) {
            board = board
                .then(KeyAction::Down { value })
                .then(KeyAction::Up { value });
        }
        self.pressed().await;
        let typed = self.within(self.window.client().perform_actions(board)).await;
        typed.map(|_| ())
    }

    /// Puts text into whatever has the focus at once.
    pub async fn pastes(&self, text: &str) -> Result<(), Trouble> {
        self.run(crate::driver::PASTE, vec![json!(text)])
            .await
            .map(|_| ())
    }

    /// Makes the window so large.
    pub async fn resize(&self, wide: u32, high: u32) -> Result<(), Trouble> {
        let client = self.window.client();
        let sized = self.within(client.set_window_size(wide, high)).await;
        sized.map(|_| ())
    }
}
