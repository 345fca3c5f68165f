//! The pickers of the system, for a folder and for where to save: windows of their own, which WebDriver does not see.
//! They are driven by `xdotool`, on the display of the window: its keys go to whatever has the focus there.

use std::{
    fmt::Write as _,
    path::Path,
    time::{Duration, Instant},
};

use portcullis_tests::driver::APPEARS;
use tokio::process::Command;

use super::App;

/// How long a picker may take to close. GTK presses its button for a quarter of a second, and twice where it has to look up what was
/// written; it gives that press up when anything of its own takes the keys meanwhile, as the list of suggestions does.
const CLOSES: Duration = Duration::from_secs(10);

impl App {
    /// Chooses a folder in the picker that is about to open.
    pub async fn pick_folder(&self, folder: &Path) {
        let picker = self.picker().await;
        // A path that begins with a slash opens the line in which a place can be written.
        self.place(&picker, &[], folder).await;
    }

    /// Says where to save, in the picker that is about to open.
    pub async fn save_to(&self, file: &Path) {
        let picker = self.picker().await;
        // The proposed name is there, and only its beginning is selected.
        self.place(&picker, &["key", "ctrl+a"], file).await;
    }

    /// The picker, by the number of its window.
    async fn picker(&self) -> String {
        self.wait_until("the picker", async || self.pickers().await.into_iter().next())
            .await
    }

    /// The pickers that are open, by the numbers of their windows.
    pub async fn pickers(&self) -> Vec<String> {
        let mut pickers = Vec::new();
        for window in self.windows().await {
            let title = self.xdotool(&["getwindowname", &window]).await;
            let title = title.trim().to_lowercase();
            // The titles of our own windows end so in every language.
            if !title.is_empty() && !title.ends_with("portcullis") {
                pickers.push(window);
            }
        }
        pickers
    }

    /// Writes a place into a picker, after these keys, and confirms it. Keys of a certain window are not taken by it, so it gets
    /// the focus. It is confirmed only while it has that: otherwise the key would answer whatever is in front.
    async fn place(&self, picker: &str, first: &[&str], place: &Path) {
        let path = place.to_str().expect("the place has a plain name");
        let focus = ["windowfocus", "--sync", picker];
        let write = ["type", "--delay", "30", path];
        self.xdotool(&[&focus[..], first, &write[..]].concat()).await;
        let closes = async {
            let mut confirmed: Option<Instant> = None;
            while self.windows().await.iter().any(|window| window == picker) {
                let is_due = confirmed.is_none_or(|at| at.elapsed() > CLOSES);
                if is_due && self.focused().await == picker {
                    if confirmed.is_some() {
                        println!("the picker {picker} stays open and is confirmed again");
                    }
                    self.xdotool(&["key", "Return"]).await;
                    confirmed = Some(Instant::now());
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        if tokio::time::timeout(APPEARS, closes).await.is_err() {
            let display = self.on_display().await;
            panic!("“{path}” was written into the picker {picker}, which stays open; {display}");
        }
    }

    /// The windows with a title that are shown, by their numbers: the display has no others than those of this test.
    async fn windows(&self) -> Vec<String> {
        let found = self.xdotool(&["search", "--onlyvisible", "--name", "."]).await;
        found.lines().map(str::to_owned).collect()
    }

    /// The number of the window that gets the keys: 1 where it is the one below the pointer.
    async fn focused(&self) -> String {
        let focused = self.xdotool(&["getwindowfocus", "-f"]).await;
        focused.trim().to_owned()
    }

    /// What is on the display, for a message.
    async fn on_display(&self) -> String {
        let mut told = format!("the focus is on {}", self.focused().await);
        for window in self.windows().await {
            let title = self.xdotool(&["getwindowname", &window]).await;
            let place = self.xdotool(&["getwindowgeometry", &window]).await;
            let place = place.split_whitespace().skip(2).collect::<Vec<_>>().join(" ");
            let _ = write!(told, "; {window} is “{}”, {place}", title.trim());
        }
        told
    }

    pub(crate) async fn xdotool(&self, arguments: &[&str]) -> String {
        let ran = Command::new("xdotool")
            .args(arguments)
            .env("DISPLAY", self.display())
            .output()
            .await
            .expect("xdotool is installed");
        String::from_utf8_lossy(&ran.stdout).into_owned()
    }
}
