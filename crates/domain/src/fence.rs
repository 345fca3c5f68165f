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
        /// Exact DNS name, in lower case; `localhost` is this computer.
        pub name: String,
        /// TCP port.
        pub port: u16,
    }
}

impl FenceGrants {
    /// Grants that as well; what is granted already stays as it is.
    pub fn add(&mut self, more: Self) {
        add(&mut self.read, more.read);
        add(&mut self.write, more.write);
        add(&mut self.hosts, more.hosts);
        self.any_host |= more.any_host;
        self.nested |= more.nested;
    }
}

fn add<T: PartialEq>(list: &mut Vec<T>, more: Vec<T>) {
    for one in more {
        if !list.contains(&one) {
            list.push(one);
        }
    }
}
