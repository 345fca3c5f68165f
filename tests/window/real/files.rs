//! The reference server for files, which works in the folders that it is told.

use portcullis_tests::packages;

use crate::app::App;

const SERVER: &str = "Files";

// Proves ROO-01, ROO-05.
#[tokio::test]
async fn a_server_works_in_the_folder_it_is_told_and_hears_when_there_is_another() {
    let app = or_skip!(App::new().await);
    let [first, second] = ["plans", "letters"].map(|name| {
        let folder = app.home().path().join("home").join(name);
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        std::fs::write(folder.join(format!("{name}.txt")), format!("All the {name}."))
            .expect("a file can be written");
        folder
    });
    app.add(SERVER, &packages::filesystem()).await;
    app.asked("Share folders with").await;
    app.click("button", "Add folder…").await;
    app.pick_folder(&first).await;
    app.asked("plans").await;
    app.answer("Share this folder").await;
    app.open_tool(SERVER, "read_text_file").await;
    let file = first.join("plans.txt");
    app.find_part("textbox", "path")
        .await
        .fill(&file.display().to_string())
        .await;
    app.run_tool(&["done", "All the plans."]).await;
    app.shots("real-files").await;

    app.open_tab(SERVER, "Permissions").await;
    app.click("button", "Add folder…").await;
    app.pick_folder(&second).await;
    app.see("letters").await;
    app.open_tool(SERVER, "list_allowed_directories").await;
    app.run_tool(&["done", "plans", "letters"]).await;
    app.close().await;
}
