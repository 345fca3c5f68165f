//! What the helper is to do, on its way from the host: in memory without a name that can no longer be changed. It holds no
//! variable of the program: those are the helper's own, and never in a file or on a command line.
//!
//! The layout is a sequence of texts, each after its length; a list is the number of its entries before them.

use crate::limits::PLAN_BYTES;
use crate::sys;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;

/// How something is shown inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Access {
    /// Read and run.
    Read = 1,
    /// Change as well.
    Write,
    /// A device of the system, or a socket.
    Use,
}

/// A file or folder that is shown inside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShownPath {
    /// Where it is outside, with all links followed.
    pub(crate) source: PathBuf,
    /// Where it is inside.
    pub(crate) target: PathBuf,
    /// What may be done with it.
    pub(crate) access: Access,
}

/// What the helper is to do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct FencePlan {
    /// Run by exactly this path.
    pub(crate) program: OsString,
    pub(crate) arguments: Vec<OsString>,
    /// Where it is run; the private home where that is not shown.
    pub(crate) folder: PathBuf,
    pub(crate) home: PathBuf,
    /// Variables that are set whatever they were.
    pub(crate) variables: Vec<(OsString, OsString)>,
    /// Variables that are set where the program has none of that name.
    pub(crate) defaults: Vec<(OsString, OsString)>,
    /// Parents before what is in them.
    pub(crate) shown: Vec<ShownPath>,
    /// Links, with what they say.
    pub(crate) links: Vec<(OsString, OsString)>,
    /// Files of our own, with their content.
    pub(crate) files: Vec<(OsString, OsString)>,
    /// Programs among what is shown that cannot be started, as if they were not there.
    pub(crate) hidden: Vec<OsString>,
    /// Whether it has a network of its own.
    pub(crate) own_network: bool,
    /// TCP ports on which the host listens inside.
    pub(crate) ports: Vec<u16>,
    /// Whether it may make Unix sockets.
    pub(crate) unix_sockets: bool,
    /// Whether it may build a sandbox of its own.
    pub(crate) nested: bool,
    /// Whether its home is in memory.
    pub(crate) passing_home: bool,
}

impl FencePlan {
    /// As a file without a name.
    ///
    /// # Errors
    /// `E2BIG` for one that is too long.
    pub(crate) fn write(&self) -> io::Result<OwnedFd> {
        let bytes = self.bytes();
        match bytes.len() > PLAN_BYTES {
            true => Err(io::Error::from_raw_os_error(libc::E2BIG)),
            false => sys::sealed(&bytes),
        }
    }

    /// Reads what [`FencePlan::write`] wrote.
    ///
    /// # Errors
    /// Where it is something else.
    pub(crate) fn read(file: OwnedFd) -> io::Result<Self> {
        if !sys::is_sealed(file.as_fd()) {
            return Err(io::Error::from_raw_os_error(libc::EPERM));
        }
        let mut file = File::from(file);
        // Where the host left it is the end.
        io::Seek::rewind(&mut file)?;
        let mut bytes = Vec::new();
        file.take(PLAN_BYTES as u64).read_to_end(&mut bytes)?;
        Self::from_bytes(&bytes).ok_or_else(|| io::Error::from_raw_os_error(libc::EPROTO))
    }

    fn bytes(&self) -> Vec<u8> {
        let mut all = PlanWriter(Vec::new());
        all.text(&self.program);
        all.text(self.folder.as_os_str());
        all.text(self.home.as_os_str());
        for texts in [&self.arguments, &self.hidden] {
            all.list(texts, |all, text| all.text(text));
        }
        for pairs in [&self.variables, &self.defaults, &self.links, &self.files] {
            all.list(pairs, |all, (one, other)| {
                all.text(one);
                all.text(other);
            });
        }
        all.list(&self.shown, |all, shown| {
            all.text(shown.source.as_os_str());
            all.text(shown.target.as_os_str());
            all.number(shown.access as u32);
        });
        all.list(&self.ports, |all, port| all.number(u32::from(*port)));
        for flag in [
            self.own_network,
            self.unix_sockets,
            self.nested,
            self.passing_home,
        ] {
            all.number(u32::from(flag));
        }
        all.0
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut all = PlanReader(bytes);
        let (program, folder, home) = (all.text()?, all.text()?.into(), all.text()?.into());
        let (arguments, hidden) = (all.list(PlanReader::text)?, all.list(PlanReader::text)?);
        let pair = |all: &mut PlanReader<'_>| Some((all.text()?, all.text()?));
        let [variables, defaults, links, files] =
            [all.list(pair)?, all.list(pair)?, all.list(pair)?, all.list(pair)?];
        let shown = all.list(|all| {
            Some(ShownPath {
                source: all.text()?.into(),
                target: all.text()?.into(),
                access: match all.number()? {
                    1 => Access::Read,
                    2 => Access::Write,
                    3 => Access::Use,
                    _ => return None,
                },
            })
        })?;
        let ports = all.list(|all| u16::try_from(all.number()?).ok())?;
        let mut flag = || all.number().map(|number| number == 1);
        let (own_network, unix_sockets, nested, passing_home) = (flag()?, flag()?, flag()?, flag()?);
        all.0.is_empty().then_some(Self {
            program,
            arguments,
            folder,
            home,
            variables,
            defaults,
            shown,
            links,
            files,
            hidden,
            own_network,
            ports,
            unix_sockets,
            nested,
            passing_home,
        })
    }
}

struct PlanWriter(Vec<u8>);

impl PlanWriter {
    fn number(&mut self, number: u32) {
        self.0.extend(number.to_ne_bytes());
    }

    /// A text that is longer than a number can say makes the whole plan too long, which is refused.
    fn text(&mut self, text: &OsStr) {
        self.number(u32::try_from(text.len()).unwrap_or(u32::MAX));
        self.0.extend(text.as_bytes());
    }

    fn list<T>(&mut self, list: &[T], each: impl Fn(&mut Self, &T)) {
        self.number(u32::try_from(list.len()).unwrap_or(u32::MAX));
        list.iter().for_each(|entry| each(self, entry));
    }
}

struct PlanReader<'a>(&'a [u8]);

impl PlanReader<'_> {
    fn number(&mut self) -> Option<u32> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_ne_bytes(*number))
    }

    fn text(&mut self) -> Option<OsString> {
        let length = self.number()? as usize;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(OsStr::from_bytes(text).to_owned())
    }

    fn list<T>(&mut self, each: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let length = self.number()?;
        // Nothing is reserved for what is only said.
        (0..length).map(|_| each(self)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Access, FencePlan, ShownPath};

    fn plan() -> FencePlan {
        FencePlan {
            program: "/bin/true".into(),
            arguments: vec!["a b".into(), String::new().into()],
            folder: "/a".into(),
            home: "/b".into(),
            variables: vec![("HOME".into(), "/b".into())],
            defaults: vec![("XDG_CACHE_HOME".into(), "/b/.cache".into())],
            shown: [Access::Read, Access::Write, Access::Use]
                .map(|access| ShownPath {
                    source: "/x".into(),
                    target: "/y".into(),
                    access,
                })
                .into(),
            links: vec![("/bin".into(), "usr/bin".into())],
            files: vec![("/etc/hosts".into(), "127.0.0.1 localhost\n".into())],
            hidden: vec!["/usr/bin/npm".into()],
            own_network: true,
            ports: vec![53, 443],
            unix_sockets: false,
            nested: true,
            passing_home: false,
        }
    }

    #[test]
    fn a_plan_is_read_as_it_was_written() {
        let file = plan().write().unwrap();
        assert_eq!(FencePlan::read(file).unwrap(), plan());
    }

    #[test]
    fn a_plan_that_is_cut_is_none() {
        let bytes = plan().bytes();
        for length in 0..bytes.len() {
            assert_eq!(FencePlan::from_bytes(&bytes[..length]), None, "{length}");
        }
    }

    #[test]
    fn a_plan_that_can_be_changed_is_refused() {
        let mut file = tempfile::tempfile().unwrap();
        std::io::Write::write_all(&mut file, &plan().bytes()).unwrap();
        assert!(FencePlan::read(file.into()).is_err());
    }

    #[test]
    fn a_written_plan_cannot_be_changed() {
        let mut file = std::fs::File::from(plan().write().unwrap());
        assert!(std::io::Write::write_all(&mut file, b"x").is_err());
        assert!(file.set_len(0).is_err());
    }
}
