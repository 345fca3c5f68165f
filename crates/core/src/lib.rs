//! What every other crate is written in: errors with their codes and sentences, names for things, time that tests can move,
//! text of others that cannot lie about itself, and secrets that cannot be printed.
//!
//! It knows nothing of servers, of the protocol, of the database or of a window, does no I/O but for random numbers and the
//! clock, and everything else uses it.

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

portcullis_l10n::catalogue!();

pub use clue::{Clue, ConnectFailure};
pub use error::{Code, Error, Result, bad_input};
pub use locks::locked;
pub use redactor::{PendingSecrets, Redactor};
pub use secret::Secret;
pub use shapes::{Foreign, Problem, SourcedText, TextSource};
