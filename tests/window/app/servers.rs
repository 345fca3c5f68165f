//! Servers: added by the form, opened by the rail, their tools run from their pages.

use portcullis_tests::{hostile::Hostile, packages::Program};
use serde_json::{Value, json};

use super::App;

impl App {
    /// Adds the built-in demo server from the room “Servers”.
    pub async fn add_demo(&self) {
        self.room("Servers").await;
        self.click("button", "Try the demo server").await;
        self.asked("Demo").await;
        self.answer("Add and start").await;
        self.ready("Demo").await;
    }

    /// Fills the form for a program and asks for the review.
    pub async fn propose(&self, label: &str, program: &Program) {
        self.describe(label, program).await;
        self.click("button", "Review").await;
    }

    /// Fills the form for a program.
    pub async fn describe(&self, label: &str, program: &Program) {
        self.room("Servers").await;
        self.click("link", "Add").await;
        self.fill("Label", label).await;
        // They write what they hear where no fence lets them; the fence has its own tests.
        self.choose("Fence this program in").await;
        let path = program.path.to_str().expect("the path is text");
        self.fill("Command", path).await;
        if !program.arguments.is_empty() {
            self.fill("Arguments", &program.arguments.join("\n")).await;
        }
    }

    /// Adds a program and waits until it is ready.
    pub async fn add(&self, label: &str, program: &Program) {
        self.propose(label, program).await;
        self.asked(label).await;
        self.answer("Add and start").await;
        self.ready(label).await;
    }

    /// Adds a hostile server with a script. The script is kept in the home, so that the form stays short.
    pub async fn add_hostile(&self, label: &str, script: Value) {
        let program = self.hostile(label, &script);
        self.add(label, &program).await;
    }

    /// The command line of a hostile server.
    pub fn hostile(&self, label: &str, script: &Value) -> Program {
        let file = self.home().path().join(format!("{label}.json"));
        std::fs::write(&file, script.to_string()).expect("a script can be kept");
        Program {
            path: Hostile::program(),
            arguments: vec!["--script".to_owned(), file.display().to_string()],
        }
    }

    /// Waits until the rail says that a server is ready.
    pub async fn ready(&self, label: &str) {
        self.main_page().await;
        self.find_part("link", &format!("{label}, ready")).await;
    }

    /// The id of the server with this label.
    pub async fn server_id(&self, label: &str) -> String {
        let servers = self
            .ask("servers", serde_json::json!({}))
            .await
            .expect("there are servers");
        let servers = servers.as_array().expect("a list of servers");
        let server = servers
            .iter()
            .find(|server| server["label"] == label)
            .expect("it is there");
        server["id"].as_str().expect("an id").to_owned()
    }

    /// Opens a tab of a server.
    pub async fn open_tab(&self, server: &str, tab: &str) {
        self.main_page().await;
        self.click_part("link", &format!("{server}, ")).await;
        self.click_part("tab", tab).await;
    }

    /// Opens the page of a tool, found by a part of what its line says.
    pub async fn open_tool(&self, server: &str, tool: &str) {
        self.open_tab(server, "Tools").await;
        self.click_part("option", tool).await;
        self.find("button", "Run").await;
    }

    /// Has a tool of the only server called by hand, as its page does after a press of *Run*. Gives the call's id.
    pub async fn begin_call(&self, tool: &str, arguments: &Value) -> Value {
        self.main_page().await;
        let servers = self.ask("servers", json!({})).await.expect("there are servers");
        let of = json!({"server": servers[0]["id"], "tool": tool});
        let detail = self
            .ask("tool", of.clone())
            .await
            .expect("the server has the tool");
        let call = json!({
            "server": of["server"], "tool": of["tool"], "definition": detail["digest"],
            "arguments": arguments.to_string(),
        });
        let begun = self.ask_after_press("start_call", call).await;
        begun.expect("the call begins")["id"].take()
    }

    /// Runs the open tool. A question about that is answered with yes.
    pub async fn start_tool(&self) {
        self.main_page().await;
        let before = self.find_all("region", "Result").await.len();
        self.click("button", "Run").await;
        let asked = self
            .wait_until("the tool to run, or a question about it", async || {
                if let Some(sheet) = self.sheet().await {
                    return sheet.ready.then_some(sheet.question.starts_with("Let “"));
                }
                // A call that waits for its question can be stopped too, so what it does is read after it is there.
                let is_there = !self.find_all("button", "Stop").await.is_empty();
                let text = self.text().await;
                let waits = ["Answer the request", "Stop"]
                    .iter()
                    .any(|then| text.contains(&format!("waiting for you {then}")));
                let runs = is_there && !waits;
                let done = self.find_all("region", "Result").await.len() > before;
                (runs || done).then_some(false)
            })
            .await;
        if asked {
            self.answer("Allow once").await;
        }
    }

    /// Runs the open tool and waits for a result in which these words stand. A question about it is
    /// answered with yes.
    pub async fn run_tool(&self, words: &[&str]) -> String {
        self.start_tool().await;
        self.result(words).await
    }
}
