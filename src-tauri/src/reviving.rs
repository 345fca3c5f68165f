//! A page whose process ended, by a fault of its own or for want of memory, is loaded anew: otherwise the window stays
//! empty, with no way to answer what waits. The host holds everything, so nothing is lost with it (F-26).

use std::time::{Duration, Instant};
use tauri::{Runtime, WebviewWindow};

/// A page that ends this often within [`WHILE`] would end again: it is left as it is.
const TIMES: usize = 5;
const WHILE: Duration = Duration::from_secs(60);

/// Loads the page anew whenever its process ends.
#[cfg(target_os = "linux")]
pub(crate) fn follow<R: Runtime>(window: &WebviewWindow<R>) -> tauri::Result<()> {
    use std::cell::RefCell;
    use webkit2gtk::WebViewExt;

    window.with_webview(|page| {
        let ends = RefCell::new(Ends::default());
        page.inner().connect_web_process_terminated(move |page, reason| {
            let again = ends.borrow_mut().is_worth_it(Instant::now());
            tracing::warn!(?reason, again, "the process of the page ended");
            if again {
                page.reload();
            }
        });
    })
}

/// Elsewhere the system's page view sees to it.
#[cfg(not(target_os = "linux"))]
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
