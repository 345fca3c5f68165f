//! A page whose process ended, by a fault of its own or for want of memory, is reloaded: otherwise the window stays
//! empty, with no way to answer what waits. So is one that stands still for so long that it is not waited for any more.
//! The host holds everything, so nothing is lost with it but what was being typed (F-26).

use std::time::{Duration, Instant};
use tauri::{Runtime, WebviewWindow};

/// A page that ends this often within [`WHILE`] would end again: it is left as it is.
const TIMES: usize = 5;
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
    use portcullis_core::locked;
    use std::collections::BTreeMap;
    use std::sync::Mutex;

    /// By the label of the window.
    static ENDS: Mutex<BTreeMap<String, Ends>> = Mutex::new(BTreeMap::new());

    let mut ends = locked(&ENDS);
    let again = ends
        .entry(window.label().to_owned())
        .or_default()
        .is_worth_it(Instant::now());
    tracing::warn!(again, "the process of the page ended");
    if again && let Err(error) = window.reload() {
        tracing::error!(%error, "the page was not loaded again");
    }
}

/// Loads the page again whenever its process ends; WebView2 would show an error page until the person has it load again (F5). Where
/// all of WebView2 ended, its page view cannot load anything any more.
#[cfg(windows)]
pub(crate) fn follow<R: Runtime>(window: &WebviewWindow<R>) -> tauri::Result<()> {
    use webview2_com::Microsoft::Web::WebView2::Win32::{
        COREWEBVIEW2_PROCESS_FAILED_KIND, COREWEBVIEW2_PROCESS_FAILED_KIND_RENDER_PROCESS_EXITED,
    };
    use webview2_com::ProcessFailedEventHandler;

    window.with_webview(|page| {
        let mut ends = Ends::default();
        let handler = ProcessFailedEventHandler::create(Box::new(move |view, failure| {
            let (Some(view), Some(failure)) = (view, failure) else {
                return Ok(());
            };
            let mut kind = COREWEBVIEW2_PROCESS_FAILED_KIND::default();
            #[allow(unsafe_code, reason = "the failure is an object of the system")]
            // SAFETY: the system gave it to this call, and writes its kind into a place of that type.
            let told = unsafe { failure.ProcessFailedKind(&raw mut kind) };
            told?;
            // WebView2 replaces its other processes by itself.
            if kind != COREWEBVIEW2_PROCESS_FAILED_KIND_RENDER_PROCESS_EXITED {
                tracing::warn!(?kind, "a process of WebView2 failed");
                return Ok(());
            }
            let again = ends.is_worth_it(Instant::now());
            tracing::warn!(again, "the process of the page ended");
            if again {
                #[allow(unsafe_code, reason = "the page view is an object of the system")]
                // SAFETY: the system gave it to this call, on the thread that it belongs to.
                let loaded = unsafe { view.Reload() };
                if let Err(error) = loaded {
                    tracing::error!(%error, "the page was not loaded again");
                }
            }
            Ok(())
        }));
        let mut token = 0;
        #[allow(unsafe_code, reason = "the page view is an object of the system")]
        // SAFETY: this is the thread that the page view belongs to, and each object is held while it is called.
        let followed = unsafe {
            page.controller()
                .CoreWebView2()
                .and_then(|view| view.add_ProcessFailed(&handler, &raw mut token))
        };
        if let Err(error) = followed {
            tracing::warn!(%error, "a page whose process ends stays as it is");
        }
    })
}

/// On macOS the application hears of it, by `again`.
#[cfg(not(any(target_os = "linux", windows)))]
pub(crate) fn follow<R: Runtime>(_: &WebviewWindow<R>) -> tauri::Result<()> {
    Ok(())
}

/// When it ended, lately.
#[derive(Default)]
struct Ends(Vec<Instant>);

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
