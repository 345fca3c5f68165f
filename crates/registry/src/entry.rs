//! Replies of a registry, and what of them is kept of each server. A server whose name or version is none is counted and left out.

use crate::{bad, limits};
use portcullis_core::{Result, calendar, causes};
use portcullis_domain::RegistryStatus;
use portcullis_l10n::say;
use serde_json::Value;

/// Where a registry puts what it says itself of a version.
const OFFICIAL: &str = "io.modelcontextprotocol.registry/official";

static NOTHING: Value = Value::Null;

/// A version of a server. All of it but the status and the times is a claim of its publisher.
#[derive(Debug, Clone, PartialEq)]
pub struct RegistryEntry {
    /// `io.github.user/some-server`.
    pub name: String,
    /// Its title, or the last part of its name.
    pub title: String,
    /// What it says that it does.
    pub description: String,
    /// Its version.
    pub version: String,
    /// What the registry says of it.
    pub status: RegistryStatus,
    /// Why.
    pub status_message: Option<String>,
    /// When it was published, ms since 1970.
    pub published_at: Option<u64>,
    /// When the registry last changed it, ms since 1970.
    pub updated_at: Option<u64>,
    /// The registry says that there is a later version.
    pub is_outdated: bool,
    /// It has packages, which run on this computer.
    pub local: bool,
    /// It has addresses.
    pub remote: bool,
    /// Its website, `https` only.
    pub website: Option<String>,
    /// Its source code, `https` only.
    pub repository: Option<String>,
    /// The whole of it, as `server.json`.
    pub document: Value,
}

/// A reply with servers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct EntryPage {
    /// Those that can be used, in their order.
    pub entries: Vec<RegistryEntry>,
    /// How many were left out.
    pub left_out: usize,
    /// What leads to the next reply.
    pub next: Option<String>,
}

/// Reads a reply with servers.
///
/// # Errors
/// `input.bad` where it is no such reply.
pub fn read_page(reply: &[u8]) -> Result<EntryPage> {
    let reply = json(reply)?;
    let Some(Value::Array(servers)) = reply.get("servers") else {
        return Err(bad(say!("reply-other")));
    };
    let mut page = EntryPage::default();
    for server in servers {
        match of_reply(server).filter(|_| page.entries.len() < limits::PAGE.1) {
            Some(entry) => page.entries.push(entry),
            None => page.left_out += 1,
        }
    }
    let next = reply
        .get("metadata")
        .and_then(|metadata| pick(metadata, "nextCursor", "next_cursor"));
    if let Some(cursor) = next.and_then(Value::as_str).filter(|cursor| !cursor.is_empty()) {
        if cursor.len() > limits::CURSOR {
            return Err(bad(say!("reply-other")));
        }
        page.next = Some(cursor.to_owned());
    }
    Ok(page)
}

/// Reads a reply with one server.
///
/// # Errors
/// `input.bad` where it is no such reply, or the server in it cannot be used.
pub fn read_entry(reply: &[u8]) -> Result<RegistryEntry> {
    of_reply(&json(reply)?).ok_or_else(|| bad(say!("reply-other")))
}

fn json(reply: &[u8]) -> Result<Value> {
    serde_json::from_slice(reply).map_err(|error| bad(say!("reply-unreadable", why = causes::json(&error))))
}

/// A member by either of its spellings.
pub(crate) fn pick<'v>(value: &'v Value, camel: &str, snake: &str) -> Option<&'v Value> {
    let found = value.get(camel).or_else(|| value.get(snake));
    found.filter(|found| !found.is_null())
}

/// A text that is not longer than this many bytes.
pub(crate) fn text<'v>(value: &'v Value, camel: &str, snake: &str, bytes: usize) -> Option<&'v str> {
    let text = pick(value, camel, snake)?.as_str()?;
    (text.len() <= bytes && !text.is_empty()).then_some(text)
}

/// A text for people, cut where it is too long.
pub(crate) fn words(value: &Value, camel: &str, snake: &str, characters: usize) -> Option<String> {
    let text = pick(value, camel, snake)?.as_str()?.trim();
    let cut = match text.char_indices().nth(characters) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    };
    (!cut.is_empty()).then_some(cut)
}

fn of_reply(reply: &Value) -> Option<RegistryEntry> {
    let server = reply.get("server")?;
    let said = reply.get("_meta").and_then(|meta| meta.get(OFFICIAL));
    let said = said.unwrap_or(&NOTHING);
    of_document(server.clone(), said)
}

/// A server from its document and what the registry says of it.
pub(crate) fn of_document(document: Value, said: &Value) -> Option<RegistryEntry> {
    let name = document.get("name")?.as_str()?;
    let version = document.get("version")?.as_str()?;
    if !is_name(name) || !is_version(version) || !is_small(&document) {
        return None;
    }
    let named = name.rsplit('/').next().unwrap_or(name);
    let status = said.get("status").or_else(|| document.get("status"));
    let status = match status.and_then(Value::as_str) {
        None | Some("active") => RegistryStatus::Active,
        Some("deleted") => RegistryStatus::Deleted,
        // Whatever a later version of the format means by it: not that there is nothing against it.
        Some(_) => RegistryStatus::Deprecated,
    };
    let has = |member: &str| {
        let list = document.get(member).and_then(Value::as_array);
        list.is_some_and(|list| !list.is_empty())
    };
    let time = |camel, snake| calendar::parse(text(said, camel, snake, 64)?);
    let link = |value: &Value, camel, snake| {
        let link = text(value, camel, snake, limits::VALUE)?;
        let url = url::Url::parse(link).ok()?;
        (url.scheme() == "https").then(|| url.to_string())
    };
    let repository = document.get("repository").unwrap_or(&NOTHING);
    Some(RegistryEntry {
        name: name.to_owned(),
        title: words(&document, "title", "title", limits::TITLE).unwrap_or_else(|| named.to_owned()),
        description: words(&document, "description", "description", limits::DESCRIPTION).unwrap_or_default(),
        version: version.to_owned(),
        status,
        status_message: words(said, "statusMessage", "status_message", limits::DESCRIPTION),
        published_at: time("publishedAt", "published_at"),
        updated_at: time("updatedAt", "updated_at"),
        is_outdated: pick(said, "isLatest", "is_latest").and_then(Value::as_bool) == Some(false),
        local: has("packages"),
        remote: has("remotes"),
        website: link(&document, "websiteUrl", "website_url"),
        repository: link(repository, "url", "url"),
        document,
    })
}

/// `reverse.dns/name`.
pub(crate) fn is_name(name: &str) -> bool {
    let fits = |part: &str, more: &str| {
        let fit = |it: char| it.is_ascii_alphanumeric() || more.contains(it);
        !part.is_empty() && part.chars().all(fit)
    };
    let (least, most) = limits::NAME;
    (least..=most).contains(&name.len())
        && name
            .split_once('/')
            .is_some_and(|(space, name)| fits(space, ".-") && fits(name, "._-"))
}

/// One short line, and no path.
pub(crate) fn is_version(version: &str) -> bool {
    let hidden = portcullis_core::text::escape_line(version).hidden > 0;
    !hidden
        && version.trim() == version
        && !version.chars().all(|it| it == '.')
        && version.chars().count() <= limits::VERSION
        && !version.chars().any(char::is_control)
}

/// Writing it may not take more than it may have.
fn is_small(document: &Value) -> bool {
    struct Count(usize);
    impl std::io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            match self.0 <= limits::DOCUMENT {
                true => Ok(bytes.len()),
                false => Err(std::io::ErrorKind::FileTooLarge.into()),
            }
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    serde_json::to_writer(Count(0), document).is_ok()
}
