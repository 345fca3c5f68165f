//! Arguments that a server wants mirrored into HTTP headers (`x-mcp-header`). A mark that could name another
//! header, or none, makes the tool unusable over modern HTTP, and only there (HDR-11, S-94).

use super::{Catalog, Tool};
use portcullis_l10n::say;
use serde_json::{Number, Value};
use std::collections::HashSet;

const MARK: &str = "x-mcp-header";

impl Catalog {
    /// The same list for modern HTTP: tools with an unusable mark are left out, with the reason.
    #[must_use]
    pub fn for_modern_http(self) -> Self {
        self.without(|tool| marked(tool).as_ref().and_then(unusable))
    }
}

/// Where in the arguments of a tool the values are that go into headers, each with the name of its header.
#[derive(Debug, Clone, PartialEq)]
pub struct HeaderParams(Vec<(Vec<String>, String)>);

impl HeaderParams {
    /// Those of a tool whose marks are usable; `None` when it has none.
    #[must_use]
    pub fn of(tool: &Tool) -> Option<Self> {
        let mut found = Vec::new();
        collect(&marked(tool)?, &mut Vec::new(), &mut found);
        (!found.is_empty()).then_some(Self(found))
    }

    /// Whether every argument that goes into a header here does so there too, whatever the header is called.
    #[must_use]
    pub fn reads_no_more_than(&self, other: &Self) -> bool {
        let read = |path| other.0.iter().any(|(other, _)| other == path);
        self.0.iter().all(|(path, _)| read(path))
    }

    /// Names and values of the headers for these arguments; what is absent or `null` has none (HDR-06, HDR-07).
    ///
    /// # Errors
    /// The name of an argument whose number is beyond what every JSON reader can hold (HDR-10).
    pub fn values(&self, arguments: &Value) -> Result<Vec<(String, String)>, String> {
        let mut headers = Vec::new();
        for (path, name) in &self.0 {
            let value = path
                .iter()
                .try_fold(arguments, |value, key| value.get(key.as_str()));
            let text = match value {
                None | Some(Value::Null) => continue,
                Some(Value::String(text)) => text.clone(),
                Some(Value::Bool(yes)) => yes.to_string(),
                Some(Value::Number(number)) => whole(number).ok_or_else(|| path.join("."))?.to_string(),
                // The schema says otherwise, and arguments that do not fit it are not sent.
                Some(Value::Array(_) | Value::Object(_)) => continue,
            };
            headers.push((name.clone(), text));
        }
        Ok(headers)
    }
}

/// A whole number that every reader of JSON reads as the same one. `5.0` and `5e0` are ways to write `5`, and a schema
/// takes them for integers.
fn whole(number: &Number) -> Option<i64> {
    let float = || number.as_f64().filter(|float| float.fract() == 0.0);
    let whole = number.as_i64().or_else(|| Some(float()? as i64))?;
    (whole.unsigned_abs() < 1 << 53).then_some(whole)
}

fn collect(schema: &Value, path: &mut Vec<String>, found: &mut Vec<(Vec<String>, String)>) {
    let Some(Value::Object(properties)) = schema.get("properties") else {
        return;
    };
    for (name, property) in properties {
        path.push(name.clone());
        if let Some(Value::String(mark)) = property.get(MARK) {
            found.push((path.clone(), mark.clone()));
        }
        collect(property, path, found);
        path.pop();
    }
}

/// The schema of the arguments, where there could be a mark in it. Most tools have none, and their definitions need not be
/// read for it.
fn marked(tool: &Tool) -> Option<Value> {
    tool.text.contains(MARK).then(|| tool.input_schema())
}

/// Why the marks of a schema cannot be used; `None` when they can, or when there are none.
fn unusable(schema: &Value) -> Option<String> {
    let mut names = HashSet::new();
    walk(schema, true, false, &mut names).err()
}

fn walk(schema: &Value, reachable: bool, property: bool, names: &mut HashSet<String>) -> Result<(), String> {
    let fields = match schema {
        Value::Object(fields) => fields,
        Value::Array(items) => return items.iter().try_for_each(|item| walk(item, false, false, names)),
        _ => return Ok(()),
    };
    if let Some(mark) = fields.get(MARK) {
        check(mark, fields.get("type"), reachable && property, names)?;
    }
    for (key, value) in fields {
        match (key.as_str(), value) {
            // These hold values, not schemas.
            ("default" | "const" | "enum" | "examples", _) => {}
            ("properties", Value::Object(properties)) => {
                properties
                    .values()
                    .try_for_each(|property| walk(property, reachable, true, names))?;
            }
            _ => walk(value, false, false, names)?,
        }
    }
    Ok(())
}

fn check(
    mark: &Value,
    kind: Option<&Value>,
    reachable: bool,
    names: &mut HashSet<String>,
) -> Result<(), String> {
    let name = mark.as_str().ok_or_else(|| say!("header-not-text"))?;
    if name.is_empty() || !name.bytes().all(is_token) {
        return Err(say!("header-name"));
    }
    if !reachable {
        return Err(say!("header-place"));
    }
    if !matches!(
        kind.and_then(Value::as_str),
        Some("string" | "integer" | "boolean")
    ) {
        return Err(say!("header-type"));
    }
    if !names.insert(name.to_ascii_lowercase()) {
        return Err(say!("header-twice"));
    }
    Ok(())
}

/// A byte of an RFC 9110 token.
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::{HeaderParams, unusable};
    use serde_json::{Value, json};

    // Proves HDR-07, HDR-10.
    #[test]
    fn a_whole_number_is_sent_in_digits_however_it_is_written() {
        let marks = HeaderParams(vec![(vec!["n".to_owned()], "Count".to_owned())]);
        let sent = |number: &str| {
            let arguments: Value = serde_json::from_str(&format!(r#"{{"n":{number}}}"#)).unwrap();
            marks.values(&arguments)
        };
        for (written, text) in [
            ("42", "42"),
            ("-7", "-7"),
            ("5.0", "5"),
            ("5e2", "500"),
            ("-0.0", "0"),
            ("9007199254740991.0", "9007199254740991"),
        ] {
            assert_eq!(
                sent(written),
                Ok(vec![("Count".to_owned(), text.to_owned())]),
                "{written}"
            );
        }
        for written in [
            "9007199254740992",
            "9007199254740992.0",
            "1e300",
            "-1e300",
            "18446744073709551615",
            "0.5",
        ] {
            assert_eq!(sent(written), Err("n".to_owned()), "{written}");
        }
    }

    // Proves S-94.
    #[test]
    fn a_mark_that_is_no_plain_header_excludes_the_tool() {
        let text = |name: &str| json!({"type": "string", "x-mcp-header": name});
        let usable = json!({"properties": {"a": text("Region"), "b": {"properties": {"c": text("Zone")}, "type": "object"}}});
        assert_eq!(unusable(&usable), None);
        assert_eq!(
            unusable(&json!({"properties": {"a": {"default": {"x-mcp-header": ""}}}})),
            None,
            "a value"
        );
        for bad in [
            json!({"properties": {"a": text("")}}),
            json!({"properties": {"a": text("a b")}}),
            json!({"properties": {"a": text("a:b")}}),
            json!({"properties": {"a": text("a\r\nHost")}}),
            json!({"properties": {"a": text("é")}}),
            json!({"properties": {"a": {"type": "string", "x-mcp-header": 1}}}),
            json!({"properties": {"a": {"type": "number", "x-mcp-header": "A"}}}),
            json!({"properties": {"a": {"type": "object", "x-mcp-header": "A"}}}),
            json!({"properties": {"a": {"x-mcp-header": "A"}}}),
            json!({"properties": {"a": text("A"), "b": text("a")}}),
            json!({"properties": {"a": {"items": text("A"), "type": "array"}}}),
            json!({"oneOf": [{"properties": {"a": text("A")}}]}),
            json!({"$defs": {"d": text("A")}}),
            json!({"type": "object", "x-mcp-header": "A"}),
        ] {
            assert!(unusable(&bad).is_some(), "{bad}");
        }
    }
}
