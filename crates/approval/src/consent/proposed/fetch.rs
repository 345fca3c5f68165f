//! A package that would be fetched once: the commands that do it, each as it will run, and the start that reads its tools before a
//! person accepts it.

use super::setting::shows;
use super::{Start, StartTarget};
use crate::consent::proposal::{GateAnswer, Sealed, plain_yes};
use crate::consent::{Permit, Proposal};
use portcullis_core::text::command_line;
use portcullis_core::{Error, Result};
use portcullis_domain::Asked;
use portcullis_l10n::say;
use portcullis_programs::Launch;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// What each variable of a server is set to while its tools are only read.
pub const PLACEHOLDER: &str = "placeholder";

/// A package that would be fetched.
#[derive(Debug)]
pub struct ProposedFetch {
    /// The package, as its registry knows it, with the version that was asked for.
    pub package: String,
    /// The commands, in their order.
    pub steps: Vec<Launch>,
    /// The tree that is started once afterwards, so that its tools can be compared before it is accepted.
    pub trial: Option<PathBuf>,
}

/// A fetched tree that may be started once, to read its tools.
#[derive(Debug)]
pub struct TrialStart {
    tree: PathBuf,
}

impl ProposedFetch {
    /// Each command in one line, as a review shows it and a shell would read it.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let line = |step: &Launch| {
            let program = step.program.to_string_lossy().into_owned();
            let words: Vec<String> = std::iter::once(program)
                .chain(step.arguments.iter().cloned())
                .collect();
            command_line(&words)
        };
        self.steps.iter().map(line).collect()
    }

    /// What the question says of the start that reads the tools.
    #[must_use]
    pub fn trial_note() -> String {
        say!("fetch-trial")
    }
}

impl Sealed for ProposedFetch {}

impl Proposal for ProposedFetch {
    type Effect = Self;

    fn covers(&self) -> Value {
        let digest = |step: &Launch| {
            Start::new(StartTarget::Command(step.clone())).map(|start| start.digest().to_owned())
        };
        let steps: Result<Vec<_>> = self.steps.iter().map(digest).collect();
        // Also word for word: a digest knows no program without its file.
        let words = |step: &Launch| json!([step.program.to_string_lossy(), step.arguments]);
        json!({
            "package": self.package,
            "commands": self.steps.iter().map(words).collect::<Vec<_>>(),
            "steps": steps.unwrap_or_default(),
            "trial": self.trial.as_ref().map(|tree| tree.to_string_lossy()),
        })
    }

    /// The package and every command, whole, and that it is started.
    fn is_shown(&self, server: &str, asked: &Asked) -> bool {
        let Asked::Setting { notes, .. } = asked else {
            return false;
        };
        if self.trial.is_some() && !notes.contains(&Self::trial_note()) {
            return false;
        }
        server.is_empty() && shows(asked, &self.package) && self.lines().iter().all(|line| shows(asked, line))
    }

    fn reach(&self, _: &Asked) -> String {
        say!("covers-fetch")
    }

    fn permit(self, answer: GateAnswer<'_>) -> Result<Permit<Self>> {
        plain_yes(self, answer, say!("denied-fetch"))
    }
}

impl Permit<ProposedFetch> {
    /// The commands, each to be run once, and the start after them.
    #[must_use]
    pub fn steps(self) -> (Vec<Permit<Launch>>, Option<Permit<TrialStart>>) {
        let ProposedFetch { steps, trial, .. } = self.spend();
        let trial = trial.map(|tree| Permit::new(TrialStart { tree }));
        (steps.into_iter().map(Permit::new).collect(), trial)
    }
}

impl TrialStart {
    /// Whether a start of this tree may see something of its own: the tree, and what its program is from. A folder above the tree
    /// holds more than that, whatever program is in it.
    #[must_use]
    pub fn holds(tree: &Path, launch: &Launch, own: &Path) -> bool {
        let is_of_program = |program: &Path| program.starts_with(own);
        let file = launch.file.as_ref().map(|file| file.target.as_path());
        let is_program = is_of_program(&launch.program) || file.is_some_and(is_of_program);
        own.starts_with(tree) || (!tree.starts_with(own) && is_program)
    }
}

impl Permit<TrialStart> {
    /// A start of this tree, in a fence that holds nothing else: no network, no folder of the person, no secret, and no value of a
    /// variable.
    ///
    /// # Errors
    /// `internal` for any other start.
    pub fn launch(self, launch: Launch) -> Result<Permit<Launch>> {
        let TrialStart { tree } = self.spend();
        let is_held = launch.fence.as_deref().is_some_and(|fence| {
            let is_bare = fence.read.is_empty() && fence.write.is_empty() && fence.hosts.is_empty();
            let is_open = fence.any_host || fence.nested;
            is_bare && !is_open && fence.own.iter().all(|own| TrialStart::holds(&tree, &launch, own))
        });
        let is_tree = launch
            .package
            .as_deref()
            .is_some_and(|package| package.folder == tree);
        let is_blank = launch.secret_names.is_empty()
            && launch.environment.iter().all(|(_, value)| value == PLACEHOLDER);
        match is_held && is_tree && is_blank {
            true => Ok(Permit::new(launch)),
            false => Err(Error::internal(
                "a start that reads tools would get more than its tree",
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use portcullis_domain::FenceHost;
    use portcullis_programs::LaunchFence;

    // Proves S-05.
    #[test]
    fn a_yes_to_a_fetch_permits_each_of_its_commands_and_the_start_after_them() {
        let step = |program: &str| Launch {
            program: program.into(),
            ..Launch::default()
        };
        let permits = |trial: Option<PathBuf>| {
            let fetch = ProposedFetch {
                package: "left-pad@1.0.0".to_owned(),
                steps: vec![step("/bin/npm"), step("/bin/tar")],
                trial,
            };
            Permit::new(fetch).steps()
        };
        let (steps, trial) = permits(Some("/data/tree".into()));
        let programs: Vec<PathBuf> = steps.into_iter().map(|step| step.spend().program).collect();
        assert_eq!(programs, [PathBuf::from("/bin/npm"), PathBuf::from("/bin/tar")]);
        assert_eq!(trial.unwrap().spend().tree, PathBuf::from("/data/tree"));
        assert!(
            permits(None).1.is_none(),
            "nothing is started that was not asked for"
        );
    }

    // Proves S-05, S-14.
    #[test]
    fn a_start_that_reads_tools_gets_its_tree_and_nothing_else() {
        let tree = PathBuf::from("/data/packages/a/tree");
        let launch = || Launch {
            program: "/opt/node/bin/node".into(),
            arguments: vec!["/data/packages/a/tree/index.js".to_owned()],
            folder: "/home/ada".into(),
            real_folder: None,
            environment: vec![("KEY".to_owned(), PLACEHOLDER.to_owned())],
            secret_names: Vec::new(),
            file: None,
            loads: Vec::new(),
            package: serde_json::from_value(json!({
                "folder": &tree, "sha256": "", "files": 1, "bytes": 1, "stamp": "",
            }))
            .expect("a tree"),
            bundle: None,
            container_hosts: None,
            fence: Some(Box::new(LaunchFence {
                own: vec![tree.clone(), "/opt/node".into()],
                ..LaunchFence::default()
            })),
        };
        let may = |launch| {
            Permit::new(TrialStart { tree: tree.clone() })
                .launch(launch)
                .is_ok()
        };
        assert!(may(launch()));
        let fenced = |change: fn(&mut LaunchFence)| {
            let mut other = launch();
            other.fence.as_deref_mut().into_iter().for_each(change);
            other
        };
        for other in [
            Launch {
                fence: None,
                ..launch()
            },
            Launch {
                package: None,
                ..launch()
            },
            Launch {
                secret_names: vec!["KEY".to_owned()],
                ..launch()
            },
            Launch {
                environment: vec![("KEY".to_owned(), "value".to_owned())],
                ..launch()
            },
            Launch {
                program: tree.join("bin/python"),
                ..fenced(|fence| fence.own = vec!["/data/packages/a".into()])
            },
            fenced(|fence| fence.own.push("/".into())),
            fenced(|fence| fence.own.push("/data".into())),
            fenced(|fence| fence.own.push("/home/ada/notes".into())),
            fenced(|fence| fence.read.push("/home/ada/notes".into())),
            fenced(|fence| fence.write.push("/home/ada/notes".into())),
            fenced(|fence| fence.hosts.push(FenceHost::new("a.example", 443))),
            fenced(|fence| fence.any_host = true),
            fenced(|fence| fence.nested = true),
        ] {
            assert!(!may(other.clone()), "{other:?}");
        }
    }
}
