//! The menu bar of macOS. The system's own item to quit ends a program at once (tauri-apps/tauri#9198), so ours is one that
//! begins the orderly end: servers are stopped, and calls get their outcome.

use portcullis_l10n::say;
use tauri::menu::{Menu, MenuEvent, MenuItemBuilder, PredefinedMenuItem, Submenu, SubmenuBuilder};
use tauri::{AppHandle, Runtime};

/// Our own item to quit.
const QUIT: &str = "app-quit";

pub(crate) fn build<R: Runtime>(app: &AppHandle<R>) -> tauri::Result<Menu<R>> {
    Menu::with_items(app, &[&of_app(app)?, &of_texts(app)?, &of_windows(app)?])
}

/// Does what an item of ours is for. Items of the tray have names of their own.
pub(crate) fn on_event<R: Runtime>(app: &AppHandle<R>, event: &MenuEvent) {
    if event.id().as_ref() == QUIT {
        app.exit(0);
    }
}

fn of_app<R: Runtime>(app: &AppHandle<R>) -> tauri::Result<Submenu<R>> {
    let quit = MenuItemBuilder::with_id(QUIT, say!("menu-quit"))
        .accelerator("Cmd+Q")
        .build(app)?;
    SubmenuBuilder::new(app, "Portcullis")
        .item(&PredefinedMenuItem::about(app, None, None)?)
        .separator()
        .services()
        .separator()
        .hide()
        .hide_others()
        .show_all()
        .separator()
        .item(&quit)
        .build()
}

/// Without these items the keys for them do nothing in a text.
fn of_texts<R: Runtime>(app: &AppHandle<R>) -> tauri::Result<Submenu<R>> {
    SubmenuBuilder::new(app, say!("menu-edit"))
        .undo()
        .redo()
        .separator()
        .cut()
        .copy()
        .paste()
        .select_all()
        .build()
}

fn of_windows<R: Runtime>(app: &AppHandle<R>) -> tauri::Result<Submenu<R>> {
    SubmenuBuilder::new(app, say!("menu-window"))
        .minimize()
        .maximize()
        .separator()
        .close_window()
        .build()
}
