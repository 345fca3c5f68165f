//! A configuration as a tree, whichever notation it is written in. Names keep their order, and a name that is there twice is an
//! error: which of the two counts would differ from host to host.

use crate::limits;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// One value. Numbers are kept as they would be written as an argument.
#[derive(Debug, Clone, PartialEq)]
pub enum Tree {
    /// Nothing.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as text.
    Number(String),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Tree>),
    /// Names with their values, in their order.
    Map(Vec<(String, Tree)>),
}

impl Tree {
    /// The value of a name, where this is a map.
    pub fn get(&self, name: &str) -> Option<&Self> {
        let entries = self.entries()?;
        entries
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value)
    }

    /// Its names and values, where this is a map.
    pub fn entries(&self) -> Option<&[(String, Self)]> {
        match self {
            Self::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// Its text.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// As one argument or value: text, number or truth value.
    pub fn scalar(&self) -> Option<String> {
        match self {
            Self::Text(text) | Self::Number(text) => Some(text.clone()),
            Self::Bool(value) => Some(value.to_string()),
            Self::Null | Self::List(_) | Self::Map(_) => None,
        }
    }
}

/// Why a text is no tree.
#[derive(Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// A name is there twice in one place.
    Twice(String),
    /// Nested deeper than [`limits::DEPTH`].
    Deep,
    /// Not this notation; the line from 1, where it is known.
    Syntax(Option<usize>),
}

/// JSON, JSON with comments, JSON5.
pub fn json(text: &str) -> Result<Tree, Unreadable> {
    let mut read = json5::Deserializer::from_str(text);
    let found = At(0).deserialize(&mut read);
    found.map_err(|error| {
        // It counts lines from 0.
        let line = error.position().map(|position| position.line + 1);
        reason(&error.to_string(), line)
    })
}

/// YAML 1.2.
pub fn yaml(text: &str) -> Result<Tree, Unreadable> {
    serde_saphyr::with_deserializer_from_str(text, |read| At(0).deserialize(read)).map_err(|error| {
        let line = error.location().and_then(|at| usize::try_from(at.line()).ok());
        match error.to_string() {
            said if said.contains("duplicate") => Unreadable::Twice(String::new()),
            said => reason(&said, line),
        }
    })
}

/// TOML 1.0.
pub fn toml(text: &str) -> Result<Tree, Unreadable> {
    let line = |error: &::toml::de::Error| {
        let before = text.get(..error.span()?.start)?;
        Some(before.matches('\n').count() + 1)
    };
    let read = ::toml::Deserializer::parse(text).map_err(|error| match error.message() {
        said if said.contains("duplicate key") => Unreadable::Twice(String::new()),
        said => reason(said, line(&error)),
    })?;
    At(0)
        .deserialize(read)
        .map_err(|error| reason(error.message(), line(&error)))
}

const TWICE: &str = "there twice: ";
const DEEP: &str = "nested too deep";

/// Our own errors travel through those of the parsers as text.
fn reason(said: &str, line: Option<usize>) -> Unreadable {
    if let Some((_, name)) = said.split_once(TWICE) {
        let name = name.lines().next().unwrap_or_default();
        let end = name.find('\u{1f}').unwrap_or(name.len());
        return Unreadable::Twice(name.get(..end).unwrap_or_default().to_owned());
    }
    match said.contains(DEEP) {
        true => Unreadable::Deep,
        false => Unreadable::Syntax(line),
    }
}

/// Reads one value at a depth. Parsers recurse through this, so it bounds their stack too.
#[derive(Clone, Copy)]
struct At(usize);

impl At {
    fn deeper<E: serde::de::Error>(self) -> Result<Self, E> {
        match self.0 < limits::DEPTH {
            true => Ok(Self(self.0 + 1)),
            false => Err(E::custom(DEEP)),
        }
    }
}

impl<'de> DeserializeSeed<'de> for At {
    type Value = Tree;

    fn deserialize<D: Deserializer<'de>>(self, read: D) -> Result<Tree, D::Error> {
        read.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for At {
    type Value = Tree;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_none<E>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, read: D) -> Result<Tree, D::Error> {
        read.deserialize_any(self)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Tree, E> {
        Ok(Tree::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Tree, E> {
        Ok(Tree::Number(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Tree, E> {
        Ok(Tree::Number(value.to_string()))
    }

    fn visit_i128<E>(self, value: i128) -> Result<Tree, E> {
        Ok(Tree::Number(value.to_string()))
    }

    fn visit_u128<E>(self, value: u128) -> Result<Tree, E> {
        Ok(Tree::Number(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Tree, E> {
        Ok(Tree::Number(value.to_string()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Tree, E> {
        Ok(Tree::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Tree, E> {
        Ok(Tree::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Tree, A::Error> {
        let deeper = self.deeper()?;
        let mut list = Vec::new();
        while let Some(value) = values.next_element_seed(deeper)? {
            list.push(value);
        }
        Ok(Tree::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut values: A) -> Result<Tree, A::Error> {
        let deeper = self.deeper()?;
        let mut entries: Vec<(String, Tree)> = Vec::new();
        let mut names = std::collections::HashSet::new();
        while let Some(name) = values.next_key::<String>()? {
            if !names.insert(name.clone()) {
                return Err(A::Error::custom(format_args!("{TWICE}{name}\u{1f}")));
            }
            entries.push((name, values.next_value_seed(deeper)?));
        }
        Ok(Tree::Map(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::{Tree, Unreadable, json, toml, yaml};

    // Proves S-93.
    #[test]
    fn comments_trailing_commas_and_single_quotes_are_read() {
        let text = "{ // a comment\n 'one': [1, true, null,], /* two */ \"two\": \"2\", }";
        let tree = json(text).unwrap();
        let one = tree.get("one").unwrap();
        let expected = Tree::List(vec![Tree::Number("1".into()), Tree::Bool(true), Tree::Null]);
        assert_eq!(one, &expected);
        assert_eq!(tree.get("two").and_then(Tree::text), Some("2"));
    }

    // Proves S-93.
    #[test]
    fn a_name_that_is_there_twice_is_an_error_in_every_notation() {
        let twice = |found: Result<Tree, Unreadable>| match found {
            Err(Unreadable::Twice(name)) => assert!(name.is_empty() || name == "a", "{name}"),
            other => panic!("{other:?}"),
        };
        twice(json(r#"{"a": 1, "a": 2}"#));
        twice(json(r#"{"x": {"a": {}, "a": {}}}"#));
        twice(yaml("a: 1\na: 2\n"));
        twice(toml("a = 1\na = 2\n"));
    }

    // Proves S-09.
    #[test]
    fn a_deep_or_broken_text_is_refused_with_its_line() {
        let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(json(&deep), Err(Unreadable::Deep));
        assert!(yaml(&deep).is_err());
        assert!(toml(&format!("a = {deep}")).is_err());
        assert_eq!(json("{\n\"a\": 1,\n\"b\" 2}"), Err(Unreadable::Syntax(Some(3))));
        assert_eq!(toml("a = 1\nb = = 2\n"), Err(Unreadable::Syntax(Some(2))));
        assert!(matches!(json("{\"a\": {\"b\": 1"), Err(Unreadable::Syntax(_))));
    }

    #[test]
    fn aliases_of_yaml_cannot_grow_without_bound() {
        let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for level in 1..9 {
            let before = format!("*a{}", level - 1);
            bomb.push_str(&format!(
                "a{level}: &a{level} [{}]\n",
                [before.as_str(); 10].join(", ")
            ));
        }
        assert!(yaml(&bomb).is_err());
    }
}
