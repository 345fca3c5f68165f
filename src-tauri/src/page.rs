//! What a page of ours may not do beyond what its capability says: fill the screen, put up dialogs that look like the system's,
//! open a file picker, print, or be granted a device. None of it is needed, and a page that was taken over could cover the gate or speak in
//! the name of the system with it.

use tauri::{Runtime, WebviewWindow};

/// Takes it away.
#[cfg(target_os = "linux")]
pub(crate) fn hold_back<R: Runtime>(window: &WebviewWindow<R>) -> tauri::Result<()> {
    use webkit2gtk::{
        FileChooserRequestExt as _, PermissionRequestExt as _, SettingsExt as _, WebViewExt as _,
    };

    window.with_webview(|page| {
        let page = page.inner();
        if let Some(settings) = page.settings() {
            settings.set_enable_fullscreen(false);
            settings.set_javascript_can_open_windows_automatically(false);
        }
        // Each says that it was seen to: nothing is shown.
        page.connect_script_dialog(|_, _| true);
        page.connect_run_file_chooser(|_, request| {
            request.cancel();
            true
        });
        page.connect_print(|_, _| true);
        page.connect_permission_request(|_, request| {
            request.deny();
            true
        });
    })
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
