//! The window.
pub mod bindings;
pub mod commands;
