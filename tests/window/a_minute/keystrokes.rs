//! The keystroke-level model of Card, Moran and Newell (1980), fed by what is done in the real window. It is about a person who knows
//! the mouse and the keyboard and makes no mistakes; a newcomer decides before each step, which the model counts as well, and reads
//! each review to its end, which it does not: 240 words a minute are taken for that.

use std::path::Path;
use std::time::{Duration, Instant};

use portcullis_tests::driver::Found;

use crate::app::App;

/// Seconds for a key, of an average typist.
const KEY: f64 = 0.28;
/// For pointing at something with the mouse. Turning its wheel for a window's height counts as much: the model has no such step.
const POINT: f64 = 1.1;
/// For pressing a button of the mouse, or letting go of it.
const BUTTON: f64 = 0.1;
/// For a hand that goes from the mouse to the keyboard, or back.
const HOMING: f64 = 0.4;
/// For a decision.
const DECISION: f64 = 1.35;
/// Words that are read in a second.
const WORDS: f64 = 4.0;

/// How many windows' heights an element is away from what is in view.
const AWAY: &str = "const it = arguments[0].getBoundingClientRect();
    let scroller = arguments[0].parentElement;
    while (scroller && !(scroller.scrollHeight > scroller.clientHeight && /auto|scroll/.test(getComputedStyle(scroller).overflowY)))
      scroller = scroller.parentElement;
    const view = scroller ? scroller.getBoundingClientRect() : { top: 0, bottom: innerHeight };
    const away = Math.max(0, it.bottom - view.bottom, view.top - it.top);
    return Math.ceil(away / Math.max(1, view.bottom - view.top))";

/// Every word of a request that stands there to be read, and how many heights of what scrolls lie below. What is pressed is no text,
/// and neither is the clock.
const REVIEW: &str = r"const sheet = document.querySelector('[role=alertdialog]');
    const walk = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT);
    const parts = [];
    while (walk.nextNode()) {
      const at = walk.currentNode.parentElement;
      if (at.closest('button, [role=button], [role=timer], [aria-hidden=true]') === null && at.checkVisibility())
        parts.push(walk.currentNode.data);
    }
    const words = parts.join(' ').split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
    const below = [...sheet.querySelectorAll('*')].filter((it) => /auto|scroll/.test(getComputedStyle(it).overflowY))
      .reduce((sum, it) => sum + Math.ceil(Math.max(0, it.scrollHeight - it.clientHeight - 1) / Math.max(1, it.clientHeight)), 0);
    const folded = [...sheet.querySelectorAll('button')].filter((it) => it.textContent.includes('show all of')).length;
    return [words, below, folded]";

/// What was done, and how long the computer took in between.
#[derive(Debug, Clone, Copy, Default)]
pub struct KeystrokeModel {
    decisions: u32,
    points: u32,
    buttons: u32,
    keys: u32,
    homings: u32,
    words: u32,
    computer: Duration,
}

impl KeystrokeModel {
    /// Above [`KeystrokeModel::row`].
    pub const HEAD: &str = "| Way | Decisions | Pointings | Keys | Words read | Person, s | Computer, s | Together, s |\n\
        |---|---|---|---|---|---|---|---|";

    /// Of the person alone.
    pub fn person(&self) -> f64 {
        f64::from(self.decisions) * DECISION
            + f64::from(self.points) * POINT
            + f64::from(self.buttons) * BUTTON
            + f64::from(self.keys) * KEY
            + f64::from(self.homings) * HOMING
            + f64::from(self.words) / WORDS
    }

    /// The computer's seconds.
    pub fn computer(&self) -> f64 {
        self.computer.as_secs_f64()
    }

    /// Of both: the person waits for the computer.
    pub fn seconds(&self) -> f64 {
        self.person() + self.computer()
    }

    /// A row of a table.
    pub fn row(&self, way: &str) -> String {
        format!(
            "| {way} | {} | {} | {} | {} | {:.0} | {:.1} | {:.0} |",
            self.decisions,
            self.points,
            self.keys,
            self.words,
            self.person(),
            self.computer(),
            self.seconds()
        )
    }
}

/// Where the hand is that works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HandOn {
    Mouse,
    Keyboard,
}

/// A user whose steps are counted.
#[derive(Debug)]
pub struct TimedUser {
    app: App,
    hand: HandOn,
    took: KeystrokeModel,
}

impl TimedUser {
    /// At this window, with the hand on the mouse.
    pub fn at(app: App) -> Self {
        Self {
            app,
            hand: HandOn::Mouse,
            took: KeystrokeModel::default(),
        }
    }

    /// The window, for steps that do not count.
    pub fn app(&self) -> &App {
        &self.app
    }

    /// What was done so far; from here on it is counted again.
    pub fn lap(&mut self) -> KeystrokeModel {
        std::mem::take(&mut self.took)
    }

    /// Waits until the server is ready, and closes the window.
    pub async fn ends_with(mut self, server: &str) -> KeystrokeModel {
        let began = Instant::now();
        self.app.ready(server).await;
        self.took.computer += began.elapsed();
        self.app.close().await;
        self.took
    }

    /// Clicks what has this role and name, as soon as it is there.
    pub async fn clicks(&mut self, role: &str, name: &str) {
        let found = self.finds(role, name, false).await;
        self.points_at(&found).await;
        self.app.click(role, name).await;
    }

    /// The same with a part of the name.
    pub async fn clicks_part(&mut self, role: &str, part: &str) {
        let found = self.finds(role, part, true).await;
        self.points_at(&found).await;
        self.app.click_part(role, part).await;
    }

    /// Clicks so many times in another program.
    pub fn clicks_elsewhere(&mut self, times: u32) {
        self.takes(HandOn::Mouse);
        self.took.decisions += times;
        self.took.points += times;
        self.took.buttons += 2 * times;
    }

    /// Chooses a file or a folder in the picker that is about to open, where it lists what is sought. A file is opened by two clicks; a
    /// folder is selected, and then confirmed by a button, for which nothing is left to decide.
    pub async fn picks(&mut self, place: &Path) {
        self.takes(HandOn::Mouse);
        self.took.decisions += 1;
        self.took.points += if place.is_dir() { 2 } else { 1 };
        self.took.buttons += 4;
        self.app.pick_folder(place).await;
    }

    /// Puts in what was copied before, by the two keys for that.
    pub async fn pastes(&mut self, role: &str, name: &str, text: &str) {
        self.enters(role, name, text, 2).await;
    }

    /// Types a text.
    pub async fn types(&mut self, role: &str, name: &str, text: &str) {
        let keys = u32::try_from(text.chars().count()).expect("a short text");
        self.enters(role, name, text, keys).await;
    }

    async fn enters(&mut self, role: &str, name: &str, text: &str, keys: u32) {
        let found = self.finds(role, name, false).await;
        let focused = "return document.activeElement === arguments[0]";
        if self.app.run(focused, vec![found.reference()]).await == false {
            self.points_at(&found).await;
        }
        self.takes(HandOn::Keyboard);
        self.took.decisions += 1;
        self.took.keys += keys;
        found.fill(text).await;
    }

    /// What stands in the text box of this name.
    pub async fn value(&self, name: &str) -> String {
        self.app.find("textbox", name).await.value().await
    }

    /// Waits until this stands in the text box of this name.
    pub async fn sees_in(&mut self, name: &str, value: &str) {
        let began = Instant::now();
        let what = format!("“{value}” in “{name}”");
        self.app
            .holds(&what, async || self.value(name).await == value)
            .await;
        self.took.computer += began.elapsed();
    }

    /// Waits until the page says this.
    pub async fn sees(&mut self, words: &str) {
        let began = Instant::now();
        self.app.main_page().await;
        self.app.see(words).await;
        self.took.computer += began.elapsed();
    }

    /// Waits for the request in which these words stand, reads all of it, and answers by this button.
    pub async fn answers(&mut self, words: &str, button: &str) {
        let began = Instant::now();
        self.app.asked(words).await;
        self.took.computer += began.elapsed();
        let [words, below, folded] = self.review().await;
        self.took.words += words;
        self.takes(HandOn::Mouse);
        // What scrolls is scrolled to its end, and what is folded away is opened.
        self.took.points += below + folded;
        self.took.buttons += 2 * folded;
        self.took.decisions += 1;
        self.took.points += 1;
        self.took.buttons += 2;
        if folded > 0 {
            self.app.read_all().await;
        }
        self.app.answer(button).await;
    }

    async fn review(&self) -> [u32; 3] {
        let review = self.app.js(REVIEW).await;
        let number = |at: usize| review[at].as_u64().and_then(|it| u32::try_from(it).ok());
        [0, 1, 2].map(|at| number(at).unwrap_or_else(|| panic!("{review}")))
    }

    async fn finds(&mut self, role: &str, name: &str, part: bool) -> Found {
        let began = Instant::now();
        let found = match part {
            true => self.app.find_part(role, name).await,
            false => self.app.find(role, name).await,
        };
        self.took.computer += began.elapsed();
        found
    }

    /// Decides for something, goes there with the mouse, and presses its button.
    async fn points_at(&mut self, found: &Found) {
        let away = self.app.run(AWAY, vec![found.reference()]).await;
        let away = away.as_u64().and_then(|away| u32::try_from(away).ok());
        self.takes(HandOn::Mouse);
        self.took.decisions += 1;
        self.took.points += 1 + away.unwrap_or_default();
        self.took.buttons += 2;
    }

    fn takes(&mut self, hand: HandOn) {
        if self.hand != hand {
            self.hand = hand;
            self.took.homings += 1;
        }
    }
}

#[test]
fn a_step_costs_what_the_model_says() {
    let click = KeystrokeModel {
        decisions: 1,
        points: 1,
        buttons: 2,
        ..KeystrokeModel::default()
    };
    assert!((click.seconds() - 2.65).abs() < 1e-9);
    let word = KeystrokeModel {
        decisions: 1,
        keys: 5,
        homings: 1,
        words: 8,
        computer: Duration::from_secs(1),
        ..KeystrokeModel::default()
    };
    assert!((word.seconds() - (1.35 + 1.4 + 0.4 + 2.0 + 1.0)).abs() < 1e-9);
    assert_eq!(word.row("A word"), "| A word | 1 | 0 | 5 | 8 | 5 | 1.0 | 6 |");
}
