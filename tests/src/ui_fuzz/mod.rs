//! A user who tries to break the application, at its real windows, for as long as it takes.
//!
//! [`life`] is one life of the application, from its opening to its end by whatever way; in it [`hand`] does what an
//! impatient person does, and faster, to [`fixture`]: servers that flood, crash, hang, ask and lie, the demo and a model.
//! What the window accepted goes into the [`ledger`]; after each end [`after`] looks whether it is still there, whether
//! the record holds and whether anything ran without a decision. [`page`] is how the main window and that of the gate are
//! asked, and knows when one is frozen; [`starved`] tells that from a machine that has other things to do. [`coverage`] counts what was done, so
//! that nothing passes by doing nothing. [`resources`] looks at memory, open files and threads. [`report`] writes it down for
//! people.

mod after;
pub mod coverage;
mod effects;
mod fixture;
mod hand;
mod junk;
mod ledger;
mod life;
mod mischief;
mod page;
mod report;
mod resources;
mod starved;

use std::{
    collections::VecDeque,
    fs::File,
    io::Write as _,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use crate::{display, random::Random};
use coverage::Coverage;
use effects::Effects;
use fixture::Fixture;
use ledger::Ledger;
use resources::Held;

/// How long the window may take to run a script and draw a frame after whatever was done to it, beyond what the machine
/// let it wait for a processor. For a debug build beside other work.
pub const ALIVE: Duration = Duration::from_secs(5);
/// How long anything of the application may live after it was killed or quit.
pub const LEAVES: Duration = Duration::from_secs(5);
/// How long the window may say something else than the host.
pub const TRUE: Duration = Duration::from_secs(5);

/// Faults after which there is nothing new to be learnt.
const ENOUGH: usize = 40;
/// Actions that are told with a fault.
const REMEMBERED: usize = 150;

/// How long, from where, with what.
#[derive(Debug, Clone)]
pub struct Plan {
    /// How long in all; the life that is under way then is ended.
    pub lasts: Duration,
    /// The row of random numbers. What happens depends on the clock as well, so the same row is a similar run.
    pub seed: u64,
    /// Where results and faults are kept.
    pub out: PathBuf,
    /// Shortest and longest life. The first of a long run lasts a quarter of it, so that growth is seen.
    pub life: (Duration, Duration),
}

impl Plan {
    /// As usual.
    pub fn new(lasts: Duration, seed: u64, out: &Path) -> Self {
        Self {
            lasts,
            seed,
            out: out.to_owned(),
            life: (Duration::from_secs(15), Duration::from_secs(110)),
        }
    }
}

/// What came of it.
#[derive(Debug, Default, Clone)]
pub struct Report {
    /// The row of random numbers.
    pub seed: u64,
    /// Seconds.
    pub took: f64,
    /// The longest time without a frame, in milliseconds, as the page saw it.
    pub longest_frame: f64,
    /// The longest time to a script and a frame after an action, in milliseconds.
    pub longest_answer: f64,
    /// The same without the time for which the machine had no processor for it.
    pub longest_own: f64,
    /// The longest time after an end until nothing was left, in milliseconds.
    pub longest_end: f64,
    /// The most that the application's own process held.
    pub held: Held,
    /// What was done.
    pub coverage: Coverage,
    /// What was accepted and looked for after an end.
    pub kept: u64,
    /// Rows of the record at the end.
    pub rows: u64,
    /// Operations in it that an end interrupted.
    pub interrupted: u64,
    /// What was wrong.
    pub faults: Vec<String>,
}

/// A run.
struct UiFuzz {
    plan: Plan,
    begun: Instant,
    random: Random,
    fixture: Fixture,
    ledger: Ledger,
    report: Report,
    /// What servers heard.
    effects: Effects,
    diary: VecDeque<String>,
    /// All of it.
    log: File,
    step: u64,
    /// What was said so far.
    words: u64,
    /// Dialogs of the system that are open.
    dialogs: u64,
    /// How far the standard error of the application was read.
    log_read: usize,
    /// How often the host had turned everything off at a start.
    safe_starts_seen: u64,
    /// How often a model was not to be asked, in the record, when it was last looked at.
    denied_before: u64,
}

/// Tries, and tells after each life how it stands.
pub async fn run(plan: Plan, mut tell: impl FnMut(&Report)) -> Result<Report, String> {
    std::fs::create_dir_all(&plan.out).map_err(|error| format!("{}: {error}", plan.out.display()))?;
    let log = File::create(plan.out.join("diary.txt")).map_err(|error| error.to_string())?;
    let mut random = Random::new(plan.seed);
    let fixture = Fixture::new(&mut random).await?;
    let mut fuzz = UiFuzz {
        begun: Instant::now(),
        random,
        fixture,
        ledger: Ledger::default(),
        report: Report {
            seed: plan.seed,
            ..Report::default()
        },
        effects: Effects::default(),
        diary: VecDeque::new(),
        log,
        step: 0,
        words: 0,
        dialogs: 0,
        log_read: 0,
        safe_starts_seen: 0,
        denied_before: 0,
        plan,
    };
    while !fuzz.is_over() {
        fuzz.live().await;
        fuzz.report.took = fuzz.begun.elapsed().as_secs_f64();
        fuzz.keep_result()?;
        tell(&fuzz.report);
    }
    // What the last end left is looked at in one more life.
    fuzz.look_back().await;
    let missing = fuzz.report.coverage.missing(fuzz.plan.lasts);
    fuzz.report.faults.extend(missing);
    fuzz.report.took = fuzz.begun.elapsed().as_secs_f64();
    fuzz.keep_result()?;
    tell(&fuzz.report);
    if !fuzz.report.faults.is_empty() {
        let kept = fuzz.fixture.keep();
        println!("the home is kept: {}", kept.display());
    }
    Ok(fuzz.report)
}

impl UiFuzz {
    fn is_over(&self) -> bool {
        self.begun.elapsed() >= self.plan.lasts || self.report.faults.len() >= ENOUGH
    }

    fn keep_result(&self) -> Result<(), String> {
        self.report.write(&self.plan.out)
    }

    /// Notes what is about to be done.
    fn does(&mut self, what: String) {
        if self.diary.len() >= REMEMBERED {
            self.diary.pop_front();
        }
        let at = self.begun.elapsed().as_secs_f64();
        let line = format!("{at:9.2} s  step {:6}  {what}", self.step);
        if let Err(error) = writeln!(self.log, "{line}") {
            eprintln!("the diary cannot be kept: {error}");
        }
        self.diary.push_back(line);
    }

    /// Notes what must not be, with a picture and what was done before. What was said already is not said again.
    async fn fault(&mut self, what: String) {
        let kind: String = what.chars().take(60).collect();
        if self.report.faults.iter().any(|fault| fault.contains(&kind)) {
            return;
        }
        let number = self.report.faults.len() + 1;
        let said = format!(
            "seed {}, step {}, {:.0} s: {what}",
            self.plan.seed,
            self.step,
            self.begun.elapsed().as_secs_f64()
        );
        println!("FAULT {number}: {said}");
        let mut text = format!("{said}\n\n");
        for line in &self.diary {
            text.push_str(line);
            text.push('\n');
        }
        text.push_str("\nThe end of what the application wrote:\n");
        text.push_str(&self.fixture.last_words());
        let beside = |kind: &str| self.plan.out.join(format!("fault-{number:02}.{kind}"));
        if let Err(error) = std::fs::write(beside("txt"), text) {
            eprintln!("the fault cannot be kept: {error}");
        }
        picture(&beside("png")).await;
        self.report.faults.push(said);
    }
}

/// How many colours a picture has: one on which something is written has many.
async fn colours(path: &Path) -> Option<u32> {
    let looked = tokio::process::Command::new("convert")
        .arg(path)
        .args(["-format", "%k", "info:"])
        .kill_on_drop(true)
        .output();
    let looked = tokio::time::timeout(Duration::from_secs(10), looked)
        .await
        .ok()?
        .ok()?;
    String::from_utf8_lossy(&looked.stdout).trim().parse().ok()
}

/// A picture of the whole display: the window may not be able to give one any more.
async fn picture(path: &Path) {
    let taken = tokio::process::Command::new("import")
        .args(["-silent", "-window", "root"])
        .arg(path)
        .env("DISPLAY", display::name())
        .kill_on_drop(true)
        .status();
    match tokio::time::timeout(Duration::from_secs(10), taken).await {
        Ok(Ok(status)) if status.success() => {}
        other => eprintln!("no picture was taken: {other:?}"),
    }
}
