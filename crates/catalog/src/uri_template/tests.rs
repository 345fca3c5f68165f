use super::*;
use proptest::prelude::*;

fn values() -> BTreeMap<String, String> {
    [
        ("var", "value"),
        ("hello", "Hello World!"),
        ("half", "50%"),
        ("who", "fred"),
        ("base", "http://example.com/home/"),
        ("path", "/foo/bar"),
        ("v", "6"),
        ("x", "1024"),
        ("y", "768"),
        ("empty", ""),
        ("up", "../../etc"),
        ("odd", "a b&c"),
        ("umlaut", "ü"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into()
}

fn expanded(template: &str) -> String {
    UriTemplate::parse(template).unwrap().expand(&values()).unwrap()
}

// Proves RES-04.
#[test]
fn the_examples_of_the_rfc_expand_as_it_says() {
    for (template, address) in [
        ("{var}", "value"),
        ("{hello}", "Hello%20World%21"),
        ("{half}", "50%25"),
        ("O{empty}X", "OX"),
        ("O{undef}X", "OX"),
        ("{x,y}", "1024,768"),
        ("{x,hello,y}", "1024,Hello%20World%21,768"),
        ("?{x,empty}", "?1024,"),
        ("?{x,undef}", "?1024"),
        ("?{undef,y}", "?768"),
        ("{var:3}", "val"),
        ("{var:30}", "value"),
        ("{+var}", "value"),
        ("{+hello}", "Hello%20World!"),
        ("{+half}", "50%25"),
        ("{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"),
        ("{+base}index", "http://example.com/home/index"),
        ("{+path}/here", "/foo/bar/here"),
        ("here?ref={+path}", "here?ref=/foo/bar"),
        ("{+x,hello,y}", "1024,Hello%20World!,768"),
        ("{+path:6}/here", "/foo/b/here"),
        ("{#var}", "#value"),
        ("{#path,x}/here", "#/foo/bar,1024/here"),
        ("X{#undef}", "X"),
        ("X{#empty}", "X#"),
        ("{.who}", ".fred"),
        ("{.half,who}", ".50%25.fred"),
        ("X{.empty}", "X."),
        ("{/who,who}", "/fred/fred"),
        ("{/var,x}/here", "/value/1024/here"),
        ("{/var:1,var}", "/v/value"),
        ("{;x,y,empty}", ";x=1024;y=768;empty"),
        ("{;v,undef,who}", ";v=6;who=fred"),
        ("{?x,y,empty}", "?x=1024&y=768&empty="),
        ("{?x,y,undef}", "?x=1024&y=768"),
        ("?fixed=yes{&x}", "?fixed=yes&x=1024"),
        ("{&var:3}", "&var=val"),
        ("{var*}", "value"),
        ("{?var*}", "?var=value"),
    ] {
        assert_eq!(expanded(template), address, "{template}");
    }
}

// Proves RES-04.
#[test]
fn a_value_does_not_leave_its_place() {
    assert_eq!(expanded("file:///notes/{up}"), "file:///notes/..%2F..%2Fetc");
    assert_eq!(expanded("db://{odd}?q={odd}"), "db://a%20b%26c?q=a%20b%26c");
    assert_eq!(expanded("x://{umlaut}/ü"), "x://%C3%BC/%C3%BC");
    // Where the server asked for it, it does: the person sees it before anything is read.
    assert_eq!(expanded("file:///notes/{+up}"), "file:///notes/../../etc");
}

// Proves RES-04.
#[test]
fn what_is_no_template_is_refused_with_the_reason() {
    for template in [
        "{",
        "x{a",
        "a}b",
        "{}",
        "{a,}",
        "{a:0}",
        "{a:12345}",
        "{a b}",
        "{=a}",
        "{|a}",
        "{{a}}",
    ] {
        assert!(UriTemplate::parse(template).is_err(), "{template}");
    }
    let many: String = (0..=TEMPLATE_VARIABLES).map(|at| format!("{{v{at}}}")).collect();
    assert!(UriTemplate::parse(&many).unwrap_err().contains("at most 64"));
}

// Proves RES-04.
#[test]
fn variables_come_once_and_in_their_order() {
    let template = UriTemplate::parse("a/{b}/{a}{?b,c*,user-id:3}").unwrap();
    assert_eq!(template.variables(), ["b", "a", "c", "user-id"]);
}

// Proves RES-04.
#[test]
fn an_address_has_an_end() {
    let template = UriTemplate::parse("x://{v}").unwrap();
    let value = |length: usize| BTreeMap::from([("v".to_owned(), "ü".repeat(length))]);
    assert!(
        template
            .expand(&value(URI))
            .unwrap_err()
            .contains("at most 8,192")
    );
    assert!(template.expand(&value(ARGUMENT)).is_err());
    assert!(template.expand(&value(10)).is_ok());
}

proptest! {
    // Proves RES-04.
    #[test]
    fn whatever_is_typed_stays_one_piece_of_the_address(value in any::<String>()) {
        let template = UriTemplate::parse("x://{v}/end").unwrap();
        if let Ok(address) = template.expand(&BTreeMap::from([("v".to_owned(), value)])) {
            let inside = address.strip_prefix("x://").and_then(|rest| rest.strip_suffix("/end")).unwrap();
            prop_assert!(inside.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~%".contains(&byte)));
        }
    }
}
