//! What takes long and shows what no test can: a host killed a thousand times, twenty servers for hours. Built with
//! optimisation, but without the link-time part that only costs time here.

use crate::{Done, place, tool};

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
