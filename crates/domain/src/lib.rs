//! The shapes that several crates share, or that the audit log and the database keep as JSON. What only drivers see is in
//! `portcullis-api`.
//!
//! A shape is a copy, never a handle: changing one changes nothing. Nothing here decides anything, does anything or holds a
//! secret, and nothing here knows where a shape comes from. Field names are the same on every side (snake case). Times are
//! milliseconds since the Unix epoch, durations are milliseconds, sizes are bytes. Nearly every crate above `core` uses it.

mod account;
mod app;
mod asking;
mod attached;
mod backup;
mod budget;
mod call;
mod chat;
mod fence;
mod flow;
mod gate;
mod held;
mod kubernetes;
mod model;
mod prompt;
mod record;
mod registry;
mod resource;
mod sampling;
mod server;
pub mod stored;
mod suggestion;
mod text;
mod tool;
pub mod transcript;

pub use account::*;
pub use app::*;
pub use asking::*;
pub use attached::*;
pub use backup::*;
pub use budget::*;
pub use call::*;
pub use chat::*;
pub use fence::*;
pub use flow::*;
pub use gate::*;
pub use held::*;
pub use kubernetes::*;
pub use model::*;
pub use prompt::*;
pub use record::*;
pub use registry::*;
pub use resource::*;
pub use sampling::*;
pub use server::*;
pub use suggestion::*;
pub use text::*;
pub use tool::*;

use portcullis_core::shape;
