//! Snapshots of the host that a driver shows: the window as TypeScript shapes, the terminal as JSON.
//!
//! A view is a copy, never a handle: changing one changes nothing. Nothing here decides anything, and
//! nothing here holds a secret. Field names are the same on every side (snake case).
//! Times are milliseconds since the Unix epoch, durations are milliseconds, sizes are bytes.

mod account;
mod app;
mod asking;
mod attached;
mod backup;
mod budget;
mod call;
mod chat;
mod flow;
mod gate;
mod held;
mod json;
mod model;
mod permission;
mod prompt;
mod record;
mod resource;
mod sampling;
mod server;
mod task;
mod text;
mod tool;

pub use account::*;
pub use app::*;
pub use asking::*;
pub use attached::*;
pub use backup::*;
pub use budget::*;
pub use call::*;
pub use chat::*;
pub use flow::*;
pub use gate::*;
pub use held::*;
pub use model::*;
pub use permission::*;
pub use prompt::*;
pub use record::*;
pub use resource::*;
pub use sampling::*;
pub use server::*;
pub use task::*;
pub use text::*;
pub use tool::*;

pub(crate) use portcullis_core::shape;
