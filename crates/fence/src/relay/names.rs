//! Which names are granted, and which addresses they had when they were asked for.

use crate::grants::{HostGrant, LOCALHOST};
use crate::limits::{MAX_ADDRESSES, REMEMBER, RESOLVE};
use crate::sys;
use portcullis_net::{AddressClass, is_private, of_host};
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use url::Host;

/// What a name was answered with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NameAnswer {
    /// It is granted, and has these addresses.
    Addresses(Vec<IpAddr>),
    /// It is not granted.
    NotGranted,
    /// It is granted, and leads only where it may not: at these ports it might, if they were granted for private networks.
    Inward(IpAddr, Vec<u16>),
    /// It is granted, and has no address right now.
    Nothing,
}

pub(super) struct GrantedNames {
    hosts: Vec<HostGrant>,
    known: Mutex<HashMap<String, KnownName>>,
}

/// A name that was asked for.
struct KnownName {
    at: Instant,
    /// With which it was answered last.
    last: Vec<IpAddr>,
    /// With which it was ever answered, the latest at the end: a connection may begin long after its name was asked for.
    ever: VecDeque<IpAddr>,
}

impl GrantedNames {
    pub(super) fn new(hosts: Vec<HostGrant>) -> Self {
        Self {
            hosts,
            known: Mutex::default(),
        }
    }

    /// The grants of a name at a port: the same may be there for private networks and for others.
    fn grants(&self, name: &str, port: u16) -> impl Iterator<Item = &HostGrant> {
        let hosts = self.hosts.iter();
        hosts.filter(move |host| host.name == name && host.port == port)
    }

    pub(super) fn is_granted(&self, name: &str, port: u16) -> bool {
        self.grants(name, port).next().is_some()
    }

    /// Whether a granted name may lead to this address at this port, on a computer that has these. Another port of it may lead further.
    pub(super) fn may_lead(&self, name: &str, port: u16, address: IpAddr, own: &[IpAddr]) -> bool {
        let mut grants = self.grants(name, port);
        !own.contains(&address) && grants.any(|host| may_be_reached(address, host.private))
    }

    /// The granted names that were answered with this address, and the address itself where it is granted and this computer, which
    /// has these, does not have it.
    pub(super) fn of(&self, address: IpAddr, own: &[IpAddr]) -> Vec<String> {
        let mut names: Vec<_> = {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            let having = known.iter().filter(|(_, known)| known.ever.contains(&address));
            having.map(|(name, _)| name.clone()).collect()
        };
        let itself = address.to_string();
        if self.hosts.iter().any(|host| host.name == itself) && !own.contains(&address) {
            names.push(itself);
        }
        names.sort();
        names
    }

    /// Where to reach a name at a port: this address first, then those with which it was answered last.
    pub(super) fn addresses(&self, name: &str, port: u16, first: IpAddr, own: &[IpAddr]) -> Vec<IpAddr> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let last = known
            .get(name)
            .map(|known| known.last.clone())
            .unwrap_or_default();
        let others = last
            .into_iter()
            .filter(|address| *address != first && self.may_lead(name, port, *address, own));
        std::iter::once(first).chain(others).collect()
    }

    /// Answers a name, in small letters.
    pub(super) async fn answer(&self, name: &str) -> NameAnswer {
        let Some(private) = self.granted(name) else {
            return NameAnswer::NotGranted;
        };
        if let Some(last) = self.remembered(name) {
            return NameAnswer::Addresses(last);
        }
        let found = tokio::time::timeout(RESOLVE, tokio::net::lookup_host((name, 0))).await;
        let mut addresses = Vec::new();
        for found in found.into_iter().flatten().flatten() {
            let address = found.ip().to_canonical();
            if !addresses.contains(&address) {
                addresses.push(address);
            }
        }
        // What listens on every address of this computer is reached by each of them, public ones too.
        let Ok(own) = sys::own_addresses() else {
            return NameAnswer::Nothing;
        };
        let outward = |address: &IpAddr| may_be_reached(*address, private) && !own.contains(address);
        let inward: Vec<_> = addresses
            .iter()
            .copied()
            .filter(|address| !outward(address))
            .collect();
        addresses.retain(outward);
        addresses.truncate(MAX_ADDRESSES / 2);
        if !addresses.is_empty() {
            self.remember(name, &addresses);
            return NameAnswer::Addresses(addresses);
        }
        let mut local = inward.iter().copied();
        match local.find(|address| is_private(*address) && !own.contains(address)) {
            Some(address) => NameAnswer::Inward(address, self.other_ports(name)),
            None => inward.first().map_or(NameAnswer::Nothing, |address| {
                NameAnswer::Inward(*address, Vec::new())
            }),
        }
    }

    /// Whether it may lead into a private network. `None` for a name that is not granted, or is not one of the network.
    fn granted(&self, name: &str) -> Option<bool> {
        let grants = self
            .hosts
            .iter()
            .filter(|host| host.name == name && name != LOCALHOST);
        grants.map(|host| host.private).reduce(|one, other| one || other)
    }

    /// The ports of a name that are not granted for private networks.
    fn other_ports(&self, name: &str) -> Vec<u16> {
        let hosts = self.hosts.iter();
        let others = hosts.filter(|host| host.name == name && !host.private);
        others.map(|host| host.port).collect()
    }

    fn remembered(&self, name: &str) -> Option<Vec<IpAddr>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.get(name).filter(|known| known.at.elapsed() < REMEMBER)?;
        Some(known.last.clone())
    }

    fn remember(&self, name: &str, addresses: &[IpAddr]) {
        let mut all = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        // No more than are granted: only those get here.
        let known = all.entry(name.to_owned()).or_insert_with(|| KnownName {
            at: Instant::now(),
            last: Vec::new(),
            ever: VecDeque::new(),
        });
        known.at = Instant::now();
        known.last = addresses.to_vec();
        known.ever.retain(|address| !addresses.contains(address));
        known.ever.extend(addresses);
        while known.ever.len() > MAX_ADDRESSES {
            known.ever.pop_front();
        }
    }
}

/// Public addresses; private ones where that was granted. Never this computer and never a metadata service.
fn may_be_reached(address: IpAddr, private: bool) -> bool {
    match class(address) {
        None => true,
        Some(AddressClass::Private) => private && is_private(address),
        Some(_) => is_stand_in(address),
    }
}

fn class(address: IpAddr) -> Option<AddressClass> {
    let host: Host<&str> = match address {
        IpAddr::V4(address) => Host::Ipv4(address),
        IpAddr::V6(address) => Host::Ipv6(address),
    };
    of_host(&host)
}

/// An address reserved for benchmarks or documentation. Proxies that redirect all traffic of a computer (“fake IP”) answer every
/// name with one; no network has them.
fn is_stand_in(address: IpAddr) -> bool {
    let IpAddr::V4(address) = address else {
        return false;
    };
    matches!(
        address.octets(),
        [198, 18 | 19, ..] | [192, 0, 2, _] | [198, 51, 100, _] | [203, 0, 113, _]
    )
}

#[cfg(test)]
mod tests {
    use super::{GrantedNames, NameAnswer, may_be_reached};
    use crate::HostGrant;
    use crate::limits::MAX_ADDRESSES;
    use std::net::{IpAddr, Ipv4Addr};

    // Proves S-62.
    #[test]
    fn a_name_leads_outward_and_into_private_networks_only_where_granted() {
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        // The latter two are what a proxy that redirects everything answers with.
        for text in ["93.184.216.34", "2606:4700::1", "198.18.0.7", "203.0.113.80"] {
            assert!(may_be_reached(address(text), false), "{text}");
        }
        for text in ["10.0.0.1", "192.168.1.1", "172.20.0.1", "100.64.0.1", "fd12::1"] {
            assert!(!may_be_reached(address(text), false), "{text}");
            assert!(may_be_reached(address(text), true), "{text}");
        }
        for text in [
            "127.0.0.1",
            "::1",
            "0.0.0.0",
            "169.254.169.254",
            "fe80::1",
            "fd00:ec2::254",
            "fd20:ce::254",
            "100.100.100.200",
            "64:ff9b::10.0.0.1",
            "64:ff9b:1::169.254.169.254",
            "::10.0.0.1",
            "224.0.0.1",
        ] {
            assert!(!may_be_reached(address(text), true), "{text}");
        }
    }

    // Proves S-62, S-68.
    #[test]
    fn a_private_network_is_granted_at_one_port_alone() {
        let grant = |port, private| HostGrant {
            name: "nas.local".to_owned(),
            port,
            private,
        };
        let names = GrantedNames::new(vec![grant(80, false), grant(5000, true)]);
        let [inside, outside] = [[192, 168, 1, 20], [93, 184, 216, 34]].map(IpAddr::from);
        names.remember("nas.local", &[outside, inside]);
        let may_lead = |port, address| names.may_lead("nas.local", port, address, &[]);
        assert!(may_lead(5000, inside) && !may_lead(80, inside));
        assert!(may_lead(80, outside) && !may_lead(443, outside));
        let addresses = |port, own: &[IpAddr]| names.addresses("nas.local", port, outside, own);
        assert_eq!(addresses(5000, &[]), [outside, inside]);
        assert_eq!(addresses(80, &[]), [outside]);
        // This computer got the address after the name was answered with it.
        assert!(!names.may_lead("nas.local", 5000, inside, &[inside]));
        assert_eq!(addresses(5000, &[inside]), [outside]);
        assert_eq!(names.other_ports("nas.local"), [80]);
    }

    // Proves S-68.
    #[test]
    fn an_address_that_is_granted_is_its_own_name() {
        let names = GrantedNames::new(vec![HostGrant {
            name: "fd12::1".to_owned(),
            port: 80,
            private: true,
        }]);
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        assert_eq!(names.of(address("fd12:0:0::1"), &[]), ["fd12::1"]);
        assert!(names.of(address("fd12::1"), &[address("fd12::1")]).is_empty());
        assert!(names.of(address("fd12::2"), &[]).is_empty());
        assert!(names.may_lead("fd12::1", 80, address("fd12::1"), &[]));
    }

    #[tokio::test]
    async fn a_name_that_is_not_granted_is_not_looked_up() {
        let names = GrantedNames::new(vec![HostGrant {
            name: "localhost".to_owned(),
            port: 80,
            private: false,
        }]);
        assert_eq!(names.answer("other.example").await, NameAnswer::NotGranted);
        assert_eq!(names.answer("localhost").await, NameAnswer::NotGranted);
    }

    #[test]
    fn addresses_of_a_name_are_bounded_and_the_oldest_goes() {
        let names = GrantedNames::new(Vec::new());
        for number in 0..=MAX_ADDRESSES as u32 {
            names.remember("a", &[IpAddr::from(Ipv4Addr::from(number))]);
        }
        assert!(names.of(Ipv4Addr::from(0).into(), &[]).is_empty());
        assert_eq!(names.of(Ipv4Addr::from(1).into(), &[]), ["a"]);
        let latest = IpAddr::from(Ipv4Addr::from(MAX_ADDRESSES as u32));
        let one = IpAddr::from(Ipv4Addr::from(1));
        // No port of it is granted, so the latest is no other way.
        assert_eq!(names.addresses("a", 80, one, &[]), [one]);
        assert_eq!(names.of(latest, &[]), ["a"]);
    }
}
