//! What a page of ours may not do beyond what its capability says: fill the screen, put up dialogs that look like the system's,
//! open a list of choices in a window of its own, or a picker for files or colors, print, save a file, or be granted a device. None of
//! it is needed, and a page that was taken over could cover the gate, keep the person from it or speak in the name of the system
//! with it. Nor may it close itself.

#[cfg(target_os = "linux")]
use crate::window::MAIN;
use tauri::{Runtime, WebviewWindow};

/// Takes it away.
#[cfg(target_os = "linux")]
pub(crate) fn hold_back<R: Runtime>(window: &WebviewWindow<R>) -> tauri::Result<()> {
    use gtk::glib::prelude::{ObjectExt as _, ToValue as _};
    use webkit2gtk::{
        ColorChooserRequestExt as _, ContextMenu, ContextMenuExt as _, ContextMenuItemExt as _,
        DownloadExt as _, FileChooserRequestExt as _, OptionMenu, OptionMenuExt as _,
        PermissionRequestExt as _, SettingsExt as _, WebContextExt as _, WebViewExt as _,
    };

    let is_main = window.label() == MAIN;
    window.with_webview(move |page| {
        hide_what_lies_above();
        let page = page.inner();
        stay_open(&page);
        if is_main {
            hold_back_tooltips(&page);
        }
        if let Some(settings) = page.settings() {
            settings.set_enable_fullscreen(false);
            settings.set_javascript_can_open_windows_automatically(false);
            // No page uses these, and each is a large part of the engine to attack.
            settings.set_enable_media_stream(false);
            settings.set_enable_webaudio(false);
            settings.set_enable_webgl(false);
        }
        // Each says that it was seen to: nothing is shown.
        page.connect_script_dialog(|_, _| true);
        page.connect_enter_fullscreen(|_| true);
        page.connect_run_file_chooser(|_, request| {
            request.cancel();
            true
        });
        page.connect_run_color_chooser(|_, request| {
            request.cancel();
            true
        });
        page.connect_print(|_, _| true);
        // The engine would write into the downloads without a question, whatever the page says that it is called.
        if let Some(context) = page.context() {
            context.connect_download_started(|_, download| download.cancel());
        }
        // Both by name: the second value is the menu, and the event after it may be none, which the typed forms do not expect.
        page.connect_local("show-option-menu", false, |values| {
            if let Some(Ok(menu)) = values.get(1).map(|it| it.get::<OptionMenu>()) {
                menu.close();
            }
            Some(true.to_value())
        });
        // What would do nothing is not offered.
        page.connect_local("context-menu", false, |values| {
            if let Some(Ok(menu)) = values.get(1).map(|it| it.get::<ContextMenu>()) {
                for item in menu.items() {
                    if does_nothing(item.stock_action()) {
                        menu.remove(&item);
                    }
                }
            }
            Some(false.to_value())
        });
        page.connect_permission_request(|_, request| {
            request.deny();
            true
        });
    })
}

/// Leaves the page open when its script closes it. The library that made the view destroys that then, and the window would stay
/// empty. What it connected is called before all that is connected later, so it is taken away.
#[cfg(target_os = "linux")]
#[allow(
    unsafe_code,
    reason = "what another library connected is found by its signal, which has no safe form"
)]
fn stay_open(page: &webkit2gtk::WebView) {
    use gtk::glib::gobject_ffi::{
        G_SIGNAL_MATCH_ID, GObject, g_signal_handler_disconnect, g_signal_handler_find, g_signal_lookup,
    };
    use gtk::glib::prelude::{ObjectType as _, StaticType as _};
    use gtk::glib::translate::IntoGlib as _;
    use std::ptr::null_mut;

    let view = page.as_ptr().cast::<GObject>();
    // SAFETY: the view lives, its class has this signal, and only what was found on it is disconnected.
    unsafe {
        let close = g_signal_lookup(c"close".as_ptr(), webkit2gtk::WebView::static_type().into_glib());
        loop {
            let found = g_signal_handler_find(
                view,
                G_SIGNAL_MATCH_ID,
                close,
                0,
                null_mut(),
                null_mut(),
                null_mut(),
            );
            if found == 0 {
                break;
            }
            g_signal_handler_disconnect(view, found);
        }
    }
}

/// Hides what would lie above the gate's window, whose text the page chooses and for which it needs no press: what the engine shows
/// below a field with a `datalist`, whenever it does (no page of ours has one, and the engine has no switch for it), and a tooltip
/// that is up when a window of ours is shown.
#[cfg(target_os = "linux")]
#[allow(
    unsafe_code,
    reason = "windows that the engine makes are told of by an emission hook, which has no safe form"
)]
fn hide_what_lies_above() {
    use gtk::glib::Value;
    use gtk::glib::ffi::{GTRUE, gboolean, gpointer};
    use gtk::glib::gobject_ffi::{
        GSignalInvocationHint, GValue, g_signal_add_emission_hook, g_signal_lookup,
    };
    use gtk::glib::prelude::{Cast as _, StaticType as _};
    use gtk::glib::translate::IntoGlib as _;
    use gtk::prelude::WidgetExt as _;
    use std::ffi::c_uint;
    use std::sync::Once;

    static HOOK: Once = Once::new();

    unsafe extern "C" fn on_show(
        _: *mut GSignalInvocationHint,
        _: c_uint,
        values: *const GValue,
        _: gpointer,
    ) -> gboolean {
        // SAFETY: the first value of an emission is the object that emits it, and a `Value` is a `GValue`.
        let shown = unsafe { &*values.cast::<Value>() };
        if let Ok(window) = shown.get::<gtk::Window>() {
            if is_list(&window) {
                window.hide();
            } else if is_ours(window.upcast_ref()) {
                hide_tooltips();
            }
        }
        // The hook stays.
        GTRUE
    }

    // SAFETY: the class of widgets has this signal, the hook is a function of its type, and no data goes with it.
    HOOK.call_once(|| unsafe {
        let show = g_signal_lookup(c"show".as_ptr(), gtk::Widget::static_type().into_glib());
        g_signal_add_emission_hook(show, 0, Some(on_show), std::ptr::null_mut(), None);
    });
}

/// Hides the tooltip that is up. The toolkit asks for another when the pointer moves.
#[cfg(target_os = "linux")]
fn hide_tooltips() {
    use gtk::glib::prelude::Cast as _;
    use gtk::prelude::{GtkWindowExt as _, WidgetExt as _};

    for window in gtk::Window::list_toplevels() {
        if let Ok(window) = window.downcast::<gtk::Window>()
            && window.type_hint() == gtk::gdk::WindowTypeHint::Tooltip
        {
            window.hide();
        }
    }
}

/// Shows no tooltip of this page while another window of ours is shown: it would lie above that one, and the page says what stands
/// in it.
#[cfg(target_os = "linux")]
fn hold_back_tooltips(page: &webkit2gtk::WebView) {
    use gtk::glib::prelude::ObjectExt as _;
    use gtk::prelude::WidgetExt as _;

    page.connect_query_tooltip(|page, _, _, _, _| {
        let own = page.toplevel();
        let is_another = |it: &gtk::Widget| is_ours(it) && it.is_visible() && Some(it) != own.as_ref();
        if gtk::Window::list_toplevels().iter().any(is_another) {
            // Else the engine would answer after this.
            page.stop_signal_emission_by_name("query-tooltip");
        }
        false
    });
}

/// Whether this is a window of Portcullis. The toolkit has invisible toplevels, such as the one of a drag.
#[cfg(target_os = "linux")]
fn is_ours(toplevel: &gtk::Widget) -> bool {
    use gtk::glib::prelude::ObjectExt as _;

    toplevel.is::<gtk::ApplicationWindow>() || toplevel.is::<gtk::Dialog>()
}

/// Whether this is a list that belongs to a page. A file picker of the toolkit has one of its own.
#[cfg(target_os = "linux")]
fn is_list(window: &gtk::Window) -> bool {
    use gtk::glib::prelude::ObjectExt as _;
    use gtk::prelude::GtkWindowExt as _;

    window.type_hint() == gtk::gdk::WindowTypeHint::Combo
        && window
            .attached_to()
            .is_some_and(|it| it.is::<webkit2gtk::WebView>())
}

/// Whether this entry of a context menu saves a file or opens a window, neither of which a page may.
#[cfg(target_os = "linux")]
fn does_nothing(entry: webkit2gtk::ContextMenuAction) -> bool {
    use webkit2gtk::ContextMenuAction as Entry;

    matches!(
        entry,
        Entry::DownloadLinkToDisk
            | Entry::DownloadImageToDisk
            | Entry::DownloadVideoToDisk
            | Entry::DownloadAudioToDisk
            | Entry::OpenLinkInNewWindow
            | Entry::OpenImageInNewWindow
            | Entry::OpenFrameInNewWindow
            | Entry::OpenVideoInNewWindow
            | Entry::OpenAudioInNewWindow
    )
}

/// Takes away what can be: dialogs of the page's script. The page view of Windows asks the person about devices.
#[cfg(windows)]
pub(crate) fn hold_back<R: Runtime>(window: &WebviewWindow<R>) -> tauri::Result<()> {
    window.with_webview(|page| {
        #[allow(unsafe_code, reason = "the page view is an object of the system")]
        // SAFETY: this is the thread that the page view belongs to, and each object is held while it is called.
        let held = unsafe {
            page.controller()
                .CoreWebView2()
                .and_then(|view| view.Settings())
                .and_then(|settings| settings.SetAreDefaultScriptDialogsEnabled(false))
        };
        if let Err(error) = held {
            tracing::warn!(%error, "the page may put up dialogs");
        }
    })
}

/// Elsewhere the page view has no such switches here yet.
#[cfg(not(any(target_os = "linux", windows)))]
pub(crate) fn hold_back<R: Runtime>(_: &WebviewWindow<R>) -> tauri::Result<()> {
    Ok(())
}
