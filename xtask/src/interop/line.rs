//! The little JSON that goes to the driver and comes back: texts, and one object of texts.

/// A text as JSON.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            control if control.is_control() => quoted += &format!("\\u{:04x}", u32::from(control)),
            other => quoted.push(other),
        }
    }
    quoted + "\""
}

/// Names and texts of an object that holds nothing but texts, in its order; `None` for anything else.
pub(super) fn fields(object: &str) -> Option<Vec<(String, String)>> {
    let mut rest = object.strip_prefix('{')?;
    let mut fields = Vec::new();
    while !rest.starts_with('}') {
        let (name, after) = text(rest)?;
        let (value, after) = text(after.strip_prefix(':')?)?;
        fields.push((name, value));
        rest = after.strip_prefix(',').unwrap_or(after);
    }
    (rest == "}").then_some(fields)
}

/// The text at the beginning, and what follows it.
fn text(from: &str) -> Option<(String, &str)> {
    let mut rest = from.strip_prefix('"')?.chars();
    let mut text = String::new();
    loop {
        match rest.next()? {
            '"' => return Some((text, rest.as_str())),
            '\\' => match rest.next()? {
                'n' | 'r' | 't' => text.push(' '),
                'b' | 'f' => {}
                'u' => {
                    let code = rest.as_str().get(..4)?;
                    rest = rest.as_str().get(4..)?.chars();
                    text.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
                }
                other => text.push(other),
            },
            other => text.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test says what it missed by failing")]

    #[test]
    fn what_is_quoted_is_read_again() {
        let odd = "a \"b\" \\ c\u{1}, “d”";
        let object = format!("{{\"x\":{},\"y\":\"\"}}", super::quoted(odd));
        let fields = super::fields(&object).unwrap();
        assert_eq!(fields[0], ("x".to_owned(), odd.to_owned()));
        assert_eq!(fields[1], ("y".to_owned(), String::new()));
    }

    #[test]
    fn anything_but_an_object_of_texts_is_not_read() {
        for other in [
            "",
            "thread panicked",
            "{\"x\":1}",
            "{\"x\":\"y\"",
            "{\"x\":\"y\"} ",
        ] {
            assert_eq!(super::fields(other), None, "{other}");
        }
    }
}
