//! What start and memory of the whole application are beside a window with nothing in it.
//!
//! `cargo test --release --workspace --features portcullis/automation --test window -- launch --include-ignored --nocapture
//! --test-threads=1`, after `cargo build --release --workspace --features portcullis/automation --bins --examples`, on a computer that has nothing else to do.

use std::{collections::BTreeMap, path::PathBuf, time::Duration};

use portcullis_tests::{
    display,
    driver::{Home, Launch, Window, processes_in},
    programs,
};

use crate::app::App;

const ROUNDS: usize = 9;

/// How long a window may settle before its memory is read.
const SETTLED: Duration = Duration::from_secs(5);

/// One start: from the process to what can be used, in milliseconds, and what all its processes hold, in MiB.
struct Start {
    /// When the page began.
    page: f64,
    usable: f64,
    /// By the name of the program.
    memory: BTreeMap<String, f64>,
}

/// When this process was started, in milliseconds since 1970. The system counts in hundredths of a second.
fn began(pid: i32) -> f64 {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let stat = read(&format!("/proc/{pid}/stat"));
    let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks: f64 = after_name
        .split_whitespace()
        .nth(19)
        .and_then(|it| it.parse().ok())
        .expect("a start");
    let up: f64 = read("/proc/uptime")
        .split_whitespace()
        .next()
        .and_then(|it| it.parse().ok())
        .expect("an uptime");
    let now = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .expect("a clock")
        .as_secs_f64();
    (now - up + ticks / 100.0) * 1000.0
}

/// Proportional set size, in MiB: pages that several processes share are counted once.
fn held(pid: i32) -> f64 {
    let rollup = std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
    let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"));
    let kib = line.and_then(|it| it.trim().strip_suffix(" kB")?.trim().parse::<f64>().ok());
    kib.unwrap_or_default() / 1024.0
}

async fn start(program: &PathBuf, home: &Home) -> Start {
    let window = Window::open(&Launch::new(program), home).await;
    let (page, usable) = loop {
        let script = "const [mark] = performance.getEntriesByName('usable');
            return mark ? [performance.timeOrigin, performance.timeOrigin + mark.startTime] : []";
        let times = window.run(script, vec![]).await;
        if let (Some(page), Some(usable)) = (times[0].as_f64(), times[1].as_f64()) {
            break (page, usable);
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    tokio::time::sleep(SETTLED).await;
    let processes = processes_in(home);
    let runs = |pid: &&i32| std::fs::read_link(format!("/proc/{pid}/exe")).is_ok_and(|it| &it == program);
    // The watchdog of the host is older than nothing: the first of its name is the window.
    let begin = processes
        .iter()
        .filter(runs)
        .map(|&pid| began(pid))
        .fold(f64::INFINITY, f64::min);
    let mut memory = BTreeMap::new();
    for pid in processes {
        let program = std::fs::read_link(format!("/proc/{pid}/exe")).unwrap_or_default();
        let name = program
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        *memory.entry(name).or_default() += held(pid);
    }
    window.close().await;
    Start {
        page: page - begin,
        usable: usable - begin,
        memory,
    }
}

fn middle(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<_> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[tokio::test]
#[ignore = "a measure: it takes minutes, and its numbers are about a release build"]
async fn a_start_and_the_memory_of_all_processes_beside_an_empty_window() {
    if !display::is_wanted() {
        return;
    }
    let programs = [programs::beside("examples/empty"), programs::beside("portcullis")];
    // The first start of a home makes folders, and the welcome comes only once.
    let Some(app) = App::new().await else { return };
    let homes = [Home::new(), app.close().await];
    start(&programs[0], &homes[0]).await;
    let mut rounds = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        for (rounds, (program, home)) in rounds.iter_mut().zip(programs.iter().zip(&homes)) {
            rounds.push(start(program, home).await);
        }
    }
    let [empty, whole] = rounds.map(|rounds: Vec<Start>| {
        let sum = |it: &Start| it.memory.values().sum::<f64>();
        println!(
            "MEASURED {}: the page begins after {:.0} ms, is usable after {:.0} ms; of {:.1} MiB: {:.0?}",
            rounds[0].memory.keys().next().map_or("", String::as_str),
            middle(rounds.iter().map(|it| it.page)),
            middle(rounds.iter().map(|it| it.usable)),
            middle(rounds.iter().map(sum)),
            rounds[0].memory,
        );
        (
            middle(rounds.iter().map(|it| it.usable)),
            middle(rounds.iter().map(sum)),
        )
    });
    let (time, memory) = (whole.0 / empty.0, whole.1 / empty.1);
    println!("MEASURED Portcullis / an empty window: start {time:.2}, memory {memory:.2} (goal: 1.25)");
    // A debug build says nothing about either.
    if !cfg!(debug_assertions) {
        assert!(time < 2.0 && memory < 2.0, "far from the goal");
    }
}
