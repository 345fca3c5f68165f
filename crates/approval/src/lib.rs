//! What may happen, and who says so: the policy that decides by what a person allowed before, the gate that asks them, and the
//! permits that every effect takes.
//!
//! It reads no database, starts nothing and sends nothing. It knows what would happen as data: a call, a program, an address, a
//! form. The crates that make things happen use it, since nothing else can make a permit.

pub mod consent;
pub mod limits;
pub mod policy;

portcullis_l10n::catalogue!();
