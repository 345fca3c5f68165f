//! What an impatient person does: one thing after the other, chosen at random from what is in sight.

use std::time::Duration;

use serde_json::{Value, json};

use super::{
    UiFuzz,
    coverage::{ROOMS, count},
    junk,
    ledger::{self, list, text},
    page::{Control, Page, Sight, Trouble},
};
use crate::driver;

/// What is there to act on. Where there is nothing, the deed is done.
macro_rules! or_done {
    ($found:expr) => {{
        let Some(found) = $found else {
            return Ok(());
        };
        found
    }};
}

/// The keys of WebDriver that have no letter.
const CTRL: char = '\u{E009}';
const SHIFT: char = '\u{E008}';
const ENTER: char = '\u{E007}';
const ESCAPE: char = '\u{E00C}';
const TAB: char = '\u{E004}';

/// What may be pressed. Not what leaves the page or opens the inspector of a debug build.
const CHORDS: &[&[char]] = &[
    &[ESCAPE],
    &[ESCAPE],
    &[ENTER],
    &[ENTER],
    &[TAB],
    &[TAB],
    &[SHIFT, TAB],
    &[' '],
    &['a'],
    &['d'],
    &['e'],
    &['\u{E012}'],
    &['\u{E013}'],
    &['\u{E014}'],
    &['\u{E015}'],
    &['\u{E00E}'],
    &['\u{E00F}'],
    &['\u{E010}'],
    &['\u{E011}'],
    &['\u{E003}'],
    &['\u{E017}'],
    &[CTRL, 'k'],
    &[CTRL, 'k'],
    &[CTRL, 'a'],
    &[CTRL, 'z'],
    &[CTRL, 'f'],
    &[CTRL, ENTER],
    &[CTRL, SHIFT, 'k'],
    &['/'],
    &['?'],
];

/// One thing to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum UiAction {
    Answer,
    Room,
    Server,
    Click,
    DoubleClick,
    Burst,
    Type,
    Paste,
    Press,
    Scroll,
    Say,
    Run,
    Add,
    TurnOn,
    Resize,
    Reload,
    Truth,
    KillServer,
}

impl UiAction {
    /// Whether there is nothing to do it with at the gate.
    fn is_of_the_main_page(self) -> bool {
        matches!(
            self,
            Self::Room
                | Self::Server
                | Self::Say
                | Self::Run
                | Self::Add
                | Self::TurnOn
                | Self::Resize
                | Self::Truth
        )
    }
}

/// Servers from which on one that was added is removed before another is: as many as a collector of servers has.
const MANY: usize = 30;

/// How often each, out of all.
const WEIGHTS: [(UiAction, u64); 17] = [
    (UiAction::Room, 110),
    (UiAction::Server, 60),
    (UiAction::Click, 330),
    (UiAction::DoubleClick, 40),
    (UiAction::Burst, 15),
    (UiAction::Type, 80),
    (UiAction::Paste, 20),
    (UiAction::Press, 110),
    (UiAction::Scroll, 30),
    (UiAction::Say, 50),
    (UiAction::Run, 60),
    (UiAction::Add, 15),
    (UiAction::TurnOn, 25),
    (UiAction::Resize, 15),
    (UiAction::Reload, 10),
    (UiAction::Truth, 20),
    (UiAction::KillServer, 12),
];

impl UiFuzz {
    /// Does one thing, at the page in front or, past a question that waits, in the main window.
    pub(super) async fn act(&mut self, page: &Page, sight: &Sight) -> Result<(), Trouble> {
        let deed = self.choose(sight);
        let mut behind = None;
        if sight.at_gate && deed.is_of_the_main_page() {
            page.at(driver::Page::Main).await?;
            behind = self.glance(page).await?;
            if behind.is_none() {
                return Ok(());
            }
        }
        let sight = behind.as_ref().unwrap_or(sight);
        count(&mut self.report.coverage.deeds, &format!("{deed:?}"));
        match deed {
            UiAction::Answer => self.answer(page, sight).await,
            UiAction::Room => self.room(page, sight).await,
            UiAction::Server => self.server(page, sight).await,
            UiAction::Click => self.click(page, sight, 1).await,
            UiAction::DoubleClick => {
                let times = 2 + u32::try_from(self.random.below(3)).unwrap_or_default();
                self.click(page, sight, times).await
            }
            UiAction::Burst => self.burst(page).await,
            UiAction::Type => self.write(page, sight, false).await,
            UiAction::Paste => self.write(page, sight, true).await,
            UiAction::Press => self.press(page).await,
            UiAction::Scroll => self.scroll(page).await,
            UiAction::Say => self.say(page).await,
            UiAction::Run => self.run_a_tool(page).await,
            UiAction::Add => self.add(page).await,
            UiAction::TurnOn => self.turn_on(page).await,
            UiAction::Resize => self.resize(page).await,
            UiAction::Reload => self.reload(page).await,
            UiAction::Truth => self.truth(page).await,
            UiAction::KillServer => {
                self.kill_a_server();
                Ok(())
            }
        }
    }

    fn choose(&mut self, sight: &Sight) -> UiAction {
        let menu = sight.controls.iter().any(in_menu);
        if menu && self.random.chance(85) || sight.gate.is_some() && self.random.chance(60) {
            return UiAction::Answer;
        }
        // Where most is off there is little to break.
        let off =
            |it: &&Control| it.part == "rail" && (it.name.ends_with(", off") || it.name.ends_with("review"));
        if sight.controls.iter().filter(off).count() > 4 && self.random.chance(15) {
            return UiAction::TurnOn;
        }
        // A user who wants to break everything does not forget a room, and does not wait for questions to come.
        let (rooms, decisions) = (&self.report.coverage.rooms, self.report.coverage.decisions());
        if rooms.len() < ROOMS.len() && self.random.chance(25) {
            return UiAction::Room;
        }
        if decisions < 3 && self.random.chance(20) {
            return UiAction::Say;
        }
        let all = WEIGHTS.iter().map(|(_, weight)| weight).sum();
        let mut at = self.random.below(all);
        for (deed, weight) in WEIGHTS {
            if at < weight {
                return deed;
            }
            at -= weight;
        }
        UiAction::Click
    }

    /// Answers what is asked, by one of the buttons of the gate or of its menu.
    async fn answer(&mut self, page: &Page, sight: &Sight) -> Result<(), Trouble> {
        if sight.gate.as_ref().is_some_and(|gate| !gate.ready) && self.random.chance(70) {
            self.does("waits for the gate to take answers".to_owned());
            tokio::time::sleep(Duration::from_millis(300)).await;
            return Ok(());
        }
        // Of a menu rather what it is for than what only narrows it.
        let mut ways: Vec<&Control> = sight
            .controls
            .iter()
            .filter(|it| in_menu(it))
            .flat_map(|it| {
                let answers = matches!(it.kind.as_str(), "menuitem" | "button");
                std::iter::repeat_n(it, if answers { 3 } else { 1 })
            })
            .collect();
        let buttons = if ways.is_empty() {
            sight.controls.as_slice()
        } else {
            &[]
        };
        for control in buttons {
            let name = control.name.as_str();
            let weight = match () {
                () if control.part != "gate" => 0,
                () if name.starts_with("Decide later") || name.starts_with("More below") => 1,
                () if name.starts_with("Deny all") || name.starts_with("Turn") => 1,
                () if name == "Allow…" => 10,
                () if name.starts_with("Allow") || name.starts_with("Add and start") => 5,
                () if control.kind == "button" => 3,
                () => 1,
            };
            ways.extend(std::iter::repeat_n(control, weight));
        }
        if ways.is_empty() {
            return self.press(page).await;
        }
        let way = (*self.random.one(&ways)).clone();
        let asked = sight.gate.as_ref().and_then(|gate| self.ledger.request(&gate.id));
        let asked = asked.map_or_else(String::new, |it| format!(" to “{}”", it.question));
        self.touches(&way);
        if way.kind == "text" {
            return self.writes(page, &way, false).await;
        }
        self.does(format!("answers {} “{}”{asked}", way.kind, way.name));
        // A menu that was just opened takes no answer yet.
        if way.part == "allow" && self.random.chance(50) {
            tokio::time::sleep(Duration::from_millis(550)).await;
        }
        page.click(way.x, way.y, 1).await
    }

    fn touches(&mut self, control: &Control) {
        count(&mut self.report.coverage.controls, &control.kind);
    }

    /// Goes to a room by the rail; first of all to one that was not open yet.
    async fn room(&mut self, page: &Page, sight: &Sight) -> Result<(), Trouble> {
        let been = &self.report.coverage.rooms;
        let missing: Vec<&str> = ROOMS
            .into_iter()
            .filter(|room| !been.contains_key(*room))
            .collect();
        let room = match missing.is_empty() {
            true => *self.random.one(&ROOMS),
            false => *self.random.one(&missing),
        };
        let link = sight
            .controls
            .iter()
            .find(|it| it.part == "rail" && it.name == room);
        match link.cloned() {
            Some(link) => {
                self.does(format!("goes to “{room}”"));
                self.touches(&link);
                page.click(link.x, link.y, 1).await
            }
            // Something lies over the rail, or the window is too small to show it.
            None => {
                self.does(format!("wants to go to “{room}” and cannot"));
                page.press(&[ESCAPE]).await
            }
        }
    }

    /// Goes to the page of a server by the rail.
    async fn server(&mut self, page: &Page, sight: &Sight) -> Result<(), Trouble> {
        let links = sight
            .controls
            .iter()
            .filter(|it| it.part == "rail" && it.kind == "link");
        let links: Vec<&Control> = links.filter(|it| !ROOMS.contains(&it.name.as_str())).collect();
        if links.is_empty() {
            return self.click(page, sight, 1).await;
        }
        let link = (*self.random.one(&links)).clone();
        self.does(format!("goes to the server “{}”", link.name));
        self.touches(&link);
        page.click(link.x, link.y, 1).await
    }

    /// Clicks anything.
    async fn click(&mut self, page: &Page, sight: &Sight, times: u32) -> Result<(), Trouble> {
        let in_room: Vec<&Control> = sight.controls.iter().filter(|it| it.part != "rail").collect();
        if in_room.is_empty() {
            return self.press(page).await;
        }
        let control = (*self.random.one(&in_room)).clone();
        self.touches(&control);
        // A choice of the system's own opens a window that the driver does not reach.
        if control.kind == "select" {
            self.does(format!("chooses in “{}”", control.name));
            let script = "const field = document.elementFromPoint(arguments[0], arguments[1])?.closest('select');
                if (!field) return;
                Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'selectedIndex').set.call(field, arguments[2] % field.options.length);
                field.dispatchEvent(new Event('change', {bubbles: true}));";
            let which = self.random.below(20);
            let at = vec![json!(control.x), json!(control.y), json!(which)];
            page.pressed().await;
            return page.run(script, at).await.map(|_| ());
        }
        self.does(format!(
            "clicks {} “{}” at {}, {}, {times} times",
            control.kind, control.name, control.x, control.y
        ));
        page.click(control.x, control.y, times).await
    }

    /// Clicks a dozen controls within one moment, which no hand can, with a press for one of them.
    async fn burst(&mut self, page: &Page) -> Result<(), Trouble> {
        let seed = self.random.below(1 << 20);
        self.does(format!("clicks a dozen controls at once ({seed})"));
        let script = "const all = [...document.querySelectorAll('button, [role=tab], nav a, [role=option]')]
              .filter((it) => !it.disabled && !it.closest('[inert]'));
            let at = arguments[0];
            for (let n = 0; n < 12 && all.length > 0; n += 1) {
              at = (at * 1103515245 + 12345) % 2147483648;
              all[at % all.length].click();
            }";
        page.pressed().await;
        page.run(script, vec![json!(seed)]).await.map(|_| ())
    }

    /// Writes into a field that is in sight.
    async fn write(&mut self, page: &Page, sight: &Sight, paste: bool) -> Result<(), Trouble> {
        let fields: Vec<&Control> = sight.controls.iter().filter(|it| it.kind == "text").collect();
        if fields.is_empty() {
            return self.press(page).await;
        }
        let field = (*self.random.one(&fields)).clone();
        self.touches(&field);
        self.writes(page, &field, paste).await
    }

    async fn writes(&mut self, page: &Page, field: &Control, paste: bool) -> Result<(), Trouble> {
        page.click(field.x, field.y, 1).await?;
        if self.random.chance(50) {
            page.press(&[CTRL, 'a']).await?;
        }
        if paste {
            let text = junk::pasted(&mut self.random);
            self.does(format!("pastes {} bytes into “{}”", text.len(), field.name));
            return page.pastes(&text).await;
        }
        let text = junk::typed(&mut self.random);
        self.does(format!("types {text:?} into “{}”", field.name));
        page.types(&text).await?;
        if self.random.chance(30) {
            self.does("presses Enter".to_owned());
            page.press(&[ENTER]).await?;
        }
        Ok(())
    }

    async fn press(&mut self, page: &Page) -> Result<(), Trouble> {
        for _ in 0..=self.random.below(3) {
            let chord = *self.random.one(CHORDS);
            self.does(format!("presses {chord:?}"));
            page.press(chord).await?;
        }
        Ok(())
    }

    async fn scroll(&mut self, page: &Page) -> Result<(), Trouble> {
        let how = self.random.below(100);
        self.does(format!("scrolls everything to {how} %"));
        let script = "for (const it of document.querySelectorAll('main *, [role=alertdialog] *')) {
              if (it.scrollHeight > it.clientHeight + 4) it.scrollTop = (it.scrollHeight - it.clientHeight) * arguments[0] / 100;
            }";
        page.run(script, vec![json!(how)]).await.map(|_| ())
    }

    /// Goes somewhere by the address, as a link in the page does, and waits until the room had time to come.
    async fn goes(&mut self, page: &Page, hash: &str) -> Result<(), Trouble> {
        self.does(format!("goes to {hash}"));
        page.run("location.hash = arguments[0]", vec![json!(hash)])
            .await?;
        tokio::time::sleep(Duration::from_millis(150)).await;
        Ok(())
    }

    /// Looks without doing anything else, and takes note of what was heard.
    async fn glance(&mut self, page: &Page) -> Result<Option<Sight>, Trouble> {
        let Some((sight, took)) = page.look(true, false).await? else {
            return Ok(None);
        };
        self.takes_note(&sight, took).await;
        Ok(Some(sight))
    }

    fn find<'a>(sight: &'a Sight, kind: &str, name: &str) -> Option<&'a Control> {
        let mut found = sight.controls.iter();
        found.find(|it| it.kind == kind && it.name.starts_with(name) && it.part.is_empty())
    }

    /// Says something to a model, which wants something then.
    async fn say(&mut self, page: &Page) -> Result<(), Trouble> {
        self.fixture.feed(&mut self.random);
        self.goes(page, "#/chat").await?;
        let mut sight = or_done!(self.glance(page).await?);
        let new = self.random.chance(25) || Self::find(&sight, "text", "Message").is_none();
        if new && let Some(button) = Self::find(&sight, "button", "New conversation").cloned() {
            self.does("begins a conversation".to_owned());
            page.click(button.x, button.y, 1).await?;
            tokio::time::sleep(Duration::from_millis(250)).await;
            let seen = or_done!(self.glance(page).await?);
            sight = seen;
        }
        let field = or_done!(Self::find(&sight, "text", "Message").cloned());
        self.words += 1;
        let words = format!("{} {}", ledger::mark(self.words), junk::typed(&mut self.random));
        self.does(format!("says {words:?}"));
        page.click(field.x, field.y, 1).await?;
        page.press(&[CTRL, 'a']).await?;
        page.pastes(&words).await?;
        page.press(&[ENTER]).await
    }

    /// A server that is ready, by id and label.
    async fn ready(&mut self, page: &Page) -> Result<Option<String>, Trouble> {
        let servers = page.host("servers", json!({})).await?.unwrap_or_default();
        let ready: Vec<&Value> = list(&servers)
            .iter()
            .filter(|server| server["state"]["phase"] == "ready")
            .collect();
        if ready.is_empty() {
            return Ok(None);
        }
        Ok(Some(text(&self.random.one(&ready)["id"])))
    }

    /// Runs a tool by hand.
    async fn run_a_tool(&mut self, page: &Page) -> Result<(), Trouble> {
        let Some(server) = self.ready(page).await? else {
            return self.turn_on(page).await;
        };
        let asked = json!({"server": server, "query": ""});
        let tools = page.host("tools", asked).await?.unwrap_or_default();
        let tools: Vec<String> = list(&tools["tools"])
            .iter()
            .map(|tool| text(&tool["name"]))
            .collect();
        if tools.is_empty() {
            return Ok(());
        }
        let tool = self.random.one(&tools).clone();
        self.goes(page, &format!("#/servers/{server}/tools/{tool}"))
            .await?;
        for _ in 0..6 {
            let sight = or_done!(self.glance(page).await?);
            if let Some(run) = Self::find(&sight, "button", "Run").cloned() {
                self.does(format!("runs “{tool}”"));
                return page.click(run.x, run.y, 1).await;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        Ok(())
    }

    /// Fills in the form for a server, one that works or one that does not. Where there are many already, one goes.
    async fn add(&mut self, page: &Page) -> Result<(), Trouble> {
        let servers = page.host("servers", json!({})).await?.unwrap_or_default();
        if list(&servers).len() >= MANY {
            return self.remove(page, list(&servers)).await;
        }
        let (label, script) = self.random.one(&self.fixture.programs).clone();
        let program = crate::hostile::Hostile::program().to_string_lossy().into_owned();
        let number = self.random.below(1_000);
        self.goes(page, "#/servers/add").await?;
        for (field, text) in [
            ("Label", format!("{label} {number}")),
            ("Command", program),
            ("Arguments", format!("--script\n{}", script.display())),
        ] {
            let sight = or_done!(self.glance(page).await?);
            let control = or_done!(Self::find(&sight, "text", field).cloned());
            page.click(control.x, control.y, 1).await?;
            page.press(&[CTRL, 'a']).await?;
            page.pastes(&text).await?;
        }
        let sight = or_done!(self.glance(page).await?);
        if let Some(review) = Self::find(&sight, "button", "Review").cloned() {
            self.does(format!("proposes “{label} {number}”"));
            page.click(review.x, review.y, 1).await?;
        }
        Ok(())
    }

    /// Removes one of the servers that were added, by its own page.
    async fn remove(&mut self, page: &Page, servers: &[Value]) -> Result<(), Trouble> {
        let added = |server: &&Value| text(&server["label"]).ends_with(|last: char| last.is_ascii_digit());
        let added: Vec<&Value> = servers.iter().filter(added).collect();
        if added.is_empty() {
            return Ok(());
        }
        let server = *self.random.one(&added);
        self.goes(page, &format!("#/servers/{}", text(&server["id"])))
            .await?;
        for (kind, name) in [
            ("button", "More actions"),
            ("menuitem", "Remove"),
            ("button", "Remove"),
        ] {
            let sight = or_done!(self.glance(page).await?);
            // Something may lie over it: then it is left for another time.
            let control = or_done!(Self::find(&sight, kind, name).cloned());
            self.touches(&control);
            self.does(format!(
                "removes “{}”: “{}”",
                text(&server["label"]),
                control.name
            ));
            page.click(control.x, control.y, 1).await?;
            tokio::time::sleep(Duration::from_millis(150)).await;
        }
        Ok(())
    }

    /// Turns on a server that is off or gave up, by its own page.
    async fn turn_on(&mut self, page: &Page) -> Result<(), Trouble> {
        let servers = page.host("servers", json!({})).await?.unwrap_or_default();
        let down: Vec<&Value> = list(&servers)
            .iter()
            .filter(|server| {
                matches!(
                    server["state"]["phase"].as_str(),
                    Some("off" | "stopped" | "needs_review")
                )
            })
            .collect();
        if down.is_empty() {
            return Ok(());
        }
        let id = text(&self.random.one(&down)["id"]);
        self.goes(page, &format!("#/servers/{id}")).await?;
        let sight = or_done!(self.glance(page).await?);
        let ways: Vec<&Control> = ["Turn on", "Start", "Restart", "Review", "On"]
            .iter()
            .filter_map(|name| {
                let mut all = sight.controls.iter();
                all.find(|it| {
                    matches!(it.kind.as_str(), "button" | "switch" | "checkbox")
                        && it.part.is_empty()
                        && it.name.starts_with(name)
                })
            })
            .collect();
        if let Some(way) = ways.first().map(|way| (*way).clone()) {
            self.does(format!("turns a server on by “{}”", way.name));
            page.click(way.x, way.y, 1).await?;
        }
        Ok(())
    }

    async fn resize(&mut self, page: &Page) -> Result<(), Trouble> {
        let sizes = [
            (1200, 800),
            (640, 480),
            (1, 1),
            (320, 2_000),
            (3_000, 240),
            (900, 600),
            (1280, 800),
        ];
        let (wide, high) = *self.random.one(&sizes);
        self.does(format!("makes the window {wide} by {high}"));
        page.resize(wide, high).await?;
        // Not much can be done in a window of one pixel.
        if wide < 600 || high < 400 {
            if let Some((sight, took)) = page.look(false, false).await? {
                self.takes_note(&sight, took).await;
            }
            page.resize(1200, 800).await?;
        }
        Ok(())
    }

    async fn truth(&mut self, page: &Page) -> Result<(), Trouble> {
        self.does("compares the windows with the host".to_owned());
        self.report.coverage.truths += 1;
        if let Some(differs) = page.truth().await? {
            self.fault(format!("the window is not true: {differs}")).await;
        }
        Ok(())
    }
}

/// Whether a control is in an open menu, or in what *Allow…* opens at the gate.
fn in_menu(control: &Control) -> bool {
    control.part == "allow" || control.kind.starts_with("menuitem")
}
