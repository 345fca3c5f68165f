//! Where data lives, and where that of other hosts does. The one place that knows the rule, so that the window and the terminal cannot disagree.

use portcullis_formats::{FOLDER_VARIABLES, HostFolders};
use std::path::PathBuf;

/// The variable that names another folder, for every driver.
pub const DATA_DIR_VARIABLE: &str = "PORTCULLIS_DATA_DIR";

/// The application's folder among those of all applications. The same as `identifier` in `tauri.conf.json`.
const FOLDER: &str = "dev.portcullis.Portcullis";

/// The folder that [`DATA_DIR_VARIABLE`] names, else the one of this system for this person, absolute:
///
/// | System | Folder |
/// |---|---|
/// | Linux | `$XDG_DATA_HOME/dev.portcullis.Portcullis`, or `~/.local/share/dev.portcullis.Portcullis` |
/// | macOS | `~/Library/Application Support/dev.portcullis.Portcullis` |
/// | Windows | `%LOCALAPPDATA%\dev.portcullis.Portcullis\data` |
///
/// `None` when the person has no home folder. Nothing is made; on Windows a folder of an earlier version, which was in the
/// roaming profile, is moved to its place once.
#[must_use]
pub fn default_data_dir() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let named = variable(DATA_DIR_VARIABLE).map(PathBuf::from);
    let is_named = named.is_some();
    let chosen = choose(
        named,
        variable("XDG_DATA_HOME").map(PathBuf::from),
        variable("LOCALAPPDATA").map(PathBuf::from),
        home(),
    )?;
    let before = variable("APPDATA").filter(|_| cfg!(windows) && !is_named);
    Some(match before.map(|roaming| PathBuf::from(roaming).join(FOLDER)) {
        Some(before) => settled(chosen, before),
        None => chosen,
    })
}

/// Moves a folder to where it belongs, unless something is there. One that cannot be moved is used where it is.
fn settled(place: PathBuf, before: PathBuf) -> PathBuf {
    if place.exists() || !before.is_dir() {
        return place;
    }
    let made = place.parent().map_or(Ok(()), std::fs::create_dir_all);
    match made.and_then(|()| std::fs::rename(&before, &place)) {
        Ok(()) => place,
        Err(error) => {
            tracing::warn!(%error, "the data folder was not moved");
            before
        }
    }
}

/// The person's home folder, where it is absolute.
#[must_use]
pub fn home() -> Option<PathBuf> {
    std::env::home_dir().filter(|home| home.is_absolute())
}

/// The folders in which other hosts keep their configurations. `None` when the person has no home folder.
#[must_use]
pub fn other_hosts() -> Option<HostFolders> {
    let folder = |name: &str| {
        let folder = std::env::var_os(name).map(PathBuf::from);
        folder.filter(|folder| folder.is_absolute())
    };
    let home = home()?;
    let (config, local) = if cfg!(windows) {
        (
            folder("APPDATA").unwrap_or_else(|| home.join("AppData/Roaming")),
            folder("LOCALAPPDATA").unwrap_or_else(|| home.join("AppData/Local")),
        )
    } else if cfg!(target_os = "macos") {
        let support = home.join("Library/Application Support");
        (support.clone(), support)
    } else {
        (
            folder("XDG_CONFIG_HOME").unwrap_or_else(|| home.join(".config")),
            folder("XDG_DATA_HOME").unwrap_or_else(|| home.join(".local/share")),
        )
    };
    let named = FOLDER_VARIABLES
        .iter()
        .filter_map(|name| Some((*name, folder(name)?)));
    Some(HostFolders {
        home,
        config,
        local,
        named: named.collect(),
    })
}

fn choose(
    named: Option<PathBuf>,
    xdg: Option<PathBuf>,
    local: Option<PathBuf>,
    home: Option<PathBuf>,
) -> Option<PathBuf> {
    if let Some(named) = named {
        return std::path::absolute(named).ok();
    }
    if cfg!(windows) {
        // Beside it the window keeps what belongs to its page.
        let local = local.filter(|folder| folder.is_absolute());
        return local.map(|local| local.join(FOLDER).join("data"));
    }
    let base = if cfg!(target_os = "macos") {
        home.map(|home| home.join("Library/Application Support"))
    } else {
        // The XDG base directory specification has relative values ignored.
        xdg.filter(|folder| folder.is_absolute())
            .or_else(|| home.map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join(FOLDER))
}

/// The program that builds fences, as it is installed beside ours.
pub(crate) const FENCE_PROGRAM: &str = if cfg!(windows) {
    "portcullis-fence.exe"
} else {
    "portcullis-fence"
};

/// Where that program is: beside the one that runs.
#[must_use]
pub fn fence_program() -> Option<PathBuf> {
    let own = std::env::current_exe().ok()?;
    Some(own.parent()?.join(FENCE_PROGRAM))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_is_named_wins_and_becomes_absolute() {
        let chosen = choose(
            Some("data".into()),
            Some("/xdg".into()),
            None,
            Some("/home/ada".into()),
        );
        assert_eq!(chosen, std::path::absolute("data").ok());
    }

    #[test]
    fn a_folder_is_moved_once_and_never_over_another() {
        let root = tempfile::tempdir().expect("there is room");
        let (place, before) = (root.path().join("local/data"), root.path().join("roaming"));
        assert_eq!(settled(place.clone(), before.clone()), place);
        assert!(!place.exists(), "nothing is made");
        std::fs::create_dir(&before).expect("it is ours");
        std::fs::write(before.join("file"), "one").expect("it is ours");
        assert_eq!(settled(place.clone(), before.clone()), place);
        assert!(!before.exists() && place.join("file").exists());
        std::fs::create_dir(&before).expect("it is ours");
        assert_eq!(settled(place.clone(), before.clone()), place);
        assert!(before.exists() && place.join("file").exists());
        // A file where a folder would have to be made.
        let blocked = root.path().join("local/data/file/data");
        assert_eq!(settled(blocked, before.clone()), before);
    }

    #[cfg(windows)]
    #[test]
    fn without_a_name_it_does_not_roam() {
        let local = || Some(PathBuf::from(r"C:\Users\ada\AppData\Local"));
        let usual = r"C:\Users\ada\AppData\Local\dev.portcullis.Portcullis\data";
        assert_eq!(choose(None, None, local(), None), Some(usual.into()));
        assert_eq!(choose(None, None, Some("relative".into()), None), None);
    }

    #[cfg(all(unix, not(target_os = "macos")))]
    #[test]
    fn without_a_name_it_is_where_the_system_keeps_data() {
        let home = || Some(PathBuf::from("/home/ada"));
        assert_eq!(
            choose(None, Some("/xdg".into()), None, home()),
            Some("/xdg/dev.portcullis.Portcullis".into())
        );
        let usual = Some(PathBuf::from("/home/ada/.local/share/dev.portcullis.Portcullis"));
        assert_eq!(choose(None, None, None, home()), usual);
        assert_eq!(choose(None, Some("relative".into()), None, home()), usual);
        assert_eq!(choose(None, None, None, None), None);
    }
}
