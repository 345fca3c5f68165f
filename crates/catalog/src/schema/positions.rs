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

/// What the subschemas of a keyword apply to, in the terms of JSON Schema. Only those in place can recurse without consuming
/// input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Applicator {
    /// The same value.
    InPlace,
    /// A part of the value.
    Child,
    /// Nothing until they are referred to.
    Definitions,
}

use Applicator::{Child, Definitions, InPlace};
use Shape::{Named, One};

const KEYWORDS: &[(&str, Shape, Applicator)] = &[
    ("$defs", Named, Definitions),
    ("additionalItems", One, Child),
    ("additionalProperties", One, Child),
    ("allOf", One, InPlace),
    ("anyOf", One, InPlace),
    ("contains", One, Child),
    ("contentSchema", One, Child),
    ("definitions", Named, Definitions),
    ("dependencies", Named, InPlace),
    ("dependentSchemas", Named, InPlace),
    ("else", One, InPlace),
    ("if", One, InPlace),
    ("items", One, Child),
    ("not", One, InPlace),
    ("oneOf", One, InPlace),
    ("patternProperties", Named, Child),
    ("prefixItems", One, Child),
    ("properties", Named, Child),
    ("propertyNames", One, Child),
    ("then", One, InPlace),
    ("unevaluatedItems", One, Child),
    ("unevaluatedProperties", One, Child),
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
    pub(super) applicator: Applicator,
    pub(super) schema: &'a Value,
}

/// The schemas directly inside a schema's keywords.
pub(super) fn children(keywords: &Map<String, Value>) -> Vec<Subschema<'_>> {
    let mut found = Vec::new();
    for &(keyword, shape, applicator) in KEYWORDS {
        match (keywords.get(keyword), shape) {
            (Some(Value::Array(list)), One) => {
                found.extend(list.iter().enumerate().map(|(at, schema)| Subschema {
                    place: format!("/{keyword}/{at}"),
                    applicator,
                    schema,
                }))
            }
            (Some(schema), One) => found.push(Subschema {
                place: format!("/{keyword}"),
                applicator,
                schema,
            }),
            (Some(Value::Object(named)), Named) => found.extend(named.iter().map(|(name, schema)| {
                let name = escaped_token(name);
                Subschema {
                    place: format!("/{keyword}/{name}"),
                    applicator,
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
