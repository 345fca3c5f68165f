//! The container of a gateway, which makes the network of a server's container, and how that one joins it. What runs in it is a program
//! of ours, in the image of the server: nothing more has to be fetched.

use crate::folders::end_of_flags;
use crate::mounts::check_source;
use crate::{ContainerLabel, bad};
use portcullis_core::Result;
use portcullis_l10n::say;
use std::path::{Path, PathBuf};

/// What stands in an approved command line for the network that is made at each start.
const NO_NETWORK: &str = "--network=none";
/// Flags that choose the image, and keep the engine from adding to it.
const OF_IMAGE: [&str; 3] = ["--pull=", "--platform=", "--http-proxy="];

/// The gateway of one start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GatewayContainer {
    name: String,
    /// Behind the engine's program.
    arguments: Vec<String>,
    resolver: String,
}

impl GatewayContainer {
    /// Beside a command line, which [`confined`](crate::confined) wrote with [`ContainerNetwork::Hosts`](crate::ContainerNetwork).
    /// `folder` is shown to it, and `command` gives its program and arguments for the place of that folder in it. `resolver` becomes
    /// the `/etc/resolv.conf` of the server's container.
    ///
    /// # Errors
    /// `input.bad` as a reason: a path that could be read as something else, or a command line that was not written so.
    pub fn beside(
        arguments: &[String],
        label: &ContainerLabel,
        folder: &Path,
        resolver: &Path,
        command: impl FnOnce(&Path) -> (PathBuf, Vec<String>),
    ) -> Result<Self> {
        let (flags, image) = arguments.split_at(end_of_flags(arguments));
        let image = image
            .first()
            .filter(|_| flags.iter().any(|flag| flag == NO_NETWORK));
        let image = image.ok_or_else(|| bad(say!("no-image")))?;
        let (folder, resolver) = (mounted(folder)?, mounted(resolver)?);
        let name = format!("portcullis-{}", label.start());
        // An image that knew the place could have a link there, which leads to a program of its own.
        let at = format!("/{name}");
        let (program, behind) = command(Path::new(&at));
        let of_image = |flag: &&String| OF_IMAGE.iter().any(|start| flag.starts_with(start));
        let mut own: Vec<String> = [
            "run",
            "--rm",
            NO_NETWORK,
            "--read-only",
            // Over its own network alone: it has one.
            "--cap-drop=ALL",
            "--cap-add=NET_ADMIN",
            "--cap-add=NET_BIND_SERVICE",
            "--security-opt=no-new-privileges",
            // SELinux would keep it from the socket of the host.
            "--security-opt=label=disable",
            "--user=0:0",
            "--workdir=/",
            "--pids-limit=8",
            "--memory=64m",
            "--log-driver=none",
            "--no-healthcheck",
        ]
        .map(str::to_owned)
        .to_vec();
        own.extend(flags.iter().filter(of_image).cloned());
        own.extend([
            format!("--name={name}"),
            format!("--volume={folder}:{at}:ro"),
            format!("--entrypoint={}", program.display()),
            image.clone(),
        ]);
        own.extend(behind);
        Ok(Self {
            name,
            arguments: label.added_to(own),
            resolver,
        })
    }

    /// Behind the engine's program.
    #[must_use]
    pub fn arguments(&self) -> Vec<String> {
        self.arguments.clone()
    }

    /// The command line of the server, in the network of this gateway.
    #[must_use]
    pub fn joined_by(&self, mut arguments: Vec<String>) -> Vec<String> {
        let end = end_of_flags(&arguments);
        if let Some(none) = arguments.iter_mut().take(end).find(|flag| *flag == NO_NETWORK) {
            *none = format!("--network=container:{}", self.name);
        }
        arguments.insert(end, format!("--volume={}:/etc/resolv.conf:ro,z", self.resolver));
        arguments
    }
}

/// A path that stays one part of `--volume`.
fn mounted(path: &Path) -> Result<String> {
    let text = path.to_string_lossy();
    check_source(&text)?;
    match text.contains(':') {
        true => Err(bad(say!("path-unfit", path = crate::words::shown(&text)))),
        false => Ok(text.into_owned()),
    }
}

// A gateway is made on Linux alone, with paths of it.
#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split(' ').map(str::to_owned).collect()
    }

    fn beside(line: &str, folder: &str) -> Result<GatewayContainer> {
        let label = ContainerLabel::new("a1", "b2").expect("ids");
        let command = |at: &Path| {
            (
                at.join("gateway"),
                vec![at.join("socket").display().to_string(), "443".to_owned()],
            )
        };
        let folder = Path::new(folder);
        GatewayContainer::beside(&words(line), &label, folder, &folder.join("resolv.conf"), command)
    }

    // Proves S-68.
    #[test]
    fn a_server_joins_the_network_of_its_gateway_and_nothing_else_changes() {
        let line = "run --rm --pull=never --network=none --cap-drop=ALL notes@sha256:1 --network=none";
        let gateway = beside(line, "/data/gateways/b2").expect("a gateway");
        assert_eq!(
            gateway.joined_by(words(line)),
            words(
                "run --rm --pull=never --network=container:portcullis-b2 --cap-drop=ALL \
                 --volume=/data/gateways/b2/resolv.conf:/etc/resolv.conf:ro,z notes@sha256:1 --network=none"
            )
        );
    }

    // Proves S-68, F-07.
    #[test]
    fn a_gateway_has_rights_over_its_own_network_and_the_labels_of_its_start() {
        let line = "run --rm --pull=never --network=none --memory=2g --user=9:9 --mount=type=bind,source=/a,target=/a notes:1 go";
        let arguments = beside(line, "/data").expect("a gateway").arguments();
        for flag in [
            "--label=portcullis.server=a1",
            "--label=portcullis.start=b2",
            "--pull=never",
            "--cap-drop=ALL",
            "--network=none",
            "--volume=/data:/portcullis-b2:ro",
        ] {
            assert_eq!(arguments.iter().filter(|word| *word == flag).count(), 1, "{flag}");
        }
        let added: Vec<_> = arguments
            .iter()
            .filter(|word| word.starts_with("--cap-add="))
            .collect();
        assert_eq!(added, ["--cap-add=NET_ADMIN", "--cap-add=NET_BIND_SERVICE"]);
        let shown = |word: &&String| {
            word.starts_with("--mount") || word.starts_with("--volume") || word.starts_with("--env")
        };
        assert_eq!(arguments.iter().filter(shown).count(), 1, "{arguments:?}");
        assert!(
            arguments
                .join(" ")
                .ends_with("--entrypoint=/portcullis-b2/gateway notes:1 /portcullis-b2/socket 443")
        );
    }

    // Proves S-68.
    #[test]
    fn a_path_that_could_be_read_as_more_has_no_gateway() {
        let line = "run --network=none notes:1";
        for folder in ["/data:/etc", "/da,ta", "data", "/a/../b"] {
            assert!(beside(line, folder).is_err(), "{folder}");
        }
        for line in ["run --network=bridge notes:1", "run --network=none"] {
            assert!(beside(line, "/data").is_err(), "{line}");
        }
    }
}
