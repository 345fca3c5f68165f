//! Where in a schema other schemas stand. One table for every walk over schemas.

use serde_json::{Map, Value};

/// What a keyword's value is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// A schema, or a list of them.
    One,
    /// Schemas by name.
    Named,
}

/// Whether a subschema speaks of the same value as its parent or of a part of it. Only the former can go
/// round in circles without consuming input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Speaks {
    OfTheSame,
    OfAPart,
    /// Of nothing until it is referred to.
    WhenReferredTo,
}

use Shape::{Named, One};
use Speaks::{OfAPart, OfTheSame, WhenReferredTo};

const KEYWORDS: &[(&str, Shape, Speaks)] = &[
    ("$defs", Named, WhenReferredTo),
    ("additionalItems", One, OfAPart),
    ("additionalProperties", One, OfAPart),
    ("allOf", One, OfTheSame),
    ("anyOf", One, OfTheSame),
    ("contains", One, OfAPart),
    ("contentSchema", One, OfAPart),
    ("definitions", Named, WhenReferredTo),
    ("dependencies", Named, OfTheSame),
    ("dependentSchemas", Named, OfTheSame),
    ("else", One, OfTheSame),
    ("if", One, OfTheSame),
    ("items", One, OfAPart),
    ("not", One, OfTheSame),
    ("oneOf", One, OfTheSame),
    ("patternProperties", Named, OfAPart),
    ("prefixItems", One, OfAPart),
    ("properties", Named, OfAPart),
    ("propertyNames", One, OfAPart),
    ("then", One, OfTheSame),
    ("unevaluatedItems", One, OfAPart),
    ("unevaluatedProperties", One, OfAPart),
];

/// Keywords whose values are data: nothing in them is a schema, and nothing may refer into them.
pub(super) const DATA: [&str; 5] = ["const", "enum", "default", "example", "examples"];

/// Whether a keyword's value is one or several schemas.
pub(super) fn is_known(keyword: &str) -> bool {
    KEYWORDS.iter().any(|(known, ..)| *known == keyword)
}

/// A name as one part of a JSON pointer.
pub(super) fn escaped_token(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// A schema directly inside another.
pub(super) struct Subschema<'a> {
    /// Where it is, as the end of a JSON pointer: `/properties/a~1b`.
    pub(super) place: String,
    pub(super) speaks: Speaks,
    pub(super) schema: &'a Value,
}

/// The schemas directly inside a schema's keywords.
pub(super) fn children(keywords: &Map<String, Value>) -> Vec<Subschema<'_>> {
    let mut found = Vec::new();
    for &(keyword, shape, speaks) in KEYWORDS {
        match (keywords.get(keyword), shape) {
            (Some(Value::Array(list)), One) => {
                found.extend(list.iter().enumerate().map(|(at, schema)| Subschema {
                    place: format!("/{keyword}/{at}"),
                    speaks,
                    schema,
                }))
            }
            (Some(schema), One) => found.push(Subschema {
                place: format!("/{keyword}"),
                speaks,
                schema,
            }),
            (Some(Value::Object(named)), Named) => found.extend(named.iter().map(|(name, schema)| {
                let name = escaped_token(name);
                Subschema {
                    place: format!("/{keyword}/{name}"),
                    speaks,
                    schema,
                }
            })),
            _ => {}
        }
    }
    found.retain(|child| child.schema.is_object() || child.schema.is_boolean());
    found
}

/// Depth and number of the schemas in a schema, itself included; what S-43 limits. Walks without recursion.
#[must_use]
pub fn measure(schema: &Value) -> (usize, usize) {
    let (mut deepest, mut count) = (0, 0);
    let mut open = vec![(schema, 1_usize)];
    while let Some((schema, depth)) = open.pop() {
        (deepest, count) = (deepest.max(depth), count + 1);
        if let Value::Object(keywords) = schema {
            open.extend(
                children(keywords)
                    .into_iter()
                    .map(|child| (child.schema, depth + 1)),
            );
        }
    }
    (deepest, count)
}
