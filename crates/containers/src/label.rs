//! How the containers of a server are found again when the client of their engine is gone: an engine starts them, so they are no
//! descendants of ours.

use crate::limits;
use crate::run::behind_run;
use crate::words::options;

/// Names the server that a container is for.
const SERVER: &str = "portcullis.server";
/// Names one start of it.
const START: &str = "portcullis.start";

/// What one start of a server labels its containers with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContainerLabel {
    server: String,
    start: String,
}

/// Which containers are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Labelled {
    /// Those of this start.
    ByStart,
    /// Those of every start of this server.
    ByServer,
}

impl ContainerLabel {
    /// For one start. `None` for an id that could be read as something else.
    #[must_use]
    pub fn new(server: &str, start: &str) -> Option<Self> {
        let fits = |id: &str| {
            (1..=limits::LABEL).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
        };
        (fits(server) && fits(start)).then(|| Self {
            server: server.to_owned(),
            start: start.to_owned(),
        })
    }

    /// Names one start.
    pub(crate) fn start(&self) -> &str {
        &self.start
    }

    /// A command line that runs a container, with both labels: right behind `run`, where engines read flags.
    #[must_use]
    pub fn added_to(&self, mut arguments: Vec<String>) -> Vec<String> {
        if let Some(rest) = behind_run(&arguments) {
            let behind = arguments.len() - rest.len();
            let labels = [(SERVER, &self.server), (START, &self.start)];
            let flags = labels.map(|(name, value)| format!("--label={name}={value}"));
            arguments.splice(behind..behind, flags);
        }
        arguments
    }

    /// Lists the ids of containers. Those that were kept after their end are left out where a person keeps them.
    #[must_use]
    pub fn list_arguments(&self, of: Labelled, removes: bool) -> Vec<String> {
        let filter = match of {
            Labelled::ByStart => format!("--filter=label={START}={}", self.start),
            Labelled::ByServer => format!("--filter=label={SERVER}={}", self.server),
        };
        let mut arguments = ["ps", "--quiet", "--no-trunc"].map(str::to_owned).to_vec();
        arguments.extend(removes.then(|| "--all".to_owned()));
        arguments.push(filter);
        arguments
    }
}

/// Whether a command line asks its engine to remove the container in the end. Of a flag that is repeated, the last counts.
#[must_use]
pub fn removes_itself(arguments: &[String]) -> bool {
    let flags = behind_run(arguments).and_then(options).map(|(flags, _)| flags);
    let last = flags.iter().flatten().rfind(|flag| flag.name == "rm");
    // The words that engines, which are written in Go, take for true.
    let asks = |value: &str| ["1", "t", "T", "true", "TRUE", "True"].contains(&value);
    last.is_some_and(|flag| flag.value.as_deref().is_none_or(asks))
}

/// The ids that an engine lists: one in a line, at most [`limits::LISTED`]. What is no id is left out.
#[must_use]
pub fn listed(said: &str) -> Vec<String> {
    let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let is_id = |line: &&str| (12..=64).contains(&line.len()) && line.bytes().all(digit);
    let ids = said.lines().map(str::trim).filter(is_id);
    ids.take(limits::LISTED).map(str::to_owned).collect()
}

/// Ends containers at once.
#[must_use]
pub fn kill_arguments(ids: &[String]) -> Vec<String> {
    with_ids(&["kill"], ids)
}

/// Removes containers, and the volumes without a name that they had. One that runs is ended.
#[must_use]
pub fn remove_arguments(ids: &[String]) -> Vec<String> {
    with_ids(&["rm", "--force", "--volumes"], ids)
}

fn with_ids(words: &[&str], ids: &[String]) -> Vec<String> {
    let words = words.iter().map(|word| (*word).to_owned());
    words.chain(ids.iter().cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split(' ').map(str::to_owned).collect()
    }

    // Proves F-07.
    #[test]
    fn labels_stand_behind_run_and_nothing_else_changes() {
        let label = ContainerLabel::new("a1", "b2").expect("ids");
        for (line, expected) in [
            (
                "run -i --rm notes --label=x",
                "run --label=portcullis.server=a1 --label=portcullis.start=b2 -i --rm notes --label=x",
            ),
            (
                "container run notes",
                "container run --label=portcullis.server=a1 --label=portcullis.start=b2 notes",
            ),
            ("image inspect notes", "image inspect notes"),
        ] {
            assert_eq!(label.added_to(words(line)), words(expected));
        }
        for odd in ["", "a b", "a=b", "--rm", "é", &"a".repeat(65)] {
            assert_eq!(ContainerLabel::new(odd, "b2"), None, "{odd}");
            assert_eq!(ContainerLabel::new("a1", odd), None, "{odd}");
        }
    }

    // Proves F-07.
    #[test]
    fn containers_are_found_by_label_and_nothing_else_is_ended() {
        let label = ContainerLabel::new("a1", "b2").expect("ids");
        assert_eq!(
            label.list_arguments(Labelled::ByStart, true),
            words("ps --quiet --no-trunc --all --filter=label=portcullis.start=b2")
        );
        assert_eq!(
            label.list_arguments(Labelled::ByServer, false),
            words("ps --quiet --no-trunc --filter=label=portcullis.server=a1")
        );
        let id = "0123456789abcdef".repeat(4);
        let said = format!("{id}\r\n--all\nnotes\n\nABCDEFABCDEF\n0123456789ab\n{id}0\n");
        let ids = listed(&said);
        assert_eq!(ids, [id.as_str(), "0123456789ab"]);
        assert_eq!(kill_arguments(&ids), words(&format!("kill {id} 0123456789ab")));
        assert_eq!(
            remove_arguments(&ids),
            words(&format!("rm --force --volumes {id} 0123456789ab"))
        );
        assert_eq!(listed(&format!("{id}\n").repeat(100)).len(), limits::LISTED);
    }

    // Proves F-07.
    #[test]
    fn a_container_that_a_person_keeps_is_not_removed() {
        for (line, expected) in [
            ("run --rm notes", true),
            ("container run -i --rm=true notes", true),
            ("run -i notes --rm", false),
            ("run --rm=false notes", false),
            ("run --rm=0 notes", false),
            ("run --rm --rm=False notes", false),
            ("run --rm=false --rm=1 notes", true),
            ("run --name --rm notes", false),
            ("run -e", false),
            ("ps --rm", false),
        ] {
            assert_eq!(removes_itself(&words(line)), expected, "{line}");
        }
    }
}
