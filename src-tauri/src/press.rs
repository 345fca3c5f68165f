//! Presses of the person in the main window, as the toolkit saw them: a mouse button, a key, a touch.
//!
//! A command that acts without a question at the gate (sends a message, turns a server on, loosens a rule, signs in) takes one
//! of them, and each is taken once. Script in the page can make no press: what it sends out of itself stays in the page. A page
//! that was taken over can still use a press that was meant for something else, and one only.
//!
//! On Linux GTK tells of them. On macOS and Windows nothing tells of them yet: a press is not asked for there, and the threat
//! model says so.

use portcullis_host::{Code, Error, Result};
use portcullis_l10n::say;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tauri::{AppHandle, Manager, Runtime, WebviewWindow};

/// How old a press may be: a page that is busy hears of it late.
const HOLDS: Duration = Duration::from_secs(5);

/// The last press in the main window.
#[derive(Debug, Default)]
pub(crate) struct Presses(Mutex<LastPress>);

#[derive(Debug, Default)]
struct LastPress {
    seen: Option<Instant>,
    is_taken: bool,
}

/// That the person pressed something. One command uses it up.
#[derive(Debug)]
#[must_use]
pub(crate) struct Press(());

/// That the person pressed something, whatever else it is used for: enough for what helps while somebody types.
#[derive(Debug)]
#[must_use]
pub(crate) struct RecentPress(());

impl Presses {
    #[cfg(any(target_os = "linux", test))]
    fn saw(&self, when: Instant) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = LastPress {
            seen: Some(when),
            is_taken: false,
        };
    }

    /// Also when it was taken already.
    fn is_recent(&self, now: Instant) -> bool {
        let seen = self.0.lock().unwrap_or_else(PoisonError::into_inner).seen;
        seen.is_some_and(|seen| now.saturating_duration_since(seen) <= HOLDS)
    }

    fn take(&self, now: Instant) -> Option<Press> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_taken = std::mem::replace(&mut last.is_taken, true);
        let seen = last.seen.filter(|_| !is_taken)?;
        (now.saturating_duration_since(seen) <= HOLDS).then_some(Press(()))
    }
}

/// The last press, which is used up with it.
///
/// # Errors
/// `consent.no_press` when there was none just before.
pub(crate) fn taken(app: &AppHandle) -> Result<Press> {
    if cfg!(not(target_os = "linux")) {
        return Ok(Press(()));
    }
    app.state::<Presses>().take(Instant::now()).ok_or_else(none)
}

/// A press of the last seconds, which stays as it is.
///
/// # Errors
/// `consent.no_press` when there was none.
pub(crate) fn recent(app: &AppHandle) -> Result<RecentPress> {
    let is_recent = cfg!(not(target_os = "linux")) || app.state::<Presses>().is_recent(Instant::now());
    is_recent.then_some(RecentPress(())).ok_or_else(none)
}

fn none() -> Error {
    Error::new(Code::ConsentNoPress, say!("no-press")).remedy(say!("no-press-remedy"))
}

/// Sees the presses in this window from now on.
#[cfg(target_os = "linux")]
pub(crate) fn follow<R: Runtime>(window: &WebviewWindow<R>) -> tauri::Result<()> {
    use gtk::glib::Propagation;
    use gtk::prelude::WidgetExt as _;

    let app = window.app_handle().clone();
    window.with_webview(move |page| {
        let page = page.inner();
        let (keys, touches) = (app.clone(), app.clone());
        page.connect_button_press_event(move |_, _| {
            saw(&app);
            Propagation::Proceed
        });
        page.connect_key_press_event(move |_, _| {
            saw(&keys);
            Propagation::Proceed
        });
        page.connect_touch_event(move |_, _| {
            saw(&touches);
            Propagation::Proceed
        });
    })
}

#[cfg(target_os = "linux")]
fn saw<R: Runtime>(app: &AppHandle<R>) {
    app.state::<Presses>().saw(Instant::now());
}

/// Elsewhere nothing tells of them.
#[cfg(not(target_os = "linux"))]
pub(crate) fn follow<R: Runtime>(_: &WebviewWindow<R>) -> tauri::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    // Proves S-26.
    #[test]
    fn a_press_is_taken_once_and_not_when_it_is_old() {
        let (presses, now) = (Presses::default(), Instant::now());
        assert!(presses.take(now).is_none(), "there was none");
        presses.saw(now);
        presses.saw(now);
        assert!(presses.take(now + HOLDS).is_some());
        assert!(presses.take(now).is_none(), "two in a row are not collected");
        assert!(presses.is_recent(now + HOLDS), "though it was taken");
        assert!(!presses.is_recent(now + HOLDS + Duration::from_millis(1)));
        presses.saw(now);
        assert!(presses.take(now + HOLDS + Duration::from_millis(1)).is_none());
        assert!(presses.take(now).is_none(), "an old one is gone");
    }
}
