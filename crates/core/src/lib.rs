//! What most crates share: errors with their codes and sentences, ids, a clock that tests can set, untrusted text with
//! its hidden characters made visible, and secrets that cannot be printed.
//!
//! It has no knowledge of servers, the protocol, the database or a window. Its only I/O is random numbers and the clock. Nearly every
//! other crate uses it.

pub mod calendar;
pub mod causes;
pub mod clock;
mod clue;
pub mod error;
pub mod icons;
pub mod ids;
pub mod key_places;
pub mod limits;
mod locks;
pub mod near;
pub mod paths;
pub mod raw_json;
pub mod recent;
pub mod redact;
mod redactor;
mod secret;
pub mod secret_arguments;
mod shapes;
pub mod text;
pub mod versions;

portcullis_l10n::catalogue!();

pub use clue::{Clue, ConnectFailure};
pub use error::{Code, Error, Result, bad_input};
pub use locks::locked;
pub use redactor::{PendingSecrets, Redactor};
pub use secret::Secret;
pub use shapes::{Foreign, Problem, SourcedText, TextSource};
