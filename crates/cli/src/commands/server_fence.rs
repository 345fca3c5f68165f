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
use portcullis_core::text::{escape_line, shell_word};
use portcullis_l10n::say;
use serde::Serialize;
use std::net::{IpAddr, Ipv6Addr};
use std::path::{Component, Path};

/// Port of a host that is named without one.
const HTTPS: u16 = 443;

/// `server fence`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  portcullis-cli server fence files\n  \
    portcullis-cli server fence files allow write ~/work\n  \
    portcullis-cli server fence weather allow host api.example.com\n  \
    portcullis-cli server fence photos allow host nas.local:5000 --local-network")]
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
    /// Run the program in a fence: it can read its own files and the system, and has no network
    On(Consent),
    /// Run the program without a fence
    Off(Consent),
    /// Let it use a file, a folder, a host or its own sandbox
    Allow {
        #[command(flatten)]
        change: FenceChange,
        /// The host is in your local network: its name may lead to a private address, but never to this computer
        #[arg(long)]
        local_network: bool,
    },
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
            Some(FenceCommand::Allow {
                change,
                local_network,
            }) => {
                let fence = draft.fence.take().unwrap_or_default();
                (Some(allowed(fence, &change, local_network)?), change.consent.yes)
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

fn allowed(
    mut fence: FenceGrants,
    change: &FenceChange,
    local_network: bool,
) -> Result<FenceGrants, CliFailure> {
    if local_network && (change.kind != GrantKind::Host || change.value == ANY) {
        return Err(CliFailure::usage(say!("fence-local-one-host")));
    }
    match change.kind {
        GrantKind::Read => add(&mut fence.read, path(&change.value)?),
        GrantKind::Write => add(&mut fence.write, path(&change.value)?),
        GrantKind::Host if change.value == ANY => fence.any_host = true,
        GrantKind::Host => {
            let mut host = host(&change.value)?;
            host.local_network |= local_network;
            fence.add_host(host);
        }
        GrantKind::Nested => fence.nested = no_value(change)?,
    }
    Ok(fence)
}

fn removed(mut fence: FenceGrants, change: &FenceChange) -> Result<FenceGrants, CliFailure> {
    let known = match change.kind {
        GrantKind::Read => take(&mut fence.read, &path(&change.value)?),
        GrantKind::Write => take(&mut fence.write, &path(&change.value)?),
        GrantKind::Host if change.value == ANY => std::mem::take(&mut fence.any_host),
        GrantKind::Host => {
            let typed = host(&change.value)?;
            let before = fence.hosts.len();
            // Wherever it is.
            fence
                .hosts
                .retain(|host| (&host.name, host.port) != (&typed.name, typed.port));
            fence.hosts.len() < before
        }
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
    let whole = std::path::absolute(Path::new(typed)).map(|whole| {
        // The folder above is looked up: behind a link it is another one than in the text.
        match whole.components().any(|part| part == Component::ParentDir) {
            true => whole.canonicalize().unwrap_or(whole),
            false => whole,
        }
    });
    let text = whole
        .ok()
        .and_then(|path| path.into_os_string().into_string().ok());
    text.ok_or_else(|| CliFailure::usage(say!("fence-path-unreadable", path = escape_line(typed).text)))
}

/// One that is typed as an IP address can only be in the local network.
fn host(typed: &str) -> Result<FenceHost, CliFailure> {
    let (name, port) = parted(typed);
    let port = match port {
        None => Some(HTTPS),
        Some(port) => port.parse().ok(),
    };
    let port =
        port.ok_or_else(|| CliFailure::usage(say!("fence-host-unreadable", host = escape_line(typed).text)))?;
    Ok(FenceHost {
        local_network: name.parse::<IpAddr>().is_ok(),
        ..FenceHost::new(name.to_ascii_lowercase(), port)
    })
}

/// A name, and a port where there is one. An address of IPv6 has colons of its own: with a port it stands in brackets.
fn parted(typed: &str) -> (&str, Option<&str>) {
    if typed.parse::<Ipv6Addr>().is_ok() {
        return (typed, None);
    }
    match typed.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, "")) => (address, None),
        Some((address, rest)) => (address, Some(rest.strip_prefix(':').unwrap_or_default())),
        None => match typed.rsplit_once(':') {
            Some((name, port)) => (name, Some(port)),
            None => (typed, None),
        },
    }
}

/// What is typed after `allow` to grant a host.
pub(super) fn host_grant(host: &FenceHost) -> String {
    let mut address = host.address();
    // A shell reads the brackets of an IPv6 address as a pattern.
    if address.starts_with('[') {
        address = shell_word(&address);
    }
    match host.local_network {
        true => format!("host {address} --local-network"),
        false => format!("host {address}"),
    }
}

async fn show(session: &CommandContext, server: &ServerSummary) -> Result<(), CliFailure> {
    let detail = session.host.server(&server.id)?;
    match ShownFence::of(session, &detail).await? {
        Some(shown) => session.output.result(&shown, || shown.words(&detail)),
        None => {
            let view = session.host.fence(&server.id).await?;
            session
                .output
                .result(&view, || say!("fence-no-program", server = server.label));
        }
    }
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
        described(&detail.summary.label, &self.view, detail.container.as_ref())
    }
}

fn described(label: &str, view: &FenceView, container: Option<&ContainerView>) -> String {
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
                let address = shown(&host.address());
                match host.local_network {
                    false => say!("fence-reaches", address),
                    true => say!("fence-reaches-local", address),
                }
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
        Some(why) => lines.push(say!("fence-cannot", why)),
    }
    for denial in &view.denials {
        lines.push(say!(
            "fence-denied",
            what = denial.what.text,
            count = denial.count
        ));
        // It would build a fence where there is none, and says nothing new of what is allowed by now.
        let is_offered = |host: &&FenceHost| {
            let fence = view.grants.as_ref().filter(|fence| !fence.any_host);
            host.local_network && fence.is_some_and(|fence| !fence.hosts.contains(host))
        };
        if let Some(host) = denial.host.as_ref().filter(is_offered) {
            lines.push(say!(
                "fence-blocked-allow",
                label = shell_word(label),
                grant = host_grant(host)
            ));
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests;
