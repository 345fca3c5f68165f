//! How the page is rendered. On Linux WebKit composes it on the graphics card, and without one in a software renderer, which
//! compiles a shader for everything that is drawn for the first time: a start takes twice as long.

use tauri::{Runtime, WebviewWindow};

/// Leaves the card out where there is none.
#[cfg(target_os = "linux")]
pub(crate) fn choose<R: Runtime>(window: &WebviewWindow<R>) -> tauri::Result<()> {
    use webkit2gtk::{HardwareAccelerationPolicy, SettingsExt, WebViewExt};

    if card_in("/dev/dri") {
        return Ok(());
    }
    window.with_webview(|page| {
        if let Some(settings) = page.inner().settings() {
            settings.set_hardware_acceleration_policy(HardwareAccelerationPolicy::Never);
        }
    })
}

/// Keeps the engine from preparing hardware rendering where there is no graphics card: the software renderer in its place would take
/// memory in each page's process (`docs/quality.md`). It is loaded there all the same, and the process would end without it.
///
/// # Safety
/// The process has no other thread yet.
#[cfg(target_os = "linux")]
#[allow(
    unsafe_code,
    clippy::disallowed_methods,
    reason = "the only thread changes its own environment, before anything reads it"
)]
pub(crate) unsafe fn prepare() {
    if !card_in("/dev/dri") {
        // SAFETY: as the caller promises, no other thread reads the environment meanwhile.
        unsafe { std::env::set_var("WEBKIT_DISABLE_DMABUF_RENDERER", "1") };
    }
}

/// Elsewhere the system's page view sees to it.
#[cfg(not(target_os = "linux"))]
pub(crate) fn choose<R: Runtime>(_: &WebviewWindow<R>) -> tauri::Result<()> {
    Ok(())
}

/// Whether a card that can draw is among these devices. Without its node WebKit cannot use one.
#[cfg(target_os = "linux")]
fn card_in(devices: &str) -> bool {
    std::fs::read_dir(devices).is_ok_and(|mut found| {
        found.any(|it| it.is_ok_and(|it| it.file_name().to_string_lossy().starts_with("renderD")))
    })
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::card_in;

    #[test]
    fn a_card_is_there_by_the_node_that_draws() {
        let devices = tempfile::tempdir().unwrap();
        let path = devices.path().to_str().unwrap();
        assert!(!card_in(path), "nothing");
        std::fs::write(devices.path().join("card0"), "").unwrap();
        assert!(!card_in(path), "it only shows");
        std::fs::write(devices.path().join("renderD128"), "").unwrap();
        assert!(card_in(path));
        assert!(!card_in("/dev/dri/is/not/there"));
    }
}
