//! `cargo xtask interop`: what the host finds at real servers, old and new, as a table in `docs/interop.md`.
//!
//! It is run by hand before a release, not by the checks: it installs what nobody else needs, and its times are those
//! of one computer.

mod line;
mod servers;

use crate::group::Group;
use crate::test::packages;
use crate::{Done, place, tool};
use servers::{Row, Transport};
use std::net::{TcpListener, TcpStream};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Python imports for a while.
const LISTENS: Duration = Duration::from_secs(30);

/// Columns of what is found, by their names in what `interop` of the tests prints.
const COLUMNS: &[(&str, &str)] = &[
    ("revision", "Revision"),
    ("ready", "Ready"),
    ("tools", "Tools"),
    ("progress", "Progress"),
    ("resources", "Resources"),
    ("prompts", "Prompts"),
    ("completion", "Suggestions"),
    ("log level", "Log level"),
    ("sampling", "Sampling"),
    ("form", "Form"),
    ("address", "Address"),
    ("folders", "Folders"),
    ("cancel", "Cancelling"),
];

const WORDS: &str = "\
One row is one server over one transport, tried by the host as it is shipped, with a person who says yes to everything.
A dash means that the server does not offer it, or that this version has no way to ask for it.

- **Revision**: the revision of the protocol that was agreed on. **Ready**: from turning the server on to its tools
  being listed, with the start of its program for stdio.
- **Tools**, **Resources**, **Prompts**: how many were listed, and what was done with one. **Suggestions**: how many came
  for a field of a prompt. **Progress**: how many of the five notices arrived.
- **Sampling**, **Form**, **Address**, **Folders**: the server asked for words of a model, for a form, for an address to
  be opened, for the folders it may work in; the person was asked and the server got the answer.
- **Cancelling**: a call that runs is stopped, and the server then answers the next one.
";

pub(crate) fn interop(arguments: &[String]) -> Done {
    crate::only_known(arguments, &[])?;
    packages::fetch("tests/packages", &mut tool::run)?;
    packages::fetch("tests/packages/interop", &mut tool::run)?;
    // As everything else is compiled: one package alone has other features, and compiles every dependency again.
    tool::run(tool::cargo(&["build", "--workspace", "--bins"]))?;
    let mut table = String::new();
    for row in servers::rows() {
        println!("{} over {}", row.server, row.transport.name());
        let found = tried(&row).unwrap_or_else(|why| vec![("failed".to_owned(), why)]);
        write_row(&mut table, &row, &found);
    }
    let day = tool::says("date", &["-u", "+%F"]).unwrap_or_else(|| "a day unknown".into());
    let mut page = format!(
        "# Real servers\n\nTried on {day} on {} with the versions named here; `cargo xtask interop` repeats it.\n\n{WORDS}\n",
        std::env::consts::OS
    );
    page += "| Server | Transport |";
    for (_, title) in COLUMNS {
        // Writing into a text cannot fail.
        page.push_str(&format!(" {title} |"));
    }
    page += " What differs, and why |\n|---|---|";
    page += &"---|".repeat(COLUMNS.len() + 1);
    page = page + "\n" + &table;
    let path = place::root().join("docs/interop.md");
    std::fs::write(&path, page).map_err(|error| format!("{}: {error}.", path.display()))?;
    println!("Written: docs/interop.md");
    Ok(())
}

fn write_row(table: &mut String, row: &Row, found: &[(String, String)]) {
    let value = |name: &str| {
        found
            .iter()
            .find(|(column, _)| column == name)
            .map(|(_, text)| text)
    };
    let mut cells = vec![row.server.to_owned(), row.transport.name().to_owned()];
    cells.extend(
        COLUMNS
            .iter()
            .map(|(name, _)| value(name).map_or("–".to_owned(), |text| cell(text))),
    );
    let failed = value("failed").map(|why| format!("Failed: {} ", cell(why)));
    cells.push(format!("{}{}", failed.unwrap_or_default(), row.remark));
    table.push_str(&format!("| {} |\n", cells.join(" | ")));
}

/// Text of a server in a cell: one line, and no bar that would end it.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// Starts a server that listens, and lets the host try it.
fn tried(row: &Row) -> Done<Vec<(String, String)>> {
    let (described, _server) = match row.transport {
        Transport::Stdio => {
            let words: Vec<_> = row.command(0).iter().map(|word| line::quoted(word)).collect();
            (format!("\"command\":[{}]", words.join(",")), None)
        }
        Transport::Http | Transport::Sse => {
            let port = free_port()?;
            let words = row.command(port);
            let mut command = tool::command(&words[0]);
            command.args(&words[1..]).env("PORT", port.to_string());
            let server = Group::start(&command, Stdio::null(), Stdio::null())?;
            listens(port)?;
            let path = if row.transport == Transport::Sse {
                "sse"
            } else {
                "mcp"
            };
            let url = format!("http://127.0.0.1:{port}/{path}");
            (format!("\"url\":{}", line::quoted(&url)), Some(server))
        }
    };
    let mut driver = tool::command(&place::built("debug", "interop").to_string_lossy());
    driver
        .arg(format!("{{{described},{}}}", row.plan))
        .stderr(Stdio::inherit());
    let output = driver
        .output()
        .map_err(|error| format!("`interop` could not be started: {error}."))?;
    let said = String::from_utf8_lossy(&output.stdout);
    line::fields(said.trim()).ok_or_else(|| format!("`interop` said “{}”.", said.trim()))
}

fn free_port() -> Done<u16> {
    TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .map(|address| address.port())
        .map_err(|error| format!("No port is free: {error}."))
}

fn listens(port: u16) -> Done {
    let begun = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        if begun.elapsed() > LISTENS {
            return Err("It never listened.".to_owned());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}
