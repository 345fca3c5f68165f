//! A program in a fence: our own helper is started in its place, builds the fence and becomes it (S-68).

use super::spawn::Program;
use super::{ContainerSetup, Running};
use portcullis_core::Result;
#[cfg(target_os = "linux")]
use portcullis_domain::FenceHost;
#[cfg(target_os = "linux")]
use portcullis_fence::HostGrant;
use portcullis_fence::{Denial, Level, Traffic};
use portcullis_programs::LaunchFence;
use std::path::{Path, PathBuf};
use tokio::sync::mpsc;

/// What holds a program in, and is no part of its permit: it changes without another approval.
#[derive(Debug)]
pub enum StartSetup {
    /// The fence that its permit has.
    Fence(FenceSetup),
    /// The container that its command line runs.
    Container(ContainerSetup),
}

/// What a fenced start needs beside its permit.
#[derive(Debug)]
pub struct FenceSetup {
    /// The program that builds fences; absolute.
    pub helper: PathBuf,
    /// The home folder of the program, for it alone. Absolute.
    pub home: PathBuf,
    /// That folder stays empty: its home is in memory, and goes with it.
    pub passing_home: bool,
    /// Programs of the system that are not there for it. Absolute.
    pub hidden: Vec<PathBuf>,
    /// Folders that a person chose for the server beside its approval, which it may read and change. Absolute, without links.
    pub folders: Vec<PathBuf>,
    /// Folders of programs into which only Portcullis writes. Absolute.
    pub quiet: Vec<PathBuf>,
    /// Other names of what its permit or a person lets it use, by links: they are there inside as well. Absolute.
    pub names: Vec<PathBuf>,
    /// What its fence keeps out is told here, while there is room.
    pub denied: mpsc::Sender<Denial>,
    /// What its network sees is written down here.
    pub traffic: Traffic,
}

/// Why this computer cannot hold a fence; `None` where it can. Found by building one with this helper.
pub async fn fence_unavailable(helper: &Path) -> Option<String> {
    match portcullis_fence::level(helper).await {
        Level::FilesAndNetwork => None,
        Level::NotFenced(reason) => Some(reason.sentence().to_owned()),
    }
}

#[cfg(target_os = "linux")]
pub(super) async fn start(program: Program<'_>, wanted: &LaunchFence, setup: FenceSetup) -> Result<Running> {
    use super::Launch;
    use super::spawn::{refused, start};
    use portcullis_core::{Code, Error};
    use portcullis_fence::{Enclosure, NotStarted};
    use portcullis_l10n::say;

    let FenceSetup {
        helper,
        home,
        passing_home,
        hidden,
        folders,
        quiet,
        names,
        denied,
        traffic,
    } = setup;
    let Program { launch, environment } = program;
    let mut fence = fence_of(wanted);
    fence.write.extend(folders);
    fence.quiet = quiet;
    fence.names = names;
    fence.passing_home = passing_home;
    fence.hidden = hidden;
    let enclosure = Enclosure::prepare(
        &fence,
        &launch.program,
        &launch.arguments,
        &launch.folder,
        &home,
        &helper,
        denied,
    )
    .await?
    .watched(traffic);
    let failed = |error: std::io::Error| {
        let cause = portcullis_core::causes::io(&error);
        Error::new(Code::LaunchFailed, say!("fence-failed", cause))
    };
    let (program, arguments, mut descriptors) = enclosure.command().map_err(failed)?;
    let arguments = arguments.into_iter().map(|argument| argument.into_string());
    let arguments = arguments.collect::<std::result::Result<Vec<_>, _>>();
    let helper = Launch {
        program,
        arguments: arguments.map_err(|_| Error::internal("an argument of the helper is no text"))?,
        // The helper goes to the folder of the program once that is all it sees.
        folder: home,
        ..launch.clone()
    };
    let (channel, more) = (descriptors.pop(), descriptors.pop());
    if channel.is_none() || more.is_some() {
        return Err(Error::internal(
            "the helper of a fence needs another number of descriptors",
        ));
    }
    let mut running = start(
        Program {
            launch: &helper,
            environment,
        },
        channel,
    )
    .await?;
    match enclosure.started().await {
        Ok(relay) => {
            running.process.keep(relay);
            Ok(running)
        }
        // What was started is ended by dropping it.
        Err(NotStarted::Fence(error)) => Err(error),
        Err(NotStarted::Program(error)) => Err(refused(launch, &error)),
    }
}

#[cfg(target_os = "linux")]
fn fence_of(wanted: &LaunchFence) -> portcullis_fence::Fence {
    use portcullis_fence::{Fence, Reach};

    let LaunchFence {
        own,
        read,
        write,
        hosts,
        any_host,
        nested,
    } = wanted;
    Fence {
        read: own.iter().chain(read).cloned().collect(),
        write: write.clone(),
        reach: match (any_host, hosts.len()) {
            (true, _) => Reach::Anything,
            (false, 0) => Reach::Nothing,
            (false, _) => Reach::Hosts(hosts.iter().map(granted).collect()),
        },
        // A program may be behind a link, as those of version managers are; what a person granted is not.
        without_links: read.iter().chain(write).cloned().collect(),
        nested: *nested,
        ..Fence::default()
    }
}

/// A host as the fence is told of it.
#[cfg(target_os = "linux")]
pub(super) fn granted(host: &FenceHost) -> HostGrant {
    HostGrant {
        name: host.name.clone(),
        port: host.port,
        private: host.local_network,
    }
}

/// Nothing is fenced here, and nothing that should be is started.
#[cfg(not(target_os = "linux"))]
pub(super) async fn start(_: Program<'_>, _: &LaunchFence, setup: FenceSetup) -> Result<Running> {
    use portcullis_core::{Code, Error};
    use portcullis_l10n::say;

    let cause = fence_unavailable(&setup.helper).await.unwrap_or_default();
    Err(Error::new(Code::LaunchFailed, say!("fence-failed", cause)))
}

/// What a fenced program sees whatever is granted: nothing where there is no fence.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn shown_anyway(_: Option<&Path>, _: bool) -> Vec<PathBuf> {
    Vec::new()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{FenceHost, HostGrant, LaunchFence, fence_of};
    use portcullis_fence::Reach;

    // Proves S-62, S-68.
    #[test]
    fn a_host_leads_into_private_networks_only_where_its_own_grant_says_so() {
        let fence = fence_of(&LaunchFence {
            hosts: vec![
                FenceHost::new("nas.local", 80),
                FenceHost::local("nas.local", 5000),
            ],
            ..LaunchFence::default()
        });
        let grant = |port, private| HostGrant {
            name: "nas.local".to_owned(),
            port,
            private,
        };
        assert_eq!(
            fence.reach,
            Reach::Hosts(vec![grant(80, false), grant(5000, true)])
        );
    }
}
