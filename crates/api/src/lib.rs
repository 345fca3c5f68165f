//! What drivers see: the snapshot, events, and the lists and details that the window and the terminal show.
//!
//! The host makes these shapes; the window uses it as TypeScript, the terminal as JSON. No crate below the
//! host knows them, so that what is shown can change without what is stored. Shapes that are stored, or that crates below the
//! host share, are in `portcullis-domain`; drivers find them here as well.

mod account;
mod app;
mod asking;
mod budget;
mod bundle;
mod chat;
mod chat_import;
mod chat_instructions;
mod doctor;
mod export;
mod fence;
mod fetch;
mod flow;
mod gate;
mod held;
mod import;
mod install_setting;
mod json;
mod model;
mod permission;
mod profile;
mod prompt;
mod registry;
mod resource;
mod server;
mod suggested;
mod task;
mod text;
mod tool;

pub use account::*;
pub use app::*;
pub use asking::*;
pub use budget::*;
pub use bundle::*;
pub use chat::*;
pub use chat_import::*;
pub use chat_instructions::*;
pub use doctor::*;
pub use export::*;
pub use fence::*;
pub use fetch::*;
pub use flow::*;
pub use gate::*;
pub use held::*;
pub use import::*;
pub use install_setting::*;
pub use model::*;
pub use permission::*;
pub use portcullis_core::{Foreign, Problem, SourcedText, TextSource};
pub use portcullis_domain::*;
pub use profile::*;
pub use prompt::*;
pub use registry::*;
pub use resource::*;
pub use server::*;
pub use suggested::*;
pub use task::*;
pub use text::*;
pub use tool::*;
