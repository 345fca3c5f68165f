//! What the host finds at one real server, for `cargo xtask interop`.
//!
//! The only argument describes the server as JSON: [`Description`]. A person who says yes to everything adds it
//! through the review and tries one thing after the other. One line comes out: a JSON object from columns to a
//! short text each. `PORTCULLIS_INTEROP_FRAMES=1` writes what was sent and received to standard error.

mod trial;
mod yes;

use portcullis_host::Host;
use portcullis_tests::test_user::{TestUser, address, command};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use trial::{Trial, within};
use yes::{Questions, say_yes};

type Anything<T> = Result<T, Box<dyn std::error::Error>>;

/// A server and the tools that bring about what a host cannot ask for itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Description {
    /// Program and arguments; empty for an address.
    #[serde(default)]
    command: Vec<String>,
    #[serde(default)]
    url: String,
    call: Call,
    progress: Option<Call>,
    sampling: Option<Call>,
    form: Option<Call>,
    link: Option<Call>,
    roots: Option<Call>,
    /// Something that takes long.
    cancel: Option<Call>,
    /// What has to be called before changes of a resource are announced.
    changes: Option<Call>,
    /// It only asks while it starts.
    #[serde(default)]
    asks_for_roots_at_once: bool,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
struct Call {
    tool: String,
    /// `{folder}` in it stands for the folder that the server is told.
    #[serde(default)]
    arguments: Map<String, Value>,
}

#[tokio::main]
async fn main() -> ExitCode {
    match find_out().await {
        Ok(line) => {
            println!("{line}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            println!("{}", json!({"failed": error.to_string()}));
            ExitCode::FAILURE
        }
    }
}

async fn find_out() -> Anything<Value> {
    let described = std::env::args().nth(1).ok_or("a description is needed")?;
    let described: Description = serde_json::from_str(&described)?;
    let person = TestUser::new().await;
    let asked = Questions::default();
    let yes = tokio::spawn(say_yes(person.host.clone(), Arc::clone(&asked)));
    let told = person.path("told");
    std::fs::create_dir(&told)?;
    let told = told.canonicalize()?;
    std::fs::write(told.join("note.txt"), "Nothing happened.")?;
    let id = add(&person.host, &described, &told).await?;
    let mut trial = Trial {
        host: person.host.clone(),
        id,
        folder: told.to_string_lossy().into_owned(),
        asked,
        found: Map::new(),
    };
    let done = trial.all(&described).await;
    if std::env::var_os("PORTCULLIS_INTEROP_FRAMES").is_some() {
        trial.show_frames()?;
    }
    yes.abort();
    person.host.close().await;
    done?;
    Ok(Value::Object(trial.found))
}

/// Adds the server without starting it, so that its folder and the leave to ask for words of a model are there first.
async fn add(host: &Host, described: &Description, told: &Path) -> Anything<String> {
    let draft = match described.command.split_first() {
        Some((program, arguments)) => command("Interop", program, arguments.to_vec()),
        None => address("Interop", &described.url),
    };
    host.propose_server(draft, None).await?;
    let id = within(|| host.servers().into_iter().next().map(|server| server.id))
        .await
        .ok_or("it was not added")?;
    host.set_sampling(&id, true).await?;
    let chosen = host.look_at_root(&id, told.to_owned()).await?;
    host.add_root(chosen).await?;
    Ok(id)
}
