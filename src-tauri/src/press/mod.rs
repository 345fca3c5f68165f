//! Presses of the person in the main window, as the toolkit saw them: a mouse button, a key, a touch.
//!
//! A command that acts without a question at the gate (sends a message, turns a server on, loosens a rule, signs in) takes one
//! of them, and each is taken once. Script in the page can make no press: what it sends out of itself stays in the page. A page
//! that was taken over can still use a press that was meant for something else, and one only.
//!
//! On Linux GTK tells of them. On macOS and Windows nothing tells Portcullis of them: WKWebView and WebView2 take them in their own
//! processes, and Portcullis asks neither system for more. There such a command is a question at the gate, and what only helps
//! while the user types is not done.

mod sent;
pub(crate) mod words;

pub(crate) use sent::CommandAsSent;
#[cfg(test)]
pub(crate) use sent::SECRETS;

use crate::slot::Slot;
use portcullis_core::{Code, Error, Result, locked};
use portcullis_l10n::say;
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};
use tauri::{AppHandle, Manager, Runtime, WebviewWindow};

/// Has Portcullis ask at the gate as on a system that tells of no presses; for trying that out. It loosens nothing.
const UNSEEN_VARIABLE: &str = "PORTCULLIS_PRESSES_UNSEEN";

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

/// That the person pressed something, whatever else it is used for: enough for what helps while the user types.
#[derive(Debug)]
#[must_use]
pub(crate) struct RecentPress(());

/// That the person may be asked by a dialog of the system.
#[derive(Debug)]
#[must_use]
pub(crate) struct MayOpenDialog(());

impl Presses {
    #[cfg(any(target_os = "linux", test))]
    fn saw(&self, when: Instant) {
        *locked(&self.0) = LastPress {
            seen: Some(when),
            is_taken: false,
        };
    }

    /// Also when it was taken already.
    fn is_recent(&self, now: Instant) -> bool {
        let seen = locked(&self.0).seen;
        seen.is_some_and(|seen| now.saturating_duration_since(seen) <= HOLDS)
    }

    fn take(&self, now: Instant) -> Option<Press> {
        let mut last = locked(&self.0);
        let is_taken = std::mem::replace(&mut last.is_taken, true);
        let seen = last.seen.filter(|_| !is_taken)?;
        (now.saturating_duration_since(seen) <= HOLDS).then_some(Press(()))
    }
}

/// What tells of presses in the main window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PressSource {
    /// The toolkit, as they happen.
    Toolkit,
    /// Nothing: what would take a press is asked at the gate.
    Unseen,
}

impl PressSource {
    /// On a system of this name.
    fn on(system: &str, is_told_unseen: bool) -> Self {
        match system {
            "linux" if !is_told_unseen => Self::Toolkit,
            _ => Self::Unseen,
        }
    }
}

/// On this system.
pub(crate) fn source() -> PressSource {
    static SOURCE: LazyLock<PressSource> = LazyLock::new(|| {
        let is_told_unseen = std::env::var_os(UNSEEN_VARIABLE).is_some();
        PressSource::on(std::env::consts::OS, is_told_unseen)
    });
    *SOURCE
}

/// What a command of the main page that acts needs before it begins.
#[derive(Debug)]
enum PressDecision {
    /// The person pressed something just before.
    Pressed(Press),
    /// It is refused.
    Refused,
    /// It is asked at the gate, and refused unless the answer is yes.
    Asked,
}

fn decision(source: PressSource, presses: &Presses, now: Instant) -> PressDecision {
    match source {
        PressSource::Toolkit => presses
            .take(now)
            .map_or(PressDecision::Refused, PressDecision::Pressed),
        PressSource::Unseen => PressDecision::Asked,
    }
}

/// The last press, which is used up with it; where none is seen, a yes at the gate to exactly this.
///
/// # Errors
/// `consent.no_press` when there was none just before; what the gate says where it was asked.
pub(crate) async fn taken(
    app: &AppHandle,
    sent: CommandAsSent,
    command: &str,
    names: &[&str],
) -> Result<Press> {
    match decision(source(), &app.state::<Presses>(), Instant::now()) {
        PressDecision::Pressed(press) => Ok(press),
        PressDecision::Refused => Err(none()),
        PressDecision::Asked => {
            let host = app.state::<Slot>().host()?;
            host.confirm_act(sent.act(command, names)).await?;
            Ok(Press(()))
        }
    }
}

/// A press of the last seconds, which stays as it is. Where none is seen there is none: what it is needed for only helps while
/// the user types, and a question for each letter would not.
///
/// # Errors
/// `consent.no_press` when there was none.
pub(crate) fn recent(app: &AppHandle) -> Result<RecentPress> {
    let is_recent = source() == PressSource::Toolkit && app.state::<Presses>().is_recent(Instant::now());
    is_recent.then_some(RecentPress(())).ok_or_else(none)
}

/// That the person is at the main window, as far as the system tells: a press of the last seconds, which stays as it is, or that
/// this window has the focus where no press is seen. Enough for what decides nothing.
///
/// # Errors
/// `consent.no_press` when they are not there.
pub(crate) fn at_main_window(app: &AppHandle) -> Result<RecentPress> {
    let has_focus = || {
        let main = app.get_webview_window(crate::window::MAIN);
        main.is_some_and(|main| main.is_focused().unwrap_or(false))
    };
    is_there(source(), &app.state::<Presses>(), Instant::now(), has_focus)
        .then_some(RecentPress(()))
        .ok_or_else(none)
}

fn is_there(source: PressSource, presses: &Presses, now: Instant, has_focus: impl FnOnce() -> bool) -> bool {
    match source {
        PressSource::Toolkit => presses.is_recent(now),
        PressSource::Unseen => has_focus(),
    }
}

/// That a page may open a dialog of the system. For the main page, the person pressed something there in the last seconds: otherwise
/// that page could put a dialog over the approval window, or have it take a key that was meant for something else. On macOS and
/// Windows, the dialog belongs to the main window and lies over no other.
///
/// # Errors
/// `consent.no_press` when there was no press.
pub(crate) fn may_open_dialog(app: &AppHandle, page: &str) -> Result<MayOpenDialog> {
    // The variable changes nothing here: on Linux a dialog belongs to no window, and presses are seen all the same.
    let source = PressSource::on(std::env::consts::OS, false);
    opens_dialog(source, &app.state::<Presses>(), Instant::now(), page)
        .then_some(MayOpenDialog(()))
        .ok_or_else(none)
}

fn opens_dialog(source: PressSource, presses: &Presses, now: Instant, page: &str) -> bool {
    page != crate::window::MAIN || source == PressSource::Unseen || presses.is_recent(now)
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
    app.state::<crate::gate::GateWindow>().may_ask_soon();
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
    fn where_no_press_is_seen_a_command_that_acts_ends_at_the_gate() {
        for system in ["macos", "windows", "freebsd", ""] {
            for is_told_unseen in [false, true] {
                assert_eq!(
                    PressSource::on(system, is_told_unseen),
                    PressSource::Unseen,
                    "{system}"
                );
            }
        }
        assert_eq!(PressSource::on("linux", false), PressSource::Toolkit);
        assert_eq!(PressSource::on("linux", true), PressSource::Unseen);
        let (presses, now) = (Presses::default(), Instant::now());
        let decided = |source| decision(source, &presses, now);
        assert!(matches!(decided(PressSource::Toolkit), PressDecision::Refused));
        assert!(matches!(decided(PressSource::Unseen), PressDecision::Asked));
        presses.saw(now);
        // A press that was seen counts for nothing there: it is asked all the same, and stays unused.
        assert!(matches!(decided(PressSource::Unseen), PressDecision::Asked));
        assert!(matches!(decided(PressSource::Toolkit), PressDecision::Pressed(_)));
        assert!(matches!(decided(PressSource::Toolkit), PressDecision::Refused));
    }

    // Proves S-26.
    #[test]
    fn the_person_is_at_the_main_window_by_a_press_or_where_none_is_seen_by_its_focus() {
        let (presses, now) = (Presses::default(), Instant::now());
        let at = |source, has_focus| is_there(source, &presses, now, || has_focus);
        assert!(!at(PressSource::Toolkit, true), "a focus is no press");
        assert!(at(PressSource::Unseen, true) && !at(PressSource::Unseen, false));
        presses.saw(now);
        assert!(at(PressSource::Toolkit, false) && !at(PressSource::Unseen, false));
        assert!(presses.take(now).is_some(), "it is not used up");
    }

    // Proves S-26.
    #[test]
    fn the_main_page_opens_a_dialog_after_a_press_where_presses_are_seen() {
        let (presses, now) = (Presses::default(), Instant::now());
        let opens = |source, page| opens_dialog(source, &presses, now, page);
        let main = crate::window::MAIN;
        assert!(!opens(PressSource::Toolkit, main));
        assert!(opens(PressSource::Unseen, main));
        assert!(opens(PressSource::Toolkit, crate::gate::GATE));
        presses.saw(now);
        assert!(opens(PressSource::Toolkit, main));
        assert!(presses.take(now).is_some(), "it is not used up");
    }

    // Proves S-26.
    #[test]
    fn a_press_is_taken_once_and_not_when_it_is_old() {
        let (presses, now) = (Presses::default(), Instant::now());
        let holds = Duration::from_secs(5);
        assert!(presses.take(now).is_none(), "there was none");
        presses.saw(now);
        presses.saw(now);
        assert!(presses.take(now + holds).is_some());
        assert!(presses.take(now).is_none(), "two in a row are not collected");
        assert!(presses.is_recent(now + holds), "though it was taken");
        assert!(!presses.is_recent(now + holds + Duration::from_millis(1)));
        presses.saw(now);
        assert!(presses.take(now + holds + Duration::from_millis(1)).is_none());
        assert!(presses.take(now).is_none(), "an old one is gone");
    }
}
