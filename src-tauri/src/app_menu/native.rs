//! The menu bar as the system has it.

use super::{BarMenu, MenuEntry, OwnItem, SystemItem};
use crate::window;
use tauri::menu::{Menu, MenuEvent, MenuItemBuilder, Submenu, SubmenuBuilder, WINDOW_SUBMENU_ID};
use tauri::{AppHandle, Manager, Runtime};

/// Goes to the room *Settings* as a link of the page would: a page that is there already is not loaded again.
const GO_TO_SETTINGS: &str = "window.location.hash = '#/settings'";

pub(crate) fn build<R: Runtime>(app: &AppHandle<R>) -> tauri::Result<Menu<R>> {
    let menu = Menu::new(app)?;
    for part in BarMenu::ALL {
        menu.append(&submenu(app, part)?)?;
    }
    Ok(menu)
}

/// Makes it again in the language that is spoken now.
pub(crate) fn say_again<R: Runtime>(app: &AppHandle<R>) {
    let made = build(app).and_then(|menu| app.set_menu(menu));
    if let Err(error) = made {
        tracing::warn!(%error, "the menu bar keeps its language");
    }
}

/// Does what an item of ours is for.
pub(crate) fn on_event<R: Runtime>(app: &AppHandle<R>, event: &MenuEvent) {
    match OwnItem::of(event.id().as_ref()) {
        Some(OwnItem::Settings) => {
            if let Err(error) = open_settings(app) {
                tracing::error!(%error, "the settings did not open");
            }
        }
        Some(OwnItem::Quit) => app.exit(0),
        None => {}
    }
}

fn open_settings<R: Runtime>(app: &AppHandle<R>) -> tauri::Result<()> {
    window::show(app)?;
    app.get_webview_window(window::MAIN)
        .map_or(Ok(()), |page| page.eval(GO_TO_SETTINGS))
}

fn submenu<R: Runtime>(app: &AppHandle<R>, part: BarMenu) -> tauri::Result<Submenu<R>> {
    let mut menu = SubmenuBuilder::new(app, part.title());
    if part == BarMenu::Window {
        // The system adds the open windows to it.
        menu = menu.id(WINDOW_SUBMENU_ID);
    }
    for (place, group) in part.groups().iter().enumerate() {
        if place > 0 {
            menu = menu.separator();
        }
        for entry in *group {
            menu = match entry {
                MenuEntry::Own(item) => {
                    let item = MenuItemBuilder::with_id(item.id(), item.words())
                        .accelerator(item.keys())
                        .build(app)?;
                    menu.item(&item)
                }
                MenuEntry::System(item) => with(menu, *item),
            };
        }
    }
    menu.build()
}

fn with<'m, R: Runtime>(
    menu: SubmenuBuilder<'m, R, AppHandle<R>>,
    item: SystemItem,
) -> SubmenuBuilder<'m, R, AppHandle<R>> {
    let words = item.words();
    match item {
        SystemItem::About => menu.about_with_text(words, None),
        SystemItem::Services => menu.services_with_text(words),
        SystemItem::Hide => menu.hide_with_text(words),
        SystemItem::HideOthers => menu.hide_others_with_text(words),
        SystemItem::ShowAll => menu.show_all_with_text(words),
        SystemItem::Undo => menu.undo_with_text(words),
        SystemItem::Redo => menu.redo_with_text(words),
        SystemItem::Cut => menu.cut_with_text(words),
        SystemItem::Copy => menu.copy_with_text(words),
        SystemItem::Paste => menu.paste_with_text(words),
        SystemItem::SelectAll => menu.select_all_with_text(words),
        SystemItem::Minimize => menu.minimize_with_text(words),
        SystemItem::Zoom => menu.maximize_with_text(words),
        SystemItem::Close => menu.close_window_with_text(words),
        SystemItem::BringToFront => menu.bring_all_to_front_with_text(words),
    }
}
