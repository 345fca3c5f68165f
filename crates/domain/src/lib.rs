//! The shapes that several crates share, that the record and the database keep as JSON, and that drivers show: the window as
//! TypeScript, the terminal as JSON.
//!
//! A shape is a copy, never a handle: changing one changes nothing. Nothing here decides anything, does anything or holds a
//! secret, and nothing here knows where a shape comes from. Field names are the same on every side (snake case). Times are
//! milliseconds since the Unix epoch, durations are milliseconds, sizes are bytes.

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
pub mod said;
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

use portcullis_core::shape;
