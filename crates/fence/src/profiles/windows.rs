//! The definition of an AppContainer with a job object: what a helper on Windows would build. An AppContainer sees no file and no
//! network unless it is let; it knows no names of hosts, so that granted hosts are not held and not reached.

use super::{NoProfile, keys};
use crate::{Fence, Reach};
use std::fmt::Write as _;
use std::path::Path;

/// What a definition is made of. All paths are absolute, with all links followed.
#[derive(Debug, Clone, Copy)]
pub struct AppContainerPlan<'a> {
    /// What was granted.
    pub fence: &'a Fence,
    /// The program's own files, which it reads and runs.
    pub own: &'a [std::path::PathBuf],
    /// The home folder that it has instead of the person's.
    pub private: &'a Path,
    /// The person's home folder.
    pub home: &'a Path,
    /// Tells containers apart: letters and digits.
    pub tag: &'a str,
}

/// `FILE_GENERIC_READ | FILE_GENERIC_EXECUTE`.
const READ: u32 = 0x0012_00A9;
/// The same with `FILE_GENERIC_WRITE` and `DELETE`; not the rights to change rights and owner.
const CHANGE: u32 = 0x0013_01BF;
/// `internetClient`: outgoing connections to the internet, not to private networks.
const INTERNET: &str = "S-1-15-3-1";
/// Processes of the job.
const PROCESSES: u32 = 512;

/// The definition, as JSON.
///
/// # Errors
/// Where a path cannot be granted, or holds keys.
pub fn app_container(plan: &AppContainerPlan<'_>) -> Result<String, NoProfile> {
    let Fence {
        read,
        write,
        reach,
        // There are no such sockets between containers and other programs.
        sockets: _,
        quiet: _,
        without_links: _,
        names: _,
        hidden: _,
        nested: _,
        passing_home: _,
    } = plan.fence;
    let home = plan.home.to_string_lossy();
    let mut access = Vec::new();
    let mut entry = |path: &Path, rights: u32, granted: bool| -> Result<(), NoProfile> {
        let text = checked(path)?;
        if granted && keys::holds_keys(text, &home, &keys::WINDOWS, '\\') {
            return Err(NoProfile::Keys(text.to_owned()));
        }
        access.push(format!(
            "    {{ \"path\": {}, \"rights\": {rights}, \"inherited\": true }}",
            quoted(text)
        ));
        Ok(())
    };
    entry(plan.private, CHANGE, false)?;
    for path in plan.own.iter().chain(read) {
        entry(path, READ, true)?;
    }
    for path in write {
        entry(path, CHANGE, true)?;
    }
    let (capabilities, not_held) = match reach {
        Reach::Nothing => ("[]".to_owned(), "[]"),
        Reach::Hosts(hosts) if hosts.is_empty() => ("[]".to_owned(), "[]"),
        Reach::Hosts(_) => ("[]".to_owned(), "[\"hosts\"]"),
        Reach::Anything => (format!("[{}]", quoted(INTERNET)), "[]"),
    };
    let tag: String = plan.tag.chars().filter(char::is_ascii_alphanumeric).collect();
    let mut out = String::new();
    let lines = [
        "{".to_owned(),
        format!("  \"name\": {},", quoted(&format!("portcullis.{tag}"))),
        // Without it every container may read what all of them may.
        "  \"all_application_packages\": false,".to_owned(),
        format!("  \"capabilities\": {capabilities},"),
        format!("  \"not_held\": {not_held},"),
        "  \"access\": [".to_owned(),
        access.join(",\n"),
        "  ],".to_owned(),
        format!(
            "  \"job\": {{ \"kill_on_close\": true, \"breakaway\": false, \"processes\": {PROCESSES}, \"user_interface\": false }},"
        ),
        "  \"mitigations\": [\"win32k_disabled\", \"extension_points_disabled\", \"remote_images_disabled\"]"
            .to_owned(),
        "}".to_owned(),
    ];
    for line in lines {
        out.push_str(&line);
        out.push('\n');
    }
    Ok(out)
}

/// A path of a drive that has one meaning: no other stream, no short name, no device, nothing that Windows drops.
fn checked(path: &Path) -> Result<&str, NoProfile> {
    let unfit = || NoProfile::Path(path.to_string_lossy().into_owned());
    let text = path.to_str().ok_or_else(unfit)?;
    let mut letters = text.chars();
    let drive = letters.next().is_some_and(|letter| letter.is_ascii_alphabetic())
        && letters.next() == Some(':')
        && letters.next() == Some('\\');
    let rest = text
        .get(3..)
        .filter(|rest| drive && !rest.is_empty())
        .ok_or_else(unfit)?;
    match rest.trim_end_matches('\\').split('\\').all(is_plain) {
        true => Ok(text),
        false => Err(unfit()),
    }
}

fn is_plain(part: &str) -> bool {
    const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
    let bare = part
        .split('.')
        .next()
        .unwrap_or_default()
        .trim_end()
        .to_lowercase();
    // Windows takes these digits for numbers, too.
    let is_number = |rest: &str| {
        rest.chars().count() == 1 && rest.contains(|it: char| it.is_ascii_digit() || "¹²³".contains(it))
    };
    let numbered = ["com", "lpt"]
        .iter()
        .any(|device| bare.strip_prefix(device).is_some_and(is_number));
    let short = part
        .split('~')
        .skip(1)
        .any(|rest| rest.starts_with(|first: char| first.is_ascii_digit()));
    !part.is_empty()
        && !part.ends_with(['.', ' '])
        && !part.contains(|it: char| it.is_control() || "<>:\"/|?*".contains(it))
        && !short
        && !numbered
        && !DEVICES.contains(&bare.as_str())
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => {
                out.push('\\');
                out.push(character);
            }
            ' '..='~' => out.push(character),
            _ => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    // Writing to a string does not fail.
                    let written = write!(out, "\\u{unit:04x}");
                    debug_assert!(written.is_ok());
                }
            }
        }
    }
    out.push('"');
    out
}
