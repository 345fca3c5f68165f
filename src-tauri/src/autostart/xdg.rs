//! Linux: an entry in the folder of the XDG Autostart specification, which the desktop reads at each sign-in.

use crate::start::BACKGROUND;
use portcullis_host::places;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The same name as the entry in the menu, so that the desktop shows one application.
const FILE: &str = "dev.portcullis.Portcullis.desktop";

/// `$XDG_CONFIG_HOME/autostart`, or `~/.config/autostart`.
pub(super) fn path() -> Option<PathBuf> {
    let named = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from);
    let config = named
        .filter(|path| path.is_absolute())
        .or_else(|| Some(places::home()?.join(".config")))?;
    Some(config.join("autostart").join(FILE))
}

/// The entry; `None` for a path that no entry can hold.
pub(super) fn entry(program: &Path) -> Option<String> {
    Some(format!(
        "[Desktop Entry]\nType=Application\nName=Portcullis\nExec={}\nIcon=portcullis\nTerminal=false\nX-GNOME-Autostart-enabled=true\n",
        exec(program)?
    ))
}

/// The value of `Exec`: the program in quotes, with what is special there and in every value escaped (Desktop Entry
/// specification 1.5, “The Exec key”).
fn exec(program: &Path) -> Option<String> {
    let program = program.to_str()?;
    if program.chars().any(char::is_control) {
        return None;
    }
    let mut value = String::from('"');
    for letter in program.chars() {
        match letter {
            '"' | '`' | '$' => _ = write!(value, "\\\\{letter}"),
            '\\' => value.push_str("\\\\\\\\"),
            '%' => value.push_str("%%"),
            _ => value.push(letter),
        }
    }
    _ = write!(value, "\" {BACKGROUND}");
    Some(value)
}

/// Whether the desktop starts this program by this entry: the person, or a settings program, may have turned it off.
pub(super) fn starts(entry: &str, program: &Path) -> bool {
    let mut group = "";
    let mut values = Vec::new();
    for line in entry.lines().map(str::trim) {
        if line.starts_with('[') {
            group = line;
        } else if group == "[Desktop Entry]"
            && let Some((key, value)) = line.split_once('=')
        {
            values.push((key.trim_end(), value.trim_start()));
        }
    }
    let value = |name: &str| {
        values
            .iter()
            .find(|(key, _)| *key == name)
            .map(|(_, value)| *value)
    };
    let off = value("Hidden") == Some("true") || value("X-GNOME-Autostart-enabled") == Some("false");
    !off && value("Exec").is_some_and(|it| Some(it) == exec(program).as_deref())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_starts_exactly_the_program_that_it_was_written_for() {
        let program = Path::new("/opt/My \"Apps\"/100% $HOME`x`\\portcullis");
        let written = entry(program).unwrap();
        assert!(
            written.contains(
                "\nExec=\"/opt/My \\\\\"Apps\\\\\"/100%% \\\\$HOME\\\\`x\\\\`\\\\\\\\portcullis\" --background\n"
            ),
            "{written}"
        );
        assert!(starts(&written, program));
        // It was moved, or the file names another.
        assert!(!starts(&written, Path::new("/usr/bin/portcullis")));
        assert_eq!(entry(Path::new("/opt/a\nExec=evil")), None);
    }

    #[test]
    fn an_entry_that_was_turned_off_elsewhere_is_off() {
        let program = Path::new("/usr/bin/portcullis");
        let written = entry(program).unwrap();
        let gnome = written.replace("-enabled=true", "-enabled=false");
        let other_group = format!("{written}\n[Desktop Action x]\nHidden=true\n");
        for (entry, on) in [
            (written.as_str(), true),
            (other_group.as_str(), true),
            (gnome.as_str(), false),
            (&format!("{written}Hidden=true\n"), false),
            ("", false),
            ("Exec=\"/usr/bin/portcullis\" --background\n", false),
        ] {
            assert_eq!(starts(entry, program), on, "{entry}");
        }
    }
}
