//! A registry in the window: turned on by a request, searched, and added from.

use portcullis_tests::registry::{FIRST, TestRegistry, bundle_package, entry, sha256};
use serde_json::{Value, json};

use crate::app::App;
use crate::bundles::packed;

fn servers(registry: &TestRegistry, hash: &str) -> Vec<Value> {
    let active = ("active", FIRST);
    let bundle = bundle_package(&registry.url("/notes.mcpb"), hash);
    let mail = json!([{
        "registryType": "npm", "identifier": "@example/mail", "version": "2.1.0", "transport": { "type": "stdio" },
        "packageArguments": [{ "type": "positional", "valueHint": "folder", "description": "Where mails are kept",
            "isRequired": true, "format": "filepath" }],
        "environmentVariables": [
            { "name": "MAIL_TOKEN", "description": "Token of the account", "isSecret": true, "isRequired": true },
            { "name": "MAIL_LEVEL", "description": "What is logged", "choices": ["errors", "everything"], "default": "errors" },
        ],
    }]);
    let old = json!([{
        "registryType": "npm", "identifier": "old-notes", "version": "0.9.0", "transport": { "type": "stdio" },
    }]);
    vec![
        entry("org.example/field-notes", "1.2.0", active, bundle),
        entry("org.example/mail", "2.1.0", active, mail),
        entry("org.example/old-notes", "0.9.0", ("deprecated", FIRST), old),
    ]
}

// Proves S-26, S-63.
#[tokio::test]
async fn a_registry_is_turned_on_searched_and_a_bundle_of_it_runs() {
    let app = or_skip!(App::new().await);
    let file = packed(app.home(), "1.2.0").await;
    let bytes = std::fs::read(file).expect("the bundle is there");
    let hash = sha256(&bytes);
    let registry = TestRegistry::with(Vec::new()).await;
    registry.serve("/notes.mcpb", bytes);
    for server in servers(&registry, &hash) {
        registry.put(server);
    }

    app.room("Servers").await;
    app.click("link", "Browse a registry").await;
    app.see("Public list of servers").await;
    app.shots("registry-off").await;
    app.click("button", "Use another registry").await;
    app.fill("Registry URL", &registry.address()).await;
    app.click("button", "Turn on").await;
    let request = app.asked("registry").await;
    assert!(request.text.contains(&registry.address()), "{}", request.text);
    registry.assert_untouched();
    app.answer("Approve").await;
    app.main_page().await;
    app.see("3 servers").await;
    app.shots("registry-search").await;
    app.find("searchbox", "Search servers").await.fill("mail").await;
    app.gone("link", "org.example/old-notes").await;
    // The count of the search is the last that is drawn: a link that moves meanwhile would lose the click.
    app.see("1 server Text from publishers").await;
    app.click_part("link", "org.example/mail").await;
    app.see("@example/mail@2.1.0").await;
    app.click("button", "Review").await;
    app.see("This is required.").await;
    app.shots("registry-entry").await;
    app.click_part("link", "Results").await;

    app.find("searchbox", "Search servers").await.fill("field").await;
    app.click_part("link", "org.example/field-notes").await;
    app.click("button", "Download and open").await;
    app.see("Install bundle").await;
    app.see(&hash).await;
    app.close().await;
}
