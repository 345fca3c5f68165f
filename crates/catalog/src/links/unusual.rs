//! What is unusual about an address that may be opened all the same (ELI-21). Every sentence is ours. The only words of the address
//! in one are the name of a host as it is resolved and the name that it imitates, both in letters of a to z.

use crate::limits::LINK_LONG;
use portcullis_domain::{LinkParts, Warning};
use portcullis_l10n::say;
use std::net::{Ipv4Addr, Ipv6Addr};
use url::{Host, Url};

/// Labels that end a host; behind a name and in front of another end they pretend.
const ENDS: [&str; 10] = [
    "com", "org", "net", "gov", "edu", "io", "co", "app", "dev", "info",
];
/// More labels than this are rare where people go.
const LABELS: usize = 4;

/// All of it.
pub(super) fn warnings(url: &Url, parts: &LinkParts) -> Vec<Warning> {
    let mut found = Vec::new();
    let mut warn = |code: &str, sentence: String| {
        found.push(Warning::new(format!("link.{code}"), sentence));
    };
    if url.scheme() == "http" {
        warn("not_encrypted", say!("link-warning-plain"));
    }
    match url.host() {
        Some(Host::Ipv4(address)) => {
            warn("number", say!("link-warning-number"));
            if inside_v4(address) {
                warn("inside", inside());
            }
        }
        Some(Host::Ipv6(address)) => {
            warn("number", say!("link-warning-number"));
            if inside_v6(address) {
                warn("inside", inside());
            }
        }
        Some(Host::Domain(name)) => domain(name, parts, &mut warn),
        None => {}
    }
    if let Some(port) = url.port() {
        warn("port", say!("link-warning-port", port));
    }
    if url.as_str().len() > LINK_LONG {
        warn("long", say!("link-warning-long"));
    }
    found
}

fn inside() -> String {
    say!("link-warning-inside")
}

fn domain(name: &str, parts: &LinkParts, warn: &mut impl FnMut(&str, String)) {
    let bare = name.trim_end_matches('.');
    let labels: Vec<&str> = bare.split('.').collect();
    if let Some(imitated) = &parts.imitates {
        let sentence = say!(
            "link-warning-look-alike",
            imitated = imitated.as_str(),
            host = name
        );
        warn("look_alike", sentence);
    } else if labels.iter().any(|label| label.starts_with("xn--")) {
        warn("punycode", say!("link-warning-punycode"));
    }
    let reads = parts.reads.as_ref().map_or("", |reads| reads.text.as_str());
    if reads.split('.').any(mixed) {
        warn("mixed_script", say!("link-warning-mixed"));
    }
    if name.ends_with('.') {
        warn("dot", say!("link-warning-dot"));
    }
    if labels.len() == 1 || bare.ends_with(".localhost") || bare.ends_with(".local") {
        warn("inside", inside());
    }
    let front = labels.len().saturating_sub(2);
    if labels[..front].iter().skip(1).any(|label| ENDS.contains(label)) {
        warn("pretends", say!("link-warning-pretends"));
    } else if labels.len() > LABELS {
        warn("many_parts", say!("link-warning-parts"));
    }
}

/// Letters of more than one script in one word. Chinese, Japanese and Korean write with several by nature.
fn mixed(label: &str) -> bool {
    let mut scripts = label.chars().filter(|c| c.is_alphabetic()).map(script);
    let Some(first) = scripts.next() else { return false };
    scripts.any(|script| script != first)
}

/// Roughly: enough to tell Latin from what imitates it.
fn script(c: char) -> u8 {
    match u32::from(c) {
        0..=0x24f | 0x1e00..=0x1eff | 0x2c60..=0x2c7f | 0xa720..=0xa7ff => 1,
        0x370..=0x3ff | 0x1f00..=0x1fff => 2,
        0x400..=0x52f | 0x1c80..=0x1c8f | 0x2de0..=0x2dff | 0xa640..=0xa69f => 3,
        0x530..=0x58f => 4,
        0x590..=0x5ff => 5,
        0x600..=0x6ff | 0x750..=0x77f | 0x8a0..=0x8ff => 6,
        0x10a0..=0x10ff | 0x1c90..=0x1cbf | 0x2d00..=0x2d2f => 7,
        0x13a0..=0x13ff | 0xab70..=0xabbf => 8,
        0x3040..=0x30ff | 0x3400..=0x9fff | 0xac00..=0xd7af | 0x1100..=0x11ff | 0x20000..=0x3134f => 9,
        _ => 10,
    }
}

fn inside_v4(address: Ipv4Addr) -> bool {
    address.is_loopback() || address.is_private() || address.is_link_local() || address.is_unspecified()
}

fn inside_v6(address: Ipv6Addr) -> bool {
    address.is_loopback()
        || address.is_unspecified()
        || address.is_unique_local()
        || address.is_unicast_link_local()
        || address.to_ipv4_mapped().is_some_and(inside_v4)
}
