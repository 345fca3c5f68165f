//! The hand on the keyboard. What WebKit's driver clicks and types reaches the page without passing the toolkit, and the
//! program takes what acts for a person only where the toolkit saw a press just before. So before each step of the driver on the
//! main page a key is pressed that means nothing, through the X server, as a keyboard would.

use tokio::process::Command;

/// The title of the main window.
const TITLE: &str = "^Portcullis$";

/// Of one window.
#[derive(Debug, Clone)]
pub(super) struct Hand {
    display: &'static str,
    /// The number of the main window, once it is there.
    window: Option<String>,
}

impl Hand {
    /// On the main window on this display; on nothing where the program has no such window.
    pub(super) async fn on(display: &'static str) -> Self {
        let mut hand = Self {
            display,
            window: None,
        };
        let found = hand.xdotool(&["search", "--onlyvisible", "--name", TITLE]).await;
        hand.window = found.lines().next().map(str::to_owned);
        hand
    }

    /// Presses and lets go of Shift.
    pub(super) async fn press(&self) {
        if let Some(window) = &self.window {
            // Then the keys belong to whatever is below the pointer again, as without a window manager.
            let keys = [
                "windowfocus",
                window,
                "key",
                "--delay",
                "0",
                "Shift_L",
                "windowfocus",
                "1",
            ];
            self.xdotool(&keys).await;
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
