//! A page that stands still for good does not leave somebody with a window that does nothing.

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
    let Some(app) = App::new().await else {
        return;
    };
    let before = pages(&app);
    assert_eq!(before.len(), 1, "{:?}", app.names());
    app.run("setTimeout(() => { for (;;) {} }, 200)", vec![]).await;
    // It is given twenty seconds, and asked every five.
    tokio::time::sleep(Duration::from_secs(20)).await;
    app.wait_until("another page", async || {
        let now = pages(&app);
        (now.len() == 1 && now != before).then_some(())
    })
    .await;
    app.close().await;
}
