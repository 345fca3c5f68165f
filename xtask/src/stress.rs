//! What takes long and shows what no test can: a host killed a thousand times, floods that are measured, and a user who
//! tries to break the window for hours.

use crate::{Done, chores, place, tool, ui};

pub(crate) fn stress(arguments: &[String]) -> Done {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.first() {
        Some(&"window") if arguments.contains(&"--minutes") => window(&arguments),
        Some(&("kills" | "floods")) => chores::optimised("stress", &arguments),
        _ => Err("Say what: `cargo xtask stress window --minutes N [--seed S]`, `stress kills [--points N] [--seed S]` or \
                  `stress floods [FLOOD…]`."
            .into()),
    }
}

/// At the window as it is built for tests, on a screen of its own.
fn window(arguments: &[&str]) -> Done {
    ui::packages(&mut tool::run)?;
    ui::build(&mut tool::run)?;
    tool::run(tool::cargo(&["build", "--workspace", "--bins"]))?;
    let out = place::scratch("stress")?;
    let mut command = tool::command(&place::built("debug", "stress").to_string_lossy());
    command.args(arguments).arg("--out").arg(out);
    // The clicks must not go to the desktop of a user.
    command.env_remove("DISPLAY");
    tool::run(command)
}
