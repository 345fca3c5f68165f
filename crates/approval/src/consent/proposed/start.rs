//! What is started or reached, with the digest that an approval is bound to (S-13, S-14).

use crate::consent::Permit;
use portcullis_core::text::shell_word;
use portcullis_core::{Code, Error, Result, ids};
use portcullis_domain::FenceHost;
use portcullis_l10n::say;
use portcullis_programs::{Launch, LaunchFence, Loaded};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::path::{Path, PathBuf};

/// What would be started or reached.
#[derive(Debug, Clone, PartialEq)]
pub enum StartTarget {
    /// A program.
    Command(Launch),
    /// An address.
    Address(Address),
}

/// An address, with plain headers; secret ones come from the keychain by name.
#[derive(Debug, Clone, PartialEq)]
pub struct Address {
    /// The endpoint.
    pub url: url::Url,
    /// Plain headers.
    pub headers: Vec<(String, String)>,
    /// Names of secret headers.
    pub secret_names: Vec<String>,
}

/// A start, and the digest of everything that decides what runs. The digest is worked out here, from what is started.
#[derive(Debug, Clone, PartialEq)]
pub struct Start {
    built: StartTarget,
    canonical: Value,
    digest: String,
}

/// A start that was approved.
#[derive(Debug)]
pub enum ApprovedStart {
    /// Of a program.
    Command(Permit<Launch>),
    /// At an address.
    Address(Permit<Address>),
}

impl Start {
    /// # Errors
    /// `internal` when it cannot be written as canonical JSON.
    pub fn new(built: StartTarget) -> Result<Self> {
        let canonical = canonical(&built);
        let bytes = serde_json_canonicalizer::to_vec(&canonical).map_err(Error::internal)?;
        Ok(Self {
            digest: ids::hex(&Sha256::digest(bytes)),
            canonical,
            built,
        })
    }

    /// What would be started or reached.
    #[must_use]
    pub fn built(&self) -> &StartTarget {
        &self.built
    }

    /// SHA-256 over everything that decides what runs, hex.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The same in full, kept with the approval for a later comparison.
    #[must_use]
    pub fn canonical(&self) -> &Value {
        &self.canonical
    }

    /// What is about to start is what was approved: the digest of this is the one that is kept.
    ///
    /// # Errors
    /// `launch.changed` when it is not.
    pub fn permit(self, label: &str, approved: Option<&str>) -> Result<ApprovedStart> {
        if approved == Some(self.digest.as_str()) {
            return Ok(match self.built {
                StartTarget::Command(launch) => ApprovedStart::Command(Permit::new(launch)),
                StartTarget::Address(address) => ApprovedStart::Address(Permit::new(address)),
            });
        }
        let sentence = match (self.built, approved) {
            (StartTarget::Command(_), Some(_)) => say!("start-changed-program", server = label),
            (StartTarget::Address(_), Some(_)) => say!("start-changed-url", server = label),
            (StartTarget::Command(_), None) => say!("start-new-program", server = label),
            (StartTarget::Address(_), None) => say!("start-new-url", server = label),
        };
        Err(Error::new(Code::LaunchChanged, sentence).remedy(say!("start-remedy", label = shell_word(label))))
    }
}

/// Everything that decides what runs, in one order. Exhaustive on purpose: a new field does not compile until
/// it is here.
fn canonical(built: &StartTarget) -> Value {
    match built {
        // Our own program changes with every update; it is the one file a person need not approve again.
        StartTarget::Command(Launch { file: None, .. }) => json!({ "demo": true }),
        StartTarget::Command(Launch {
            program,
            arguments,
            folder,
            environment,
            secret_names,
            file: Some(file),
            real_folder,
            loads,
            package,
            bundle,
            fence,
            container_hosts,
        }) => {
            let mut launch = json!({
                "program": exactly(program),
                "file": file.sha256,
                "arguments": arguments,
                "folder": exactly(folder),
                "environment": environment,
                "secrets": secret_names,
            });
            // What loads no file of its own and follows no link is approved as it always was.
            if let Some(real) = real_folder.as_ref().filter(|real| *real != folder) {
                launch["real_folder"] = exactly(real).into();
            }
            if !loads.is_empty() {
                launch["files"] = loads.iter().map(loaded).collect();
                if file.target != *program {
                    launch["target"] = exactly(&file.target).into();
                }
            }
            if let Some(package) = package {
                launch["package"] = json!({
                    "folder": exactly(&package.folder),
                    "sha256": package.sha256,
                });
            }
            if let Some(bundle) = bundle {
                launch["bundle"] = exactly(bundle).into();
            }
            // One that is not fenced in is approved as it always was; narrowing and widening are a new approval.
            if let Some(fence) = fence {
                launch["fence"] = fenced(fence);
            }
            if let Some(hosts) = container_hosts {
                launch["hosts"] = named(hosts);
            }
            launch
        }
        StartTarget::Address(Address {
            url,
            headers,
            secret_names,
        }) => json!({
            "url": url.as_str(),
            "headers": headers,
            "secrets": secret_names,
        }),
    }
}

fn fenced(fence: &LaunchFence) -> Value {
    let LaunchFence {
        own,
        read,
        write,
        hosts,
        any_host,
        nested,
    } = fence;
    let paths = |paths: &[PathBuf]| -> Vec<_> { paths.iter().map(|path| exactly(path)).collect() };
    let mut fence = json!({
        "own": paths(own),
        "read": paths(read),
        "write": paths(write),
        "hosts": named(hosts),
        // What older approvals say of all hosts at once.
        "private": false,
        "any_host": any_host,
    });
    // A fence without it is approved as it always was.
    if *nested {
        fence["nested"] = true.into();
    }
    fence
}

/// Hosts as they were always approved; one in the local network says so beside its port.
fn named(hosts: &[FenceHost]) -> Value {
    let host = |host: &FenceHost| {
        let FenceHost {
            name,
            port,
            local_network,
        } = host;
        match local_network {
            false => json!([name, port]),
            true => json!([name, port, "local_network"]),
        }
    };
    hosts.iter().map(host).collect()
}

fn loaded(loaded: &Loaded) -> Value {
    json!({
        "path": exactly(&loaded.path),
        "target": exactly(&loaded.file.target),
        "sha256": loaded.file.sha256,
    })
}

/// A path for a comparison. Two that are not Unicode can read alike, and alike to one that is, so their bytes follow after a
/// character that no path has.
fn exactly(path: &Path) -> String {
    match path.to_str() {
        Some(text) => text.to_owned(),
        None => {
            let bytes = ids::hex(path.as_os_str().as_encoded_bytes());
            format!("{}\0{bytes}", path.to_string_lossy())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Start, StartTarget, fenced};
    use portcullis_domain::FenceHost;
    use portcullis_programs::{Fingerprint, Launch, LaunchFence, Loaded, What};
    use serde_json::{Value, json};
    use std::path::Path;

    /// A file with another place and another digest than the one that is read for it.
    fn file(target: &str, sha256: &str) -> Fingerprint {
        let mut file = Fingerprint::of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).unwrap();
        file.target = target.into();
        file.sha256 = sha256.to_owned();
        file
    }

    fn launch() -> Launch {
        Launch {
            program: "/bin/server".into(),
            arguments: vec!["main.js".to_owned()],
            folder: "/srv".into(),
            real_folder: Some("/srv".into()),
            environment: vec![("KEY".to_owned(), "1".to_owned())],
            secret_names: vec!["TOKEN".to_owned()],
            file: Some(file("/opt/server", "a")),
            ..Launch::default()
        }
    }

    /// What an approval of this start is bound to.
    fn bound_to(launch: Launch) -> Value {
        Start::new(StartTarget::Command(launch))
            .unwrap()
            .canonical()
            .clone()
    }

    // Proves S-13.
    #[test]
    fn a_program_that_loads_nothing_and_follows_no_link_is_approved_as_it_always_was() {
        let before = json!({
            "program": "/bin/server",
            "file": "a",
            "arguments": ["main.js"],
            "folder": "/srv",
            "environment": [["KEY", "1"]],
            "secrets": ["TOKEN"],
        });
        assert_eq!(bound_to(launch()), before);
    }

    // Proves S-13, S-14.
    #[test]
    fn an_approval_is_bound_to_where_a_program_starts_and_to_what_it_loads() {
        let elsewhere = Launch {
            real_folder: Some("/elsewhere".into()),
            ..launch()
        };
        assert_eq!(bound_to(elsewhere)["real_folder"], "/elsewhere");
        let script = Launch {
            loads: vec![Loaded {
                path: "/srv/main.js".into(),
                what: What::Script,
                file: file("/srv/dist/main.js", "b"),
            }],
            ..launch()
        };
        let bound = bound_to(script.clone());
        assert_eq!(
            bound["files"],
            json!([{"path": "/srv/main.js", "target": "/srv/dist/main.js", "sha256": "b"}])
        );
        assert_eq!(bound["target"], "/opt/server", "where the link leads");
        let unlinked = Launch {
            file: Some(file("/bin/server", "a")),
            ..script
        };
        assert_eq!(bound_to(unlinked).get("target"), None);
    }

    // Proves S-12, S-13.
    #[test]
    fn the_bundle_whose_modules_load_is_approved_and_older_approvals_hold() {
        let from = |bundle: Option<&str>| {
            bound_to(Launch {
                bundle: bundle.map(Into::into),
                ..launch()
            })
        };
        assert_eq!(from(None).get("bundle"), None);
        assert_eq!(from(Some("/data/a"))["bundle"], "/data/a");
        assert_ne!(from(Some("/data/a")), from(Some("/data/b")));
    }

    // Proves S-13.
    #[test]
    fn a_sandbox_inside_is_approved_apart_and_older_approvals_hold() {
        let of = |nested| {
            fenced(&LaunchFence {
                nested,
                ..LaunchFence::default()
            })
        };
        let before =
            json!({"own": [], "read": [], "write": [], "hosts": [], "private": false, "any_host": false});
        assert_eq!(of(false), before);
        assert_ne!(of(true), before);
    }

    // Proves S-13, S-68.
    #[test]
    fn the_local_network_is_approved_host_by_host_and_older_approvals_hold() {
        let of = |local_network| {
            fenced(&LaunchFence {
                hosts: vec![FenceHost {
                    local_network,
                    ..FenceHost::new("nas.local", 5000)
                }],
                ..LaunchFence::default()
            })
        };
        assert_eq!(
            of(false)["hosts"],
            json!([["nas.local", 5000]]),
            "as it always was"
        );
        assert_ne!(of(true), of(false));
    }

    // Proves S-13, S-68.
    #[cfg(unix)]
    #[test]
    fn folders_whose_names_only_read_alike_are_approved_apart() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt as _;
        let reads = |path: &[u8]| {
            fenced(&LaunchFence {
                read: vec![OsStr::from_bytes(path).into()],
                ..LaunchFence::default()
            })
        };
        // Where a link leads now, and two places that a review cannot write in other letters.
        let all = [&b"/srv/\xef\xbf\xbd"[..], b"/srv/\xff", b"/srv/\xfe"].map(reads);
        assert!(
            all[0] != all[1] && all[1] != all[2] && all[0] != all[2],
            "{all:?}"
        );
        assert_eq!(
            reads(b"/srv/caf\xc3\xa9")["read"],
            json!(["/srv/caf\u{e9}"]),
            "as it always was"
        );
    }
}
