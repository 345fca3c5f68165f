//! Files that are dragged from another program's window and dropped on this one, through the X server, as a file manager does it.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use portcullis_tests::{driver::APPEARS, programs};
use serde_json::json;
use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    process::{Child, Command},
};

use crate::app::App;
use crate::bundles::packed;

/// A window of another program with these files in it.
struct Files {
    display: &'static str,
    _source: Child,
}

impl Files {
    async fn offer(app: &App, files: &[&Path]) -> Self {
        let mut source = Command::new(programs::beside("drag_source"))
            .args(files)
            .env("DISPLAY", app.display())
            .env("GDK_BACKEND", "x11")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the program starts");
        // Until its window is there, a press would go to what is below it.
        let mut told = String::new();
        let mut lines = BufReader::new(source.stdout.take().expect("it is piped"));
        let shown = tokio::time::timeout(APPEARS, lines.read_line(&mut told)).await;
        shown.expect("its window comes").expect("it can be read");
        assert_eq!(told, "shown\n");
        Self {
            display: app.display(),
            _source: source,
        }
    }

    async fn hand(&self, steps: &[&str]) {
        let ran = Command::new("xdotool")
            .args(steps)
            .env("DISPLAY", self.display)
            .status()
            .await
            .expect("xdotool is installed");
        assert!(ran.success(), "{steps:?}");
    }

    /// Drags them over the middle of the window, and holds them there.
    async fn drag(&self) {
        self.drag_to([500, 300]).await;
    }

    /// Drags them to this place in the window.
    async fn drag_to(&self, [across, down]: [i64; 2]) {
        self.hand(&["mousemove", "20", "15", "mousedown", "1"]).await;
        let near = |by: i64| [across - by, down - by];
        for place in [[40, 25], [80, 60], [300, 200], near(4), near(2), near(0)] {
            let [across, down] = place.map(|at| at.to_string());
            self.hand(&["mousemove", &across, &down]).await;
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    async fn drop_there(&self) {
        self.hand(&["mouseup", "1"]).await;
    }
}

// Proves S-03.
#[tokio::test]
async fn a_bundle_that_is_dropped_is_opened_as_if_it_were_chosen() {
    let app = or_skip!(App::new().await);
    let bundle = packed(app.home(), "1.2.0").await;
    let files = Files::offer(&app, &[&bundle]).await;
    files.drag().await;
    app.see("Drop to review").await;
    app.shot("drop-over").await;
    files.drop_there().await;
    app.see("(according to the bundle)").await;
    app.gone("heading", "Drop to review").await;
    assert_eq!(app.ask("servers", json!({})).await.expect("a list"), json!([]));
    assert_eq!(
        app.sheet().await,
        None,
        "nothing is asked before the person wants to add it"
    );
    drop(files);
    app.close().await;
}

#[tokio::test]
async fn files_that_are_dropped_on_the_message_field_are_attached_and_removed_again() {
    let (app, _mind) = or_skip!(App::with_writer().await);
    let folder = app.home().path().join("downloads");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let note = folder.join("A long name of a note that the user wants to ask about (3).md");
    std::fs::write(&note, "# Buy bread").expect("a file can be written");
    let files = Files::offer(&app, &[&note, &folder]).await;
    let middle = "const it = document.querySelector('form textarea').getBoundingClientRect();
        return [Math.round(it.left + it.width / 2), Math.round(it.top + it.height / 2)]";
    let place = app.js(middle).await;
    let place = [0, 1].map(|at: usize| place[at].as_i64().expect("a number"));
    files.drag_to(place).await;
    app.see("Drop to attach").await;
    app.shots("drop-attach").await;
    files.drop_there().await;
    app.see("“downloads” is not a file.").await;
    app.see("A long name of a note").await;
    app.shots("drop-attached").await;
    app.gone("heading", "Dropped files").await;
    app.click("button", "Dismiss").await;
    app.click_part("button", "Remove A long name").await;
    let waits = "return document.querySelector('form ul') === null";
    app.returns("no file to be waiting", waits, true).await;
    let held = "return document.activeElement?.tagName";
    app.returns("the focus in the field", held, "TEXTAREA").await;
    drop(files);
    app.close().await;
}

// Proves S-04.
#[tokio::test]
async fn several_files_that_are_dropped_are_one_review_and_arrive_turned_off() {
    let app = or_skip!(App::new().await);
    let bundle = packed(app.home(), "1.2.0").await;
    let folder = app.home().path().join("downloads");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let snippet = folder.join("mcp with spaces.json");
    let servers = json!({ "mcpServers": { "One": { "command": "one" }, "Two": { "url": "https://mcp.example.com/mcp" } } });
    std::fs::write(&snippet, servers.to_string()).expect("a file can be written");
    let photo = folder.join("A long name of a picture that was dropped here by mistake (3).png");
    std::fs::write(&photo, "no picture").expect("a file can be written");
    let files = Files::offer(&app, &[&bundle, &snippet, &photo, &folder]).await;
    files.drag().await;
    app.see("Portcullis can read 2 of these 4 files.").await;
    files.drop_there().await;
    app.see("Dropped files").await;
    for part in [
        "field-notes-1.2.0.mcpb",
        "mcp with spaces.json",
        "Not a bundle (.mcpb, .dxt)",
        "This is a folder.",
    ] {
        app.see(part).await;
    }
    app.shots("drop-list").await;
    app.click("button", "Review 2 servers").await;
    let review = app.asked("Add 2 servers, turned off?").await;
    assert_has!(review.text, "https://mcp.example.com/mcp");
    app.answer("Approve").await;
    app.main_page().await;
    app.wait_until("both servers to be there", async || {
        let servers = app.ask("servers", json!({})).await.ok()?;
        let servers = servers.as_array()?;
        (servers.len() == 2 && servers.iter().all(|server| server["enabled"] == false)).then_some(())
    })
    .await;
    drop(files);
    app.close().await;
}
