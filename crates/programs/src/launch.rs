//! What is to be started.

use crate::{Fingerprint, Loaded};
use portcullis_domain::FenceHost;
use portcullis_packages::PackageTree;
use std::path::PathBuf;

/// What is to be started: everything that a permit covers. It holds no secret values, only their names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Launch {
    /// Absolute, as found by [`crate::resolve`]; spawned by exactly this path (S-65).
    pub program: PathBuf,
    /// Without the program itself. Never holds a secret (S-67).
    pub arguments: Vec<String>,
    /// Absolute; the working directory.
    pub folder: PathBuf,
    /// The same with all links followed, as it was when the launch was looked at: it is started there. `None` for the
    /// home folder and for a program of our own.
    pub real_folder: Option<PathBuf>,
    /// Variables added to [`crate::base_environment`], in the order shown.
    pub environment: Vec<(String, String)>,
    /// Variables whose values come from the vault at the moment of starting.
    pub secret_names: Vec<String>,
    /// The program's file as it was when the launch was looked at. `None` for a program of our own.
    pub file: Option<Fingerprint>,
    /// The files that it loads as code, as far as its arguments tell.
    pub loads: Vec<Loaded>,
    /// The package that it runs from, every file of it; `None` where it runs from none that was fetched.
    pub package: Option<Box<PackageTree>>,
    /// The folder of the bundle that it runs from, where a variable makes it load modules from there; `None` for everything else.
    pub bundle: Option<PathBuf>,
    /// The fence that it runs in; `None` where it runs with all rights of the person.
    pub fence: Option<Box<LaunchFence>>,
    /// Hosts that the container of its command line may connect to: its engine gives it no network, and we carry its connections.
    /// `None` for everything else.
    pub container_hosts: Option<Vec<FenceHost>>,
}

/// What a fenced program may use beyond the system and the runtime that it needs. All paths are absolute, with all links
/// followed as they were when the launch was looked at, but of what is its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LaunchFence {
    /// Its own program, scripts and packages, also by the names of links that lead there: read only.
    pub own: Vec<PathBuf>,
    /// What a person lets it read.
    pub read: Vec<PathBuf>,
    /// What a person lets it read and change.
    pub write: Vec<PathBuf>,
    /// Hosts that it may connect to. Those of a package that is fetched may be in the local network: a mirror may be there.
    pub hosts: Vec<FenceHost>,
    /// It may connect to every address.
    pub any_host: bool,
    /// It may build a sandbox of its own inside, as browsers do.
    pub nested: bool,
}
