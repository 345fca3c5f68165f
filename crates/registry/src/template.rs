//! Texts with values in them: `Bearer {token}`. Values are put in once; what a value says is never looked at again.

use std::collections::BTreeMap;

/// A text with places for values.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct ValueTemplate(pub(crate) Vec<ValuePart>);

/// A part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ValuePart {
    /// As it is written.
    Text(String),
    /// The value of the setting with this key.
    Value(String),
}

impl ValueTemplate {
    /// Reads a text. `key_of` says which setting a name in braces stands for; where it is none, the braces stay.
    pub(crate) fn parse(text: &str, mut key_of: impl FnMut(&str) -> Option<String>) -> Self {
        let mut parts = Vec::new();
        let mut plain = String::new();
        let mut rest = text;
        while let Some((before, from)) = rest.split_once('{') {
            plain.push_str(before);
            let found = from.split_once('}').filter(|(name, _)| is_variable(name));
            match found.and_then(|(name, after)| Some((key_of(name)?, after))) {
                Some((key, after)) => {
                    if !plain.is_empty() {
                        parts.push(ValuePart::Text(std::mem::take(&mut plain)));
                    }
                    parts.push(ValuePart::Value(key));
                    rest = after;
                }
                None => {
                    plain.push('{');
                    rest = from;
                }
            }
        }
        plain.push_str(rest);
        if !plain.is_empty() {
            parts.push(ValuePart::Text(plain));
        }
        Self(parts)
    }

    /// The value of one setting and nothing else.
    pub(crate) fn value(key: &str) -> Self {
        Self(vec![ValuePart::Value(key.to_owned())])
    }

    /// A text without values.
    pub(crate) fn plain(text: &str) -> Self {
        Self(vec![ValuePart::Text(text.to_owned())])
    }

    /// The settings that stand in it.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|part| match part {
            ValuePart::Value(key) => Some(key.as_str()),
            ValuePart::Text(_) => None,
        })
    }

    /// The text with its values; `None` where one of them has none.
    pub(crate) fn fill(&self, values: &BTreeMap<String, Vec<String>>) -> Option<String> {
        let mut filled = String::new();
        for part in &self.0 {
            match part {
                ValuePart::Text(text) => filled.push_str(text),
                ValuePart::Value(key) => filled.push_str(values.get(key)?.first()?),
            }
        }
        Some(filled)
    }

    /// As a person reads it before the values are known.
    pub(crate) fn shown(&self) -> String {
        let mut shown = String::new();
        for part in &self.0 {
            match part {
                ValuePart::Text(text) => shown.push_str(text),
                ValuePart::Value(key) => {
                    shown.push('{');
                    shown.push_str(key);
                    shown.push('}');
                }
            }
        }
        shown
    }
}

fn is_variable(name: &str) -> bool {
    let fits = |it: char| it.is_ascii_alphanumeric() || "_.-".contains(it);
    !name.is_empty() && name.len() <= 128 && name.chars().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_put_in_once_and_unknown_names_stay() {
        let known = |name: &str| (name != "other").then(|| name.to_owned());
        let template = ValueTemplate::parse("{a}-{other}-{b c}-{b}{", known);
        let values = BTreeMap::from([
            ("a".to_owned(), vec!["{b}".to_owned()]),
            ("b".to_owned(), vec!["2".to_owned()]),
        ]);
        assert_eq!(template.fill(&values).as_deref(), Some("{b}-{other}-{b c}-2{"));
        assert_eq!(template.keys().collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(template.shown(), "{a}-{other}-{b c}-{b}{");
        assert_eq!(template.fill(&BTreeMap::new()), None);
        let json = ValueTemplate::parse(r#"{"a":{"b":1}}"#, |_| Some("x".to_owned()));
        assert_eq!(json.shown(), r#"{"a":{"b":1}}"#);
    }
}
