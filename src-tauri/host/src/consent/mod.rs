//! The gate. Effects take permits by value; only this module makes them.

pub mod permit;
