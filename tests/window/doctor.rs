//! What a person sees of a server that does not start.

use portcullis_tests::packages;

use crate::app::App;

#[tokio::test]
async fn a_server_that_lacks_a_variable_says_which_and_leads_to_where_it_is_added() {
    let app = or_skip!(App::new().await);
    let mut program = packages::everything();
    let script = "console.error('Error: NOTES_TOKEN environment variable is required'); process.exit(1)";
    program.arguments = vec!["-e".to_owned(), script.to_owned()];
    app.propose("Notes", &program).await;
    app.asked("Notes").await;
    app.answer("Add and start").await;
    app.main_page().await;
    app.see("Diagnosis").await;
    app.see("NOTES_TOKEN").await;
    app.click("button", "Diagnosis details").await;
    app.shots("doctor").await;
    app.click("link", "Enter NOTES_TOKEN…").await;
    app.see("Environment variables").await;
    app.see("Discard changes").await;
    app.close().await;
}
