//! A page whose process ended, by a fault of its own or for want of memory, is reloaded: otherwise the window stays
//! empty, with no way to answer what waits. So is one that stands still for so long that it is not waited for any more.
//! The host holds everything, so nothing is lost with it but what was being typed (F-26).

#[cfg(any(target_os = "linux", target_os = "macos", test))]
use std::time::{Duration, Instant};
use tauri::{Runtime, WebviewWindow};

/// A page that ends this often within [`WHILE`] would end again: it is left as it is.
#[cfg(any(target_os = "linux", target_os = "macos", test))]
const TIMES: usize = 5;
#[cfg(any(target_os = "linux", target_os = "macos", test))]
const WHILE: Duration = Duration::from_secs(60);

/// How long a page may owe an answer to nothing before it is ended.
#[cfg(target_os = "linux")]
const STILL: Duration = Duration::from_secs(20);

/// How often it is asked, in seconds.
#[cfg(target_os = "linux")]
const ASKED_EVERY: u32 = 5;

/// Loads the page again whenever its process ends, and ends one that stands still.
#[cfg(target_os = "linux")]
pub(crate) fn follow<R: Runtime>(window: &WebviewWindow<R>) -> tauri::Result<()> {
    use std::cell::RefCell;
    use webkit2gtk::WebViewExt as _;

    window.with_webview(|page| {
        let ends = RefCell::new(Ends::default());
        page.inner().connect_web_process_terminated(move |page, reason| {
            let again = ends.borrow_mut().is_worth_it(Instant::now());
            tracing::warn!(?reason, again, "the process of the page ended");
            if again {
                page.reload();
            }
        });
        end_when_still(&page.inner());
    })
}

/// Asks the page for a sign of life, and ends one that gives none. A computer that sleeps does not count as time.
#[cfg(target_os = "linux")]
fn end_when_still(page: &webkit2gtk::WebView) {
    use std::cell::Cell;
    use std::rc::Rc;
    use webkit2gtk::glib::{self, object::ObjectExt as _};
    use webkit2gtk::{WebViewExt as _, gio};

    let (page, asked) = (page.downgrade(), Rc::new(Cell::new(None::<Instant>)));
    glib::timeout_add_seconds_local(ASKED_EVERY, move || {
        let Some(page) = page.upgrade() else {
            return glib::ControlFlow::Break;
        };
        match asked.get() {
            Some(since) if since.elapsed() >= STILL => {
                tracing::warn!("the page stood still and is ended");
                asked.set(None);
                page.terminate_web_process();
            }
            Some(_) => {}
            None => {
                asked.set(Some(Instant::now()));
                let asked = Rc::clone(&asked);
                // One that was ended or reloaded meanwhile answers with an error, and no longer stands still.
                page.evaluate_javascript("0", None, None, gio::Cancellable::NONE, move |_| asked.set(None));
            }
        }
        glib::ControlFlow::Continue
    });
}

/// Loads the page in a window of macOS again after its process ended.
#[cfg(target_os = "macos")]
pub(crate) fn again<R: Runtime>(window: &tauri::Webview<R>) {
    use std::collections::BTreeMap;
    use std::sync::{Mutex, PoisonError};

    /// By the label of the window.
    static ENDS: Mutex<BTreeMap<String, Ends>> = Mutex::new(BTreeMap::new());

    let mut ends = ENDS.lock().unwrap_or_else(PoisonError::into_inner);
    let again = ends
        .entry(window.label().to_owned())
        .or_default()
        .is_worth_it(Instant::now());
    tracing::warn!(again, "the process of the page ended");
    if again && let Err(error) = window.reload() {
        tracing::error!(%error, "the page was not loaded again");
    }
}

/// On macOS the application hears of it, by `again`. On Windows nothing does yet: WebView2 shows an error page until the person
/// has it load again (F5).
#[cfg(not(target_os = "linux"))]
pub(crate) fn follow<R: Runtime>(_: &WebviewWindow<R>) -> tauri::Result<()> {
    Ok(())
}

/// When it ended, lately.
#[cfg(any(target_os = "linux", target_os = "macos", test))]
#[derive(Default)]
struct Ends(Vec<Instant>);

#[cfg(any(target_os = "linux", target_os = "macos", test))]
impl Ends {
    fn is_worth_it(&mut self, now: Instant) -> bool {
        self.0.retain(|end| now.duration_since(*end) < WHILE);
        self.0.push(now);
        self.0.len() <= TIMES
    }
}

#[cfg(test)]
mod tests {
    use super::{Ends, TIMES, WHILE};
    use std::time::Instant;

    #[test]
    fn a_page_that_ends_again_and_again_is_left_alone_for_a_while() {
        let (mut ends, now) = (Ends::default(), Instant::now());
        for _ in 0..TIMES {
            assert!(ends.is_worth_it(now));
        }
        assert!(!ends.is_worth_it(now));
        assert!(ends.is_worth_it(now + WHILE));
    }
}
