//! How long a question takes to be in front of the person, what its window costs, and how long a click takes to be answered.
//! Measured by `cargo xtask bench window`, which prints and holds the goals of questions. One test, in every full run, holds a
//! bound that a busy machine keeps too.

use std::{sync::Arc, time::Duration};

use portcullis_api::{Part, RecordKind, Speaker};
use portcullis_core::{Redactor, clock::SystemClock};
use portcullis_storage::{
    audit::{Audit, Intended},
    store::Store,
};
use portcullis_tests::driver::{Home, Page};
use serde_json::{Value, json};

use crate::{app::App, branches::put_talk};

/// Measured questions; the first warms up and is left out.
const QUESTIONS: usize = 21;

/// Milliseconds from the request to its picture where the window is there, and where it is made at the press before the request.
const WARM_GOAL: f64 = 250.0;
const COLD_GOAL: f64 = 600.0;
/// What the window may cost more, in KiB: pages of its own, and what all processes together have more. The share of its process
/// counts libraries that the main page maps anyway, and is over the goal (docs/quality.md).
const MEMORY_GOAL: u64 = 60 * 1024;

/// What the median may be while everything else is tested beside it. A window that waits for its page, or for a timer, takes
/// longer than this.
const BUSY: f64 = 1_500.0;
/// Questions of the test in every run; the first warms up and is left out.
const FEW: usize = 6;

/// Longer than the window is kept when nothing waits.
const GIVEN_BACK: Duration = Duration::from_mins(11);
/// Between two looks at the memory of its processes.
const LOOK: Duration = Duration::from_secs(10);

/// Milliseconds, of the clock that the host stamps requests with: when the gate's page had drawn a question while its window
/// was visible.
const WATCH: &str = "window.__drawn = {};
    const look = () => {
      const id = document.querySelector('[role=alertdialog]')?.dataset.request;
      if (!id || document.hidden || window.__drawn[id]) return;
      requestAnimationFrame(() => requestAnimationFrame(() => { window.__drawn[id] ??= Date.now(); }));
    };
    new MutationObserver(look).observe(document.body, {subtree: true, childList: true, attributes: true});
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', look);";

/// When a page that was not there before had drawn something for the first time.
const FIRST_DRAWN: &str = "const [first] = performance.getEntriesByName('first-contentful-paint');
    return first ? performance.timeOrigin + first.startTime : null";

/// What came before that, by the clock of the host.
const STEPS: &str = "const of = performance.timing;
    return {'navigation begins': of.navigationStart, 'page is there': of.responseEnd, 'scripts ran': of.domContentLoadedEventEnd}";

/// Clicks on each thing; the first warms up and is left out.
const CLICKS: usize = 6;
/// Milliseconds that the median of them may take.
const CLICK_GOAL: f64 = 100.0;
/// Servers that are there then, and entries of the audit log: sixty a day.
const SERVERS: usize = 40;
const ROWS: u64 = 22_000;
/// Entries that are written at once.
const AT_ONCE: u64 = 500;

/// From a click on what a selector finds until what the page does first is painted, in milliseconds.
const CLICK: &str = "const done = arguments[arguments.length - 1];
    const pressed = document.querySelector(arguments[0]);
    const at = performance.now();
    pressed.click();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - at)));";

#[tokio::test]
#[ignore = "a measure: `cargo xtask bench window`"]
async fn how_long_a_click_takes_until_its_page_is_drawn() {
    let app = or_skip!(used_for_a_year().await);
    let mut slow = Vec::new();
    for room in [
        "servers",
        "waiting",
        "tasks",
        "activity",
        "permissions",
        "settings",
        "chat",
    ] {
        let elsewhere = if room == "tasks" { "waiting" } else { "tasks" };
        slow.extend(clicks(&app, room, &of_rail(elsewhere), &of_rail(room)).await);
    }
    app.shot("used-for-a-year").await;
    app.close().await;
    assert!(slow.is_empty(), "{slow:?}");
}

#[tokio::test]
#[ignore = "a measure: `cargo xtask bench window`"]
async fn how_long_a_click_inside_a_room_takes_until_it_is_drawn() {
    let app = or_skip!(used_for_a_year().await);
    let mut slow = Vec::new();
    app.room("Chat").await;
    let [long, short] = ["1", "2"].map(|id| format!("[data-conversation='{}']", id.repeat(32)));
    let (open_long, open_short) = (format!("{long} a"), format!("{short} a"));
    slow.extend(clicks(&app, "a conversation", &open_short, &open_long).await);
    // One click closes it again, so the measured one opens it where it was open before.
    let menu = format!("{long} [aria-haspopup=menu]");
    app.run_async(CLICK, vec![json!(menu)]).await;
    app.settle().await;
    slow.extend(clicks(&app, "the menu of a conversation", &menu, &menu).await);
    app.room("Activity").await;
    let there = "return document.querySelector('[role=row][aria-rowindex=\"5\"] a') !== null";
    app.returns("the newest entries", there, true).await;
    let [third, fifth] = ["3", "5"].map(|row| format!("[role=row][aria-rowindex='{row}'] a"));
    slow.extend(clicks(&app, "an entry of the audit log", &fifth, &third).await);
    app.close().await;
    assert!(slow.is_empty(), "{slow:?}");
}

/// The link of a room in the rail.
fn of_rail(room: &str) -> String {
    format!("nav a[href='#/{room}']")
}

/// Clicks on one of two things by turns, and prints how long those on the second took; says so where that is too long.
async fn clicks(app: &App, what: &str, before: &str, on: &str) -> Option<String> {
    let mut took = Vec::new();
    for _ in 0..CLICKS {
        app.run_async(CLICK, vec![json!(before)]).await;
        app.settle().await;
        let click = app.run_async(CLICK, vec![json!(on)]).await;
        took.extend(click.as_f64());
        app.settle().await;
    }
    took.remove(0);
    took.sort_by(f64::total_cmp);
    let median = took[took.len() / 2];
    println!(
        "| click on {what}, median; slowest of {} | {median:.0} ms; {:.0} ms |",
        took.len(),
        took[took.len() - 1]
    );
    (median > CLICK_GOAL).then(|| format!("{what}: {median:.0} ms"))
}

/// With [`SERVERS`] servers, [`ROWS`] entries of the audit log, a short conversation and one of 2,000 messages.
async fn used_for_a_year() -> Option<App> {
    let home = Home::new();
    let folder = home.path().join("used");
    let store = Store::open(&folder, Arc::new(SystemClock)).unwrap().store;
    let said = |text: &str| {
        vec![Part::Words {
            text: text.to_owned(),
        }]
    };
    let short = [(Speaker::Person, said("Hello")), (Speaker::Model, said("Hello."))];
    // Before the long one, which the room opens.
    let put = store.write(move |db| Ok(put_talk(db, &"2".repeat(32), "A short one", short)?));
    put.await.unwrap();
    store.close().await;
    crate::branches::long(&folder).await;
    let store = Store::open(&folder, Arc::new(SystemClock)).unwrap().store;
    let audit = Audit::new(store.clone(), Arc::new(SystemClock), Redactor::default());
    for first in (0..ROWS / AT_ONCE).map(|round| round * AT_ONCE) {
        let written = (first..first + AT_ONCE).map(|number| audit.once(entry(number)));
        futures::future::try_join_all(written).await.unwrap();
    }
    store.close().await;
    let servers: serde_json::Map<String, Value> = (1..=SERVERS)
        .map(|number| {
            let url = format!("https://mcp-{number}.example.com/mcp");
            (format!("server {number}"), json!({ "url": url }))
        })
        .collect();
    let file = home.path().join("home/.cursor/mcp.json");
    std::fs::create_dir_all(file.parent()?).unwrap();
    std::fs::write(file, json!({ "mcpServers": servers }).to_string()).unwrap();
    let app = App::with_data_in(home, &folder).await?;
    app.skip_the_welcome().await;
    app.room("Servers").await;
    app.click("link", "Import from other applications").await;
    app.click("button", &format!("Review {SERVERS} servers")).await;
    app.asked("turned off?").await;
    app.read_all().await;
    app.answer("Approve").await;
    app.find_part("link", &format!("server {SERVERS}, off")).await;
    Some(app)
}

/// A call of a year.
fn entry(number: u64) -> Intended {
    Intended {
        kind: RecordKind::Call,
        what: "search_files".to_owned(),
        server: None,
        asked_by: "assistant-large".to_owned(),
        tool: Some("search_files".to_owned()),
        conversation: None,
        why: "No permission of yours covers this call.".to_owned(),
        rule: None,
        sent: Some(json!({"text": format!("call number {number}")})),
        definition: Some("0".repeat(64)),
        shown: None,
        outcome: None,
    }
}

#[tokio::test]
async fn a_question_is_in_front_soon_after_it_was_asked() {
    let app = or_skip!(App::with_demo().await);
    app.gate_is_loaded().await;
    let warm = warm(&app, FEW).await;
    let median = warm[warm.len() / 2];
    assert!(median <= BUSY, "{warm:?}");
    app.close().await;
}

#[tokio::test]
#[ignore = "a measure: `cargo xtask bench window`"]
async fn how_long_a_question_takes_to_be_in_front() {
    let app = or_skip!(App::with_demo().await);
    app.gate_is_loaded().await;
    let warm = warm(&app, QUESTIONS).await;
    println!("| warm, median | {:.0} ms |", warm[warm.len() / 2]);
    println!(
        "| warm, slowest of {} | {:.0} ms |",
        warm.len(),
        warm[warm.len() - 1]
    );

    let cost = memory_given_back(&app).await;
    assert!(
        !app.look_at(Page::Gate).await,
        "its window is given back when nothing waited for ten minutes"
    );
    println!(
        "| memory of its window, with its share of libraries | {} MiB |",
        cost.proportional / 1024
    );
    println!(
        "| memory of its window, its own alone | {} MiB |",
        cost.private / 1024
    );

    let asked = ask(&app, QUESTIONS).await;
    let cold = cold(&app, &asked, "cold, after a press").await;
    app.answer("Deny").await;
    app.close().await;
    let median = warm[warm.len() / 2];
    assert!(median <= WARM_GOAL, "warm: {median:.0} ms");
    assert!(cold.is_none_or(|cold| cold <= COLD_GOAL), "cold: {cold:?} ms");
    assert!(cost.private <= MEMORY_GOAL, "memory: {} KiB", cost.private);
}

#[tokio::test]
#[ignore = "a measure: `cargo xtask bench window`"]
async fn what_a_question_takes_that_no_press_came_before() {
    let app = or_skip!(App::with_demo().await);
    app.gate_is_loaded().await;
    ask(&app, 0).await;
    app.asked("").await;
    let first = memory_of_all(&app).await;
    app.answer("Deny").await;
    memory_given_back(&app).await;
    let without = memory_of_all(&app).await;

    // A review may be asked for without a press, which would have the window made: so it comes as a server's own request does.
    assert!(!app.look_at(Page::Gate).await, "its window was given back");
    let draft = json!({"label": "Unpressed", "endpoint": {"kind": "command", "program": "/bin/true",
        "arguments": [], "folder": null}, "environment": [], "headers": [], "era": "auto",
        "limits": {"idle_seconds": 60, "total_seconds": 600, "message_mib": 16}});
    app.ask("propose_server", json!({"draft": draft, "changes": null}))
        .await
        .expect("a review");
    let asked = app
        .wait_until("the question", async || app.waiting().await.pop())
        .await;
    let cold = cold(&app, &asked, "cold, without a press").await;
    let again = memory_of_all(&app).await;
    app.answer("Cancel").await;
    app.close().await;

    println!(
        "| memory of all processes without its window | {} MiB |",
        without / 1024
    );
    for (when, with) in [("before it was given back", first), ("made again", again)] {
        let more = with.saturating_sub(without) / 1024;
        println!("| what all have more with its window, {when} | {more} MiB |");
    }
    assert!(cold.is_none_or(|cold| cold <= COLD_GOAL), "cold: {cold:?} ms");
    let more = again.saturating_sub(without);
    assert!(more <= MEMORY_GOAL, "memory: {more} KiB");
}

/// How many milliseconds it took until this question was drawn in a window that was not there; prints it.
async fn cold(app: &App, asked: &Value, how: &str) -> Option<f64> {
    app.asked("").await;
    let drawn = app.js(FIRST_DRAWN).await;
    let cold = drawn.as_f64().map(|drawn| drawn - at(asked));
    match cold {
        Some(cold) => println!("| {how} | {cold:.0} ms |"),
        None => println!("| {how} | the engine did not say |"),
    }
    let steps = app.js(STEPS).await;
    for (step, origin) in steps.as_object().into_iter().flatten() {
        if let Some(origin) = origin.as_f64() {
            println!("| {how}: {step} | {:.0} ms |", origin - at(asked));
        }
    }
    cold
}

/// How many milliseconds each of these took until it was drawn, fastest first.
async fn warm(app: &App, questions: usize) -> Vec<f64> {
    app.look_at(Page::Gate).await;
    app.js(WATCH).await;
    let mut warm = Vec::new();
    for question in 0..questions {
        let asked = ask(app, question).await;
        app.look_at(Page::Gate).await;
        let drawn = app
            .wait_until("the question to be drawn", async || {
                let script = "return window.__drawn[arguments[0]] ?? null";
                app.run(script, vec![asked["id"].clone()]).await.as_f64()
            })
            .await;
        warm.push(drawn - at(&asked));
        app.answer("Allow once").await;
        // Past the moment in which an answered window stays: this one is shown again.
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    warm.remove(0);
    warm.sort_by(f64::total_cmp);
    warm
}

/// Has a tool called by hand that is asked about, and gives the request.
async fn ask(app: &App, question: usize) -> Value {
    app.begin_call("write_note", &json!({"text": format!("note {question}")}))
        .await;
    app.wait_until("the question", async || app.waiting().await.pop())
        .await
}

fn at(request: &Value) -> f64 {
    request["asked_at"]
        .as_f64()
        .expect("a request says when it was asked")
}

/// Memory of processes, in KiB.
#[derive(Clone, Copy, Default)]
struct Memory {
    /// Pages of their own, and of those that several processes map their share. A share goes to the other processes at the end,
    /// and none of it to the computer.
    proportional: u64,
    /// Pages of their own alone: what the computer has again when they end.
    private: u64,
}

/// Waits until the window is given back. Gives the memory of the processes that ended meanwhile, as it was when they were seen last:
/// what the others free in these minutes is not the window's.
async fn memory_given_back(app: &App) -> Memory {
    let end = tokio::time::Instant::now() + GIVEN_BACK;
    let mut last = std::collections::HashMap::new();
    while tokio::time::Instant::now() < end {
        last.extend(app.processes().into_iter().map(|pid| (pid, memory(pid))));
        tokio::time::sleep(LOOK).await;
    }
    let left = app.processes();
    last.retain(|pid, _| !left.contains(pid));
    assert!(!last.is_empty(), "a process of the window ended");
    last.values().fold(Memory::default(), |sum, of| Memory {
        proportional: sum.proportional + of.proportional,
        private: sum.private + of.private,
    })
}

/// What all processes of the application hold together, in KiB, once they do nothing more. Pages that several of them map count
/// once, so that a window adds what it costs and not what is there anyway.
async fn memory_of_all(app: &App) -> u64 {
    tokio::time::sleep(LOOK).await;
    let all = app.processes().into_iter();
    all.map(|pid| memory(pid).proportional).sum()
}

/// Memory of a process.
fn memory(pid: i32) -> Memory {
    let rollup = std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
    let of = |name: &str| -> u64 {
        let line = rollup.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|size| size.trim().trim_end_matches(" kB").parse().ok())
            .unwrap_or_default()
    };
    Memory {
        proportional: of("Pss:"),
        private: of("Private_Clean:") + of("Private_Dirty:"),
    }
}
