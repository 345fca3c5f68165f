//! One life of the application: opened, used, and ended by whatever way.

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use super::{
    LEAVES, UiFuzz,
    coverage::count,
    page::{Page, Sight, Took, Trouble},
    resources::Held,
    starved::Chain,
};
use crate::{
    display,
    driver::{self, Home, Window},
    wait,
};

/// How long an opened window may take until it shows a room.
const OPENS: Duration = Duration::from_secs(60);

/// From this length on a run has a long life.
const LONG: Duration = Duration::from_secs(20 * 60);
/// How long the window may take to come back when the process of its page has ended.
const COMES_BACK: Duration = Duration::from_secs(30);
/// Colours of a picture on which something is written.
const DRAWN: u32 = 40;

/// How a life ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// `kill -9` while nothing is under way.
    Kill,
    /// `kill -9` while something is.
    KillMidway,
    /// A polite signal.
    Signal,
    /// The person quits.
    Quit,
    /// The process of the page ends first, and the application is killed when its window has come back.
    Page,
    /// It was over before.
    Gone,
}

impl UiFuzz {
    /// One life, from the window to its end and a look at what is left.
    pub(super) async fn live(&mut self) {
        self.does("opens the application".to_owned());
        let window = match Window::try_open(&self.fixture.launch(), self.fixture.home()).await {
            Ok(window) => window,
            Err(error) => {
                self.fault(format!("it does not open: {error}")).await;
                tokio::time::sleep(Duration::from_secs(1)).await;
                return;
            }
        };
        let mut page = Page::new(window, self.fixture.home());
        let end = match self.use_window(&mut page).await {
            Ok(end) => end,
            Err(trouble) => self.judge(trouble).await,
        };
        self.end(&page, end).await;
        self.ledger.cut(true);
        self.ledger.cut(false);
        drop(page);
        self.read_errors().await;
    }

    /// Opens it once more, looks back, and ends it as a person does.
    pub(super) async fn look_back(&mut self) {
        let window = match Window::try_open(&self.fixture.launch(), self.fixture.home()).await {
            Ok(window) => window,
            Err(error) => return self.fault(format!("it does not open: {error}")).await,
        };
        let page = Page::new(window, self.fixture.home());
        let looked = match self.arrive(&page).await {
            Ok(()) => self.compare(&page).await,
            Err(trouble) => Err(trouble),
        };
        if let Err(trouble) = looked {
            self.judge(trouble).await;
        }
        self.end(&page, End::Signal).await;
        drop(page);
        self.read_errors().await;
    }

    /// Uses the window until its time is over; how it is to end.
    async fn use_window(&mut self, page: &mut Page) -> Result<End, Trouble> {
        page.resize(1200, 800).await?;
        self.arrive(page).await?;
        self.compare(page).await?;
        let (least, most) = self.plan.life;
        let spread = u64::try_from((most - least).as_millis()).unwrap_or_default();
        let lives = match self.report.coverage.lives() {
            0 if self.plan.lasts >= LONG => self.plan.lasts / 4,
            _ => least + Duration::from_millis(self.random.below(spread)),
        };
        let until = Instant::now() + lives;
        let window = driver::window_among(&driver::processes_in(self.fixture.home()));
        let opened = window.and_then(Held::of);
        while Instant::now() < until && !self.is_over() {
            self.step += 1;
            let Some(sight) = self.in_front(page).await? else {
                continue;
            };
            if let (Some(opened), Some(now)) = (opened, window.and_then(Held::of)) {
                self.report.held = self.report.held.most(now);
                if let Some(grown) = now.grown_since(opened) {
                    self.fault(grown).await;
                }
            }
            if self.ledger.quits {
                return Ok(End::Gone);
            }
            self.act(page, &sight).await?;
            if self.dialogs > 0 {
                self.close_dialogs().await;
            }
        }
        let end = match self.random.below(20) {
            0..7 => End::Kill,
            7..13 => End::KillMidway,
            13..16 => End::Signal,
            16..18 => End::Quit,
            _ => End::Page,
        };
        if end == End::Page {
            self.kill_the_page(page).await?;
        }
        Ok(end)
    }

    /// Looks at the page in front of the person: the gate's while its window asks something, otherwise the main one.
    /// `None` where that was another page than before.
    async fn in_front(&mut self, page: &mut Page) -> Result<Option<Sight>, Trouble> {
        if page.at(driver::Page::Gate).await? {
            if !page.gate_is_met {
                self.arrive(page).await?;
                page.gate_is_met = true;
                page.follow(self.fixture.home());
            }
            let Some(sight) = self.sees(page).await? else {
                return Ok(None);
            };
            if sight.shown && sight.gate.is_some() {
                return Ok(Some(sight));
            }
        }
        page.at(driver::Page::Main).await?;
        self.sees(page).await
    }

    /// Looks at the page and takes note; `None` for a page that was reloaded by whatever it was.
    async fn sees(&mut self, page: &Page) -> Result<Option<Sight>, Trouble> {
        let Some((sight, took)) = page.look(true, false).await? else {
            self.ledger.cut(page.is_at_gate());
            self.arrive(page).await?;
            return Ok(None);
        };
        self.takes_note(&sight, took).await;
        if !sight.at_gate {
            self.finds_rows(page).await?;
        }
        Ok(Some(sight))
    }

    /// Takes note of both pages, which send nothing more that decides. The main one is looked at then.
    async fn holds_both(&mut self, page: &Page) -> Result<(), Trouble> {
        for which in [driver::Page::Gate, driver::Page::Main] {
            let met = which == driver::Page::Main || page.gate_is_met;
            if met
                && page.at(which).await?
                && let Some((sight, took)) = page.look(false, true).await?
            {
                self.takes_note(&sight, took).await;
            }
        }
        self.finds_rows(page).await
    }

    /// Finds the rows in the record of the calls that were asked about, which the main page may ask for.
    async fn finds_rows(&mut self, page: &Page) -> Result<(), Trouble> {
        for (request, call) in self.ledger.unrecorded() {
            let call = page.host("call", json!({"call": call})).await?;
            let row = call.ok().and_then(|call| call["record"].as_u64());
            self.ledger.is_recorded(&request, row);
        }
        Ok(())
    }

    /// Waits until the page shows what it is for, and watches it from then on.
    pub(super) async fn arrive(&mut self, page: &Page) -> Result<(), Trouble> {
        let begun = Instant::now();
        loop {
            // A page that is being loaded has nothing to run a script in.
            let seen = match page.watch().await {
                Ok(_) => page.look(false, false).await,
                Err(trouble) => Err(trouble),
            };
            match seen {
                Ok(Some((sight, took))) if sight.there || sight.detached => {
                    self.takes_note(&sight, took).await;
                    return Ok(());
                }
                Err(trouble) if begun.elapsed() > OPENS || trouble.is_for_good() => return Err(trouble),
                Ok(_) if begun.elapsed() > OPENS => {
                    return Err(Trouble::Frozen("nothing was shown for a minute".to_owned()));
                }
                Err(trouble @ Trouble::Frozen(_)) => return Err(trouble),
                Ok(_) | Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    }

    /// Takes note of what was seen, and says what must not be.
    pub(super) async fn takes_note(&mut self, sight: &Sight, took: Took) {
        let report = &mut self.report;
        let millis = |time: Duration| time.as_secs_f64() * 1_000.0;
        report.longest_answer = report.longest_answer.max(millis(took.all));
        report.longest_own = report.longest_own.max(millis(took.own));
        report.longest_frame = report.longest_frame.max(sight.longest);
        report.coverage.frames += 1;
        if let Some(room) = &sight.room {
            count(&mut report.coverage.rooms, room);
        }
        if let Some(tab) = &sight.tab {
            // A number may stand beside the name.
            let name: String = tab
                .chars()
                .take_while(|it| it.is_alphabetic() || *it == ' ')
                .collect();
            count(&mut report.coverage.tabs, name.trim());
        }
        if let Some(asked) = sight.gate.as_ref().and_then(|gate| gate.asked.as_ref()) {
            self.ledger.sees(asked);
        }
        for heard in sight.heard.clone() {
            let dialog = matches!(
                heard.command.as_str(),
                "pick_folder" | "add_root" | "attach_file" | "save_payload" | "save_media"
            ) || heard.command.starts_with("export_");
            if dialog {
                self.dialogs = match heard.ended {
                    true => self.dialogs.saturating_sub(1),
                    false => self.dialogs + 1,
                };
            }
            if heard.ended && heard.ok {
                count(&mut self.report.coverage.commands, &heard.command);
            }
            if heard
                .error
                .as_deref()
                .is_some_and(|error| error.contains("\"internal\""))
            {
                let error = heard.error.clone().unwrap_or_default();
                self.fault(format!(
                    "“{}” ended with an error of its own: {error}",
                    heard.command
                ))
                .await;
            }
            if let Some(answered) = self.ledger.hear(sight.at_gate, heard) {
                let kind = answered.asked.map_or_else(|| "unseen".to_owned(), |it| it.kind);
                count(
                    &mut self.report.coverage.answers,
                    &format!("{kind}: {}", answered.answer),
                );
            }
        }
        for wrong in &sight.wrong {
            self.fault(format!("the page complains: {wrong}")).await;
        }
        if sight.origin != "tauri://localhost" {
            self.fault(format!("the page is elsewhere: {}", sight.origin))
                .await;
        }
        if sight.broken {
            self.fault(format!("something cannot be drawn at {}", sight.hash))
                .await;
        }
        if sight.detached {
            self.fault("the window has no host".to_owned()).await;
        }
        if sight.empty {
            self.fault(format!("the page is empty at {}", sight.hash)).await;
        }
    }

    /// What became of the window when it gave nothing.
    async fn judge(&mut self, trouble: Trouble) -> End {
        let window = driver::window_among(&driver::processes_in(self.fixture.home()));
        match trouble {
            Trouble::Gone(words) => match window {
                // The browser's own process can crash; then the window has to come back, and the driver stays behind.
                Some(_) if self.page_ended() && self.comes_back(&[]).await => {
                    self.does(format!("sees the page come back: {words}"));
                    self.report.coverage.crashes += 1;
                    End::Page
                }
                Some(_) => {
                    self.fault(format!("the page went away: {words}")).await;
                    End::Kill
                }
                None if self.ledger.quits => End::Gone,
                None => {
                    self.fault(format!("the application ended on its own: {words}"))
                        .await;
                    End::Gone
                }
            },
            Trouble::Frozen(words) => {
                self.fault(format!("the window is frozen: {words}")).await;
                End::Kill
            }
            Trouble::Failed(words) => {
                self.fault(format!("a script failed in the page: {words}")).await;
                End::Kill
            }
        }
    }

    /// Ends it, and waits until nothing of it is left.
    async fn end(&mut self, page: &Page, end: End) {
        if end == End::Kill && self.random.chance(50) {
            // What the window shows now has to be there afterwards.
            if let Err(trouble) = self.observe(page).await {
                self.judge(trouble).await;
            }
        }
        if matches!(end, End::Kill | End::KillMidway | End::Signal | End::Quit) {
            self.hold(page, end).await;
        }
        let begun = Instant::now();
        let before = driver::processes_in(self.fixture.home());
        let (chain, window) = (Chain::new(before.clone()), driver::window_among(&before));
        let starved = chain.waited();
        let name = match end {
            End::Kill | End::KillMidway => {
                send(window, Signal::KILL);
                "kill"
            }
            End::Signal => {
                send(window, Signal::TERM);
                "signal"
            }
            End::Page => {
                send(window, Signal::KILL);
                "page, then kill"
            }
            End::Quit => {
                let quit = "window.__uiFuzz.ask('quit')";
                // The window may be gone before it can answer.
                _ = tokio::time::timeout(Duration::from_secs(3), page.run(quit, vec![])).await;
                "quit"
            }
            End::Gone => "over",
        };
        self.does(format!("ends it: {end:?}"));
        count(&mut self.report.coverage.ends, name);
        loop {
            let left = driver::processes_in(self.fixture.home());
            let left: Vec<i32> = left.into_iter().filter(|pid| wait::runs(*pid)).collect();
            let took = begun.elapsed();
            if left.is_empty() {
                self.report.longest_end = self.report.longest_end.max(took.as_secs_f64() * 1_000.0);
                return;
            }
            if took.saturating_sub(chain.waited().saturating_sub(starved)) > LEAVES {
                let names = driver::called(&left);
                self.fault(format!("after {end:?} this is left: {names:?}")).await;
                for pid in left {
                    send(Some(pid), Signal::KILL);
                }
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Takes note of everything once more; from then on the pages send nothing that decides, so that what was begun is
    /// known. Midway there is something to be cut off.
    async fn hold(&mut self, page: &Page, end: End) {
        if end == End::KillMidway {
            let script =
                "for (const it of document.querySelectorAll('[role=alertdialog] button, main button')) {
                  if (!it.disabled && Math.random() < 0.3) it.click();
                }";
            self.does("clicks about and cuts it off".to_owned());
            page.pressed().await;
            if let Err(trouble) = page.run(script, vec![]).await {
                self.judge(trouble).await;
                return;
            }
        }
        if let Err(trouble) = self.holds_both(page).await {
            self.judge(trouble).await;
        }
        if end == End::KillMidway {
            let micros = self.random.below(60_000);
            tokio::time::sleep(Duration::from_micros(micros)).await;
        }
    }

    /// Reloads the page, in the middle of whatever goes on.
    pub(super) async fn reload(&mut self, page: &Page) -> Result<(), Trouble> {
        self.does("loads the page anew".to_owned());
        if let Some((sight, took)) = page.look(false, true).await? {
            self.takes_note(&sight, took).await;
        }
        match page.run("setTimeout(() => location.reload(), 0)", vec![]).await {
            // The page may go before it has answered.
            Ok(_) | Err(Trouble::Gone(_)) => {}
            Err(trouble) => return Err(trouble),
        }
        self.ledger.cut(page.is_at_gate());
        tokio::time::sleep(Duration::from_millis(100)).await;
        self.arrive(page).await?;
        self.observe(page).await
    }

    /// Ends a server as a crash does.
    pub(super) fn kill_a_server(&mut self) {
        let servers: Vec<i32> = driver::processes_in(self.fixture.home())
            .into_iter()
            .filter(|pid| driver::program(*pid) == "hostile")
            .collect();
        if !servers.is_empty() {
            let pid = *self.random.one(&servers);
            self.does(format!("kills a server, process {pid}"));
            send(Some(pid), Signal::KILL);
        }
    }

    /// Ends the process that draws a page, as a crash of it does. The page has to come back automatically. The driver does
    /// not follow it there: what is seen from then on is a picture, and this life is over.
    async fn kill_the_page(&mut self, page: &Page) -> Result<(), Trouble> {
        self.holds_both(page).await?;
        let before = drawing(self.fixture.home());
        if before.is_empty() {
            return Ok(());
        }
        let killed = *self.random.one(&before);
        self.does(format!("kills the process of a page, {killed} of {before:?}"));
        send(Some(killed), Signal::KILL);
        if !self.comes_back(&before).await {
            self.fault("the window stays empty after the process of its page ended".to_owned())
                .await;
        }
        Ok(())
    }

    /// Whether something is shown again, and drawn by another process than those before.
    async fn comes_back(&self, before: &[i32]) -> bool {
        let killed = Instant::now();
        let shot = self.plan.out.join("page.png");
        while killed.elapsed() < COMES_BACK {
            tokio::time::sleep(Duration::from_millis(300)).await;
            let now = drawing(self.fixture.home());
            if now.iter().any(|pid| !before.contains(pid)) {
                super::picture(&shot).await;
                if super::colours(&shot).await.is_some_and(|colours| colours > DRAWN) {
                    return true;
                }
            }
        }
        false
    }

    /// Cancels the system's own dialogs, which the driver does not see.
    async fn close_dialogs(&mut self) {
        let window = driver::window_among(&driver::processes_in(self.fixture.home()));
        let Some(window) = window else { return };
        let pid = window.to_string();
        let windows = xdotool(&["search", "--onlyvisible", "--pid", &pid, "--name", "."]).await;
        for window in windows.lines() {
            let title = xdotool(&["getwindowname", window]).await;
            let title = title.trim();
            // The main window and that of the gate are called after it.
            if !title.is_empty() && !title.to_ascii_lowercase().ends_with("portcullis") {
                self.does(format!("cancels “{title}”"));
                xdotool(&["windowfocus", window, "key", "Escape"]).await;
            }
        }
    }

    /// Whether the application wrote in this life that the process of its page ended.
    fn page_ended(&self) -> bool {
        let log = self.fixture.log();
        let fresh = log.get(self.log_read..).unwrap_or_default();
        fresh.contains("the process of the page ended")
    }

    /// What the application wrote on standard error since the last time: it must not have panicked.
    async fn read_errors(&mut self) {
        let log = self.fixture.log();
        let fresh = log.get(self.log_read..).unwrap_or_default().to_owned();
        self.log_read = log.len();
        let mut lines = fresh.lines();
        if let Some(line) = lines.find(|line| line.contains("panicked at") || line.contains("ERROR")) {
            let rest: Vec<&str> = lines.take(3).collect();
            self.fault(format!("it wrote: {line} {}", rest.join(" "))).await;
        }
    }
}

/// The processes that draw the pages.
fn drawing(home: &Home) -> Vec<i32> {
    let processes = driver::processes_in(home).into_iter();
    processes
        .filter(|pid| wait::runs(*pid) && driver::program(*pid).starts_with("WebKitWebProcess"))
        .collect()
}

fn send(pid: Option<i32>, signal: Signal) {
    if let Some(pid) = pid.and_then(Pid::from_raw) {
        // It may have ended already, which is what is wanted.
        _ = kill_process(pid, signal);
    }
}

async fn xdotool(arguments: &[&str]) -> String {
    let ran = tokio::process::Command::new("xdotool")
        .args(arguments)
        .env("DISPLAY", display::name())
        .kill_on_drop(true)
        .output();
    match tokio::time::timeout(Duration::from_secs(5), ran).await {
        Ok(Ok(ran)) => String::from_utf8_lossy(&ran.stdout).into_owned(),
        _ => String::new(),
    }
}
