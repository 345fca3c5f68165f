//! Build script of the window: checks the permissions and packs the UI's address list.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=src-tauri/capabilities");
    println!("cargo:rerun-if-changed=src-tauri/permissions");
    tauri_build::try_build(
        tauri_build::Attributes::new()
            .capabilities_path_pattern("./src-tauri/capabilities/*.json")
            .app_manifest(
                tauri_build::AppManifest::new().permissions_path_pattern("./src-tauri/permissions/*.toml"),
            ),
    )?;
    Ok(())
}
