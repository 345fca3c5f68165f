//! What was allowed for longer than once, and how it ends.

use crate::app::App;

#[tokio::test]
async fn a_permission_for_an_hour_is_used_listed_revoked_and_asked_for_again() {
    let Some(app) = App::new().await else {
        return;
    };
    app.add_demo().await;
    app.room("Chat").await;
    app.say("What is 19 plus 23?").await;
    app.asked("Add two numbers").await;
    app.allow("For an hour").await;
    app.see("42").await;

    app.say("What is 20 plus 24?").await;
    app.see("44").await;
    assert!(app.sheet().await.is_none(), "the second call is not asked about");

    app.room("Permissions").await;
    app.see("used").await;
    app.shot("permissions").await;
    app.click("button", "Revoke Add two numbers of Demo").await;
    app.click("button", "Revoke").await;
    app.see("Nothing is allowed in advance").await;
    app.shot("permissions-empty").await;

    app.room("Chat").await;
    app.say("What is 21 plus 25?").await;
    app.asked("Add two numbers").await;
    app.answer("Deny").await;
    app.room("Activity").await;
    app.see_row(&["Add two numbers", "denied by you"]).await;
    app.close().await;
}
