//! What a server says on its own and what its tools bring back.

use serde_json::{Map, Value, json};

use super::{Watched, Words, mark, page};

/// Payloads beside one another on the page of one tool.
const BESIDE: usize = 8;

fn text(words: impl Into<String>) -> Value {
    json!({"type": "text", "text": words.into()})
}

/// A tool for each payload: its name, its title, its first words.
fn named(words: &Words) -> Vec<Value> {
    let each = (0..words.count()).flat_map(|number| {
        let name = match words.fits(number, 120) {
            true => words.line('n', number),
            false => format!("n{number:03}"),
        };
        let title = words.fits(number, 120).then(|| words.line('t', number));
        let schema = json!({"type": "object"});
        [
            json!({"name": name, "title": title.unwrap_or_default(), "inputSchema": schema}),
            // Without a title, the first line of the description stands beneath the name.
            json!({"name": format!("about_{number:03}"), "description": format!("{} {}", mark('a', number), words.0[number]),
                "inputSchema": schema}),
        ]
    });
    each.collect()
}

/// Tools whose descriptions and schemas are full of payloads.
fn described(words: &Words) -> (Vec<Value>, Vec<Vec<String>>) {
    let numbers: Vec<usize> = (0..words.count()).collect();
    let (mut tools, mut marks) = (Vec::new(), Vec::new());
    for (at, few) in numbers.chunks(BESIDE).enumerate() {
        let description: Vec<_> = few.iter().map(|&number| words.block('d', number)).collect();
        let mut properties = Map::new();
        let mut seen = Vec::new();
        for &number in few {
            properties.insert(words.line('k', number), json!({"type": "string"}));
            properties.insert(
                format!("field_{number}"),
                json!({"type": "string", "title": words.line('l', number), "description": words.line('i', number),
                    "default": words.line('v', number), "pattern": words.line('p', number),
                    "examples": [words.line('x', number)]}),
            );
            properties.insert(
                format!("choice_{number}"),
                json!({"type": "string", "enum": [words.line('e', number), "other"]}),
            );
            seen.extend(['d', 'k', 'l', 'i', 'v'].map(|field| mark(field, number)));
        }
        tools.push(
            json!({"name": format!("page_{at:02}"), "description": description.join("\n\n"),
            "inputSchema": {"type": "object", "properties": properties}}),
        );
        marks.push(seen);
    }
    (tools, marks)
}

// Proves S-19.
#[tokio::test]
async fn names_titles_descriptions_schemas_instructions_and_lines_of_a_server_stay_text() {
    let watched = or_skip!(Watched::open().await);
    let (app, words) = (&watched.app, &watched.words);
    let (mut tools, seen) = described(words);
    tools.extend(named(words));
    let mut start: Vec<Value> = (0..words.count())
        .map(|number| json!({"stderr": words.line('s', number)}))
        .collect();
    start.extend(
        (0..words.count())
            .map(|number| json!({"banner": words.line('j', number).replace(['\n', '\r'], " ")})),
    );
    let mut says = Vec::new();
    for number in 0..words.count() {
        // Apart: what stands behind a name that speaks of a secret is masked.
        for params in [
            json!({"level": "error", "data": words.line('m', number)}),
            json!({"level": "error", "logger": words.line('o', number), "data": "words"}),
        ] {
            says.push(
                json!({"say": {"jsonrpc": "2.0", "method": "notifications/message", "params": params}}),
            );
        }
        // More at once would be merged (F-18).
        if number % 64 == 63 {
            says.push(json!({"sleep": 150}));
        }
    }
    // Where it is found without scrolling.
    tools.insert(0, json!("says"));
    // Of these a line is shown, as far as it is no longer than a line should be.
    let first = &words.groups(230)[0];
    let on_a_line = |field: char| {
        let all = first.iter().map(|&number| words.line(field, number));
        all.collect::<Vec<_>>().join(" ")
    };
    app.add_hostile(
        "Listed",
        json!({
            "info": {"name": on_a_line('N'), "title": on_a_line('T'), "version": on_a_line('V')},
            "instructions": words.all('I'),
            "capabilities": {"tools": {}, "logging": {}, "<img src=x onerror=window.__pwned=1>": {}},
            "start": start,
            "tools": tools,
            "calls": {"says": says},
        }),
    )
    .await;
    let id = app.server_id("Listed").await;
    let mut overview = words.marks('I');
    overview.extend(
        first
            .iter()
            .flat_map(|&number| ['T', 'V'].map(|field| mark(field, number))),
    );
    watched.sees("the overview", &overview).await;

    app.open_tab("Listed", "Tools").await;
    let mut listed = words.fitting('n', 120);
    listed.extend(words.fitting('t', 120));
    listed.extend(words.marks('a'));
    watched.sees("the list of tools", &listed).await;
    app.shot("payloads-tools").await;

    let pages = seen.into_iter().enumerate();
    let pages: Vec<_> = pages
        .map(|(at, marks)| page(format!("#/servers/{id}/tools/page_{at:02}"), None, marks))
        .collect();
    watched.visits("the pages of tools", &pages).await;
    app.shot("payloads-tool").await;

    app.open_tool("Listed", "says").await;
    app.run_tool(&["done"]).await;
    app.open_tab("Listed", "Logs").await;
    let mut lines = words.marks('s');
    lines.extend(words.marks('j'));
    lines.extend(words.marks('m'));
    watched.sees("the log", &lines).await;
    app.shot("payloads-log").await;
    watched.close().await;
}

// Proves S-19, S-20, S-41, SEC-15.
#[tokio::test]
async fn results_errors_progress_and_frames_stay_text() {
    let watched = or_skip!(Watched::open().await);
    let (app, words) = (&watched.app, &watched.words);
    let every = |make: &dyn Fn(usize) -> Value| -> Vec<Value> { (0..words.count()).map(make).collect() };
    let texts = every(&|number| text(words.block('r', number)));
    let errors = every(&|number| text(words.block('E', number)));
    let links = every(&|number| {
        json!({"type": "resource_link", "uri": words.line('u', number), "name": words.line('n', number),
            "title": words.line('t', number), "description": words.line('d', number), "mimeType": words.line('m', number)})
    });
    let embedded = every(&|number| {
        json!({"type": "resource", "resource": {"uri": words.line('U', number), "mimeType": words.line('M', number),
            "text": words.block('R', number)}})
    });
    let others = every(&|number| match number % 3 {
        0 => json!({"type": "image", "data": words.line('o', number), "mimeType": words.line('O', number)}),
        1 => json!({"type": words.line('o', number), "of": words.line('O', number)}),
        _ => json!({"type": "resource", "resource": {"uri": words.line('o', number), "blob": "aGVsbG8=",
            "mimeType": words.line('O', number)}}),
    });
    let structured: Map<String, Value> = (0..words.count())
        .map(|number| (words.line('K', number), json!(words.line('W', number))))
        .chain([
            (
                "__proto__".to_owned(),
                json!({"pwned": 1, "dangerouslySetInnerHTML": {"__html": "<b>x</b>"}}),
            ),
            ("constructor".to_owned(), json!({"prototype": {"pwned": 1}})),
        ])
        .collect();
    let groups = words.groups(400);
    let failing: Vec<(String, Vec<usize>)> = groups
        .into_iter()
        // A sentence of a server is cut after 500 characters.
        .map(|group| (format!("fail_{:03}", group[0]), group))
        .collect();
    let mut calls = json!({
        "texts": [{"reply": {"content": texts, "_meta": {"__proto__": {"pwned": 1}}}}],
        "errors": [{"reply": {"content": errors, "isError": true}}],
        "links": [{"reply": {"content": links}}],
        "embedded": [{"reply": {"content": embedded}}],
        "others": [{"reply": {"content": others}}],
        "structured": [{"reply": {"content": [], "structuredContent": structured}}],
    });
    for (name, group) in &failing {
        let message: Vec<_> = group
            .iter()
            .map(|&number| words.line('f', number).replace(['\n', '\r'], " "))
            .collect();
        calls[name] = json!([{"error": {"code": -32000, "message": message.join(" "), "data": {"__proto__": {"pwned": 1}}}}]);
    }
    // Progress is told a few times a second, and a line of it is shown: some of all kinds are enough.
    let progress: Vec<_> = words.groups(180).into_iter().step_by(5).collect();
    let mut slow = vec![json!({"sleep": 600})];
    for (at, group) in progress.iter().enumerate() {
        let message: Vec<_> = group.iter().map(|&number| words.line('g', number)).collect();
        slow.push(json!({"say": {"jsonrpc": "2.0", "method": "notifications/progress",
            "params": {"progressToken": "$token", "progress": at + 1, "total": 1_000, "message": message.join(" ").replace('\n', " ")}}}));
        slow.push(json!({"sleep": 300}));
    }
    calls["slow"] = json!(slow);
    let mut announces = Vec::new();
    for number in 0..words.count() {
        let method = format!("{} {}", mark('q', number), words.0[number]);
        announces.push(
            json!({"say": {"jsonrpc": "2.0", "method": method, "params": {"of": words.line('Q', number)}}}),
        );
        if number % 64 == 63 {
            announces.push(json!({"sleep": 150}));
        }
    }
    calls["announces"] = json!(announces);
    let mut names: Vec<String> = calls.as_object().expect("an object").keys().cloned().collect();
    // Those that are looked for in the list come first.
    names.sort_by_key(|name| name.starts_with("fail"));
    // They say that they only read: such a tool runs by hand without a question.
    let tools: Vec<_> = names
        .iter()
        .map(|name| json!({"name": name, "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}))
        .collect();
    app.add_hostile("Answers", json!({"tools": tools, "calls": calls}))
        .await;
    let id = app.server_id("Answers").await;
    let tool = |name: &str| format!("#/servers/{id}/tools/{name}");

    let all =
        |fields: &[char]| -> Vec<String> { fields.iter().flat_map(|&field| words.marks(field)).collect() };
    let kinds = [
        ("texts", all(&['r'])),
        ("errors", all(&['E'])),
        ("links", all(&['u', 'n', 'd'])),
        ("embedded", all(&['U', 'R'])),
        ("others", all(&['o'])),
        (
            "structured",
            [words.fitting('K', 280), words.fitting('W', 280)].concat(),
        ),
    ];
    for (name, marks) in kinds {
        watched
            .visits(
                &format!("the result “{name}”"),
                &[page(tool(name), Some("Run"), marks)],
            )
            .await;
        app.shot(&format!("payloads-{name}")).await;
        if name == "texts" {
            for escape in ["⟨U+202E⟩", "⟨U+200B⟩", "⟨U+001B⟩", "⟨U+3000⟩c⟨120 spaces⟩d"] {
                app.see(escape).await;
            }
            app.click_part("tab", "Raw").await;
            watched.sees("the whole reply", &words.marks('r')).await;
        }
    }
    let pages: Vec<_> = failing
        .iter()
        .map(|(name, group)| {
            let fitting = group.iter().filter(|&&number| words.fits(number, 480));
            page(
                tool(name),
                Some("Run"),
                fitting.map(|&number| mark('f', number)).collect(),
            )
        })
        .collect();
    watched.visits("the errors", &pages).await;
    app.shot("payloads-error").await;
    let told = progress
        .iter()
        .flatten()
        .filter(|&&number| words.fits(number, 180));
    let told = told.map(|&number| mark('g', number)).collect();
    watched
        .visits("the progress", &[page(tool("slow"), Some("Run"), told)])
        .await;

    app.open_tool("Answers", "announces").await;
    app.run_tool(&["done"]).await;
    app.open_tab("Answers", "Protocol").await;
    watched.sees("the frames", &words.marks('q')).await;
    app.shot("payloads-frames").await;
    watched.close().await;
}
