//! Questions on a terminal.

use crate::rig::House;

#[test]
fn s08_the_review_is_shown_and_yes_adds_the_server() {
    let house = House::new();
    let added = house
        .on_terminal(
            &["server", "add", "Demo", "--demo"],
            "Add and start? [y/N]",
            "y\n",
        )
        .ends(0);
    assert!(
        added.out.contains("It runs a program on this computer"),
        "{added:?}"
    );
    assert!(added.out.contains("“Demo” is added. It is ready."), "{added:?}");
}

#[test]
fn no_and_nothing_typed_are_a_no() {
    let house = House::new();
    for typed in ["n\n", "\n", "yeah\n"] {
        let denied = house
            .on_terminal(
                &["server", "add", "Demo", "--demo"],
                "Add and start? [y/N]",
                typed,
            )
            .ends(3);
        assert!(denied.out.contains("You said no."), "{denied:?}");
    }
    assert_eq!(
        house.run(&["--json", "server", "list"]).json(),
        serde_json::json!([])
    );
    let page = house.run(&["--json", "audit", "list"]).json();
    assert_eq!(page["rows"][0]["outcome"], "denied");
}
