//! What a page of ours may not do beyond what its capability says: fill the screen, put up dialogs that look like the system's,
//! open a picker for files or colours, print, save a file, or be granted a device. None of it is needed, and a page that was taken
//! over could cover the gate, keep the person from it or speak in the name of the system with it.

use tauri::{Runtime, WebviewWindow};

/// Takes it away.
#[cfg(target_os = "linux")]
pub(crate) fn hold_back<R: Runtime>(window: &WebviewWindow<R>) -> tauri::Result<()> {
    use webkit2gtk::{
        ColorChooserRequestExt as _, ContextMenuExt as _, ContextMenuItemExt as _, DownloadExt as _,
        FileChooserRequestExt as _, PermissionRequestExt as _, SettingsExt as _, WebContextExt as _,
        WebViewExt as _,
    };

    window.with_webview(|page| {
        let page = page.inner();
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
        // What would do nothing is not offered.
        page.connect_context_menu(|_, menu, _, _| {
            for item in menu.items() {
                if does_nothing(item.stock_action()) {
                    menu.remove(&item);
                }
            }
            false
        });
        page.connect_permission_request(|_, request| {
            request.deny();
            true
        });
    })
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
