//! For everybody: no violations of WCAG 2.2 A and AA that a program can find, in every room, light and
//! dark, large and small; and all of it by the keyboard.

use serde_json::{Value, json};

use crate::app::App;
use portcullis_tests::driver::Page;

/// The checker the UI is tested with, this time in the real window, where contrast can be computed.
const AXE: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../ui/node_modules/axe-core/axe.min.js"
));

/// Ends every transition at once, also of what appears later: what is fading in, such as the words under a resting pointer, has
/// not the contrast it will have.
const STILL: &str = "const still = new CSSStyleSheet();
     still.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important }');
     document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];";

/// Every violation on the screen, as rule, help and the first elements.
pub(crate) async fn violations(app: &App) -> Vec<String> {
    if app.js("return typeof window.axe").await != "object" {
        app.js(AXE).await;
        app.js(STILL).await;
        app.settle().await;
    }
    let found = app
        .run_async(
            "const done = arguments[arguments.length - 1];
             axe.run(document, {resultTypes: ['violations'],
               runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']})
               .then(({violations}) => done(violations.map((it) => `${it.id}: ${it.help} in `
                 + it.nodes.slice(0, 3).map((node) => node.html.slice(0, 200)
                   + ' ' + (node.any[0]?.message ?? '')).join(' and '))),
                 (error) => done([String(error)]));",
            vec![],
        )
        .await;
    let found = found.as_array().cloned().unwrap_or_default();
    found
        .iter()
        .map(|it| it.as_str().unwrap_or_default().to_owned())
        .collect()
}

const ROOMS: [&str; 7] = [
    "Chat",
    "Servers",
    "Waiting for you",
    "Tasks",
    "Activity",
    "Permissions",
    "Settings",
];

/// Something in every room: a server, a permission, calls that ended in each way, one that waits.
pub(crate) async fn furnished() -> Option<App> {
    let app = App::with_demo().await?;
    app.room("Chat").await;
    app.say("Please list the notes").await;
    app.asked("List the notes").await;
    app.allow("For an hour").await;
    app.see("It answered").await;
    app.say("Please fail").await;
    app.answer("Allow once").await;
    app.see("That did not work").await;
    app.say("Write a note: buy bread").await;
    app.asked("buy bread").await;
    Some(app)
}

#[tokio::test]
async fn no_room_has_a_violation_that_axe_finds() {
    let app = or_skip!(furnished().await);
    let mut all = Vec::new();
    for appearance in ["light", "dark"] {
        app.appear(appearance).await;
        for (width, height) in [(1200, 800), (700, 560)] {
            app.main_page().await;
            app.resize(width, height).await;
            app.look_at(Page::Gate).await;
            app.resize(width.min(820), height.min(736)).await;
            let size = format!("{appearance}-{width}");
            look(&app, &mut all, &format!("gate-{size}")).await;
            app.leave_for_later().await;
            for room in ROOMS {
                app.room(room).await;
                let name = room.to_lowercase().replace(' ', "-");
                look(&app, &mut all, &format!("{name}-{size}")).await;
            }
            for (page, address) in pages(&app).await {
                go(&app, address).await;
                look(&app, &mut all, &format!("{page}-{size}")).await;
            }
            app.room("Waiting for you").await;
            app.click_part("button", "Open:").await;
            app.asked("buy bread").await;
        }
    }
    assert!(all.is_empty(), "{} violations:\n{}", all.len(), all.join("\n"));
    app.close().await;
}

/// Goes to a page by its address and waits until nothing on it is still being read.
async fn go(app: &App, address: Value) {
    app.run("location.hash = arguments[0]", vec![address]).await;
    let read = "return document.querySelector('[aria-busy=true], [data-ready=false]') === null";
    app.returns("the page", read, true).await;
}

async fn look(app: &App, all: &mut Vec<String>, place: &str) {
    app.shot(place).await;
    let found = violations(app).await;
    all.extend(found.into_iter().map(|violation| format!("{place}: {violation}")));
}

/// Pages below the rooms, by their address.
async fn pages(app: &App) -> Vec<(&'static str, Value)> {
    let servers = app.ask("servers", json!({})).await.expect("there are servers");
    let server = servers[0]["id"].as_str().unwrap_or_default();
    let record = app.ask(
        "record",
        json!({"filter": {"text": null, "server": null, "kind": "call", "outcome": null},
        "before": null}),
    );
    let record = record.await.expect("there is a record");
    let row = &record["rows"][0]["seq"];
    vec![
        ("add", json!("#/servers/add")),
        ("suggested", json!("#/servers/suggested/filesystem")),
        ("server", json!(format!("#/servers/{server}"))),
        ("tools", json!(format!("#/servers/{server}/tools"))),
        ("tool", json!(format!("#/servers/{server}/tools/write_note"))),
        ("logs", json!(format!("#/servers/{server}/logs"))),
        ("protocol", json!(format!("#/servers/{server}/protocol"))),
        ("server-settings", json!(format!("#/servers/{server}/settings"))),
        ("row", json!(format!("#/activity/{row}"))),
    ]
}

/// Presses Tab until everything that can be used here had the focus, and gives what never had it.
async fn unreached(app: &App, within: &str) -> Value {
    app.settle().await;
    let usable = app
        .run(
            "const root = document.querySelector(arguments[0]);
             const usable = [...root.querySelectorAll('a[href], button, input, textarea, select, summary')]
               .filter((it) => it.checkVisibility() && !it.disabled && !it.closest('[inert]') && it.type !== 'hidden');
             window.__left = new Set(usable);
             document.activeElement?.blur();
             document.addEventListener('focusin', window.__seen = (event) => {
               window.__left.delete(event.target);
               // One of a group of radio buttons, or of tabs, takes the focus; arrows go on from there.
               for (const it of window.__left)
                 if ((it.type === 'radio' && it.name === event.target.name)
                   || (it.role === 'tab' && it.parentElement === event.target.parentElement)) window.__left.delete(it);
             });
             return usable.length",
            vec![json!(within)],
        )
        .await
        .as_u64()
        .unwrap_or_default();
    assert_ne!(usable, 0, "there is something to use in {within}");
    // Regions that scroll take the focus too, so a round has more steps than there are controls.
    for _ in 0..2 * usable + 20 {
        app.press("\u{E004}").await;
        if app.js("return window.__left.size").await == 0 {
            break;
        }
    }
    let left = "document.removeEventListener('focusin', window.__seen);
         return [...window.__left].filter((it) => it.isConnected && it.tabIndex >= 0)
           .map((it) => it.outerHTML.slice(0, 160))";
    app.js(left).await
}

#[tokio::test]
async fn tab_reaches_everything_that_can_be_used() {
    let app = or_skip!(App::with_demo().await);
    for room in ROOMS {
        app.room(room).await;
        let left = unreached(&app, "body").await;
        assert_eq!(left, json!([]), "Tab does not reach this in “{room}”");
    }
    app.open_tool("Demo", "List the notes").await;
    app.run_tool(&["done"]).await;
    for (page, address) in pages(&app).await {
        go(&app, address).await;
        let left = unreached(&app, "main").await;
        assert_eq!(left, json!([]), "Tab does not reach this on the page “{page}”");
    }
    app.close().await;
}

#[tokio::test]
async fn a_request_is_answered_by_the_keyboard_alone_also_from_the_menu() {
    let app = or_skip!(App::with_demo().await);
    app.room("Chat").await;
    app.say("Please list the notes").await;
    let asked = app.asked("List the notes").await;
    let left = unreached(&app, "[role=alertdialog]").await;
    assert_eq!(left, json!([]), "Tab does not reach this at the gate");
    app.js("document.querySelector('[role=alertdialog] [aria-label=\"Allow…\"]').focus()")
        .await;
    app.press("\u{E007}").await;
    app.find_part("button", "For an hour").await;
    // No answer has the focus when it opens; Tab leads to each of them.
    app.wait_until("the menu to take the key", async || {
        let on = "return document.activeElement?.textContent ?? ''";
        let on = app.js(on).await;
        if on.as_str().is_some_and(|words| words.starts_with("For an hour")) {
            return Some(());
        }
        app.press("\u{E004}").await;
        None
    })
    .await;
    app.holds("the answer", async || {
        let open = app.sheet().await.is_some_and(|sheet| sheet.id == asked.id);
        if open {
            app.press("\u{E007}").await;
        }
        !open
    })
    .await;
    app.main_page().await;
    app.see("It answered").await;
    app.room("Permissions").await;
    app.see("for an hour").await;
    app.close().await;
}

#[tokio::test]
async fn the_palette_opens_a_server_by_the_keyboard_alone() {
    let app = or_skip!(App::with_demo().await);
    app.room("Settings").await;
    app.press("\u{E009}k\u{E000}").await;
    app.has_focus("textbox", "Search").await;
    app.press("Demo").await;
    app.find_part("button", "ready").await;
    app.shot("palette").await;
    let aside = "const it = document.querySelector('.mantine-Spotlight-content').getBoundingClientRect(); \
                 return Math.abs(it.left + it.right - innerWidth);";
    let aside = app.js(aside).await;
    assert!(
        aside.as_f64().is_some_and(|it| it <= 4.0),
        "the palette is not in the middle: {aside}"
    );
    app.wait_until("the server to be the one Enter takes", async || {
        let chosen =
            "return document.querySelector('.mantine-Spotlight-action[data-selected]')?.textContent ?? ''";
        let chosen = app.js(chosen).await;
        chosen.as_str()?.starts_with("Demo").then_some(())
    })
    .await;
    app.press("\u{E007}").await;
    app.find_part("tab", "Overview").await;
    app.see("Connection").await;
    app.close().await;
}
