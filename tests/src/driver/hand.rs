//! The hand on the keyboard. What WebKit's driver clicks and types reaches the page without passing the toolkit, and the
//! program takes what acts for a person only where the toolkit saw a press just before. So before each step of the driver on the
//! main page a key is pressed that means nothing, through the X server, as a keyboard would.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fantoccini::Client;
use tokio::process::Command;

/// The title of the main window.
const TITLE: &str = "^Portcullis$";
/// Counts the presses that reached the page: the toolkit saw each of them before.
const COUNTED: &str = "if (window.__pressed === undefined) {
      window.__pressed = 0;
      window.addEventListener('keydown', (event) => { window.__pressed += event.key === 'Shift' ? 1 : 0; }, true);
    }
    return window.__pressed";
/// Says whether there was another press than the ones counted before, within so many milliseconds. One that nothing in the window
/// takes never reaches the page.
const REACHED: &str = "const [before, patience, done] = arguments;
    const look = () => window.__pressed === before ? undefined : end(true);
    const end = (reached) => { clearTimeout(late); window.removeEventListener('keydown', look, true); done(reached); };
    const late = setTimeout(end, patience, false);
    window.addEventListener('keydown', look, true);
    look()";
/// How long the window may take to come up, and then to take keys: its page can be asked before.
const COMES_UP: Duration = Duration::from_secs(30);
/// How long a press is waited for while the window may not take keys yet.
const FIRST: Duration = Duration::from_secs(1);
/// How long a press may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(10);

/// Of one window.
#[derive(Debug, Clone)]
pub(super) struct Hand {
    display: &'static str,
    /// The number of the main window; none where the program has no such window.
    window: Option<String>,
    /// What has the keys after each press.
    after: After,
    /// Whether a press has reached the page before: from then on each has to.
    takes_keys: Arc<AtomicBool>,
}

/// What has the keys of the display after a press.
#[derive(Debug, Clone, Copy)]
enum After {
    /// Whatever is below the pointer, as without a window manager.
    BelowPointer,
    /// The same window: a compositor decides which window in it has the keys, and Weston may lose a focus that it is given and
    /// denied at once.
    SameWindow,
}

impl Hand {
    /// On the main window on this display, or on the compositor of this class that it is in, once it is up.
    pub(super) async fn on(display: &'static str, compositor: Option<&str>) -> Self {
        let wanted = match compositor {
            None => ["--name", TITLE],
            Some(class) => ["--class", class],
        };
        let mut hand = Self {
            display,
            window: None,
            after: compositor.map_or(After::BelowPointer, |_| After::SameWindow),
            takes_keys: Arc::default(),
        };
        let until = Instant::now() + COMES_UP;
        while hand.window.is_none() && Instant::now() < until {
            let found = hand
                .xdotool(&["search", "--onlyvisible", wanted[0], wanted[1]])
                .await;
            hand.window = found.lines().next().map(str::to_owned);
            if hand.window.is_none() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
        hand
    }

    /// Presses and lets go of Shift, and waits until the program has seen it: on a busy machine the driver's next step would
    /// overtake the key.
    pub(super) async fn press(&self, page: &Client) {
        let Some(window) = &self.window else { return };
        // A program that has ended has no page. The next step on it fails with a message of its own.
        let Some(before) = counted(page).await else {
            return;
        };
        let press = ["windowfocus", window, "key", "--delay", "0", "Shift_L"];
        let after: &[&str] = match self.after {
            After::BelowPointer => &["windowfocus", "1"],
            After::SameWindow => &[],
        };
        let keys = [&press, after].concat();
        let until = Instant::now() + COMES_UP;
        loop {
            let ready = self.takes_keys.load(Ordering::Relaxed);
            let patience = if ready { PATIENCE } else { FIRST };
            self.xdotool(&keys).await;
            let patience = u64::try_from(patience.as_millis()).expect("some seconds");
            let reached = page
                .execute_async(REACHED, vec![before.into(), patience.into()])
                .await;
            // A page that has gone, or another one in its place, was pressed all the same.
            if !reached.is_ok_and(|reached| reached == false) {
                self.takes_keys.store(true, Ordering::Relaxed);
                return;
            }
            assert!(!ready, "a press did not reach the page within {PATIENCE:?}");
            assert!(
                Instant::now() < until,
                "the window took no press within {COMES_UP:?}"
            );
        }
    }

    async fn xdotool(&self, arguments: &[&str]) -> String {
        let ran = Command::new("xdotool")
            .args(arguments)
            .env("DISPLAY", self.display)
            .output()
            .await
            .expect("xdotool is installed");
        String::from_utf8_lossy(&ran.stdout).into_owned()
    }
}

async fn counted(page: &Client) -> Option<u64> {
    let counted = page.execute(COUNTED, vec![]).await;
    counted.ok().and_then(|count| count.as_u64())
}
