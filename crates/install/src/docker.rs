//! Where Docker's client finds its engine: in the files that it reads itself. No program is run for it.

use portcullis_core::ids::hex;
use portcullis_domain::{Endpoint, ServerDraft};
use portcullis_programs::open_regular;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// Bytes of a configuration that are read.
const READ: u64 = 1 << 20;
/// In the paths of sockets that lead into a virtual machine: Docker Desktop, Colima, Lima, Rancher Desktop.
const MACHINES: [&str; 4] = ["/.docker/desktop/", "colima/", "/.lima/", "/.rd/"];
/// Folders of programs from snaps.
const SNAPS: [&str; 2] = ["/snap/bin", "/var/lib/snapd/snap/bin"];
/// Folders of the other packages of Docker.
const INSTALLED: [&str; 2] = ["/usr/bin", "/usr/local/bin"];

/// Whether the engine that Docker's client would use runs on this computer: in no virtual machine, on no other computer, and in no
/// snap, which does not see our folder.
pub(super) fn runs_here(draft: &ServerDraft) -> bool {
    if let Endpoint::Command { program, .. } = &draft.endpoint
        && is_of_snap(program.trim(), Path::exists)
    {
        return false;
    }
    let set = |name: &str| {
        let mut variables = draft.environment.iter();
        variables.find(|variable| variable.name == name && variable.value.as_deref() != Some(""))
    };
    let (config, context) = (set("DOCKER_CONFIG"), set("DOCKER_CONTEXT"));
    // Of a secret nothing is known.
    if [config, context]
        .iter()
        .flatten()
        .any(|variable| variable.value.is_none())
    {
        return false;
    }
    let config = config
        .and_then(|variable| variable.value.as_ref())
        .map(PathBuf::from)
        .or_else(|| Some(std::env::home_dir()?.join(".docker")));
    let context = context
        .and_then(|variable| variable.value.clone())
        .or_else(|| current_context(config.as_deref()?));
    match context.filter(|name| !name.is_empty() && name != "default") {
        None => !has_docker_desktop_alone(Path::exists),
        // The client refuses a context that is not there.
        Some(name) => config
            .and_then(|config| host_of(&config, &name))
            .is_none_or(|host| is_here(&host)),
    }
}

/// Whether an address of an engine is a socket of this computer that leads into no virtual machine.
pub(super) fn is_here(address: &str) -> bool {
    address.starts_with("unix:") && !MACHINES.iter().any(|machine| address.contains(machine))
}

/// Docker Desktop runs containers in a machine of its own, on Linux too, and has its socket in the home folder.
fn has_docker_desktop_alone(exists: impl Fn(&Path) -> bool) -> bool {
    let its = std::env::home_dir().is_some_and(|home| exists(&home.join(".docker/desktop/docker.sock")));
    its && !exists(Path::new("/var/run/docker.sock"))
}

/// Whether a command is Docker's client from a snap: by its path, or because there is no other.
fn is_of_snap(program: &str, exists: impl Fn(&Path) -> bool) -> bool {
    let is_in = |folders: &[&str]| {
        folders
            .iter()
            .any(|folder| exists(&Path::new(folder).join("docker")))
    };
    match program.contains('/') {
        true => SNAPS.iter().any(|folder| Path::new(program).starts_with(folder)),
        false => is_in(&SNAPS) && !is_in(&INSTALLED),
    }
}

fn current_context(config: &Path) -> Option<String> {
    let read = json(&config.join("config.json"))?;
    Some(read.get("currentContext")?.as_str()?.to_owned())
}

/// The address of a context's engine. Its folder is called like the digest of its name.
fn host_of(config: &Path, context: &str) -> Option<String> {
    let folder = hex(&Sha256::digest(context.as_bytes()));
    let read = json(&config.join("contexts/meta").join(folder).join("meta.json"))?;
    let host = read.pointer("/Endpoints/docker/Host")?.as_str()?;
    (!host.is_empty()).then(|| host.to_owned())
}

/// `None` for a file that cannot be read: the client does without it, or refuses to start.
fn json(file: &Path) -> Option<Value> {
    let mut text = Vec::new();
    open_regular(file).ok()?.take(READ).read_to_end(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use portcullis_domain::NamedValue;

    // Proves S-68.
    #[test]
    fn a_context_of_docker_tells_whether_its_engine_is_on_this_computer() {
        let config = tempfile::tempdir().expect("a folder");
        // SHA-256 of the names.
        for (folder, host) in [
            (
                "512eea46ceb3921dff4363c7069d89d4964d1d9fccaa0f411851a7aa60a5c868",
                "ssh://ada@example.com",
            ),
            (
                "46ba34770bccfde756708d47d83fb7c8257fe8a4b3a35f25d385a8284021f476",
                "unix:///run/user/1000/docker.sock",
            ),
            (
                "68693d02ab4fbb2331b8cc39915322e48e61f06d4d1b31e7d19913202857bc8a",
                "unix:///home/ada/.docker/desktop/docker.sock",
            ),
            (
                "37a8eec1ce19687d132fe29051dca629d164e2c4958ba141d5f4133a33f0688f",
                "ssh://ada@example.com",
            ),
        ] {
            let folder = config.path().join("contexts/meta").join(folder);
            std::fs::create_dir_all(&folder).expect("a folder is made");
            let about = serde_json::json!({ "Endpoints": { "docker": { "Host": host } } });
            std::fs::write(folder.join("meta.json"), about.to_string()).expect("a context is written");
        }
        let of = |current: &str, variables: &[(&str, Option<&str>)]| {
            let configured = serde_json::json!({ "auths": {}, "currentContext": current });
            let file = config.path().join("config.json");
            std::fs::write(file, configured.to_string()).expect("a configuration is written");
            let mut draft = ServerDraft::unfenced(
                "Notes",
                Endpoint::Command {
                    program: "/usr/bin/docker".to_owned(),
                    arguments: Vec::new(),
                    folder: None,
                },
            );
            let folder = config.path().to_string_lossy().into_owned();
            let all = [("DOCKER_CONFIG", Some(folder.as_str()))];
            // What is given counts before what stands here.
            let all = variables.iter().chain(&all);
            draft.environment = all
                .map(|(name, value)| NamedValue {
                    name: (*name).to_owned(),
                    value: value.map(str::to_owned),
                    secret: value.is_none(),
                })
                .collect();
            runs_here(&draft)
        };
        assert!(!of("far", &[]), "another computer");
        assert!(!of("desktop", &[]), "a virtual machine");
        assert!(of("near", &[]), "rootless Docker");
        assert!(of("gone", &[]), "the client refuses it itself");
        for none in ["", "default"] {
            assert_eq!(of(none, &[]), !has_docker_desktop_alone(Path::exists), "{none}");
        }
        assert!(of("far", &[("DOCKER_CONTEXT", Some("near"))]));
        assert!(!of("near", &[("DOCKER_CONTEXT", Some("far"))]));
        for secret in ["DOCKER_CONTEXT", "DOCKER_CONFIG"] {
            assert!(!of("near", &[(secret, None)]), "it is a secret");
        }
        assert!(
            of("near", &[("DOCKER_CONTEXT", Some(""))]),
            "as if it were not set"
        );
    }

    // Proves S-68.
    #[test]
    fn the_machine_of_docker_desktop_is_used_where_no_other_engine_listens() {
        let desktop = |path: &Path| path.ends_with(".docker/desktop/docker.sock");
        let both = |path: &Path| desktop(path) || path == Path::new("/var/run/docker.sock");
        assert!(has_docker_desktop_alone(desktop));
        assert!(!has_docker_desktop_alone(both));
        assert!(!has_docker_desktop_alone(|_| false));
    }

    // Proves S-68.
    #[test]
    fn docker_from_a_snap_is_known_by_its_path_or_as_the_only_one() {
        let only_snap = |path: &Path| path == Path::new("/snap/bin/docker");
        let both = |path: &Path| only_snap(path) || path == Path::new("/usr/bin/docker");
        assert!(is_of_snap("docker", only_snap));
        assert!(!is_of_snap("docker", both));
        assert!(is_of_snap("/snap/bin/docker", both));
        assert!(!is_of_snap("/usr/bin/docker", both));
        assert!(!is_of_snap("docker", |_| false));
    }

    // Proves S-68.
    #[test]
    fn a_socket_of_a_virtual_machine_is_not_of_this_computer() {
        for (address, expected) in [
            ("unix:///var/run/docker.sock", true),
            ("unix:///home/ada/.docker/run/docker.sock", true),
            ("unix:///home/ada/.docker/desktop/docker.sock", false),
            ("unix:///home/ada/.colima/default/docker.sock", false),
            ("unix:///home/ada/.config/colima/default/docker.sock", false),
            ("unix:///home/ada/.rd/docker.sock", false),
            ("tcp://127.0.0.1:2375", false),
        ] {
            assert_eq!(is_here(address), expected, "{address}");
        }
    }
}
