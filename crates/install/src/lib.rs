//! From what a person typed to a review: every field that matters is shown, nothing is done (S-08 to S-12). Pasted
//! configurations, bundles, registries and links end here too.
//!
//! It reads files and saves nothing, starts nothing, visits no address, and knows no gate's queue and no database. The host uses
//! it and puts its reviews to the person.

mod address;
mod built_in;
mod container;
mod docker;
mod fence;
mod fence_default;
mod launchers;
pub mod limits;
mod loaded;
mod on_windows;
mod other;
mod package;
mod plain_secrets;
mod proposed;
mod review;
mod risky;
mod rows;
mod runs;
mod suggested;
mod variables;

portcullis_l10n::catalogue!();

pub use address::{as_parsed, is_url};
pub use container::{ContainerFacts, container, is_container};
pub use fence::{is_host_name, is_never_shown, is_of_system, is_ours, is_too_much, keeps_out_of};
pub use fence_default::{Unfenced, default_fence, linked_names};
pub use launchers::NEWEST_VERSION;
pub use other::is_other;
pub use package::FetchedPackage;
pub use portcullis_containers::before_image;
pub use portcullis_core::redact::looks_secret;
pub use proposed::proposed_hosts;
pub use review::{DemoProgram, Purpose, Review, check_shape, review};
pub use runs::what_runs;
pub use suggested::{FOLDER, SuggestedEntry, suggested};
