//! What takes long and shows what no test can: a host killed a thousand times, twenty servers for hours. Built with
//! optimisation, but without the link-time part that only costs time here.

use crate::{Done, place, tool, ui};

/// Builds the programs of the rig and those that they start.
fn build() -> Done {
    for package in ["portcullis-tests", "portcullis-demo"] {
        let mut command = tool::cargo(&["build", "--release", "--package", package, "--bins"]);
        command.env("CARGO_PROFILE_RELEASE_LTO", "off");
        tool::run(command)?;
    }
    Ok(())
}

fn run(program: &str, arguments: &[&str]) -> Done {
    let mut command = tool::command(&place::built("release", program).to_string_lossy());
    command.args(arguments);
    tool::run(command)
}

/// `kills [--points N [--seed S]]`.
pub(crate) fn kills(arguments: &[String]) -> Done {
    build()?;
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    run("kills", &arguments)
}

/// `soak --hours N`: `N` may be a fraction.
pub(crate) fn soak(arguments: &[String]) -> Done {
    let hours: Option<f64> = match arguments {
        [option, hours] if option == "--hours" => hours
            .parse()
            .ok()
            .filter(|hours| (0.05..=1_000.0).contains(hours)),
        _ => None,
    };
    let hours = hours.ok_or("Say for how long: `cargo xtask soak --hours N`, from 0.05 to 1000.")?;
    build()?;
    let samples = place::scratch("soak")?.join("samples.tsv");
    let (samples, docs) = (samples.to_string_lossy().into_owned(), place::root().join("docs"));
    println!("Samples: {samples}");
    run(
        "soak",
        &[
            "--minutes",
            &format!("{:.0}", hours * 60.0),
            "--samples",
            &samples,
        ],
    )?;
    run("soak", &["page", &samples, &docs.to_string_lossy()])
}

/// `siege --minutes N [--seed S]`: at the window as it is built for tests, on a screen of its own.
pub(crate) fn siege(arguments: &[String]) -> Done {
    let (minutes, seed) = match arguments {
        [option, minutes] if option == "--minutes" => (minutes, None),
        [option, minutes, other, seed] if option == "--minutes" && other == "--seed" => (minutes, Some(seed)),
        _ => return Err("Say for how long: `cargo xtask siege --minutes N [--seed S]`.".into()),
    };
    ui::packages(&mut tool::run)?;
    ui::build(&mut tool::run)?;
    tool::run(tool::cargo(&["build", "--workspace", "--bins"]))?;
    let out = place::scratch("siege")?.to_string_lossy().into_owned();
    let mut command = tool::command(&place::built("debug", "siege").to_string_lossy());
    command.args(["--minutes", minutes]);
    if let Some(seed) = seed {
        command.args(["--seed", seed]);
    }
    // Whoever has a desktop does not want it to be besieged.
    command.args(["--out", &out]).env_remove("DISPLAY");
    tool::run(command)?;
    let docs = place::root().join("docs");
    run_debug("siege", &["page", &out, &docs.to_string_lossy()])
}

fn run_debug(program: &str, arguments: &[&str]) -> Done {
    let mut command = tool::command(&place::built("debug", program).to_string_lossy());
    command.args(arguments);
    tool::run(command)
}
