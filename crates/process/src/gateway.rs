//! What carries the connections of a container: a program of ours in a second container, which the same approved engine runs, and the
//! host's half of its network (S-68). Linux alone: elsewhere engines are in machines of their own, and no launch asks for it.

use super::Process;
use super::contained::Containers;
#[cfg(target_os = "linux")]
use super::limits;
use portcullis_containers::GatewayContainer;
use portcullis_core::Result;
use portcullis_domain::FenceHost;
use portcullis_fence::{Denial, Traffic};
use std::path::PathBuf;
use tokio::sync::mpsc;

/// The last lines of an engine in which the cause of its failure is looked for.
#[cfg(target_os = "linux")]
const ENGINE_LINES: usize = 5;

/// What carries the connections of a container.
#[derive(Debug)]
pub struct GatewaySetup {
    /// A folder to be made for this start, in one that this account alone may see. Absolute.
    pub folder: PathBuf,
    /// What is kept out is told here, while there is room.
    pub denied: mpsc::Sender<Denial>,
    /// What its network sees is written down here.
    pub traffic: Traffic,
}

/// The network that a container joins. Keep it as long as the server runs.
pub(super) struct JoinedNetwork {
    container: GatewayContainer,
    #[cfg(target_os = "linux")]
    _relay: portcullis_fence::Relay,
    /// The client of the engine that runs the gateway.
    _process: Process,
}

#[cfg(target_os = "linux")]
impl JoinedNetwork {
    /// Starts the gateway of this start, and waits until it has made the network.
    pub(super) async fn new(
        containers: &Containers,
        arguments: &[String],
        hosts: Vec<FenceHost>,
        setup: GatewaySetup,
    ) -> Result<Self> {
        use super::Running;
        use super::fenced::granted;
        use portcullis_core::TextSource;
        use portcullis_core::text::ForeignText;
        use portcullis_fence::Gateway;
        use portcullis_l10n::say;
        use std::path::Path;

        let hosts = hosts.iter().map(granted).collect();
        let gateway = Gateway::new(hosts, setup.folder, setup.denied, setup.traffic).await?;
        let command = |at: &Path| gateway.command(at);
        let resolver = gateway.resolver();
        let container =
            GatewayContainer::beside(arguments, &containers.label, gateway.folder(), &resolver, command)
                .map_err(|error| failed(&format!("{}.", error.sentence)))?;
        let Running { stdout, process, .. } = containers.started(container.arguments()).await?;
        // It says nothing.
        drop(stdout);
        let limit = match arguments.iter().any(|flag| flag == "--pull=never") {
            true => limits::GATEWAY,
            false => limits::GATEWAY_WITH_IMAGE,
        };
        let relay = tokio::select! {
            connected = tokio::time::timeout(limit, gateway.connected()) => match connected {
                Ok(connected) => connected?,
                Err(_) => return Err(failed(&say!("gateway-late", seconds = limit.as_secs()))),
            },
            exit = process.exited() => {
                let error = failed(&say!("gateway-ended", exit = exit.words()));
                // All that it said, also what is not read yet.
                let said = process.stderr();
                tokio::time::timeout(limits::GATEWAY_WORDS, said.finished()).await.ok();
                // Docker ends with where to find its help.
                let is_cause = |line: &String| !line.trim().is_empty() && !line.starts_with("See '") && !line.starts_with("Run '");
                let cause = said.tail(ENGINE_LINES).into_iter().rfind(is_cause);
                return Err(match cause {
                    None => error,
                    Some(words) => error.said(TextSource::Program, &ForeignText::new(words)),
                });
            }
        };
        Ok(Self {
            container,
            _relay: relay,
            _process: process,
        })
    }
}

#[cfg(not(target_os = "linux"))]
impl JoinedNetwork {
    pub(super) async fn new(
        _: &Containers,
        _: &[String],
        _: Vec<FenceHost>,
        _: GatewaySetup,
    ) -> Result<Self> {
        Err(portcullis_core::Error::internal(
            "connections of containers are carried on Linux alone",
        ))
    }
}

impl JoinedNetwork {
    /// The command line of the server, in this network.
    pub(super) fn joined_by(&self, arguments: Vec<String>) -> Vec<String> {
        self.container.joined_by(arguments)
    }
}

#[cfg(target_os = "linux")]
fn failed(why: &str) -> portcullis_core::Error {
    use portcullis_core::{Code, Error};
    use portcullis_l10n::say;

    let sentence = say!("gateway-failed", why);
    Error::new(Code::LaunchFailed, sentence).remedy(say!("gateway-failed-remedy"))
}
