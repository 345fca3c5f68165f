//! Kills a writer at random moments and looks at what it left.

use std::{
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc,
    time::{Duration, Instant},
};

use super::{Said, check, ledger::Ledger};
use crate::{programs, random::Random, wait};

/// How often, from where, how many in one folder.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Kills.
    pub points: u64,
    /// The row of random moments.
    pub seed: u64,
    /// Lives of the host in one folder before the next folder is begun.
    pub lives: u64,
    /// Most that a host may tell after it opened and its server runs, before it is killed: a slow machine comes as far
    /// as a fast one.
    pub told: u64,
}

/// What came of it.
#[derive(Debug, Default, Clone)]
pub struct Report {
    /// Kills so far.
    pub points: u64,
    /// Of them, before the host was open.
    pub opening: u64,
    /// What was acknowledged.
    pub acknowledged: u64,
    /// Rows in the records.
    pub rows: u64,
    /// Operations that were interrupted and say so.
    pub interrupted: u64,
    /// Messages that something else was said in the place of.
    pub branches: u64,
    /// Summaries that a kill interrupted while they were written.
    pub cut_summaries: u64,
    /// Kills while a server ran in its fence.
    pub fenced: u64,
    /// What was wrong.
    pub faults: Vec<String>,
    /// How long it took.
    pub took: Duration,
}

/// A place on the disk that people have, not in memory; and not beside the build, from which a fenced server runs: what has the
/// data of the host in it cannot be granted.
fn on_disk() -> PathBuf {
    match cfg!(unix) {
        true => PathBuf::from("/var/tmp"),
        false => std::env::temp_dir(),
    }
}

/// Does as planned, and tells after each kill how it stands.
pub fn run(plan: Plan, mut tell: impl FnMut(&Report)) -> Report {
    let begun = Instant::now();
    let mut random = Random::new(plan.seed);
    let mut report = Report::default();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime can be built");
    let mut before = Report::default();
    while report.points < plan.points {
        let folder = tempfile::tempdir_in(on_disk()).expect("a folder");
        let mut ledger = Ledger::default();
        for life in 0..plan.lives.min(plan.points - report.points) {
            let opened = live(
                folder.path(),
                life,
                &mut random,
                plan.told,
                &mut ledger,
                &mut report,
            );
            report.points += 1;
            report.opening += u64::from(!opened);
            let seen = runtime.block_on(check::check(folder.path(), &ledger));
            report.rows = before.rows + seen.rows;
            report.interrupted = before.interrupted + seen.interrupted;
            report.branches = before.branches + seen.branches;
            report.cut_summaries = before.cut_summaries + seen.cut_summaries;
            report.acknowledged = before.acknowledged + ledger.acknowledged;
            let named = |fault: String| format!("kill {}: {fault}", report.points);
            let faults: Vec<String> = seen.faults.into_iter().map(named).collect();
            let bad = !faults.is_empty();
            report.faults.extend(faults);
            report.took = begun.elapsed();
            tell(&report);
            if bad {
                // What is wrong once would be found again by every life after it.
                let kept = folder.keep();
                report
                    .faults
                    .push(format!("the folder is kept: {}", kept.display()));
                break;
            }
        }
        before = report.clone();
    }
    report
}

/// One life and its end; whether the host had opened.
fn live(
    folder: &Path,
    life: u64,
    random: &mut Random,
    most: u64,
    ledger: &mut Ledger,
    report: &mut Report,
) -> bool {
    let mut child = start(folder, life);
    let (sender, told) = mpsc::channel();
    let out = child.stdout.take().expect("it was piped");
    let reader = std::thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            // The last line may have been cut off with its writer.
            if let Ok(said) = serde_json::from_str::<Said>(&line)
                && sender.send(said).is_err()
            {
                return;
            }
        }
    });
    // Some do not get to open, some not to a server; most are busy writing, some of them a summary.
    let when = random.below(100);
    let ready = |said: &Said| match when {
        0..12 => true,
        12..25 => matches!(said, Said::Open {}),
        25..75 => matches!(said, Said::Server { .. }),
        _ => matches!(said, Said::Summarizing { .. }),
    };
    let mut heard: Vec<Said> = Vec::new();
    let begun = Instant::now();
    while when >= 12 && !heard.last().is_some_and(ready) && begun.elapsed() < Duration::from_secs(60) {
        match told.recv_timeout(Duration::from_secs(30)) {
            Ok(said) => heard.push(said),
            Err(_) => break,
        }
    }
    // The moment: so far through the work, and then anywhere between two things that are told.
    let far = if (12..75).contains(&when) {
        random.below(most)
    } else {
        0
    };
    for _ in 0..far {
        match told.recv_timeout(Duration::from_secs(30)) {
            Ok(said) => heard.push(said),
            Err(_) => break,
        }
    }
    let within = match when {
        0..12 => 250_000,
        12..75 => 20_000,
        // As long as a summary takes, and a little longer.
        _ => 50_000,
    };
    std::thread::sleep(Duration::from_micros(random.below(within)));
    let by_itself = child.try_wait().expect("it is our child");
    child.kill().expect("it is our child");
    child.wait().expect("it is our child");
    reader.join().expect("it only reads");
    heard.extend(told.try_iter());
    if let Some(status) = by_itself {
        let words = std::fs::read_to_string(folder.join("stderr")).unwrap_or_default();
        report.faults.push(format!(
            "kill {}: the writer ended on its own ({status}): {words}",
            report.points + 1
        ));
    }
    for said in &heard {
        ledger.hear(said);
        match said {
            Said::Server { pid } => ends(*pid, report),
            Said::Fenced { pids } => {
                report.fenced += u64::from(pids.len() > 1);
                pids.iter().for_each(|pid| ends(*pid, report));
            }
            _ => (),
        }
    }
    !heard.is_empty()
}

/// A server does not outlive its host (F-07), and neither does what is in its fence.
fn ends(pid: u32, report: &mut Report) {
    let pid = i32::try_from(pid).unwrap_or_default();
    let killed = Instant::now();
    while wait::runs(pid) {
        if killed.elapsed() > wait::ENDS {
            report
                .faults
                .push(format!("kill {}: its server {pid} still runs", report.points + 1));
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn start(folder: &Path, life: u64) -> Child {
    let stderr = std::fs::File::create(folder.join("stderr")).expect("the folder can be written");
    Command::new(programs::beside("stress"))
        .args(["kills", "write"])
        .arg(folder)
        .arg(life.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(stderr)
        .spawn()
        .expect("the writer starts")
}
