//! The commands about servers.

use crate::command::{Add, SecretName};
use crate::failure::{Exit, Failure};
use crate::output::{self, remark, table};
use crate::review;
use crate::session::{Session, ready};
use crate::terminal::Terminal;
use portcullis_host::install::{default_limits, looks_secret};
use portcullis_host::view::{
    Endpoint, EraChoice, NamedValue, Phase, ServerDetail, ServerDraft, ServerLimits, ServerSummary,
    TransportChoice,
};
use std::io::BufRead as _;

/// `server add`.
pub async fn add(session: &Session, add: Add) -> Result<(), Failure> {
    let mut terminal = Terminal::find().await;
    let mut named = offered(add.plain, terminal.as_mut().filter(|_| !add.yes)).await?;
    for secret in &add.secrets {
        named.push(NamedValue {
            name: secret.name.clone(),
            value: Some(ask_secret(secret, terminal.as_mut()).await?),
            secret: true,
        });
    }
    let remote = matches!(add.endpoint, Endpoint::Address { .. });
    let (environment, headers) = if remote { (vec![], named) } else { (named, vec![]) };
    let draft = ServerDraft {
        label: add.label,
        endpoint: add.endpoint,
        environment,
        headers,
        era: EraChoice::Auto,
        transport: add.transport,
        limits: ServerLimits {
            start_seconds: add.start_seconds,
            ..default_limits()
        },
    };
    let label = draft.label.clone();
    let request = session.host.propose_server(draft, None).await?;
    if !add.yes && terminal.is_none() {
        remark(&review::sheet(&request));
        return Err(Failure::nobody(
            format!("Nobody is here to ask, so “{label}” was not added. Nothing was saved or started."),
            "Run it on a terminal. If you have read what would run, add --yes.",
        ));
    }
    let question = if add.start {
        "Add and start?"
    } else {
        "Add without starting?"
    };
    let mut events = session.host.events();
    let asked = terminal.as_mut().filter(|_| !add.yes);
    review::launch(session, &request, asked, question, add.start).await?;
    // It may ask something while it starts.
    drop(terminal);
    let server = session.find(&label)?;
    let server = match add.start {
        true => session.settled(&server.id, &mut events).await?,
        false => server,
    };
    let words = || {
        let how = state(&server);
        let is = if how.starts_with("needs ") { "" } else { "is " };
        format!("“{}” is added. It {is}{how}.", server.label)
    };
    session.output.result(&server, words);
    match server.state.phase {
        Phase::Off => Ok(()),
        _ => after_document(session, server),
    }
}

/// A server that is not ready, or does not list its tools, after the document about it was printed: the reason on
/// standard error only.
fn after_document(session: &Session, server: ServerSummary) -> Result<(), Failure> {
    match ready(server) {
        Err(failure) if session.output.json => {
            remark(&output::sentence(&failure.problem));
            Err(failure.told_already())
        }
        Err(failure) => Err(failure),
        // Why was said with it.
        Ok(server) if server.state.problem.is_some() => Err(Failure::silent(Exit::Unreached)),
        Ok(_) => Ok(()),
    }
}

/// What looks like a secret is better kept in the keychain; the person decides. Where nobody is asked, the review says it.
async fn offered(
    mut plain: Vec<NamedValue>,
    terminal: Option<&mut Terminal>,
) -> Result<Vec<NamedValue>, Failure> {
    if let Some(terminal) = terminal {
        for value in plain.iter_mut().filter(|value| looks_secret(&value.name)) {
            let question = format!(
                "“{}” looks like a secret. Keep its value in your keychain, not in the open?",
                value.name
            );
            value.secret = terminal.yes(&question).await?;
        }
    }
    Ok(plain)
}

async fn ask_secret(secret: &SecretName, terminal: Option<&mut Terminal>) -> Result<String, Failure> {
    let name = &secret.name;
    let value = if secret.from_input {
        let mut line = String::new();
        std::io::stdin()
            .lock()
            .read_line(&mut line)
            .map_err(|error| Failure::usage(format!("Standard input cannot be read ({error}).")))?;
        line.trim_end_matches(['\r', '\n']).to_owned()
    } else {
        let terminal = terminal.ok_or_else(|| {
            Failure::nobody(
                format!("Nobody is here to ask for the secret “{name}”. Nothing was saved."),
                "Give it on standard input with “--secret NAME=-”.",
            )
        })?;
        terminal
            .secret(&format!("Value of “{name}” (not shown):"))
            .await?
    };
    if value.is_empty() {
        return Err(Failure::usage(format!(
            "The secret “{name}” has no value. Nothing was saved."
        )));
    }
    Ok(value)
}

fn state(server: &ServerSummary) -> String {
    match (server.enabled, server.state.phase) {
        // Nothing of it runs in this process, and that is all this process knows.
        (true, Phase::Off) => "on".to_owned(),
        _ => server.state.words.clone(),
    }
}

/// `server list`.
pub fn list(session: &Session) {
    let servers = session.host.servers();
    session.output.result(&servers, || {
        if servers.is_empty() {
            return "There is no server yet. “portcullis-cli server add” adds one.".to_owned();
        }
        let row = |server: &ServerSummary| {
            let state = if server.enabled { "on" } else { "off" };
            vec![server.label.clone(), state.to_owned(), server.origin.clone()]
        };
        table(
            &["LABEL", "STATE", "RUNS OR REACHES"],
            &servers.iter().map(row).collect::<Vec<_>>(),
        )
    });
}

/// `server show`.
pub fn show(session: &Session, label: &str) -> Result<(), Failure> {
    let detail = session.host.server(&session.find(label)?.id)?;
    session.output.result(&detail, || described(&detail));
    Ok(())
}

/// `status`.
pub async fn status(session: &Session, label: &str) -> Result<(), Failure> {
    let server = session.find(label)?;
    let now = match server.enabled {
        true => session.start(&server).await?,
        false => server,
    };
    let detail = session.host.server(&now.id)?;
    session.output.result(&detail, || described(&detail));
    after_document(session, now)
}

/// `server enable` and `server disable`.
pub async fn enable(session: &Session, label: &str, on: bool) -> Result<(), Failure> {
    let server = session.find(label)?;
    let mut events = session.host.events();
    session.host.set_enabled(&server.id, on).await?;
    let server = match on {
        true => session.settled(&server.id, &mut events).await?,
        false => session.summary(&server.id)?,
    };
    let words = || match on {
        true => format!("“{}” is on. It is {}.", server.label, state(&server)),
        false => format!("“{}” is off.", server.label),
    };
    session.output.result(&server, words);
    if on {
        after_document(session, server)
    } else {
        Ok(())
    }
}

/// `server sampling`.
pub async fn sampling(session: &Session, label: &str, allowed: bool) -> Result<(), Failure> {
    let server = session.find(label)?;
    session.host.set_sampling(&server.id, allowed).await?;
    let server = session.summary(&server.id)?;
    session.output.result(&server, || match allowed {
        true => format!(
            "“{}” may ask for words of a model. You are asked before anything is sent, and before it gets the answer.",
            server.label
        ),
        false => format!("“{}” may not ask for words of a model.", server.label),
    });
    Ok(())
}

/// `server remove`.
pub async fn remove(session: &Session, label: &str) -> Result<(), Failure> {
    let server = session.find(label)?;
    session.host.remove_server(&server.id).await?;
    session.output.result(&server, || {
        format!(
            "“{}” is removed, with its secrets and permissions. The record stays.",
            server.label
        )
    });
    Ok(())
}

fn described(detail: &ServerDetail) -> String {
    let mut lines: Vec<(&str, String)> = vec![
        ("Label", detail.summary.label.clone()),
        ("State", state(&detail.summary)),
    ];
    match &detail.draft.endpoint {
        Endpoint::Command {
            program,
            arguments,
            folder,
        } => {
            lines.push((
                "Program",
                detail.resolved.clone().unwrap_or_else(|| program.clone()),
            ));
            lines.extend(
                arguments
                    .iter()
                    .map(|argument| ("Argument", format!("“{argument}”"))),
            );
            lines.push((
                "Folder",
                folder.clone().unwrap_or_else(|| "your home folder".to_owned()),
            ));
        }
        Endpoint::Address { url } => lines.push(("Address", url.clone())),
        Endpoint::Demo {} => lines.push(("Program", "the demo server inside Portcullis".to_owned())),
    }
    for (kind, values) in [
        ("Variable", &detail.draft.environment),
        ("Header", &detail.draft.headers),
    ] {
        lines.extend(values.iter().map(|named| match &named.value {
            Some(value) => (kind, format!("{}={value}", named.name)),
            None => (kind, format!("{} (secret, in your keychain)", named.name)),
        }));
    }
    match detail.draft.transport {
        TransportChoice::Auto => {}
        TransportChoice::StreamableHttp => lines.push(("Transport", "Streamable HTTP only".to_owned())),
        TransportChoice::Sse => lines.push(("Transport", "HTTP+SSE only".to_owned())),
    }
    if let Some(seconds) = detail.draft.limits.start_seconds {
        lines.push(("Starts within", format!("{seconds} s")));
    }
    let asks = match detail.summary.sampling {
        true => "yes; you are asked each time",
        false => "no",
    };
    lines.push(("Asks a model", asks.to_owned()));
    if let Some(revision) = &detail.revision {
        lines.push(("Protocol", revision.clone()));
    }
    if let Some(name) = &detail.server_name {
        let version = detail
            .server_version
            .as_ref()
            .map_or("", |version| version.text.as_str());
        lines.push(("Says it is", format!("{} {version}", name.text)));
    }
    // A list that failed is not an empty one.
    let unlisted = detail.summary.state.phase == Phase::Ready && detail.summary.state.problem.is_some();
    if unlisted {
        lines.push(("Tools", "not listed".to_owned()));
    } else if detail.revision.is_some() {
        lines.push(("Tools", detail.summary.tools.to_string()));
    }
    let changed = match detail.summary.changed_tools {
        0 => None,
        1 => Some("1 tool is not what you approved".to_owned()),
        many => Some(format!("{many} tools are not what you approved")),
    };
    lines.extend(changed.map(|changed| ("Changed", changed)));
    if let Some(took) = detail.ready_after {
        lines.push(("Ready in", output::duration(took)));
    }
    if let Some(at) = detail.approved_at {
        lines.push(("Approved", output::time(at)));
    }
    let width = lines.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let line = |(name, value): &(&str, String)| format!("{name:<width$}  {}\n", value);
    lines.iter().map(line).collect()
}
