//! Servers of earlier days, over the transports of earlier days.

use portcullis_tests::{listening::Listening, packages};

use crate::app::App;

// Proves ERA-05, OLD-06.
#[tokio::test]
async fn reference_servers_of_earlier_days_are_used_and_their_transport_is_named() {
    let app = or_skip!(App::new().await);
    let streams = Listening::start(&packages::everything_of_2025()).await;
    app.add_listening("Spring 2025", &streams.url("/sse")).await;
    app.open_tool("Spring 2025", "echo").await;
    app.find_part("textbox", "message")
        .await
        .fill("over the older transport")
        .await;
    app.run_tool(&["done", "over the older transport"]).await;
    app.open_tab("Spring 2025", "Overview").await;
    app.see("2024-11-05").await;
    app.see("HTTP+SSE (2024-11-05, deprecated)").await;
    app.shots("real-older-transport").await;
    app.open_tab("Spring 2025", "Resources").await;
    app.see("100 resources").await;
    app.click_part("option", "Resource 1").await;
    app.click("button", "Read").await;
    app.see("Resource 1: This is a plaintext resource").await;

    app.add("Winter 2024", &packages::everything_of_2024()).await;
    app.open_tool("Winter 2024", "getTinyImage").await;
    app.run_tool(&["done"]).await;
    app.drawn("[aria-label=Result]").await;
    app.shots("real-oldest").await;

    let today = Listening::start(&packages::everything_over("streamableHttp")).await;
    app.add_listening("Today", &today.url("/mcp")).await;
    app.asked("Share folders with").await;
    app.answer("Decline").await;
    app.open_tool("Today", "toggle-simulated-logging").await;
    app.run_tool(&["Started simulated"]).await;
    app.open_tab("Today", "Logs").await;
    app.sees_a_log_message().await;
    app.close().await;
}
