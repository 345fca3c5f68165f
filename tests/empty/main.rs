//! A window with one line of text in it and nothing behind it: what start and memory of the application are measured
//! against (`tests/window/launch.rs`).

fn main() -> tauri::Result<()> {
    tauri::Builder::default().run(tauri::generate_context!("tests/empty/tauri.conf.json"))
}
