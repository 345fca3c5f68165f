//! Why a server does not start or connect: of what is known of the failure, one cause, one remedy, and what was looked at.
//!
//! Everything here is a pure function of [`Evidence`]: nothing is read, started, reached or asked, and no value of an
//! environment variable or header is known. What a server wrote is matched and quoted as foreign text; a name that it wrote
//! enters a sentence only where it has the form of a variable, and a package only where the person's own arguments name it.
//! A failure that no rule knows stays unknown. The host gathers the evidence and uses it; the window and the
//! terminal show the diagnosis.
//!
//! Rules are in the file of their topic, the most specific first. [`diagnose`] has the order of the topics.

mod architecture;
mod arguments;
mod case;
mod change;
mod containers;
mod diagnosis;
mod evidence;
mod exits;
mod fence;
mod files;
mod finding;
mod launch;
pub mod limits;
mod looked_at;
mod names;
mod network;
mod node;
mod packages;
mod protocol;
mod python;
mod shells;
mod sign_in;
mod variables;
mod versions;

portcullis_l10n::catalogue!();

pub use architecture::built_for;
pub use change::DraftChange;
pub use diagnosis::{Diagnosis, FailureCause, Observation, ObservationKind, RepairAction};
pub use evidence::{Evidence, HiddenPath, ProgramState, RuntimeVersion};

use case::Case;
use finding::Finding;
use portcullis_domain::Endpoint;

/// A topic: its cause, where it finds one.
type Topic = fn(&Case<'_>) -> Option<Finding>;

/// For programs. What kept one from being started comes first, then what its fence kept it from, then what never reached the server (shells, packages,
/// containers), then what the server itself says, and last how it ended.
const OF_PROGRAMS: &[Topic] = &[
    launch::examine,
    fence::examine,
    shells::examine,
    containers::examine,
    packages::examine,
    variables::examine,
    arguments::examine,
    node::examine,
    python::examine,
    fence::of_named_paths,
    files::examine,
    protocol::of_programs,
    fence::of_named_hosts,
    exits::certain,
    fence::of_hosts,
    fence::of_paths,
    exits::examine,
];

/// For addresses.
const OF_ADDRESSES: &[Topic] = &[
    launch::examine,
    sign_in::examine,
    protocol::old_transport,
    network::examine,
    protocol::of_addresses,
];

/// The cause of a failure. Without one that is known, the cause is `unknown` and the remedy points to the log.
#[must_use]
pub fn diagnose(evidence: &Evidence) -> Diagnosis {
    let case = Case::of(evidence);
    let topics: &[Topic] = match evidence.endpoint {
        // The rules are about a start, and this one succeeded.
        _ if evidence.is_connected && evidence.code.is_some() => &[],
        Endpoint::Address { .. } => OF_ADDRESSES,
        Endpoint::Command { .. } | Endpoint::Demo {} => OF_PROGRAMS,
    };
    let finding = topics.iter().find_map(|topic| topic(&case));
    finding.unwrap_or_else(|| exits::unknown(&case)).diagnosis(&case)
}

/// What a server did not find that may be beside its script: a package of Python, or a path as Node.js names it.
#[must_use]
pub fn missing_module(evidence: &Evidence) -> Option<String> {
    let case = Case::of(evidence);
    let found = python::missing_package(&case).or_else(|| node::missing_path(&case));
    found.map(str::to_owned)
}

#[cfg(test)]
mod tests;
