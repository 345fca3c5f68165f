//! Classifies IP addresses. A server may name only global unicast addresses; everything that is reserved for anything
//! else is refused (RFC 6890 and the IANA special-purpose registries).

use portcullis_l10n::say;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use url::Host;

/// Why an address is not visited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressClass {
    /// This computer.
    Here,
    /// A private network, by number or by a name that only such networks know.
    Private,
    /// The network next to this computer, where routers and clouds keep what only their machines may read.
    Link,
    /// What a cloud tells its own machines, keys included.
    Metadata,
    /// Nothing that a single computer on the internet has.
    Nowhere,
    /// It is not encrypted.
    Plain,
    /// It holds a name or a password.
    Named,
}

impl AddressClass {
    /// That such an address, which the server with this label named, was not visited.
    pub(crate) fn refusal(self, label: &str) -> String {
        match self {
            Self::Here => say!("forbidden-here", server = label),
            Self::Private => say!("forbidden-private", server = label),
            Self::Link => say!("forbidden-link", server = label),
            Self::Metadata => say!("forbidden-metadata", server = label),
            Self::Nowhere => say!("forbidden-nowhere", server = label),
            Self::Plain => say!("forbidden-plain", server = label),
            Self::Named => say!("forbidden-named", server = label),
        }
    }
}

/// Names that mean a place, whatever number they have.
const NAMES: [(&str, AddressClass); 8] = [
    ("localhost", AddressClass::Here),
    ("metadata.google.internal", AddressClass::Metadata),
    ("metadata.goog", AddressClass::Metadata),
    ("instance-data.ec2.internal", AddressClass::Metadata),
    ("internal", AddressClass::Private),
    ("local", AddressClass::Private),
    ("home.arpa", AddressClass::Private),
    ("onion", AddressClass::Nowhere),
];

/// A host as it is written in an address. A name is judged again by its numbers when it is dialled.
pub fn of_host(host: &Host<&str>) -> Option<AddressClass> {
    match host {
        Host::Ipv4(number) => of_v4(*number),
        Host::Ipv6(number) => of_v6(*number),
        Host::Domain(name) => {
            let name = name.trim_end_matches('.');
            let known = NAMES.iter().find(|(end, _)| {
                name.strip_suffix(end)
                    .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
            });
            match known {
                Some((_, place)) => Some(*place),
                // A name of one word is looked for in the network that one is in.
                None => (!name.contains('.')).then_some(AddressClass::Private),
            }
        }
    }
}

/// A number that a name has.
pub(super) fn of(number: IpAddr) -> Option<AddressClass> {
    match number {
        IpAddr::V4(number) => of_v4(number),
        IpAddr::V6(number) => of_v6(number),
    }
}

/// The address that a host is written as, in digits. `None` for a name.
#[must_use]
pub fn ip_address(host: &str) -> Option<IpAddr> {
    host.parse().ok().map(|address: IpAddr| address.to_canonical())
}

/// Whether it is an address of a private network. None is one that a translator (NAT64) takes for another: behind it may be this
/// computer, or what a cloud tells its machines.
#[must_use]
pub fn is_private(number: IpAddr) -> bool {
    let is_itself = match number {
        IpAddr::V4(_) => true,
        IpAddr::V6(number) => matches!(number.segments(), [0xfc00..=0xfdff, ..]),
    };
    is_itself && of(number) == Some(AddressClass::Private)
}

fn of_v4(number: Ipv4Addr) -> Option<AddressClass> {
    let place = match number.octets() {
        [127, ..] => AddressClass::Here,
        // Oracle's, Alibaba's and Azure's machines are told their keys at these.
        [169, 254, ..] => AddressClass::Link,
        [192, 0, 0, 192] | [100, 100, 100, 200] | [168, 63, 129, 16] => AddressClass::Metadata,
        [10, ..] | [172, 16..=31, ..] | [192, 168, ..] | [100, 64..=127, ..] => AddressClass::Private,
        // 0/8, protocol assignments, documentation, 6to4 relays, benchmarks, multicast and what is reserved.
        [0, ..]
        | [192, 0, 0 | 2, _]
        | [192, 88, 99, _]
        | [198, 18 | 19, ..]
        | [198, 51, 100, _]
        | [203, 0, 113, _]
        | [224..=255, ..] => AddressClass::Nowhere,
        _ => return None,
    };
    Some(place)
}

fn of_v6(number: Ipv6Addr) -> Option<AddressClass> {
    let place = match number.segments() {
        [0, 0, 0, 0, 0, 0, 0, 1] => AddressClass::Here,
        // A number of the other kind in disguise: judged as what it is, and refused even where that is public,
        // because there is no reason to write it so. `::a.b.c.d` is the older way.
        [0, 0, 0, 0, 0, 0xffff | 0, high, low] => of_v4(within(high, low)).unwrap_or(AddressClass::Nowhere),
        // In networks without the older kind every name has such a number, so the one within decides.
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => return of_v4(within(high, low)),
        [0x64, 0xff9b, 1, ..] => AddressClass::Private,
        // Amazon's, Google's, Oracle's and Scaleway's machines are told their keys at these.
        [0xfd00, 0xec2, ..]
        | [0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254]
        | [0xfd00, 0xc1, 0, 0, 0, 0, 0xa9fe, 0xa9fe]
        | [0xfd00, 0x42, 0, 0, 0, 0, 0, 0x42] => AddressClass::Metadata,
        [0xfe80..=0xfebf, ..] => AddressClass::Link,
        [0xfc00..=0xfdff | 0xfec0..=0xfeff, ..] => AddressClass::Private,
        // Protocol assignments and tunnels with another number within (2001::/23, 6to4), documentation.
        [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x2002, ..] | [0x3fff, 0..=0xfff, ..] => AddressClass::Nowhere,
        [0x2000..=0x3fff, ..] => return None,
        // Nothing outside of 2000::/3 was ever given to anyone on the internet.
        _ => AddressClass::Nowhere,
    };
    Some(place)
}

fn within(high: u16, low: u16) -> Ipv4Addr {
    Ipv4Addr::from(u32::from(high) << 16 | u32::from(low))
}
