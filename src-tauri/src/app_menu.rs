//! The menu bar of macOS: what is in it, in the words that the system itself uses for it and in the language that is spoken. The
//! other systems have no menu bar: there a key of the page, the title bar and the tray do the same.

#[cfg(target_os = "macos")]
mod native;

#[cfg(target_os = "macos")]
pub(crate) use native::{build, on_event, say_again};

use portcullis_l10n::say;

/// A menu of the bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BarMenu {
    /// The system shows the name of the program in bold, whatever it is called here.
    App,
    Edit,
    Window,
}

/// An item of a menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MenuEntry {
    Own(OwnItem),
    System(SystemItem),
}

/// An item that does something of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OwnItem {
    Settings,
    /// The system's own item to quit would end the program without a request to exit (tauri-apps/tauri#9198).
    Quit,
}

/// An item that the system carries out, with the keys that it has everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SystemItem {
    About,
    Services,
    Hide,
    HideOthers,
    ShowAll,
    Undo,
    Redo,
    Cut,
    Copy,
    Paste,
    SelectAll,
    Minimize,
    Zoom,
    Close,
    BringToFront,
}

impl BarMenu {
    const ALL: [Self; 3] = [Self::App, Self::Edit, Self::Window];

    fn title(self) -> String {
        match self {
            Self::App => "Portcullis".to_owned(),
            Self::Edit => say!("menu-edit"),
            Self::Window => say!("menu-window"),
        }
    }

    /// Its items, with a line between the groups.
    fn groups(self) -> &'static [&'static [MenuEntry]] {
        use MenuEntry::{Own, System};
        use OwnItem::{Quit, Settings};
        use SystemItem::*;
        match self {
            Self::App => &[
                &[System(About)],
                &[Own(Settings)],
                &[System(Services)],
                &[System(Hide), System(HideOthers), System(ShowAll)],
                &[Own(Quit)],
            ],
            // Without these items their keys do nothing in a text.
            Self::Edit => &[
                &[System(Undo), System(Redo)],
                &[System(Cut), System(Copy), System(Paste), System(SelectAll)],
            ],
            Self::Window => &[
                &[System(Minimize), System(Zoom)],
                &[System(BringToFront)],
                &[System(Close)],
            ],
        }
    }
}

impl OwnItem {
    const ALL: [Self; 2] = [Self::Settings, Self::Quit];

    /// Its name in the code; items of the tray have others.
    fn id(self) -> &'static str {
        match self {
            Self::Settings => "app-settings",
            Self::Quit => "app-quit",
        }
    }

    fn of(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|item| item.id() == id)
    }

    fn keys(self) -> &'static str {
        match self {
            Self::Settings => "Cmd+,",
            Self::Quit => "Cmd+Q",
        }
    }

    fn words(self) -> String {
        match self {
            Self::Settings => say!("menu-settings"),
            Self::Quit => say!("menu-quit"),
        }
    }
}

impl SystemItem {
    fn words(self) -> String {
        match self {
            Self::About => say!("menu-about"),
            Self::Services => say!("menu-services"),
            Self::Hide => say!("menu-hide"),
            Self::HideOthers => say!("menu-hide-others"),
            Self::ShowAll => say!("menu-show-all"),
            Self::Undo => say!("menu-undo"),
            Self::Redo => say!("menu-redo"),
            Self::Cut => say!("menu-cut"),
            Self::Copy => say!("menu-copy"),
            Self::Paste => say!("menu-paste"),
            Self::SelectAll => say!("menu-select-all"),
            Self::Minimize => say!("menu-minimize"),
            Self::Zoom => say!("menu-zoom"),
            Self::Close => say!("menu-close"),
            Self::BringToFront => say!("menu-bring-to-front"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BarMenu, MenuEntry, OwnItem, SystemItem};

    fn all(part: BarMenu) -> Vec<MenuEntry> {
        part.groups().concat()
    }

    #[test]
    fn the_menu_of_the_program_has_settings_and_quit_with_the_keys_of_the_system() {
        let own: Vec<(usize, &str)> = all(BarMenu::App)
            .into_iter()
            .enumerate()
            .filter_map(|(place, entry)| match entry {
                MenuEntry::Own(item) => Some((place, item.keys())),
                MenuEntry::System(_) => None,
            })
            .collect();
        // Below the first item and last, where the system's own programs have them.
        let last = all(BarMenu::App).len() - 1;
        assert_eq!(own, [(1, "Cmd+,"), (last, "Cmd+Q")]);
    }

    #[test]
    fn no_item_of_the_system_ends_the_program_or_is_there_twice() {
        let mut seen: Vec<MenuEntry> = Vec::new();
        for entry in BarMenu::ALL.into_iter().flat_map(all) {
            assert!(!seen.contains(&entry), "{entry:?}");
            seen.push(entry);
        }
        let needed = [
            SystemItem::Close,
            SystemItem::Minimize,
            SystemItem::Copy,
            SystemItem::Paste,
            SystemItem::Undo,
        ];
        assert!(needed.iter().all(|item| seen.contains(&MenuEntry::System(*item))));
    }

    #[test]
    fn a_press_is_that_of_the_item_with_its_name_alone() {
        for item in OwnItem::ALL {
            assert_eq!(OwnItem::of(item.id()), Some(item));
        }
        for other in ["quit", "stop", "show", ""] {
            assert_eq!(OwnItem::of(other), None, "{other}");
        }
    }

    #[test]
    fn every_item_has_words_in_the_catalogue_and_no_two_have_the_same() {
        let words = |entry: MenuEntry| match entry {
            MenuEntry::Own(item) => item.words(),
            MenuEntry::System(item) => item.words(),
        };
        let mut said: Vec<String> = BarMenu::ALL.into_iter().flat_map(all).map(words).collect();
        let many = said.len();
        said.extend(BarMenu::ALL.map(BarMenu::title));
        assert!(said.iter().all(|words| !words.contains("menu-")), "{said:?}");
        said.sort();
        said.dedup();
        assert_eq!(said.len(), many + BarMenu::ALL.len());
    }
}
