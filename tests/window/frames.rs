//! The window goes on while servers do their worst, and lists of any length scroll (F-08, F-18, F-19, F-24, F-25).
//!
//! What was measured is printed with `MEASURED` before it: `cargo test --release --workspace --features portcullis/automation --test window -- frames
//! --include-ignored --nocapture --test-threads=1` on a computer that has nothing else to do gives the numbers that count.

use serde_json::{Value, json};

use crate::app::{App, Frames};

/// The longest time between two frames that is let pass, in milliseconds. The goal is 50, and a release build is held
/// to it. In a debug build a flood takes both of two processors for its server and for the host, and the page waits for
/// one of them.
const GAP: f64 = if cfg!(debug_assertions) { 300.0 } else { 50.0 };

/// How much longer than the control a gap may be where the machine itself does not reach the goal. Frames are drawn
/// without a graphics card here, on processors that are shared: a list of plain rows, scrolled in the same window just
/// before, says what a frame costs at this moment.
const BESIDE: f64 = if cfg!(debug_assertions) { 4.0 } else { 2.0 };

/// From a key to what it finds, in milliseconds: the goal is 16. The host of a debug build is many times slower.
const KEY: f64 = if cfg!(debug_assertions) { 150.0 } else { 16.0 };

/// What is let pass at this moment, in milliseconds.
pub async fn limit(app: &App) -> f64 {
    let control = app
        .frames_while(
            "const box = document.createElement('div');
             box.className = document.querySelector('main').className;
             for (const [name, value] of [['height', '500px'], ['overflow', 'auto'], ['flex', 'none']]) box.style.setProperty(name, value);
             for (let row = 0; row < 2_000; row += 1) {
               const line = document.createElement('div');
               line.textContent = `row ${row} of plain words, to be drawn and to be scrolled`;
               box.append(line);
             }
             document.querySelector('main').prepend(box);
             await sleep(300);
             gaps.length = 0;
             await scroll(box, 120);
             box.remove();",
        )
        .await;
    println!("MEASURED a list of plain rows: {control}");
    GAP.max(control.longest * BESIDE)
}

/// Prints what was measured; no gap is longer than what is let pass.
pub fn within(what: &str, frames: &Frames, limit: f64) {
    println!("MEASURED {what}: {frames} (let pass: {limit:.0} ms)");
    assert!(
        frames.longest < limit,
        "{what}: the window stood still for {:.0} ms",
        frames.longest
    );
    assert!(
        frames.count > 5,
        "{what}: it was watched for {} frames",
        frames.count
    );
}

impl App {
    /// Runs a tool while a tab of its server is open, until the call is over.
    async fn frames_during(&self, id: &str, tool: &str, tab: &str) -> Frames {
        self.run(
            "location.hash = arguments[0]",
            vec![json!(format!("#/servers/{id}/{tab}"))],
        )
        .await;
        self.settle().await;
        let script = format!(
            "const {{digest}} = await invoke('tool', {{server: '{id}', tool: '{tool}'}});
             const call = await invoke('start_call', {{server: '{id}', tool: '{tool}', arguments: '{{}}', definition: digest}});
             await until(async () => (await invoke('call', {{call: call.id}})).ended_at !== null);
             await sleep(1000);"
        );
        self.frames_while(&script).await
    }
}

#[tokio::test]
#[ignore = "a measure: it takes a minute, and its numbers are about a release build"]
async fn f18_f08_floods_of_announcements_and_lines_leave_the_window_its_frames() {
    let Some(app) = App::new().await else {
        return;
    };
    let flood =
        |method: &str, n: u64, params: Value| json!({"flood": {"method": method, "n": n, "params": params}});
    let words = "x".repeat(120);
    app.add_hostile(
        "Loud",
        json!({
            "tools": ["logs", "progress", "changes", "lines"],
            "many_tools": 1_000,
            "calls": {
                "logs": [flood("notifications/message", 20_000, json!({"level": "info", "data": words}))],
                "progress": [flood("notifications/progress", 20_000, json!({"progressToken": "$token", "progress": "$n", "message": words}))],
                "changes": [flood("notifications/tools/list_changed", 5_000, Value::Null)],
                "lines": [{"stderr_flood": 30 << 20}],
            },
        }),
    )
    .await;
    let id = app.server_id("Loud").await;
    let limit = limit(&app).await;
    for (tool, tab) in [
        ("logs", "logs"),
        ("logs", "protocol"),
        ("progress", "tools/progress"),
        ("changes", "tools"),
        ("lines", "logs"),
    ] {
        let what = format!("a flood of {tool} while the tab “{tab}” is open");
        let frames = app
            .best_frames(&what, limit, async || app.frames_during(&id, tool, tab).await)
            .await;
        within(&what, &frames, limit);
    }
    app.shot("flooded").await;
    app.close().await;
}

#[tokio::test]
#[ignore = "a measure: it takes a minute, and its numbers are about a release build"]
async fn f18_a_timeline_and_a_log_of_a_hundred_thousand_lines_scroll() {
    let Some(app) = App::new().await else {
        return;
    };
    let flood = json!({"flood": {"method": "notifications/progress", "n": 100_000,
        "params": {"progressToken": "nobody’s", "progress": "$n"}}});
    let lines = json!({"flood": {"method": "notifications/message", "n": 110_000,
        "params": {"level": "info", "data": "one more line of a long log, of the length that lines of logs have"}}});
    app.add_hostile(
        "Long",
        json!({"tools": ["fill", "lines"], "calls": {"fill": [flood], "lines": [lines]}}),
    )
    .await;
    let id = app.server_id("Long").await;
    let limit = limit(&app).await;
    app.frames_during(&id, "fill", "settings").await;
    app.frames_during(&id, "lines", "settings").await;
    let open = |tab: &str, list: &str, turns: u32| {
        format!(
            "location.hash = '#/servers/{id}/{tab}';
             const box = await until(() => document.querySelector('[aria-label^=\"{list} of\"]'));
             let before = -1;
             await until(async () => {{ await sleep(600); const same = box.scrollHeight === before; before = box.scrollHeight; return same && !document.querySelector('[aria-busy=true], [data-ready=false]'); }});
             const read = box.scrollHeight;
             box.scrollTop = 0;
             await scroll(box, {turns});
             return read;"
        )
    };
    for (tab, list) in [("protocol", "Frames"), ("logs", "Log")] {
        let what = format!("{list}: reading all of it");
        let frames = app
            .best_frames(&what, limit, async || {
                app.run(
                    "location.hash = arguments[0]",
                    vec![json!(format!("#/servers/{id}/settings"))],
                )
                .await;
                app.settle().await;
                app.frames_while(&open(tab, list, 1)).await
            })
            .await;
        within(&what, &frames, limit);
        println!("MEASURED {list}: {} pixels high", frames.value);
        let what = format!("{list}: scrolling through it");
        let frames = app
            .best_frames(&what, limit, async || {
                app.frames_while(&open(tab, list, 300)).await
            })
            .await;
        within(&what, &frames, limit);
    }
    app.shot("timeline-100000").await;
    app.close().await;
}

#[tokio::test]
#[ignore = "a measure: it takes a minute, and its numbers are about a release build"]
async fn f19_a_key_finds_among_ten_thousand_tools_at_once() {
    let Some(app) = App::new().await else {
        return;
    };
    app.add_hostile("Many", json!({"many_tools": 10_000, "page": 1_000}))
        .await;
    let id = app.server_id("Many").await;
    let limit = limit(&app).await;
    app.run(
        "location.hash = arguments[0]",
        vec![json!(format!("#/servers/{id}/overview"))],
    )
    .await;
    app.settle().await;
    let opened = app
        .best_frames("opening the list", limit, async || {
            let opened = format!(
                "location.hash = '#/servers/{id}/settings'; await sleep(300);
                 location.hash = '#/servers/{id}/tools';
                 await until(() => document.querySelector('[role=option]'));
                 await scroll(document.querySelector('[role=listbox]'), 200);"
            );
            app.frames_while(&opened).await
        })
        .await;
    within(
        "ten thousand tools: opening the list and scrolling through it",
        &opened,
        limit,
    );
    let typed = app
        .best_frames("typing", limit, async || {
            app.frames_while(
                "const field = document.querySelector('input[type=search]');
                 const took = [];
                 for (const words of ['7', '77', '777', '7777', '777', '77', '9', '99', '999', '9999']) {
                   const note = () => document.querySelector('main [role=status]')?.textContent ?? '';
                   const before = note();
                   const begun = performance.now();
                   const changed = new Promise((go) => {
                     const look = new MutationObserver(() => { if (note() !== before) { look.disconnect(); go(performance.now()); } });
                     look.observe(document.querySelector('main'), {subtree: true, childList: true, characterData: true});
                   });
                   type(field, words);
                   took.push(await changed - begun);
                   await sleep(120);
                 }
                 type(field, '');
                 await sleep(400);
                 return took.sort((a, b) => a - b);",
            )
            .await
        })
        .await;
    within(
        "ten thousand tools: typing and emptying the search",
        &typed,
        limit,
    );
    let took: Vec<f64> = typed
        .value
        .as_array()
        .expect("times")
        .iter()
        .filter_map(Value::as_f64)
        .collect();
    let middle = took[took.len() / 2];
    println!(
        "MEASURED a key to what it finds: median {middle:.1} ms, longest {:.1} ms",
        took[took.len() - 1]
    );
    assert!(middle < KEY, "a key took {middle:.0} ms");
    app.close().await;
}

#[tokio::test]
#[ignore = "a measure: it takes a minute, and its numbers are about a release build"]
async fn f24_large_results_are_opened_and_read_without_a_halt() {
    let Some(app) = App::new().await else {
        return;
    };
    let program = app.hostile(
        "Large",
        &json!({"tools": ["ten", "most", "blocks"], "calls": {
            "ten": [{"text_bytes": 10 << 20}],
            "most": [{"text_bytes": 200 << 20}],
            "blocks": [{"reply": {"content": vec![json!({"type": "text", "text": "a short block of text"}); 100_000]}}],
        }}),
    );
    let draft = json!({"label": "Large", "endpoint": {"kind": "command", "program": program.path,
        "arguments": program.arguments, "folder": null}, "environment": [], "headers": [], "era": "legacy",
        "limits": {"idle_seconds": 60, "total_seconds": 600, "message_mib": 256}});
    app.ask("propose_server", json!({"draft": draft, "changes": null}))
        .await
        .expect("it can be reviewed");
    app.asked("Large").await;
    app.answer("Add and start").await;
    app.ready("Large").await;
    let id = app.server_id("Large").await;
    let limit = limit(&app).await;
    for tool in ["ten", "most", "blocks"] {
        let what = format!("the result “{tool}”");
        let frames = app
            .best_frames(&what, limit, async || {
                app.run("location.hash = arguments[0]", vec![json!(format!("#/servers/{id}/settings"))]).await;
                app.settle().await;
                let script = format!(
                    "location.hash = '#/servers/{id}/tools/{tool}';
                     const run = await until(() => button('Run'));
                     step('it runs');
                     run.click();
                     await until(() => document.querySelector('[aria-label=Result]'));
                     step('the result is there');
                     if ('{tool}' !== 'blocks') {{
                       (await until(() => button('Show the whole'))).click();
                       step('the whole is read');
                       const box = await until(() => document.querySelector('[aria-label=\"The whole text\"]'));
                       await sleep(2_000);
                       step('it is scrolled');
                       await scroll(box, 200);
                     }} else await sleep(500);"
                );
                app.frames_while(&script).await
            })
            .await;
        within(&what, &frames, limit);
    }
    app.shot("large-result").await;
    app.close().await;
}

#[tokio::test]
#[ignore = "a measure: it takes a minute, and its numbers are about a release build"]
async fn f25_a_crowd_of_questions_leaves_the_window_its_frames() {
    let Some(app) = App::new().await else {
        return;
    };
    let question = |number: usize| {
        json!({"jsonrpc": "2.0", "id": format!("q{number}"), "method": "elicitation/create", "params": {
            "message": format!("Question {number}"), "requestedSchema": {"type": "object", "properties": {
                "name": {"type": "string", "title": "Your name"}, "colour": {"type": "string", "enum": ["red", "green"]}}}}})
    };
    let all: Vec<_> = (0..1_000).map(|number| question(number).to_string()).collect();
    let script = json!({"tools": ["crowd"], "calls": {"crowd": [{"say_raw": all.join("\n") + "\n"}, {"sleep": 1_500}]}});
    for label in ["One", "Two", "Three", "Four"] {
        app.add_hostile(label, script.clone()).await;
    }
    let limit = limit(&app).await;
    let frames = app
        .frames_while(
            "step('the calls start');
             const servers = await invoke('servers', {});
             const calls = await Promise.all(servers.map(async ({id}) => {
               const {digest} = await invoke('tool', {server: id, tool: 'crowd'});
               return invoke('start_call', {server: id, tool: 'crowd', arguments: '{}', definition: digest});
             }));
             step('the gate comes');
             await until(() => document.querySelector('[role=alertdialog]'));
             step('the gate is there');
             await sleep(2500);
             step('the room of what waits is drawn');
             location.hash = '#/waiting';
             await sleep(500);
             return (await invoke('waiting', {})).length;",
        )
        .await;
    println!("{} questions wait", frames.value);
    assert!(
        frames
            .value
            .as_u64()
            .is_some_and(|waiting| (16..=256).contains(&waiting)),
        "{}",
        frames.value
    );
    within("a thousand questions of each of four servers", &frames, limit);
    app.shot("crowd").await;
    app.close().await;
}
