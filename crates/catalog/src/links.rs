//! Addresses that servers ask a person to open: taken apart for reading, with what is unusual about them, or refused
//! (ELI-20, ELI-21, ELI-23, S-16, S-82).
//!
//! Nothing is fetched, resolved or looked up here. What is shown is what is opened, letter for letter: the address
//! as the parser of this program writes it. Where a person could read something else than the browser would, it is
//! refused; where it is only unusual, that is said.
//!
//! Which part of a host was registered takes a list that changes every week. There is none in here, so the
//! whole host is set apart, and what pretends to be its end is warned of.

#[cfg(test)]
mod tests;
mod unusual;

use crate::limits::LINK_BYTES;
use portcullis_core::text::{escape_line, imitated_host, is_hidden, mark_lookalikes};
use portcullis_domain::{Foreign, LinkParts, Warning};
use portcullis_l10n::say;
use url::{Host, Url};

/// An address that may be opened once a person said so.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    url: Url,
    /// For reading.
    pub parts: LinkParts,
    /// What is unusual about it.
    pub warnings: Vec<Warning>,
}

impl Link {
    /// Looks at an address from a server.
    ///
    /// # Errors
    /// Why it is not opened, one sentence of ours without the address.
    pub fn read(address: &str) -> Result<Self, String> {
        let authority = plain(address)?;
        let url = Url::parse(address).map_err(|_| say!("link-invalid"))?;
        let host = url.host().ok_or_else(|| say!("link-no-host"))?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err(say!("link-user"));
        }
        if url.scheme() == "http" && !loopback(&host) {
            return Err(say!("link-plain"));
        }
        if in_disguise(&url, authority) {
            return Err(disguised());
        }
        let mut parts = parts(&url)?;
        let warnings = unusual::warnings(&url, &parts);
        parts.reads = parts.reads.map(mark_lookalikes);
        Ok(Self { url, parts, warnings })
    }

    /// The address as it is opened.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.url.as_str()
    }

    /// The whole address as a person may see it.
    #[must_use]
    pub fn shown(&self) -> Foreign {
        escape_line(self.url.as_str())
    }

    /// The address without what may hold a key: query and fragment.
    #[must_use]
    pub fn without_query(&self) -> String {
        let mut url = self.url.clone();
        let more = url.query().is_some() || url.fragment().is_some();
        url.set_query(None);
        url.set_fragment(None);
        if more { format!("{url}…") } else { url.into() }
    }
}

/// Why an address that a person typed is not taken: other parsers, or people, would read another one than `url`. In
/// words that follow others.
#[must_use]
pub fn misread(typed: &str, url: &Url) -> Option<String> {
    let begins = |scheme: &str| {
        let head = typed.get(..scheme.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(scheme))
    };
    if !begins("https://") && !begins("http://") {
        return Some(say!("link-scheme"));
    }
    let why = match plain(typed) {
        Ok(authority) if in_disguise(url, authority) => disguised(),
        Ok(_) => return None,
        Err(why) => why,
    };
    // Whole sentences about “it”, here after a colon.
    let why = why.trim_end_matches(['.', '。']);
    let (first, rest) = why.split_at(why.chars().next().map_or(0, char::len_utf8));
    Some(format!("{}{rest}", first.to_lowercase()))
}

/// What is unusual about the host of an address that a person typed. Where it leads is theirs to choose.
#[must_use]
pub fn remarks(url: &Url) -> Vec<Warning> {
    let Ok(parts) = parts(url) else { return Vec::new() };
    let mut found = unusual::warnings(url, &parts);
    let inside = found.iter().any(|warning| warning.code == "link.inside");
    found.retain(|warning| match warning.code.as_str() {
        "link.punycode" | "link.look_alike" | "link.mixed_script" | "link.dot" | "link.pretends"
        | "link.many_parts" => true,
        "link.number" => !inside,
        _ => false,
    });
    found
}

/// How the host of an address reads, where that is not how it is written.
#[must_use]
pub fn reads(url: &Url) -> Option<Foreign> {
    parts(url).ok()?.reads.map(mark_lookalikes)
}

/// The host that the host of an address can be taken for.
#[must_use]
pub fn imitates(url: &Url) -> Option<String> {
    parts(url).ok()?.imitates
}

fn disguised() -> String {
    say!("link-disguised")
}

/// Whether the host is a number that is written as something else.
fn in_disguise(url: &Url, authority: &str) -> bool {
    let written = authority.rsplit_once(':').map_or(authority, |(host, _)| host);
    matches!(url.host(), Some(Host::Ipv4(number)) if written != number.to_string())
}

/// Refuses what parsers read differently from each other and from people. Gives the part that names the host.
fn plain(address: &str) -> Result<&str, String> {
    if address.len() > LINK_BYTES {
        return Err(say!("link-long"));
    }
    if address
        .chars()
        .any(|c| c.is_whitespace() || c.is_control() || is_hidden(c) || c == '\\')
    {
        return Err(say!("link-characters"));
    }
    if control_in_disguise(address) {
        return Err(say!("link-control"));
    }
    let rest = ["https://", "http://"].into_iter().find_map(|scheme| {
        let (head, rest) = address.split_at_checked(scheme.len())?;
        head.eq_ignore_ascii_case(scheme).then_some(rest)
    });
    let rest = rest.ok_or_else(|| say!("link-https"))?;
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.is_empty() {
        return Err(say!("link-no-host"));
    }
    if authority.contains('@') {
        return Err(say!("link-user"));
    }
    if authority.contains('%') {
        return Err(say!("link-hidden"));
    }
    Ok(authority)
}

/// `%00`, `%0a` and their like.
fn control_in_disguise(address: &str) -> bool {
    address.as_bytes().windows(3).any(|code| {
        let digit = |byte: u8| char::from(byte).to_digit(16);
        match (code[0], digit(code[1]), digit(code[2])) {
            (b'%', Some(high), Some(low)) => high * 16 + low < 0x20 || high * 16 + low == 0x7f,
            _ => false,
        }
    })
}

fn loopback(host: &Host<&str>) -> bool {
    match host {
        Host::Domain(name) => *name == "localhost",
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    }
}

fn parts(url: &Url) -> Result<LinkParts, String> {
    let host = url.host_str().ok_or_else(|| say!("link-no-host"))?;
    let before = format!("{}://", url.scheme());
    let after = url
        .as_str()
        .strip_prefix(before.as_str())
        .and_then(|rest| rest.strip_prefix(host))
        .ok_or_else(|| say!("link-invalid"))?;
    let unicode = url::quirks::domain_to_unicode(host);
    Ok(LinkParts {
        imitates: imitated_host(&unicode),
        reads: (unicode != host && !unicode.is_empty()).then(|| escape_line(&unicode)),
        after: escape_line(after).text,
        host: host.to_owned(),
        before,
    })
}
