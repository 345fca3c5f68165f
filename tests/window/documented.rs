//! The pictures of the documentation, made from the real window with real servers: one of each room in both themes, and a film of
//! one task. `cargo xtask pictures` writes them; without that the test compares them with the window as it is.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
    time::Duration,
};

use portcullis_tests::{
    driver::Page,
    fake_provider::{FakeProvider, ProviderApi, Turn},
    packages,
    pictures::{self, Film},
};
use serde_json::{Value, json};

use crate::app::App;

/// Writes them in place of comparing.
const WRITE: &str = "PORTCULLIS_WRITE_PICTURES";

/// What stands on each of them.
const TEXTS: &str = "texts.txt";

/// What a person reads on the screen as far as it is not scrolled away, one line for each piece of text, without what differs each
/// time: times, numbers, and where the home of this test is.
const READ: &str = r"
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), lines = [];
    const seen = (it) => {
      const box = it.getBoundingClientRect();
      const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return at !== null && (it.contains(at) || at.contains(it));
    };
    while (walker.nextNode()) {
      const text = walker.currentNode.data.trim(), it = walker.currentNode.parentElement;
      if (text && it && !it.closest('time, script, style') && it.checkVisibility({visibilityProperty: true}) && seen(it))
        lines.push(text.replace(/\/\S*\/(home|node_modules|target)\//g, '…/').replace(/\d+(\.\d+)? (ms|s|min)\b/g, '0 s').replace(/\d+/g, '0').replace(/\s+/g, ' '));
    }
    return lines";

/// Whether the page is drawn with the font that the committed pictures have.
const SAME_FONT: &str = "const pen = document.createElement('canvas').getContext('2d');
    const width = (font) => { pen.font = `40px ${font}`; return pen.measureText('Portcullis asks').width; };
    return width('Inter, monospace') !== width('monospace')";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures")
}

/// What the documentation shows, as it was made now.
#[derive(Default)]
struct Documented {
    pictures: Vec<(String, PathBuf)>,
    texts: String,
}

impl Documented {
    /// Keeps a picture of the page that is looked at, in both themes, and what stands there.
    async fn keep(&mut self, app: &App, name: &str) {
        for (appearance, ending) in [("dark", "-dark"), ("light", "")] {
            app.appear(appearance).await;
            // A pointer that rests on something would draw it otherwise.
            app.xdotool(&["mousemove", "0", "0"]).await;
            if app.page() == Page::Gate {
                app.asked("").await;
            }
            // A reply that is still being written has a button to stop it.
            let done = "return document.querySelector('[aria-busy=true]') === null";
            app.returns("the page to be done", done, true).await;
            let picture = app.shot(&format!("documented-{name}{ending}")).await;
            self.pictures.push((format!("{name}{ending}.png"), picture));
        }
        let lines = app.js(READ).await;
        let _ = writeln!(self.texts, "## {name}");
        for line in lines.as_array().into_iter().flatten().filter_map(Value::as_str) {
            let _ = writeln!(self.texts, "{line}");
        }
    }

    /// Writes them where the documentation has them.
    fn write(&self) {
        for (name, picture) in &self.pictures {
            std::fs::copy(picture, folder().join(name)).expect("a picture can be written");
        }
        std::fs::write(folder().join(TEXTS), &self.texts).expect("what stands there can be written");
    }

    /// What is no longer as the documentation shows it.
    fn outdated(&self, same_font: bool) -> Vec<String> {
        let mut outdated = Vec::new();
        let texts = std::fs::read_to_string(folder().join(TEXTS)).unwrap_or_default();
        let (mut now, mut then) = (self.texts.lines(), texts.lines());
        loop {
            match (now.next(), then.next()) {
                (None, None) => break,
                (now, then) if now == then => {}
                (now, then) => {
                    outdated.push(format!("{TEXTS}: now {now:?}, in the documentation {then:?}"));
                    break;
                }
            }
        }
        for (name, picture) in &self.pictures {
            let committed = folder().join(name);
            if !committed.is_file() {
                outdated.push(format!("{name} is missing"));
            } else if same_font {
                let other = pictures::difference(&pictures::open(&committed), &pictures::open(picture));
                outdated.extend(other.map(|how| format!("{name}: {how}")));
            }
        }
        outdated
    }
}

/// The film, as it is put together.
struct Camera<'app> {
    app: &'app App,
    film: Film,
    shots: usize,
}

impl Camera<'_> {
    async fn shot(&mut self) -> PathBuf {
        self.shots += 1;
        self.app.shot(&format!("documented-film-{:02}", self.shots)).await
    }

    /// The main page for so long.
    async fn main(&mut self, milliseconds: u64) {
        self.app.main_page().await;
        let picture = pictures::open(&self.shot().await).to_rgba8();
        self.film.shows(picture, Duration::from_millis(milliseconds));
    }

    /// The gate over the main page for so long.
    async fn gate(&mut self, milliseconds: u64) {
        self.app.main_page().await;
        let below = self.shot().await;
        self.app.look_at(Page::Gate).await;
        let above = self.shot().await;
        let picture = pictures::over(&pictures::open(&below), &pictures::open(&above));
        self.film.shows(picture, Duration::from_millis(milliseconds));
    }

    /// A message as it is typed.
    async fn types(&mut self, message: &str) {
        self.app.find("textbox", "Message").await;
        let words: Vec<&str> = message.split(' ').collect();
        for count in [words.len() / 3, words.len() * 2 / 3] {
            let part = words[..count].join(" ");
            self.app.fill("Message", &part).await;
            self.main(350).await;
        }
        self.app.fill("Message", message).await;
        self.main(900).await;
    }
}

/// A server with a long piece of work that goes on as a task.
fn reports() -> Value {
    let task = json!({"taskId": "t-1", "status": "working", "statusMessage": "Reading 812 commits",
        "createdAt": "2026-11-20T10:00:00Z", "lastUpdatedAt": "2026-11-20T10:00:00Z", "ttlMs": null, "pollIntervalMs": 60_000});
    let mut created = task.clone();
    created["resultType"] = json!("task");
    json!({
        "era": "modern",
        "tools": [{"name": "build_report", "title": "Weekly report", "description": "Builds the report of a week.",
            "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}],
        "capabilities": {"tools": {}, "extensions": {"io.modelcontextprotocol/tasks": {}}},
        "calls": {"build_report": [{"reply": created}]},
        "on": {"tasks/get": [{"reply": task}]},
    })
}

/// What the person wants done.
const TASK: &str = "What is still open in my notes? Write a list for Saturday.";

/// Everything that the model does with it.
fn turns() -> [Turn; 4] {
    let mut looks = Turn::wants(&[("files__list_directory", json!({"path": "~/notes"}))]);
    looks.words = "I’ll look at your notes first.".to_owned();
    let reads = Turn::wants(&[(
        "files__read_multiple_files",
        json!({"paths": ["~/notes/friday.md", "~/notes/garden.md"]}),
    )]);
    let list = "# Saturday\n\n- [ ] Call the plumber\n- [ ] Water the tomatoes\n- [ ] Buy bread\n";
    let mut writes = Turn::wants(&[(
        "files__write_file",
        json!({"path": "~/notes/saturday.md", "content": list}),
    )]);
    writes.words = "Three things are open. I’ll write them down.".to_owned();
    let says = Turn::says(
        "Your list is in `notes/saturday.md`:\n\n| Open | From |\n|---|---|\n| Call the plumber | `friday.md` |\n| \
         Buy bread | `friday.md` |\n| Water the tomatoes | `garden.md` |\n\nThe two other entries of Friday are done.",
    );
    [looks, reads, writes, says]
}

/// What the model does when it is asked to clean up, which is denied.
fn moves() -> [Turn; 3] {
    let folder = Turn::wants(&[("files__create_directory", json!({"path": "~/notes/archive"}))]);
    let file = Turn::wants(&[(
        "files__move_file",
        json!({"source": "~/notes/friday.md", "destination": "~/notes/archive/friday.md"}),
    )]);
    [folder, file, Turn::says("I did not move it.")]
}

/// With a folder of notes, the server for files and one for reports, and a model.
async fn furnished() -> Option<(App, FakeProvider)> {
    let app = App::new().await?;
    let notes = app.home().path().join("home/notes");
    std::fs::create_dir_all(&notes).expect("a folder can be made");
    let kept = [
        (
            "friday.md",
            "# Friday\n\n- [x] Send the invoice\n- [x] Book the train\n- [ ] Call the plumber\n- [ ] Buy bread\n",
        ),
        ("garden.md", "# Garden\n\n- [ ] Water the tomatoes\n"),
    ];
    for (name, text) in kept {
        std::fs::write(notes.join(name), text).expect("a note can be written");
    }
    app.add("Files", &packages::filesystem()).await;
    app.asked("Share folders with").await;
    app.click("button", "Add folder…").await;
    app.pick_folder(&notes).await;
    app.asked("notes").await;
    app.answer("Share this folder").await;
    app.add_hostile("Reports", reports()).await;
    for (server, letters, color) in [("Files", "Fi", "green"), ("Reports", "Re", "violet")] {
        let mark =
            json!({"server": app.server_id(server).await, "mark": {"letters": letters, "color": color}});
        app.ask_after_press("set_mark", mark)
            .await
            .expect("it has a mark");
    }
    let model = FakeProvider::new(ProviderApi::OpenAi, &["assistant-large"]).await;
    app.add_provider(&model, "any").await;
    Some((app, model))
}

/// Does the task, with the film of it, and keeps the pictures of the chat and of the gate.
async fn filmed(app: &App, model: &FakeProvider, documented: &mut Documented) -> Film {
    model.does(turns());
    app.room("Chat").await;
    app.click("button", "New conversation").await;
    let mut camera = Camera {
        app,
        film: Film::default(),
        shots: 0,
    };
    camera.types(TASK).await;
    app.click("button", "Send").await;
    app.asked("list_directory").await;
    camera.gate(2_600).await;
    app.click("button", "Allow…").await;
    app.find("dialog", "Allow for longer").await;
    camera.gate(1_800).await;
    app.choose_in_menu("In this conversation").await;
    app.asked("read_multiple_files").await;
    camera.gate(2_000).await;
    app.allow("In this conversation").await;
    app.asked("write_file").await;
    documented.keep(app, "gate").await;
    camera.gate(3_200).await;
    app.answer("Allow once").await;
    app.see("The two other entries of Friday are done.").await;
    documented.keep(app, "chat").await;
    camera.main(3_600).await;
    app.room("Activity").await;
    app.see_row(&["write_file", "done"]).await;
    camera.main(2_800).await;
    app.click_part("link", "write_file").await;
    app.see("Shown for approval").await;
    camera.main(2_600).await;
    camera.film
}

#[tokio::test]
async fn the_pictures_of_the_documentation_are_as_the_window_is() {
    let (app, model) = or_skip!(furnished().await);
    let mut documented = Documented::default();
    let film = filmed(&app, &model, &mut documented).await;
    app.open_tool("Reports", "Weekly report").await;
    app.start_tool().await;
    app.see("running as a task").await;
    app.room("Tasks").await;
    app.see("Reading 812 commits").await;
    documented.keep(&app, "tasks").await;
    app.room("Permissions").await;
    app.see("list_directory").await;
    documented.keep(&app, "permissions").await;
    app.room("Servers").await;
    documented.keep(&app, "servers").await;
    app.room("Settings").await;
    documented.keep(&app, "settings").await;
    model.does(moves());
    app.room("Chat").await;
    app.say("Please put Friday into the archive.").await;
    app.asked("create_directory").await;
    app.answer("Allow once").await;
    app.asked("move_file").await;
    app.leave_for_later().await;
    app.room("Waiting for you").await;
    app.see("move_file").await;
    documented.keep(&app, "waiting").await;
    app.click_part("button", "Open:").await;
    app.asked("move_file").await;
    app.answer("Deny").await;
    app.room("Activity").await;
    app.see_row(&["move_file", "denied by you"]).await;
    documented.keep(&app, "activity").await;
    app.open_tool("Files", "read_text_file").await;
    documented.keep(&app, "server").await;

    let lasts = film.lasts();
    assert!((18..=22).contains(&lasts.as_secs()), "the film lasts {lasts:?}");
    if std::env::var_os(WRITE).is_some() {
        documented.write();
        film.write(&folder().join("tour.png"))
            .expect("the film can be written");
    }
    let same_font = app.js(SAME_FONT).await == true;
    if !same_font {
        println!("The font Inter is not here: texts are compared, pixels are not.");
    }
    let outdated = documented.outdated(same_font);
    assert!(
        outdated.is_empty(),
        "run `cargo xtask pictures`, look at them and commit them:\n{}",
        outdated.join("\n")
    );
    app.close().await;
}
