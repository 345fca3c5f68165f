//! A page that hangs does not leave the user with a window that does nothing.

use std::time::Duration;

use crate::app::App;

/// The processes of the page.
fn pages(app: &App) -> Vec<i32> {
    let runs = |pid: &i32| {
        std::fs::read_link(format!("/proc/{pid}/exe")).is_ok_and(|it| it.ends_with("WebKitWebProcess"))
    };
    app.processes().into_iter().filter(runs).collect()
}

// Proves F-26.
#[tokio::test]
async fn a_page_that_stands_still_is_loaded_anew() {
    let app = or_skip!(App::new().await);
    app.gate_is_loaded().await;
    app.main_page().await;
    let before = pages(&app);
    assert_eq!(before.len(), 2, "a process for each page: {:?}", app.names());
    app.js("setTimeout(() => { for (;;) {} }, 1000)").await;
    app.gate_is_loaded().await;
    // It is given twenty seconds, and asked every five.
    tokio::time::sleep(Duration::from_secs(20)).await;
    app.holds("another main page, and the same page of the gate", async || {
        let now = pages(&app);
        let stayed = now.iter().filter(|pid| before.contains(pid)).count();
        now.len() == 2 && stayed == 1
    })
    .await;
    app.close().await;
}
