//! `cargo xtask run`: build and open the window, on a virtual screen when there is no other.

use crate::display::Screen;
use crate::group::Group;
use crate::setup::Purpose;
use crate::{Done, display, place, setup, tool, ui};
use std::process::Stdio;
use std::time::Duration;

/// A debug build on a busy machine draws within seconds; this is for the worst day.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) fn run(arguments: &[String]) -> Done {
    crate::only_known(arguments, &["--release", "--once"])?;
    let has = |flag| arguments.iter().any(|argument| argument == flag);
    let present = display::present();
    setup::machine(if present {
        Purpose::Window
    } else {
        Purpose::VirtualWindow
    })?;
    ui::packages(&mut tool::run)?;
    ui::build(&mut tool::run)?;

    let mut build = tool::cargo(&[
        "build",
        "--bin",
        "portcullis",
        "--bin",
        "portcullis-cli",
        "--bin",
        "portcullis-fence",
    ]);
    if has("--release") {
        build.args([
            "--release",
            "--package",
            "portcullis",
            "--package",
            "portcullis-cli",
            "--package",
            "portcullis-fence",
        ]);
    } else {
        // The set of packages decides the features of the dependencies: the same as in the checks, so that the two
        // commands share most of what they compile.
        build.arg("--workspace");
    }
    tool::run(build)?;
    let window = place::built(if has("--release") { "release" } else { "debug" }, "portcullis");
    if present && !has("--once") {
        return tool::run(tool::command(&window.to_string_lossy()));
    }
    on_virtual_screen(&window, has("--once"))
}

fn on_virtual_screen(window: &std::path::Path, once: bool) -> Done {
    println!(
        "Opening the window on a virtual screen{}.",
        if once { "" } else { ": no display was found" }
    );
    let screen = Screen::start(1200, 800)?;
    let mut session = display::in_session(window)?;
    screen.lend(&mut session);
    let mut group = Group::start(&session, Stdio::inherit(), Stdio::inherit())?;

    let picture = place::target().join("portcullis.png");
    screen.picture(&picture, PATIENCE, || group.ended().is_some())?;
    println!("Screenshot: {}", picture.display());
    if once {
        return Ok(());
    }
    println!("The window stays open until Ctrl-C.");
    loop {
        if let Some(code) = group.ended() {
            return tool::ended_well("portcullis", code);
        }
        std::thread::sleep(Duration::from_millis(200));
    }
}
