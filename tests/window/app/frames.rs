//! How long the page goes without a frame, and whether by its own work: a machine that is busy with something else holds every
//! page up. So the frames are timed in the page, and the processor time of its process is read beside it, on the same clock.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
    time::{Duration, SystemTime},
};

use portcullis_tests::driver;
use serde_json::json;

use super::App;

/// How often processor time is read. The kernel counts it in steps of as much.
const EVERY: Duration = Duration::from_millis(10);
/// Gaps below this are not recorded, in milliseconds.
const SHORT: f64 = 50.0;
/// Whatever the machine does: a window without a frame for so many milliseconds stands still.
const ANY_MACHINE: f64 = 10_000.0;

/// Keeps each gap between two frames, by the clock of the system in milliseconds. One watch at a time: the one before ends with
/// its turn.
const WATCH: &str = "const turn = window.__turn = (window.__turn ?? 0) + 1;
    const gaps = window.__gaps = [];
    const clock = () => performance.timeOrigin + performance.now();
    let last = clock();
    const frame = () => {
      if (turn !== window.__turn) return;
      const now = clock();
      if (now - last >= arguments[0]) gaps.push([last, now]);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(() => { last = clock(); requestAnimationFrame(frame); });";

/// What was kept, once the frame that is due has come.
const GAPS: &str = "const done = arguments[arguments.length - 1];
    requestAnimationFrame(() => requestAnimationFrame(() => { window.__turn += 1; done(window.__gaps); }));";

/// The frames of a page, from when it was asked for.
#[derive(Debug)]
pub struct WatchedFrames {
    over: Arc<AtomicBool>,
    /// When, and how much processor time the pages had had by then, in milliseconds.
    worked: JoinHandle<Vec<(f64, f64)>>,
}

/// The longest time without a frame, in milliseconds.
#[derive(Debug, Clone, Copy, Default)]
pub struct Standstill {
    gap: f64,
    /// How much of any one gap the page worked, at most.
    worked: f64,
}

impl Standstill {
    /// Fails where the page went without a frame for so many milliseconds because it worked.
    ///
    /// # Panics
    ///
    /// That is what it is for.
    pub fn is_below(self, most: f64, what: &str) {
        println!("{what}: {self}");
        assert!(self.worked < most, "{what}: the page held its window up: {self}");
        assert!(self.gap < ANY_MACHINE, "{what}: the window stood still: {self}");
    }
}

impl fmt::Display for Standstill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "longest time without a frame {:.0} ms, most of it worked by the page {:.0} ms",
            self.gap, self.worked
        )
    }
}

impl App {
    /// Watches the frames from now on.
    pub async fn watch_frames(&self) -> WatchedFrames {
        let mut pages = self.processes();
        pages.retain(|&pid| driver::program(pid) == "WebKitWebProcess");
        assert!(!pages.is_empty(), "a page has a process: {:?}", self.names());
        let over = Arc::new(AtomicBool::new(false));
        let until = Arc::clone(&over);
        let worked = std::thread::spawn(move || {
            let mut seen = Vec::new();
            while !until.load(Ordering::Relaxed) {
                seen.push((clock(), pages.iter().map(|&pid| processor_time(pid)).sum()));
                std::thread::sleep(EVERY);
            }
            seen.push((clock(), pages.iter().map(|&pid| processor_time(pid)).sum()));
            seen
        });
        self.run(WATCH, vec![json!(SHORT)]).await;
        WatchedFrames { over, worked }
    }

    /// The longest time without a frame since.
    pub async fn standstill(&self, watched: WatchedFrames) -> Standstill {
        let gaps = self.run_async(GAPS, vec![]).await;
        watched.over.store(true, Ordering::Relaxed);
        let worked = watched.worked.join().expect("reading a time does not fail");
        let gaps: Vec<(f64, f64)> = serde_json::from_value(gaps).expect("gaps are pairs of times");
        gaps.into_iter()
            .fold(Standstill::default(), |longest, (from, to)| {
                let gap = to - from;
                Standstill {
                    gap: longest.gap.max(gap),
                    worked: longest.worked.max((at(&worked, to) - at(&worked, from)).min(gap)),
                }
            })
    }
}

fn clock() -> f64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.expect("after 1970").as_secs_f64() * 1e3
}

/// What a process had of the processors so far, with all its threads, in milliseconds.
fn processor_time(pid: i32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The name is in parentheses and may have any sign in it. The times are the 14th and 15th word, in hundredths of a second.
    let words = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks = words.skip(11).take(2).filter_map(|word| word.parse::<f64>().ok());
    ticks.sum::<f64>() * 10.0
}

/// What was read at a time, or between two readings.
fn at(worked: &[(f64, f64)], time: f64) -> f64 {
    let after = worked.partition_point(|(when, _)| *when < time);
    match (
        after.checked_sub(1).and_then(|before| worked.get(before)),
        worked.get(after),
    ) {
        (Some((_, only)), None) | (None, Some((_, only))) => *only,
        (Some((from, before)), Some((to, then))) => before + (then - before) * (time - from) / (to - from),
        (None, None) => 0.0,
    }
}
