//! The pickers of the system, for a folder and for where to save: windows of their own, which WebDriver does not see.
//! They are driven by `xdotool`, on the display of the window: its keys go to whatever has the focus there.

use std::path::Path;

use tokio::process::Command;

use super::App;

impl App {
    /// Chooses a folder in the picker that is about to open.
    pub async fn pick_folder(&self, folder: &Path) {
        let picker = self.picker().await;
        // A path that begins with a slash opens the line in which a place can be written.
        self.place(&picker, folder).await;
    }

    /// Says where to save, in the picker that is about to open.
    pub async fn save_to(&self, file: &Path) {
        let picker = self.picker().await;
        // The proposed name is there, and only its beginning is selected.
        self.xdotool(&["windowfocus", "--sync", &picker, "key", "ctrl+a"])
            .await;
        self.place(&picker, file).await;
    }

    /// The picker, by the number of its window.
    async fn picker(&self) -> String {
        let pid = self.process().to_string();
        self.wait_until("the picker", async || {
            let windows = self
                .xdotool(&["search", "--onlyvisible", "--pid", &pid, "--name", "."])
                .await;
            for window in windows.lines() {
                let title = self.xdotool(&["getwindowname", window]).await;
                let title = title.trim().to_lowercase();
                // The titles of our own windows end so in every language.
                if !title.is_empty() && !title.ends_with("portcullis") {
                    return Some(window.to_owned());
                }
            }
            None
        })
        .await
    }

    /// Writes a place into a picker and confirms it. Keys of a certain window are not taken by it, so it gets the focus.
    async fn place(&self, picker: &str, place: &Path) {
        let pid = self.process().to_string();
        let path = place.to_str().expect("the place has a plain name");
        self.xdotool(&["windowfocus", "--sync", picker]).await;
        self.xdotool(&["type", "--delay", "30", path]).await;
        self.xdotool(&["key", "Return"]).await;
        self.wait_until("the picker to be gone", async || {
            let open = self
                .xdotool(&["search", "--onlyvisible", "--pid", &pid, "--name", "."])
                .await;
            (!open.lines().any(|window| window == picker)).then_some(())
        })
        .await;
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
