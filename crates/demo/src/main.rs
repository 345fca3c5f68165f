//! The demo server as a program of its own, for tests and for other hosts.

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    portcullis_demo::serve_stdio().await
}
