//! The window on Wayland, where a compositor decides what is above what, and no program sees the presses of another.

use crate::app::App;

/// Presses a button as only a page can, without a hand.
const BY_SCRIPT: &str = "const [name] = arguments;
    [...document.querySelectorAll('button')].find((it) => it.textContent.trim() === name).click()";

/// The names of the windows of this title, as the program names them to the compositor.
fn named<'a>(told: &'a str, title: &str) -> Vec<&'a str> {
    let end = format!(".set_title(\"{title}\")");
    let windows = told.lines().filter_map(|line| line.strip_suffix(&end));
    windows.filter_map(|line| line.rsplit(' ').next()).collect()
}

// Proves S-26.
#[tokio::test]
async fn on_wayland_a_press_is_seen_and_the_gate_belongs_to_the_main_window() {
    let app = or_skip!(App::on_wayland().await);
    app.find("button", "Skip introduction").await;
    app.run(BY_SCRIPT, vec!["Skip introduction".into()]).await;
    app.see("Press the button again.").await;
    app.find("button", "Skip introduction").await;
    // With a press of a key before, and then the gate is asked and answered.
    app.skip_the_welcome().await;
    app.add_demo().await;
    let home = app.close().await;
    let told = std::fs::read_to_string(home.path().join("driver.log")).unwrap();
    let (main, gate) = (named(&told, "Portcullis"), named(&told, "Decision – Portcullis"));
    let ([main, ..], [gate, ..]) = (main.as_slice(), gate.as_slice()) else {
        panic!("two windows: {main:?}, {gate:?}");
    };
    let owned = format!("{gate}.set_parent({main})");
    assert!(told.contains(&owned), "{owned} was not told to the compositor");
}
