//! A server in a container. Its engine starts it, so it is no descendant of ours: when the engine's client is gone, and before the
//! next one starts, what is left is ended by the same engine, which was approved.

use super::gateway::{GatewaySetup, JoinedNetwork};
use super::spawn::{Program, start};
use super::{Launch, Running, limits, quoted};
use portcullis_containers::limits::LIST;
use portcullis_containers::{
    ContainerLabel, FolderMounts, Labelled, kill_arguments, listed, remove_arguments, removes_itself,
};
use portcullis_core::{Code, Error, Result};
use portcullis_l10n::say;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::Arc;
use tokio::sync::watch;

/// What is added to the approved command line of a container.
#[derive(Debug)]
pub struct ContainerSetup {
    /// Folders that a person chose for it, beside those in its command line.
    pub mounts: FolderMounts,
    /// What it is found by.
    pub label: ContainerLabel,
    /// What a launch needs whose connections are carried.
    pub gateway: Option<GatewaySetup>,
}

/// Starts the client of an engine.
pub(super) async fn start_client(
    mut launch: Launch,
    environment: BTreeMap<OsString, OsString>,
    setup: ContainerSetup,
) -> Result<Running> {
    let ContainerSetup {
        mounts,
        label,
        gateway,
    } = setup;
    let hosts = launch.container_hosts.take();
    let containers = Arc::new(Containers {
        removed: removes_itself(&launch.arguments),
        engine: Launch {
            arguments: Vec::new(),
            ..launch.clone()
        },
        environment: without_secrets(&environment, &launch),
        label,
    });
    // A host that was killed could not do it. An engine that does not answer says so at the start below.
    containers.end(Labelled::ByServer).await;
    let mut begun = BegunStart(Some(Arc::clone(&containers)));
    let network = match (hosts, gateway) {
        (None, _) => None,
        (Some(hosts), Some(gateway)) => {
            Some(JoinedNetwork::new(&containers, &launch.arguments, hosts, gateway).await?)
        }
        // Never with another network instead.
        (Some(_), None) => {
            return Err(Error::internal(
                "a container was to be started without its gateway",
            ));
        }
    };
    launch.arguments = mounts.added_to(launch.arguments);
    if let Some(network) = &network {
        launch.arguments = network.joined_by(launch.arguments);
    }
    launch.arguments = containers.label.added_to(launch.arguments);
    let program = Program {
        launch: &launch,
        environment,
    };
    let mut running = start(program, None).await?;
    begun.0 = None;
    let (done, ended) = watch::channel(());
    running.process.waits_for(ended);
    let gone = running.process.gone();
    tokio::spawn(async move {
        gone.await;
        containers.end(Labelled::ByStart).await;
        // The network lives as long as the server.
        drop(network);
        drop(done);
    });
    Ok(running)
}

/// A start that fails, or is given up, leaves no container: its client was killed, and its engine may have made one by then.
struct BegunStart(Option<Arc<Containers>>);

impl Drop for BegunStart {
    fn drop(&mut self) {
        if let (Some(containers), Ok(runtime)) = (self.0.take(), tokio::runtime::Handle::try_current()) {
            runtime.spawn(async move { containers.end(Labelled::ByStart).await });
        }
    }
}

/// An engine needs none of them to list and to end.
fn without_secrets(
    environment: &BTreeMap<OsString, OsString>,
    launch: &Launch,
) -> BTreeMap<OsString, OsString> {
    let is_secret = |name: &OsString| launch.secret_names.iter().any(|secret| **name == **secret);
    let kept = environment.iter().filter(|(name, _)| !is_secret(name));
    kept.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// The containers of one start, and the engine that has them.
pub(super) struct Containers {
    engine: Launch,
    environment: BTreeMap<OsString, OsString>,
    pub(super) label: ContainerLabel,
    /// They are removed in the end; else they are kept, and stopped.
    removed: bool,
}

impl Containers {
    /// Ends those that are left, within [`limits::CONTAINERS`]. What fails is tried again before the next start.
    async fn end(&self, which: Labelled) {
        match tokio::time::timeout(limits::CONTAINERS, self.try_to_end(which)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "containers of a server may be left"),
            Err(_) => tracing::warn!("an engine took too long to end the containers of a server"),
        }
    }

    async fn try_to_end(&self, which: Labelled) -> Result<()> {
        let said = self.asked(self.label.list_arguments(which, self.removed)).await?;
        let ids = listed(&said);
        if ids.is_empty() {
            return Ok(());
        }
        // One that was made and did not run yet cannot be killed, and one that ended removes itself.
        let killed = self.asked(kill_arguments(&ids)).await;
        if !self.removed {
            return killed.map(drop);
        }
        self.asked(remove_arguments(&ids)).await.map(drop)
    }

    /// Starts one command of the engine.
    pub(super) async fn started(&self, arguments: Vec<String>) -> Result<Running> {
        let program = &self.engine.program;
        if self
            .engine
            .file
            .as_ref()
            .is_some_and(|file| !file.still_of(program))
        {
            let sentence = say!("program-changed", program = quoted(program));
            return Err(Error::new(Code::LaunchChanged, sentence));
        }
        let launch = Launch {
            arguments,
            ..self.engine.clone()
        };
        let environment = self.environment.clone();
        let program = Program {
            launch: &launch,
            environment,
        };
        start(program, None).await
    }

    /// One command of the engine, and what it says.
    async fn asked(&self, arguments: Vec<String>) -> Result<String> {
        let (process, said) = self.started(arguments).await?.output(LIST);
        let said = said.await.map_err(Error::internal)?;
        match process.exited().await.code {
            Some(0) => Ok(String::from_utf8_lossy(&said).into_owned()),
            _ => Err(Error::new(
                Code::LaunchFailed,
                say!("engine-failed", program = quoted(&self.engine.program)),
            )),
        }
    }
}
