//! Packages of the operating system.

use super::Purpose;
use crate::{Done, tool};
use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::process::{Command, Stdio};

/// To compile the window: the webview, the tray and a C compiler.
const BUILD: &[&str] = &[
    "build-essential",
    "pkg-config",
    "libwebkit2gtk-4.1-dev",
    "libayatana-appindicator3-dev",
];
/// To show it without a display: a screen, a session bus, a keychain, a camera and letters, those of Chinese as well.
const VIRTUAL: &[&str] = &[
    "xvfb",
    "xauth",
    "dbus",
    "gnome-keyring",
    "imagemagick",
    "fonts-dejavu-core",
    "fonts-inter",
    "fonts-wqy-microhei",
];
/// To drive it in tests, and to run servers written in Python.
const DRIVE: &[&str] = &["webkit2gtk-driver", "xdotool", "weston", "python3-venv"];

/// To sign in with, in tests: any of these will do. The first is the package of Debian.
const BROWSERS: &[&str] = &[
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// The programs behind `VIRTUAL` and `DRIVE`, for systems whose package names we do not know.
const VIRTUAL_PROGRAMS: &[&str] = &[
    "Xvfb",
    "dbus-run-session",
    "gnome-keyring-daemon",
    "import",
    "convert",
];
const DRIVE_PROGRAMS: &[&str] = &["WebKitWebDriver", "xdotool", "weston", "python3"];

/// Whether the system has what is needed; installs it on Debian and Ubuntu.
pub(crate) fn ready(purpose: Purpose) -> Done {
    match std::env::consts::OS {
        "linux" if tool::find("apt-get").is_some() && tool::find("dpkg-query").is_some() => debian(purpose),
        "linux" => other_linux(purpose),
        "macos" => macos(),
        "windows" => windows(),
        other => Err(format!(
            "Portcullis is not built for {other} yet: Linux, macOS and Windows are."
        )),
    }
}

fn of(purpose: Purpose, virtual_: &[&'static str], drive: &[&'static str]) -> Vec<&'static str> {
    match purpose {
        Purpose::Window => Vec::new(),
        Purpose::VirtualWindow => virtual_.to_vec(),
        Purpose::Test => [virtual_, drive].concat(),
    }
}

fn debian(purpose: Purpose) -> Done {
    let mut wanted = [BUILD, &of(purpose, VIRTUAL, DRIVE)].concat();
    if purpose == Purpose::Test && !has_browser() {
        wanted.push(BROWSERS[0]);
    }
    let missing = missing(&wanted, &installed(&wanted));
    if missing.is_empty() {
        return Ok(());
    }
    let list = missing.join(" ");
    let by_hand = format!("sudo apt-get update && sudo apt-get install --no-install-recommends -y {list}");
    let Some(prefix) = as_root() else {
        return Err(format!(
            "These system packages are missing. Install them, then try again:\n  {by_hand}"
        ));
    };
    println!("Installing system packages: {list}");
    // Lists may be new enough already; a failed update is no reason not to try.
    if tool::run(apt(prefix, &["update", "-q"])).is_err() {
        println!("The package lists could not all be renewed; trying with those that are there.");
    }
    let mut arguments = vec!["install", "-q", "-y", "--no-install-recommends"];
    arguments.extend(&missing);
    tool::run(apt(prefix, &arguments))
        .map_err(|error| format!("{error}\nThe packages were not installed. By hand:\n  {by_hand}"))
}

fn has_browser() -> bool {
    BROWSERS.iter().any(|name| tool::find(name).is_some())
}

/// How to become root: not at all, by sudo without or with a question on the terminal, or `None`.
fn as_root() -> Option<&'static [&'static str]> {
    if tool::says("id", &["-u"]).as_deref() == Some("0") {
        Some(&[])
    } else if tool::says("sudo", &["-n", "true"]).is_some() {
        Some(&["sudo", "-n"])
    } else if tool::find("sudo").is_some() && std::io::stdin().is_terminal() {
        Some(&["sudo"])
    } else {
        None
    }
}

fn apt(prefix: &[&str], arguments: &[&str]) -> Command {
    let words = [
        prefix,
        &["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"],
        arguments,
    ]
    .concat();
    let mut command = tool::command(words[0]);
    command.args(&words[1..]);
    command
}

/// What dpkg says about the packages, one "name status" per line. Unknown names are left out.
fn installed(wanted: &[&str]) -> String {
    tool::command("dpkg-query")
        .args(["--show", "--showformat=${Package} ${db:Status-Abbrev}\n"])
        .args(wanted)
        .stderr(Stdio::null())
        .output()
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
        .unwrap_or_default()
}

fn missing<'a>(wanted: &[&'a str], installed: &str) -> Vec<&'a str> {
    let there: BTreeSet<&str> = installed
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter(|(_, status)| status.trim() == "ii")
        .map(|(name, _)| name)
        .collect();
    wanted
        .iter()
        .copied()
        .filter(|name| !there.contains(name))
        .collect()
}

fn other_linux(purpose: Purpose) -> Done {
    let libraries = ["webkit2gtk-4.1", "ayatana-appindicator3-0.1"];
    if tool::find("cc").is_none()
        || tool::says("pkg-config", &["--exists", libraries[0], libraries[1]]).is_none()
    {
        let command = if tool::find("dnf").is_some() {
            "sudo dnf install gcc pkgconf-pkg-config webkit2gtk4.1-devel libayatana-appindicator-gtk3-devel"
        } else if tool::find("pacman").is_some() {
            "sudo pacman -S --needed base-devel webkit2gtk-4.1 libayatana-appindicator"
        } else if tool::find("zypper").is_some() {
            "sudo zypper install gcc pkg-config webkit2gtk3-devel libayatana-appindicator3-devel"
        } else {
            "your package manager: a C compiler, pkg-config, WebKitGTK 4.1 and Ayatana AppIndicator 3 with headers"
        };
        return Err(format!(
            "Libraries for the window are missing. Install them, then try again:\n  {command}"
        ));
    }
    let mut absent: Vec<&str> = of(purpose, VIRTUAL_PROGRAMS, DRIVE_PROGRAMS)
        .into_iter()
        .filter(|program| tool::find(program).is_none())
        .collect();
    if purpose == Purpose::Test && !has_browser() {
        absent.push(BROWSERS[0]);
    }
    if absent.is_empty() {
        return Ok(());
    }
    Err(format!(
        "These programs are missing. Install them with your package manager, then try again:\n  {}",
        absent.join(", ")
    ))
}

fn macos() -> Done {
    match tool::says("xcode-select", &["-p"]) {
        Some(_) => Ok(()),
        None => Err(
            "The command line tools of Xcode are missing. Install them, then try again:\n  \
                     xcode-select --install"
                .into(),
        ),
    }
}

/// That we run proves the compiler and linker; the webview comes with Windows 11.
fn windows() -> Done {
    const CLIENT: &str = r"Microsoft\EdgeUpdate\Clients\{F3017226-FE2A-4295-8BDF-00C3A9A7E4C5}";
    let places = [
        r"HKLM\SOFTWARE\WOW6432Node\",
        r"HKLM\SOFTWARE\",
        r"HKCU\Software\",
    ];
    if places
        .iter()
        .any(|place| tool::says("reg", &["query", &format!("{place}{CLIENT}"), "/v", "pv"]).is_some())
    {
        return Ok(());
    }
    Err("The WebView2 runtime is missing. Install it, then try again:\n  \
         winget install Microsoft.EdgeWebView2Runtime"
        .into())
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_package_counts_as_there_only_when_dpkg_says_it_is_installed() {
        let said = "xvfb ii \ndbus rc \nimagemagick un \n";
        let wanted = ["xvfb", "dbus", "imagemagick", "xdotool"];
        assert_eq!(super::missing(&wanted, said), ["dbus", "imagemagick", "xdotool"]);
    }
}
