//! S-19: every payload of a corpus through every text of a server that the window shows, and nothing of it becomes more
//! than text.
//!
//! The corpus is data: `payloads.json`, one entry per payload, with every published exploit against a host of this kind
//! under its number. A mark behind each payload (`§r017`: field and number) shows that it really was on the screen, so
//! that a surface that stopped being shown makes a test fail and not pass. What would prove harm is looked for from
//! three sides: in the page (`watch.js`), in the host, which names every command that it was asked, and at a listener
//! whose address is in the payloads.

mod asked;
mod listed;
mod offered;

use std::{
    collections::{BTreeSet, HashSet},
    time::{Duration, Instant},
};

use portcullis_tests::{
    driver::Home,
    sink::{Answer, Sink},
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::App;
use portcullis_tests::driver::Page;

/// One thing that a server may say.
#[derive(Debug, Deserialize)]
struct Payload {
    id: String,
    text: String,
}

fn corpus() -> Vec<Payload> {
    serde_json::from_str(include_str!("payloads.json")).expect("the corpus is JSON")
}

/// The corpus with the address of a listener in it.
struct Words(Vec<String>);

/// The mark of a payload in a field.
fn mark(field: char, number: usize) -> String {
    format!("§{field}{number:03}")
}

impl Words {
    fn count(&self) -> usize {
        self.0.len()
    }

    /// All marks of a field.
    fn marks(&self, field: char) -> Vec<String> {
        (0..self.count()).map(|number| mark(field, number)).collect()
    }

    /// For a place that shows one line, and of several the first.
    fn line(&self, field: char, number: usize) -> String {
        let (text, mark) = (&self.0[number], mark(field, number));
        if text.contains(['\n', '\r']) {
            format!("{mark} {text}")
        } else {
            format!("{text} {mark}")
        }
    }

    /// For a place that shows several lines: the mark stands apart, so that it changes nothing of what Markdown
    /// makes of the payload.
    fn block(&self, field: char, number: usize) -> String {
        format!("{}\n\n{}", self.0[number], mark(field, number))
    }

    /// Whether it fits where only so many characters are taken.
    fn fits(&self, number: usize, characters: usize) -> bool {
        self.0[number].chars().count() + 8 <= characters
    }

    /// The marks of those that fit.
    fn fitting(&self, field: char, characters: usize) -> Vec<String> {
        let numbers = (0..self.count()).filter(|&number| self.fits(number, characters));
        numbers.map(|number| mark(field, number)).collect()
    }

    /// All of them, one after the other.
    fn all(&self, field: char) -> String {
        let all: Vec<_> = (0..self.count())
            .map(|number| self.block(field, number))
            .collect();
        all.join("\n\n")
    }

    /// Groups that together have at most so many bytes; a longer one stands alone.
    fn groups(&self, bytes: usize) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = vec![vec![]];
        let mut size = 0;
        for number in 0..self.count() {
            let more = self.0[number].len() + 16;
            if size + more > bytes && groups.last().is_some_and(|group| !group.is_empty()) {
                groups.push(vec![]);
                size = 0;
            }
            size += more;
            groups.last_mut().expect("there is one").push(number);
        }
        groups
    }
}

/// A page to go to.
fn page(address: impl Into<String>, press: Option<&str>, marks: Vec<String>) -> Value {
    json!({"page": address.into(), "press": press, "marks": marks})
}

/// What the window asks the host while a person does what these tests do. Payloads ask for more.
const USED: &[&str] = &[
    "about",
    "account",
    "answer",
    "attach",
    "attach_gate",
    "attach_resource",
    "attend",
    "autostart",
    "call",
    "check_amended",
    "check_arguments",
    "check_form",
    "complete",
    "conversation",
    "conversation_flows",
    "conversation_folders",
    "conversations",
    "create_conversation",
    "decide_later",
    "diagnose",
    "drawn",
    "dropped",
    "expand_template",
    "fence",
    "fetches",
    "filled_form",
    "flows",
    "frame_text",
    "frames",
    "get_prompt",
    "grants",
    "icon",
    "keep_draft",
    "kept_drafts",
    "logs",
    "offered_install",
    "payload_url",
    "place_message_field",
    "profiles",
    "prompts",
    "propose_server",
    "read_payload",
    "read_resource",
    "record",
    "record_detail",
    "redrawn_payload_url",
    "resources",
    "review_tool",
    "roots",
    "say",
    "server",
    "servers",
    "set_conversation_server",
    "set_sampling",
    "set_settings",
    "settings",
    "show_request",
    "spending",
    "start_call",
    "suggest_fence",
    "suggested_servers",
    "tasks",
    "tool",
    "tools",
    "use_prompt",
    "waiting",
];

/// How long everything that belongs to a page may take to be there.
const SHOWN: Duration = Duration::from_secs(120);

/// The application, watched.
struct Watched {
    app: App,
    sink: Sink,
    words: Words,
}

impl Watched {
    async fn open() -> Option<Self> {
        let sink = Sink::answering(Answer::Text("seen".to_owned())).await;
        let told = [("PORTCULLIS_LOG", "warn,portcullis::commands=debug")];
        let app = App::in_home(Home::new(), &told).await?;
        app.skip_the_welcome().await;
        app.js(include_str!("watch.js")).await;
        let address = sink.url("");
        let texts = corpus().into_iter().map(|it| it.text.replace("@SINK@", &address));
        let words = Words(texts.collect());
        Some(Self { app, sink, words })
    }

    /// Watches the page that is looked at, from its first look on.
    async fn watch(&self) {
        if self.app.js("return typeof window.__walk").await != "function" {
            self.app.js(include_str!("watch.js")).await;
        }
    }

    /// Goes through all of what is on the screen until every mark was seen, and nothing harmful.
    async fn sees(&self, place: &str, marks: &[String]) {
        self.watch().await;
        let mut seen = HashSet::new();
        let begun = Instant::now();
        loop {
            let walked = "const done = arguments[arguments.length - 1];
                __walk(arguments[0]).then(() => done(__marks()), (error) => done(String(error)))";
            let found = self.app.run_async(walked, vec![json!(marks)]).await;
            let found = found.as_array().unwrap_or_else(|| panic!("{place}: {found}"));
            seen.extend(found.iter().filter_map(|it| it.as_str().map(str::to_owned)));
            let missing: Vec<_> = marks.iter().filter(|&mark| !seen.contains(mark)).collect();
            if missing.is_empty() {
                break;
            }
            assert!(
                begun.elapsed() < SHOWN,
                "{} of {} payloads were never on {place}: {:?}; it reads {}",
                missing.len(),
                marks.len(),
                &missing[..missing.len().min(20)],
                self.app.text().await
            );
        }
        println!(
            "{place}: {} payloads in {:.1} s",
            marks.len(),
            begun.elapsed().as_secs_f32()
        );
        self.harmless(place).await;
    }

    /// Goes to these pages.
    async fn visits(&self, place: &str, pages: &[Value]) {
        let begun = Instant::now();
        let mut count = 0;
        for page in pages {
            let visited = "const done = arguments[arguments.length - 1];
                __visit(arguments[0]).then(done, (error) => done(String(error)))";
            let since = Instant::now();
            loop {
                self.app.pressed().await;
                let missing = self.app.run_async(visited, vec![json!([page])]).await;
                let missing = missing.as_array().unwrap_or_else(|| panic!("{place}: {missing}"));
                if missing.is_empty() {
                    break;
                }
                assert!(
                    since.elapsed() < SHOWN,
                    "never on {place}: {missing:?}; it reads {}",
                    self.app.text().await
                );
            }
            count += page["marks"].as_array().map_or(0, Vec::len);
        }
        println!(
            "{place}: {count} payloads in {:.1} s",
            begun.elapsed().as_secs_f32()
        );
        self.harmless(place).await;
    }

    /// Nothing ran, nothing was made of the words, nothing was loaded, and nothing that hides is on the screen.
    async fn harmless(&self, place: &str) {
        let harm = self.app.js("return __harm()").await;
        let page = match self.app.page() {
            Page::Main => "tauri://localhost/",
            Page::Gate => "tauri://localhost/gate.html",
        };
        let none = json!({"pwned": null, "polluted": null, "same": true, "place": page, "roots": 1,
            "shown": "block", "asks": "function", "made": [], "hidden": [], "broken": [], "visited": []});
        assert_eq!(harm, none, "on {place}");
        let windows = self.app.client().windows().await.expect("windows are counted");
        assert!(
            windows.len() <= 2,
            "on {place}: the main window and that of the gate"
        );
        self.sink.assert_untouched();
    }

    /// The commands that the host was asked, as the host tells it.
    fn asked(&self) -> BTreeSet<String> {
        let log = std::fs::read_to_string(self.app.home().path().join("driver.log")).unwrap_or_default();
        let told = log
            .lines()
            .filter_map(|line| line.split_once("portcullis::commands: "));
        told.map(|(_, command)| command.trim().to_owned()).collect()
    }

    /// Ends it, after a last look from all sides.
    async fn close(self) {
        self.harmless("the way out").await;
        let asked = self.asked();
        assert!(
            asked.contains("attach"),
            "the host tells what it is asked: {asked:?}"
        );
        let more: Vec<_> = asked.iter().filter(|it| !USED.contains(&it.as_str())).collect();
        assert!(more.is_empty(), "no request for {more:?}");
        self.app.close().await;
        self.sink.assert_untouched();
    }
}

// Proves S-19.
#[test]
fn the_corpus_is_large_and_has_every_published_exploit_in_it() {
    let corpus = corpus();
    assert!(corpus.len() >= 300, "{} payloads", corpus.len());
    let texts: BTreeSet<_> = corpus.iter().map(|it| &it.text).collect();
    let ids: BTreeSet<_> = corpus.iter().map(|it| &it.id).collect();
    assert_eq!(
        (texts.len(), ids.len()),
        (corpus.len(), corpus.len()),
        "none is there twice"
    );
    let known = [
        "CVE-2024-35222",
        "CVE-2025-31477",
        "CVE-2025-47777",
        "CVE-2025-49596",
        "CVE-2025-54074",
        "CVE-2025-54133",
        "CVE-2025-54135",
        "CVE-2025-54136",
        "CVE-2025-54382",
        "CVE-2025-54880",
        "CVE-2025-55733",
        "CVE-2025-58444",
        "CVE-2025-59536",
        "CVE-2025-59944",
        "CVE-2025-61929",
        "CVE-2025-64106",
        "CVE-2025-64340",
        "CVE-2025-6514",
        "CVE-2025-66580",
        "CVE-2025-67744",
        "CVE-2025-68669",
        "CVE-2026-22792",
        "CVE-2026-22793",
        "CVE-2026-23523",
        "CVE-2026-41613",
        "CVE-2026-42184",
        "CVE-2026-43899",
        "CVE-2026-44429",
        "CVE-2026-59113",
    ];
    for number in known {
        assert!(
            ids.iter().any(|id| id.starts_with(&format!("{number} "))),
            "{number} is in the corpus"
        );
    }
    for kind in [
        "html",
        "svg",
        "mathml",
        "css",
        "markdown",
        "url",
        "hidden",
        "terminal",
        "mxss",
        "template",
        "prototype",
    ] {
        let of_it = ids
            .iter()
            .filter(|id| id.starts_with(&format!("{kind}-")))
            .count();
        assert!(of_it >= 5, "{of_it} of {kind}");
    }
}
