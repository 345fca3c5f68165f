//! What a fenced program may use beyond its own files and the system.

use super::shape;

shape! {
    /// What the fence around a program lets it use, beyond its own files and the system. Empty by default: it reads its
    /// program and the system, changes a folder of its own, and reaches nothing.
    #[derive(Eq, Default)]
    #[serde(deny_unknown_fields)]
    pub struct FenceGrants {
        /// Files and folders that it may read; absolute.
        pub read: Vec<String>,
        /// Files and folders that it may read and change; absolute.
        pub write: Vec<String>,
        /// Hosts that it may connect to.
        pub hosts: Vec<FenceHost>,
        /// It may connect to every address: only its files are fenced.
        pub any_host: bool,
        /// It may build a sandbox of its own inside, as browsers do (user, process and network namespaces).
        #[serde(default)]
        pub nested: bool,
    }

    /// A host that a fenced program may connect to.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct FenceHost {
        /// Exact DNS name, in lower case; `localhost` is this computer. In the local network also an IP address.
        pub name: String,
        /// TCP port.
        pub port: u16,
        /// It is in the local network: its name may lead to a private address, and never to this computer.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "bindings", ts(optional, as = "Option<bool>"))]
        pub local_network: bool,
    }
}

impl FenceHost {
    /// One that is not in the local network.
    pub fn new(name: impl Into<String>, port: u16) -> Self {
        Self {
            name: name.into(),
            port,
            local_network: false,
        }
    }

    /// One in the local network.
    pub fn local(name: impl Into<String>, port: u16) -> Self {
        Self {
            local_network: true,
            ..Self::new(name, port)
        }
    }

    /// With its port, as addresses are written: one of IPv6 stands in brackets.
    #[must_use]
    pub fn address(&self) -> String {
        let Self { name, port, .. } = self;
        match name.contains(':') {
            true => format!("[{name}]:{port}"),
            false => format!("{name}:{port}"),
        }
    }
}

impl FenceGrants {
    /// Grants that as well; what is granted already stays as it is.
    pub fn add(&mut self, more: Self) {
        add(&mut self.read, more.read);
        add(&mut self.write, more.write);
        more.hosts.into_iter().for_each(|host| self.add_host(host));
        self.any_host |= more.any_host;
        self.nested |= more.nested;
    }

    /// Grants a host as well, once: in the local network where either says so.
    pub fn add_host(&mut self, host: FenceHost) {
        let is_same = |known: &&mut FenceHost| known.name == host.name && known.port == host.port;
        match self.hosts.iter_mut().find(is_same) {
            Some(known) => known.local_network |= host.local_network,
            None => self.hosts.push(host),
        }
    }
}

fn add<T: PartialEq>(list: &mut Vec<T>, more: Vec<T>) {
    for one in more {
        if !list.contains(&one) {
            list.push(one);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FenceGrants, FenceHost};

    // Proves S-13, S-68.
    #[test]
    fn a_host_is_in_the_local_network_only_where_that_was_said() {
        // As it was stored before that could be said, and as it still is for all other hosts.
        let old = r#"{"name":"nas.local","port":5000}"#;
        let plain: FenceHost = serde_json::from_str(old).expect("an older one");
        assert_eq!(plain, FenceHost::new("nas.local", 5000));
        assert_eq!(serde_json::to_string(&plain).expect("written"), old);
        let local = FenceHost::local("nas.local", 5000);
        let written = serde_json::to_string(&local).expect("written");
        assert_eq!(serde_json::from_str::<FenceHost>(&written).expect("read"), local);

        let mut grants = FenceGrants::default();
        let other_port = FenceHost::new("nas.local", 80);
        for host in [&plain, &other_port, &local, &plain] {
            grants.add_host(host.clone());
        }
        assert_eq!(grants.hosts, [local, other_port], "once, and at this port alone");
    }

    #[test]
    fn an_address_of_ipv6_is_written_in_brackets() {
        assert_eq!(FenceHost::new("fd12::1", 80).address(), "[fd12::1]:80");
        assert_eq!(FenceHost::new("nas.local", 80).address(), "nas.local:80");
    }
}
