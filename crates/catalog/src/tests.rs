use super::*;
use crate::limits::TOOL_NAME;
use serde_json::json;

fn raw(value: &Value) -> Box<RawValue> {
    serde_json::value::to_raw_value(value).unwrap()
}

fn named(name: &str) -> Value {
    json!({"name": name, "inputSchema": {"type": "object"}})
}

fn listed(pages: &[Value]) -> Catalog {
    let pages: Vec<_> = pages.iter().map(raw).collect();
    Catalog::read(pages.iter().map(AsRef::as_ref))
}

fn names(catalog: &Catalog) -> Vec<&str> {
    catalog.tools.iter().map(|tool| tool.name.as_str()).collect()
}

// Proves TOL-03.
#[test]
fn one_malformed_tool_never_hides_the_others() {
    let pages = [
        json!({"tools": [named("a"), {"name": "b", "inputSchema": null}, {"inputSchema": {}}, 7, named("a"), named("A")]}),
        json!({"tools": "none"}),
        json!({"tools": [named("Größe/α"), named("\u{202e}c")], "nextCursor": "x"}),
    ];
    let catalog = listed(&pages);
    assert_eq!(names(&catalog), ["a", "A", "Größe/α", "\u{202e}c"]);
    let excluded: Vec<_> = catalog
        .excluded
        .iter()
        .map(|tool| tool.shown.text.as_str())
        .collect();
    assert_eq!(
        excluded,
        [
            "b",
            "Number 3 in the list",
            "Number 4 in the list",
            "a",
            "Number 7 in the list"
        ]
    );
    assert!(catalog.excluded[3].reason.contains("same name"));
    assert_eq!(catalog.get("a").unwrap().name, "a");
    assert!(catalog.get("b").is_none() && catalog.get("größe/α").is_none());
}

// Proves F-20.
#[test]
fn a_tool_nested_without_end_costs_only_itself() {
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let page = format!(
        r#"{{"tools":[{},{{"name":"deep","inputSchema":{{"enum":{deep}}}}},{}]}}"#,
        named("a"),
        named("b")
    );
    let page = RawValue::from_string(page).unwrap();
    let catalog = Catalog::read([page.as_ref()]);
    assert_eq!(names(&catalog), ["a", "b"]);
    assert!(catalog.excluded[0].reason.contains("too deeply"));
}

// Proves S-46.
#[test]
fn a_tool_is_taken_from_the_list_before_only_when_no_byte_of_it_changed() {
    let page = |tools: &str| RawValue::from_string(format!(r#"{{"tools":[{tools}]}}"#)).unwrap();
    let one = r#"{"name":"one","description":"Reads.","inputSchema":{"type":"object"}}"#;
    let other = r#"{"name":"other","description":"Reads.","inputSchema":{"type":"object"}}"#;
    let first = page(&format!("{one},{other}"));
    let before = Catalog::read([first.as_ref()]);
    let again = |tools: &str| Catalog::read_again([page(tools).as_ref()], &before);
    let same = again(&format!(" {other} , {one}"));
    for name in ["one", "other"] {
        assert!(Arc::ptr_eq(same.get(name).unwrap(), before.get(name).unwrap()));
    }
    assert_eq!(names(&same), ["other", "one"]);
    // One byte, and the spelling alone: both are read, and only the first is another definition.
    let changed = again(&format!("{},{other}", one.replace("Reads.", "Reads!")));
    assert!(!Arc::ptr_eq(
        changed.get("one").unwrap(),
        before.get("one").unwrap()
    ));
    assert_ne!(
        changed.get("one").unwrap().digest,
        before.get("one").unwrap().digest
    );
    assert_eq!(changed.get("one").unwrap().description.raw(), "Reads!");
    let spelled = again(&one.replace("Reads.", r"Re\u0061ds."));
    assert!(!Arc::ptr_eq(
        spelled.get("one").unwrap(),
        before.get("one").unwrap()
    ));
    assert_eq!(
        spelled.get("one").unwrap().digest,
        before.get("one").unwrap().digest
    );
    // Two of the same bytes are two of one name all the same.
    let twice = again(&format!("{one},{one}"));
    assert_eq!((twice.tools.len(), twice.excluded.len()), (1, 1));
    assert_eq!(twice.excluded[0].shown.text, "one");
}

#[test]
fn a_tool_that_is_left_out_later_is_named_with_its_reason() {
    let page = json!({"tools": [named("a"), named("b"), named("c")]});
    let catalog = listed(&[page]);
    let left = catalog.without(|tool| (tool.name == "b").then(|| "not now".to_owned()));
    assert_eq!(names(&left), ["a", "c"]);
    assert_eq!((left.left_out("b"), left.left_out("c")), (Some("not now"), None));
    assert!(left.get("b").is_none());
    assert_eq!(left.get("c").unwrap().name, "c");
}

// Proves S-94.
#[test]
fn a_tool_without_a_usable_header_is_found_by_its_exact_name() {
    let mut odd = named(" a\nb");
    odd["inputSchema"] = json!({"properties": {"c": {"type": "number", "x-mcp-header": "C"}}});
    let catalog = listed(&[json!({"tools": [odd, named("d")]})]).for_modern_http();
    assert_eq!(names(&catalog), ["d"]);
    assert_eq!(catalog.get("d").unwrap().name, "d");
    assert!(catalog.left_out(" a\nb").is_some());
}

// Proves S-43.
#[test]
fn an_excluded_tool_shows_its_name_within_bounds() {
    let page = json!({"tools": [named(&"\u{202e}".repeat(TOOL_NAME + 10))]});
    let catalog = listed(&[page]);
    assert!(catalog.excluded[0].shown.text.ends_with("… 10 more characters"));
    assert_eq!(catalog.excluded[0].shown.hidden, 138);
}

// Proves F-19.
#[test]
fn tools_beyond_the_limit_are_counted() {
    let tools: Vec<_> = (0..TOOLS + 5).map(|at| named(&format!("t{at}"))).collect();
    let catalog = listed(&[json!({"tools": tools})]);
    assert_eq!((catalog.tools.len(), catalog.beyond_limit), (TOOLS, 5));
}

// Proves S-46.
#[test]
fn unknown_fields_are_kept_and_counted_in_the_digest() {
    let mut tool = named("a");
    tool["execution"] = json!({"taskSupport": "optional"});
    let catalog = listed(&[json!({"tools": [tool]}), json!({"tools": []})]);
    let read = catalog.get("a").unwrap();
    assert_eq!(read.definition(), tool);
    assert_ne!(read.digest, digest(&named("a")).unwrap());
}

// Proves S-49.
#[test]
fn a_definition_has_one_digest_however_the_list_is_cut_into_pages() {
    let digests = |pages: &[Value]| {
        let catalog = listed(pages);
        let mut found: Vec<_> = catalog
            .tools
            .iter()
            .map(|tool| (tool.name.clone(), tool.digest.clone()))
            .collect();
        found.sort();
        found
    };
    let whole = digests(&[json!({"tools": [named("a"), named("b"), named("c")], "ttl": 5})]);
    assert_eq!(whole.len(), 3);
    assert_eq!(
        digests(&[
            json!({"tools": [named("c")], "nextCursor": "1"}),
            json!({"tools": [named("b"), named("a")]})
        ]),
        whole
    );
}

// Proves F-19.
#[test]
fn a_long_list_is_read_in_parts_and_keeps_its_order() {
    let long: Vec<usize> = (0..3 * super::PART + 7).collect();
    let doubled: Vec<usize> = long.iter().map(|number| number * 2).collect();
    assert_eq!(super::in_parts(&long, |number| number * 2), doubled);
    assert!(super::in_parts(&Vec::<usize>::new(), |number| *number).is_empty());
}
