//! The driver, proved on a page of our own in WebKit's plain browser.

use std::path::{Path, PathBuf};

use portcullis_tests::{
    display,
    driver::{Home, Launch, Window},
    wait,
};
use rustix::process::{Pid, test_kill_process_group};

/// A page whose field keeps its text as a React one does: it writes back what it last heard.
const PAGE: &str = r#"<!doctype html><title>Rig</title>
<label for=who>Your name</label><input id=who value=world>
<button id=go><span style="overflow:hidden"><span>Greet</span></span></button>
<button hidden>Greet</button> <div aria-hidden=true><button>Greet</button></div>
<h2>Greetings</h2><p role=status id=out></p>
<script>
  const who = document.getElementById("who");
  let kept = who.value;
  who.addEventListener("input", () => { kept = who.value; });
  document.getElementById("go").onclick = () =>
    setTimeout(() => { document.getElementById("out").textContent = "Hello,\n " + kept; }, 100);
</script>"#;

fn browser() -> PathBuf {
    let library = Path::new("/usr/lib");
    let folders = std::fs::read_dir(library)
        .unwrap()
        .flatten()
        .map(|entry| entry.path());
    let browsers = folders.map(|folder| folder.join("webkit2gtk-4.1/MiniBrowser"));
    browsers
        .into_iter()
        .find(|browser| browser.exists())
        .expect("WebKit comes with a plain browser")
}

async fn open(home: &Home) -> Window {
    let window = Window::open(&Launch::new(browser()).argument("--automation"), home).await;
    let page = home.path().join("page.html");
    std::fs::write(&page, PAGE).unwrap();
    window
        .client()
        .goto(&format!("file://{}", page.display()))
        .await
        .unwrap();
    window
}

#[tokio::test]
async fn a_window_is_read_filled_and_clicked_by_role_and_name() {
    if !display::is_wanted() {
        return;
    }
    let home = Home::new();
    let window = open(&home).await;
    assert_eq!(
        window.find_all("button", "Greet").await.len(),
        1,
        "hidden buttons are not there"
    );
    window.fill("Your name", "Ada").await;
    assert_eq!(window.find("textbox", "Your name").await.value().await, "Ada");
    assert_eq!(window.find_part("button", "Gre").await.text().await, "Greet");
    window.click("button", "Greet").await;
    window.see("Hello, Ada").await;
    assert_eq!(window.find("status", "").await.text().await, "Hello, Ada");
    assert_eq!(
        window.find("heading", "Greetings").await.text().await,
        "Greetings"
    );
    let picture = std::fs::read(window.shot("rig").await).unwrap();
    assert!(picture.starts_with(b"\x89PNG") && picture.len() > 2_000);
    window.close().await;
}

#[tokio::test]
async fn nothing_of_a_dropped_window_is_left() {
    if !display::is_wanted() {
        return;
    }
    let home = Home::new();
    let window = open(&home).await;
    let group = Pid::from_raw(window.group()).unwrap();
    assert!(test_kill_process_group(group).is_ok());
    let left = processes_in(&home);
    assert!(
        left.len() >= 3,
        "bus, driver and browser are in this home: {left:?}"
    );
    drop(window);
    for pid in left {
        wait::gone(pid).await;
    }
}

/// The processes whose environment leads into this home.
fn processes_in(home: &Home) -> Vec<i32> {
    let mark = home.path().join("run").display().to_string();
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    pids.filter(|pid| {
        let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment
            .windows(mark.len())
            .any(|window| window == mark.as_bytes())
    })
    .collect()
}
