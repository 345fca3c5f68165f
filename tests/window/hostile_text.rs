//! Words of a server that want to be more than words (S-19, S-41).

use serde_json::json;

use crate::app::App;

/// Each wants to set `window.__pwned`, to leave the page, or to be read as something else.
const PAYLOADS: [&str; 15] = [
    "<script>window.__pwned = 1</script>",
    "<img src=x onerror=\"window.__pwned = 1\">",
    "<svg onload=window.__pwned=1><script>window.__pwned=1</script></svg>",
    "</bdi></figure><iframe srcdoc=\"<script>parent.__pwned=1</script>\"></iframe>",
    "[see here](javascript:window.__pwned=1)",
    "![picture](https://example.com/beacon.png)",
    "<a href=\"javascript:window.__pwned=1\" target=_top>open</a>",
    "<details open ontoggle=window.__pwned=1>",
    "<style>*{display:none}</style><base href=https://example.com/>",
    "<form action=https://example.com/ id=x><input name=ok autofocus onfocus=window.__pwned=1></form>",
    "{{constructor.constructor('window.__pwned=1')()}} ${window.__pwned=1}",
    "<math><mtext></mtext><mglyph><style><img title=\"</style><img src=x onerror=window.__pwned=1>\">",
    "pay \u{202E}00001\u{202C} \u{2066}now\u{2069} a\u{200B}b\u{200D}c\u{FEFF}d",
    "\u{1b}]8;;https://example.com\u{7}link\u{1b}]8;;\u{7} \u{E0041}\u{E0042} \u{7f}\u{85}",
    "a\u{A0}b\u{3000}c                                                                                                                        d",
];

// Proves S-19, S-41, SEC-15.
#[tokio::test]
async fn text_of_a_server_stays_text_on_every_page_that_shows_it() {
    let Some(app) = App::new().await else {
        return;
    };
    let all = PAYLOADS.join("\n\n");
    let tools: Vec<_> = PAYLOADS
        .iter()
        .enumerate()
        .map(|(number, payload)| {
            json!({"name": format!("tool_{number:02}"), "title": payload, "description": payload,
                "inputSchema": {"type": "object", "properties": {"text": {
                    "type": "string", "title": payload, "description": payload, "default": payload}}}})
        })
        .chain([json!({"name": "<img src=x onerror=window.__pwned=1>", "inputSchema": {"type": "object"}})])
        .collect();
    app.add_hostile(
        "Hostile",
        json!({
            "info": {"name": all, "title": PAYLOADS[1], "version": PAYLOADS[0]},
            "instructions": all,
            "start": [{"stderr": PAYLOADS[0]}, {"stderr": PAYLOADS[12]}],
            "tools": tools,
            "on": {"tools/call": [
                {"say": {"jsonrpc": "2.0", "method": "notifications/message",
                    "params": {"level": "error", "data": all}}},
                {"reply": {"content": [{"type": "text", "text": all}], "structuredContent": {PAYLOADS[0]: all}}},
            ]},
        }),
    )
    .await;
    harmless(&app, "the overview").await;
    app.shot("hostile-overview").await;
    app.open_tab("Hostile", "Tools").await;
    app.see("onerror").await;
    harmless(&app, "the list of tools").await;
    app.shot("hostile-tools").await;

    for number in 0..PAYLOADS.len() {
        // The search finds a tool by its name, whatever it calls itself.
        let name = format!("tool_{number:02}");
        app.find("searchbox", "Search tools").await.fill(&name).await;
        // “1 of” many was there already, of the search before.
        app.wait_until("the one tool", async || {
            let mut found = app.find_all_part("option", "").await;
            let only = found.pop()?.text_if_there().await?;
            (found.is_empty() && only.contains(&name)).then_some(())
        })
        .await;
        app.click_part("option", "").await;
        app.find("button", "Run").await;
        harmless(&app, &format!("the page of tool {number}")).await;
    }
    app.shot("hostile-tool").await;
    app.run_tool(&["done", "onerror"]).await;
    harmless(&app, "the result").await;
    for escape in ["⟨U+202E⟩", "⟨U+200B⟩", "⟨U+001B⟩", "⟨U+3000⟩c⟨120 spaces⟩d"] {
        app.see(escape).await;
    }
    app.shot("hostile-result").await;
    for tab in ["Structured", "Raw"] {
        app.click_part("tab", tab).await;
        harmless(&app, tab).await;
    }
    app.open_tab("Hostile", "Logs").await;
    app.see("onerror").await;
    harmless(&app, "the log").await;
    app.shot("hostile-logs").await;
    app.open_tab("Hostile", "Protocol").await;
    app.see("tools/call").await;
    harmless(&app, "the frames").await;

    app.room("Chat").await;
    app.say("use tool_01 {\"text\": \"<img src=x onerror=window.__pwned=1>\"}")
        .await;
    app.asked("onerror").await;
    harmless(&app, "the gate").await;
    app.shot("hostile-gate").await;
    app.answer("Allow once").await;
    app.see("It answered").await;
    harmless(&app, "the conversation").await;
    app.shot("hostile-chat").await;
    app.room("Activity").await;
    app.see_row(&["Hostile", "done"]).await;
    harmless(&app, "the record").await;
    app.close().await;
}

/// Nothing ran, nothing was made of the words, and nothing that hides is on the screen.
async fn harmless(app: &App, place: &str) {
    let found = app
        .run(
            "const made = [...document.querySelectorAll(
               'iframe, object, embed, base, form[action], math, svg script, body script, [onerror], [onload], [ontoggle],'
               + ' a[href^=\"javascript:\"], a[target=_top], img[src^=\"http\"], img[src=x], a[href*=\"example.com\"]')]
               .filter((it) => !it.src?.startsWith('tauri://')).map((it) => it.outerHTML.slice(0, 100));
             const hidden = /[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u200b\\u200d-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff]|\\udb40[\\udc00-\\udfff]/;
             const words = document.body.innerText;
             const at = words.search(hidden);
             return {pwned: window.__pwned ?? null, made,
               hidden: at < 0 ? null : escape(words.slice(Math.max(0, at - 40), at + 20)),
               shown: getComputedStyle(document.body).display}",
            vec![],
        )
        .await;
    assert_eq!(
        found,
        json!({"pwned": null, "made": [], "hidden": null, "shown": "block"}),
        "on {place}"
    );
}
