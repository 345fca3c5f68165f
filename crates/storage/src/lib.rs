//! What is kept: the database, with one module for each table, and the record of everything that was decided and done.
//!
//! It decides nothing, starts nothing, and knows no server, no gate and no window; no secret ever comes here (S-67). The host
//! uses it, and writes through it before it acts.

portcullis_l10n::catalogue!();

pub mod audit;
pub mod limits;
pub mod store;
