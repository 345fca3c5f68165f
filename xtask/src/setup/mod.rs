//! What the project needs on the machine. Installs it where that can be done, and otherwise names the one command.
//! Everything is checked first, so that a second run costs nothing.

mod nginx;
mod node;
mod rust;
mod system;

use crate::{Done, tool, ui};

/// What the person is about to do; decides which packages are needed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Build and open the window on a display that is there.
    Window,
    /// Build and open the window on a virtual display.
    VirtualWindow,
    /// Build and run every check.
    Test,
}

/// System packages, the version of Node.js, and for the checks the parts of Rust they need.
pub(crate) fn machine(purpose: Purpose) -> Done {
    system::ready(purpose)?;
    node::ready()?;
    if purpose == Purpose::Test {
        nginx::ready()?;
        rust::ready()
    } else {
        Ok(())
    }
}

/// `cargo xtask setup`: everything a check needs, and the packages of the UI.
pub(crate) fn everything() -> Done {
    machine(Purpose::Test)?;
    ui::packages(&mut tool::run)?;
    println!("Everything is there. Next: cargo xtask run");
    Ok(())
}
