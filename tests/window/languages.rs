//! The window in every language: all rooms and questions in it, at the smallest width, with nothing that does not fit.

use serde_json::{Value, json};

use crate::app::App;
use portcullis_tests::driver::Page;

/// The languages, as the setting names them, with the title of the gate's window in each.
const LANGUAGES: [(&str, &str); 2] = [("zh-CN", "决定 – Portcullis"), ("en", "Decision – Portcullis")];

/// Texts that are cut off, stick out to the side or lie over each other, as they are on the screen. What is shortened on purpose
/// (`text-overflow: ellipsis`) has its whole text elsewhere; what scrolls is reached.
const MISFITS: &str = r"
    const shown = (it) => it.checkVisibility({opacityProperty: true, visibilityProperty: true})
      && !it.closest('.visually-hidden, [aria-hidden=true], [inert]');
    const own = (it) => [...it.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    const scrolls = (it) => { for (let at = it; at; at = at.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return true; } return false; };
    const all = [...document.body.querySelectorAll('*')].filter((it) => own(it) && shown(it));
    const name = (it) => `${it.tagName.toLowerCase()} “${it.textContent.trim().slice(0, 60)}”`;
    const found = [];
    if (document.documentElement.scrollWidth > window.innerWidth) found.push('the page scrolls to the side');
    for (const it of all) {
      const style = getComputedStyle(it), box = it.getBoundingClientRect();
      // A line that stands for a heading is no text.
      if (box.width < 8 || box.height < 8) continue;
      const clipped = /hidden|clip/.test(style.overflowX) && style.textOverflow !== 'ellipsis' && it.scrollWidth > it.clientWidth + 1;
      if (clipped) found.push(`${name(it)} is cut off`);
      if (box.right > window.innerWidth + 1 && !scrolls(it)) found.push(`${name(it)} sticks out to the right`);
      const button = it.closest('button, a[role=tab], label.mantine-SegmentedControl-label');
      if (button) {
        const range = document.createRange(); range.selectNodeContents(it);
        const text = range.getBoundingClientRect(), frame = button.getBoundingClientRect();
        const cut = style.textOverflow === 'ellipsis' || getComputedStyle(button).textOverflow === 'ellipsis';
        if (!cut && text.width > frame.width + 1) found.push(`${name(it)} is wider than its button`);
        if (text.height > frame.height + 2) found.push(`${name(it)} is higher than its button`);
      }
    }
    return [...new Set(found)]";

/// Sentences of ours that are left in English: text outside of what a server, a model or a person wrote.
const LEFT: &str = r"
    const foreign = 'code, bdi, pre, kbd, textarea, input, [data-foreign], [class*=untrusted], [class*=foreign], .mono';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = new Set();
    while (walker.nextNode()) {
      const text = walker.currentNode.data.trim(), it = walker.currentNode.parentElement;
      if (/[a-z]{2,} [a-z]{2,} [a-z]{2,}/.test(text) && it && !it.closest(foreign + ', script, style') && it.checkVisibility()) found.add(text.slice(0, 90));
    }
    return [...found]";

/// The pages, by their address.
async fn pages(app: &App) -> Vec<(&'static str, String)> {
    let servers = app.ask("servers", json!({})).await.expect("there are servers");
    let server = servers[0]["id"].as_str().unwrap_or_default().to_owned();
    let filter = json!({"text": null, "server": null, "kind": "call", "outcome": null});
    let record = app.ask("record", json!({"filter": filter, "before": null})).await;
    let row = record.expect("there is a record")["rows"][0]["seq"].clone();
    let mut pages: Vec<(&'static str, String)> = [
        "chat",
        "servers",
        "waiting",
        "tasks",
        "activity",
        "permissions",
        "settings",
    ]
    .map(|room| (room, format!("#/{room}")))
    .into();
    pages.push(("add", "#/servers/add".to_owned()));
    pages.push(("import", "#/servers/import".to_owned()));
    for suggested in ["filesystem", "brave-search", "chrome-devtools"] {
        pages.push((suggested, format!("#/servers/suggested/{suggested}")));
    }
    pages.push(("server", format!("#/servers/{server}")));
    for tab in [
        "tools",
        "logs",
        "protocol",
        "settings",
        "permissions",
        "folders",
        "resources",
        "prompts",
    ] {
        pages.push((tab, format!("#/servers/{server}/{tab}")));
    }
    pages.push(("tool", format!("#/servers/{server}/tools/write_note")));
    pages.push(("row", format!("#/activity/{row}")));
    pages
}

impl App {
    /// Speaks this language from now on.
    async fn speaks(&self, language: &str) {
        let before = self.page();
        self.main_page().await;
        self.ask_after_press("set_settings", json!({"settings": {"language": language}}))
            .await
            .expect("it is kept");
        for page in [Page::Main, before] {
            self.look_at(page).await;
            let spoken = "return document.documentElement.lang";
            self.returns("the language", spoken, language).await;
        }
    }

    /// Shows the page of this address.
    async fn open_page(&self, address: &str) {
        self.run("location.hash = arguments[0]", vec![json!(address)])
            .await;
        self.holds("a title", async || {
            let there = "return location.hash === arguments[0] && document.querySelector('main h1, main h2') !== null";
            self.run(there, vec![json!(address)]).await == true
        })
        .await;
    }

    /// What does not fit on the screen as it is.
    async fn misfits(&self, place: &str, all: &mut Vec<String>) {
        self.settle().await;
        self.shot(place).await;
        all.extend(strings(&self.js(MISFITS).await).map(|it| format!("{place}: {it}")));
    }
}

fn strings(found: &Value) -> impl Iterator<Item = &str> {
    found.as_array().into_iter().flatten().filter_map(Value::as_str)
}

#[tokio::test]
async fn everything_fits_the_smallest_window_in_every_language() {
    let app = or_skip!(crate::access::furnished().await);
    let (mut all, mut english) = (Vec::new(), Vec::new());
    app.main_page().await;
    let pages = pages(&app).await;
    let gate = app.gate_number().await;
    for (language, title) in LANGUAGES {
        app.look_at(Page::Gate).await;
        app.speaks(language).await;
        app.holds("the title of the gate's window", async || {
            let shown = app.xdotool(&["getwindowname", &gate]).await;
            shown.trim() == title
        })
        .await;
        app.resize(600, 480).await;
        app.misfits(&format!("{language}-gate"), &mut all).await;
        if language == "zh-CN" {
            english.extend(strings(&app.js(LEFT).await).map(|it| format!("gate: {it}")));
        }
        app.main_page().await;
        app.resize(640, 560).await;
        for (name, address) in &pages {
            app.open_page(address).await;
            app.misfits(&format!("{language}-{name}"), &mut all).await;
            if language == "zh-CN" {
                english.extend(strings(&app.js(LEFT).await).map(|it| format!("{name}: {it}")));
            }
        }
    }
    println!("in English: {english:#?}");
    assert!(all.is_empty(), "{} do not fit:\n{}", all.len(), all.join("\n"));
    app.close().await;
}

#[tokio::test]
async fn no_page_scrolls_sideways_at_200_percent() {
    let app = or_skip!(crate::access::furnished().await);
    app.main_page().await;
    let pages = pages(&app).await;
    app.resize(1280, 800).await;
    app.ask_after_press("set_settings", json!({"settings": {"zoom": 200}}))
        .await
        .expect("it is saved");
    app.returns("a page of half the width", "return window.innerWidth", 640)
        .await;
    let mut wide = Vec::new();
    for (name, address) in &pages {
        app.open_page(address).await;
        // What does not fit is cut off by the columns: the page itself never scrolls.
        app.misfits(&format!("zoomed-{name}"), &mut wide).await;
    }
    assert!(wide.is_empty(), "{} do not fit:\n{}", wide.len(), wide.join("\n"));
    app.close().await;
}
