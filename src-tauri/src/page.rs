//! What a page of ours may not do beyond what its capability says: fill the screen, put up dialogs that look like the system's,
//! open a file picker, or be granted a device. None of it is needed, and a page that was taken over could cover the gate or speak in
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
        page.connect_permission_request(|_, request| {
            request.deny();
            true
        });
    })
}

/// Elsewhere the page view has no such switches here yet.
#[cfg(not(target_os = "linux"))]
pub(crate) fn hold_back<R: Runtime>(_: &WebviewWindow<R>) -> tauri::Result<()> {
    Ok(())
}
