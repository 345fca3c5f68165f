//! The parts of Rust that a minimal installation leaves out. Its version is Cargo's own business: `rust-version` in
//! `Cargo.toml` makes it say what is needed.

use crate::{Done, tool};

/// Whether `cargo fmt` and `cargo clippy` are there; adds them where rustup can.
pub(crate) fn ready() -> Done {
    let there = |name: &str| {
        tool::find(&format!("cargo-{name}")).is_some() && tool::says("cargo", &[name, "--version"]).is_some()
    };
    if there("fmt") && there("clippy") {
        return Ok(());
    }
    let by_hand = "rustup component add rustfmt clippy";
    if tool::find("rustup").is_none() {
        return Err(format!(
            "rustfmt or clippy is missing. Install them with your package manager, or with rustup:\n  {by_hand}"
        ));
    }
    let mut add = tool::command("rustup");
    add.args(["component", "add", "rustfmt", "clippy"]);
    tool::run(add)
        .map_err(|error| format!("{error}\nrustfmt and clippy were not installed. By hand:\n  {by_hand}"))
}
