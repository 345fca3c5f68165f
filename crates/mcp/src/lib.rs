//! The Model Context Protocol as a client speaks it, revisions 2024-11-05 to 2026-07-28: transports, bounded messages, one
//! connection per server with its era, its lists, its calls and its health.
//!
//! It decides nothing: a program, an address and a call each come with their permit, and what a server asks is handed to a
//! `ClientHost`. It knows no database, no gate's queue and no window. The host uses it.

pub mod client;
pub mod limits;
pub mod transport;

portcullis_l10n::catalogue!();
