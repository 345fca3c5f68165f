//! The fence around a server's program: what it may use, and changing that by the usual review.

use super::server_edit::review;
use crate::args::values::one_of;
use crate::failure::CliFailure;
use crate::session::CommandContext;
use crate::terminal::Terminal;
use clap::{Args, Subcommand};
use portcullis_api::{
    ContainerView, Endpoint, FenceGrants, FenceHost, FenceView, ServerDetail, ServerSummary,
};
use portcullis_core::text::escape_line;
use portcullis_l10n::say;
use serde::Serialize;
use std::path::Path;

/// Port of a host that is named without one.
const HTTPS: u16 = 443;

/// `server fence`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  portcullis-cli server fence files\n  \
    portcullis-cli server fence files allow write ~/work\n  \
    portcullis-cli server fence weather allow host api.example.com")]
pub struct FenceArgs {
    /// The server
    label: String,
    #[command(subcommand)]
    command: Option<FenceCommand>,
}

/// What is done to a fence.
#[derive(Debug, Subcommand)]
enum FenceCommand {
    /// Show the fence, and whether this computer supports one
    Show,
    /// Fence the program in: it can read its own files and the system, and has no network
    On(Consent),
    /// Run the program without a fence
    Off(Consent),
    /// Let it use a file, a folder, a host or its own sandbox
    Allow(FenceChange),
    /// Stop allowing a file, a folder, a host or its own sandbox
    Remove(FenceChange),
}

/// What changes.
#[derive(Debug, Args)]
struct FenceChange {
    /// The kind of access
    #[arg(value_parser = one_of(KINDS))]
    kind: GrantKind,
    /// A path, or a host as HOST or HOST:PORT; “any” for every host; nothing for “nested”, the sandbox that browsers build
    #[arg(
        value_name = "PATH|HOST",
        default_value = "",
        hide_default_value = true,
        required_if_eq_any([("kind", "read"), ("kind", "write"), ("kind", "host")])
    )]
    value: String,
    #[command(flatten)]
    consent: Consent,
}

/// Whether the review is asked about.
#[derive(Debug, Args)]
struct Consent {
    /// Approve what is shown; a change that Portcullis refuses is not saved
    #[arg(long, short)]
    yes: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum GrantKind {
    Read,
    Write,
    Host,
    Nested,
}

const KINDS: &[(&str, GrantKind)] = &[
    ("read", GrantKind::Read),
    ("write", GrantKind::Write),
    ("host", GrantKind::Host),
    (NESTED, GrantKind::Nested),
];
const ANY: &str = "any";
const NESTED: &str = "nested";

impl FenceArgs {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        let server = session.find(&self.label)?;
        let mut draft = session.host.server(&server.id)?.draft;
        let (fence, yes) = match self.command {
            None | Some(FenceCommand::Show) => return show(session, &server).await,
            Some(FenceCommand::On(consent)) => (Some(draft.fence.take().unwrap_or_default()), consent.yes),
            Some(FenceCommand::Off(consent)) => (None, consent.yes),
            Some(FenceCommand::Allow(change)) => {
                let fence = draft.fence.take().unwrap_or_default();
                (Some(allowed(fence, &change)?), change.consent.yes)
            }
            Some(FenceCommand::Remove(change)) => {
                let fence = draft.fence.take().unwrap_or_default();
                (Some(removed(fence, &change)?), change.consent.yes)
            }
        };
        draft.fence = fence;
        let request = session
            .host
            .propose_server(draft, Some(server.id.clone()))
            .await?;
        let terminal = Terminal::find().await;
        let view = session.host.fence(&server.id).await;
        let words = |now: &ServerSummary| match view {
            Ok(_) => say!(
                "fence-saved",
                server = now.label,
                state = super::server::state(now)
            ),
            Err(error) => error.sentence,
        };
        review(session, request, &server, terminal, yes, words).await
    }
}

fn allowed(mut fence: FenceGrants, change: &FenceChange) -> Result<FenceGrants, CliFailure> {
    match change.kind {
        GrantKind::Read => add(&mut fence.read, path(&change.value)?),
        GrantKind::Write => add(&mut fence.write, path(&change.value)?),
        GrantKind::Host if change.value == ANY => fence.any_host = true,
        GrantKind::Host => add(&mut fence.hosts, host(&change.value)?),
        GrantKind::Nested => fence.nested = no_value(change)?,
    }
    Ok(fence)
}

fn removed(mut fence: FenceGrants, change: &FenceChange) -> Result<FenceGrants, CliFailure> {
    let known = match change.kind {
        GrantKind::Read => take(&mut fence.read, &path(&change.value)?),
        GrantKind::Write => take(&mut fence.write, &path(&change.value)?),
        GrantKind::Host if change.value == ANY => std::mem::take(&mut fence.any_host),
        GrantKind::Host => take(&mut fence.hosts, &host(&change.value)?),
        GrantKind::Nested => no_value(change)? && std::mem::take(&mut fence.nested),
    };
    match known {
        true => Ok(fence),
        false => Err(CliFailure::usage(say!(
            "fence-not-granted",
            value = escape_line(match change.kind {
                GrantKind::Nested => NESTED,
                _ => &change.value,
            })
            .text
        ))),
    }
}

fn add<T: PartialEq>(list: &mut Vec<T>, one: T) {
    if !list.contains(&one) {
        list.push(one);
    }
}

fn take<T: PartialEq>(list: &mut Vec<T>, one: &T) -> bool {
    let before = list.len();
    list.retain(|other| other != one);
    list.len() < before
}

/// There is one sandbox to allow, so nothing names it.
fn no_value(change: &FenceChange) -> Result<bool, CliFailure> {
    match change.value.is_empty() {
        true => Ok(true),
        false => Err(CliFailure::usage(say!(
            "fence-nested-value",
            value = escape_line(&change.value).text
        ))),
    }
}

/// Of the folder in which the command is typed.
fn path(typed: &str) -> Result<String, CliFailure> {
    let whole = std::path::absolute(Path::new(typed));
    let text = whole
        .ok()
        .and_then(|path| path.into_os_string().into_string().ok());
    text.ok_or_else(|| CliFailure::usage(say!("fence-path-unreadable", path = escape_line(typed).text)))
}

fn host(typed: &str) -> Result<FenceHost, CliFailure> {
    let (name, port) = match typed.rsplit_once(':') {
        None => (typed, Some(HTTPS)),
        Some((name, port)) => (name, port.parse().ok()),
    };
    let port =
        port.ok_or_else(|| CliFailure::usage(say!("fence-host-unreadable", host = escape_line(typed).text)))?;
    Ok(FenceHost {
        name: name.to_ascii_lowercase(),
        port,
    })
}

async fn show(session: &CommandContext, server: &ServerSummary) -> Result<(), CliFailure> {
    let view = session.host.fence(&server.id).await?;
    let container = session.host.server(&server.id)?.container;
    session
        .output
        .result(&view, || described(&view, container.as_ref()));
    Ok(())
}

/// The fence of a server, with what holds it in.
#[derive(Serialize)]
pub struct ShownFence {
    #[serde(flatten)]
    view: FenceView,
    level: ShownLevel,
}

/// What holds a program in.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum ShownLevel {
    /// A fence of this computer: files, processes and network.
    FilesAndNetwork,
    /// The same with every address allowed.
    Files,
    /// The engine of its container.
    Engine,
    /// Nothing. With a fence that this computer cannot hold it does not start.
    None,
}

impl ShownFence {
    /// `None` for a server that is no program of this computer.
    pub async fn of(session: &CommandContext, detail: &ServerDetail) -> Result<Option<Self>, CliFailure> {
        if !matches!(detail.draft.endpoint, Endpoint::Command { .. }) {
            return Ok(None);
        }
        let view = session.host.fence(&detail.summary.id).await?;
        let level = match &view.grants {
            None => ShownLevel::None,
            Some(_) if detail.container.is_some() => ShownLevel::Engine,
            Some(_) if view.unavailable.is_some() => ShownLevel::None,
            Some(grants) if grants.any_host => ShownLevel::Files,
            Some(_) => ShownLevel::FilesAndNetwork,
        };
        Ok(Some(Self { view, level }))
    }

    /// As `server fence` says it.
    pub fn words(&self, detail: &ServerDetail) -> String {
        described(&self.view, detail.container.as_ref())
    }
}

fn described(view: &FenceView, container: Option<&ContainerView>) -> String {
    let mut lines = Vec::new();
    match &view.grants {
        None => lines.push(say!("fence-none")),
        Some(FenceGrants {
            read,
            write,
            hosts,
            any_host,
            nested,
        }) => {
            lines.push(say!("fence-stands"));
            let shown = |path: &String| escape_line(path).text;
            lines.extend(read.iter().map(|path| say!("fence-reads", path = shown(path))));
            lines.extend(write.iter().map(|path| say!("fence-writes", path = shown(path))));
            lines.extend(hosts.iter().map(|host| {
                say!(
                    "fence-reaches",
                    host = shown(&host.name),
                    port = host.port.to_string()
                )
            }));
            match any_host {
                true => lines.push(say!("fence-reaches-all")),
                false if hosts.is_empty() => lines.push(say!("fence-reaches-none")),
                false => (),
            }
            if *nested {
                lines.push(say!("fence-nests"));
            }
        }
    }
    let notes = container.into_iter().flat_map(|container| &container.notes);
    lines.extend(notes.map(|note| escape_line(note).text));
    match &view.unavailable {
        None if container.is_some() => lines.push(say!("fence-engine")),
        None => lines.push(say!("fence-can")),
        Some(why) => lines.push(say!("fence-cannot", why = why)),
    }
    for denial in &view.denials {
        lines.push(say!(
            "fence-denied",
            what = denial.what.text,
            count = denial.count
        ));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(kind: GrantKind, value: &str) -> FenceChange {
        FenceChange {
            kind,
            value: value.to_owned(),
            consent: Consent { yes: false },
        }
    }

    #[test]
    fn a_grant_is_added_once_and_taken_back() {
        let named = change(GrantKind::Host, "API.example.com");
        let fence = allowed(FenceGrants::default(), &named).expect("a host");
        let fence = allowed(fence, &named).expect("the same host");
        let host = FenceHost {
            name: "api.example.com".to_owned(),
            port: 443,
        };
        assert_eq!(fence.hosts, [host]);
        let other = change(GrantKind::Host, "api.example.com:8443");
        assert!(
            removed(fence.clone(), &other).is_err(),
            "another port was never granted"
        );
        assert_eq!(
            removed(fence, &named).expect("it was there"),
            FenceGrants::default()
        );
        assert!(host_fails("api.example.com:port"));
        let all = allowed(FenceGrants::default(), &change(GrantKind::Host, "any")).expect("all hosts");
        assert!(all.any_host && all.hosts.is_empty());
        let sandbox = change(GrantKind::Nested, "");
        assert!(
            removed(FenceGrants::default(), &sandbox).is_err(),
            "never granted"
        );
        let fence = allowed(FenceGrants::default(), &sandbox).expect("its own sandbox");
        assert!(fence.nested);
        assert_eq!(removed(fence, &sandbox).expect("granted"), FenceGrants::default());
        assert!(allowed(FenceGrants::default(), &change(GrantKind::Nested, "/x")).is_err());
    }

    fn host_fails(typed: &str) -> bool {
        super::host(typed).is_err()
    }
}
