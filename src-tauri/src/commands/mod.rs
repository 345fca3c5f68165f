//! What the window may ask.

mod table;
pub(crate) use table::with_commands;
