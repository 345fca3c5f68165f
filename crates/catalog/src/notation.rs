//! Whether two definitions of a tool differ in notation alone: the same texts, and schemas that accept the same (S-46).
//!
//! Each rewrite here keeps what a schema accepts and every text in it. A keyword that makes a rewrite doubtful ends the comparison,
//! and then the definitions count as different.

use crate::digest::digest;
use crate::limits::{JSON_DEPTH, NOTATION_NODES};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// What changes how a reference is resolved or what its neighbours mean, or is read differently by the versions of JSON Schema.
const DOUBTFUL: &[&str] = &[
    "$anchor",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$recursiveAnchor",
    "$recursiveRef",
    "$vocabulary",
    "additionalItems",
    "dependencies",
    "id",
    "unevaluatedItems",
    "unevaluatedProperties",
];
/// What means the same in the versions of [`DIALECTS`]. `format` is not among them: some check it, others only show it.
const COMMON: &[&str] = &[
    "$comment",
    "$defs",
    "$ref",
    "$schema",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "default",
    "definitions",
    "description",
    "else",
    "enum",
    "examples",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "if",
    "items",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "patternProperties",
    "properties",
    "propertyNames",
    "readOnly",
    "required",
    "then",
    "title",
    "type",
    "uniqueItems",
    "writeOnly",
];
/// Versions of JSON Schema in which the rewrites here keep what a schema accepts, and among which the name alone may change. Older ones
/// ignore `const`, and know neither `true` as a schema nor an empty `required`.
const DIALECTS: &[&str] = &[
    "json-schema.org/draft-07/schema",
    "json-schema.org/draft/2019-09/schema",
    "json-schema.org/draft/2020-12/schema",
];

/// Whether two definitions are proved to be the same but for notation.
#[must_use]
pub fn same_meaning(before: &Value, after: &Value) -> bool {
    if !names_are_known(before, after) {
        return false;
    }
    let digest_of = |definition| digest(&normal(definition)?);
    match (digest_of(before), digest_of(after)) {
        (Some(before), Some(after)) => before == after,
        _ => false,
    }
}

/// Whether all names of definitions are text that was there before: a model reads them too, and a reference that is written out leaves
/// none of them in the normal form.
fn names_are_known(before: &Value, after: &Value) -> bool {
    let known = before.to_string().to_lowercase();
    ["inputSchema", "outputSchema"]
        .iter()
        .filter_map(|field| after.get(*field))
        .flat_map(|schema| {
            ["$defs", "definitions"]
                .iter()
                .filter_map(|kind| schema.get(*kind)?.as_object())
        })
        .flat_map(|definitions| definitions.keys())
        .all(|name| known.contains(&name.to_lowercase()))
}

/// A definition with its schemas in their normal form; `None` where none can be proved.
fn normal(definition: &Value) -> Option<Value> {
    let mut fields = definition.as_object()?.clone();
    for name in ["inputSchema", "outputSchema"] {
        if let Some(schema) = fields.get_mut(name) {
            *schema = normal_schema(schema)?;
        }
    }
    Some(Value::Object(fields))
}

/// A schema in its normal form; `None` where none can be proved.
pub(crate) fn normal_schema(schema: &Value) -> Option<Value> {
    let mut form = NormalForm {
        root: schema,
        nodes: 0,
        open: Vec::new(),
        used: BTreeSet::new(),
        keeps_references: false,
        is_common: true,
    };
    let mut normal = match form.schema(schema, 0)? {
        Value::Object(normal) => normal,
        nothing => return Some(nothing),
    };
    for kind in ["$defs", "definitions"] {
        let Some(definitions) = schema.get(kind) else {
            continue;
        };
        // What no reference leads to accepts nothing, and is still text that a model reads.
        let stays = |name: &str| form.keeps_references || !form.used.contains(&format!("{kind}/{name}"));
        let mut kept = definitions.as_object()?.clone();
        kept.retain(|name, _| stays(name));
        if !kept.is_empty() {
            let kept = form.each(&Value::Object(kept), 1)?;
            normal.insert(kind.to_owned(), kept);
        }
    }
    if let Some(dialect) = normal.get("$schema") {
        let dialect = dialect.as_str()?.trim_end_matches('#');
        let bare = dialect
            .strip_prefix("https://")
            .or_else(|| dialect.strip_prefix("http://"))?;
        if !DIALECTS.contains(&bare) {
            return None;
        }
        if form.is_common {
            normal.remove("$schema");
        }
    }
    Some(Value::Object(normal))
}

struct NormalForm<'s> {
    root: &'s Value,
    /// Subschemas so far: references that are written out multiply them.
    nodes: usize,
    /// Definitions that are being written out.
    open: Vec<String>,
    /// Definitions that were written out.
    used: BTreeSet<String>,
    /// A reference stays, and with it what it leads to.
    keeps_references: bool,
    /// Everything so far means the same in each of [`DIALECTS`].
    is_common: bool,
}

impl NormalForm<'_> {
    fn schema(&mut self, schema: &Value, depth: usize) -> Option<Value> {
        self.nodes += 1;
        if self.nodes > NOTATION_NODES || depth > JSON_DEPTH {
            return None;
        }
        let keywords = match schema {
            Value::Bool(true) => return Some(json!({})),
            Value::Bool(false) => return Some(Value::Bool(false)),
            Value::Object(keywords) => keywords,
            _ => return None,
        };
        if DOUBTFUL.iter().any(|keyword| keywords.contains_key(*keyword)) {
            return None;
        }
        if let Some(reference) = keywords.get("$ref") {
            let name = local(reference)?;
            if keywords.len() == 1 {
                return self.written_out(name, depth);
            }
            // What stands beside a reference counts in newer versions and is ignored in older ones.
            (self.keeps_references, self.is_common) = (true, false);
        }
        let mut normal = Map::new();
        for (keyword, value) in keywords {
            self.is_common &= COMMON.contains(&keyword.as_str());
            self.keyword(keyword, value, keywords, depth, &mut normal)?;
        }
        Some(Value::Object(normal))
    }

    /// What a reference leads to, in its place.
    fn written_out(&mut self, name: (&str, &str), depth: usize) -> Option<Value> {
        let place = format!("{}/{}", name.0, name.1);
        if self.open.contains(&place) {
            return None;
        }
        let target = self.root.get(name.0)?.get(name.1)?;
        self.used.insert(place.clone());
        self.open.push(place);
        let written = self.schema(target, depth + 1);
        self.open.pop();
        written
    }

    fn keyword(
        &mut self,
        keyword: &str,
        value: &Value,
        beside: &Map<String, Value>,
        depth: usize,
        normal: &mut Map<String, Value>,
    ) -> Option<()> {
        let mut put = |name: &str, value: Value| {
            normal.insert(name.to_owned(), value);
        };
        match keyword {
            // Those of the whole schema are put back where a reference stays.
            "$defs" | "definitions" if depth == 0 => {}
            "$schema" if depth > 0 => return None,
            "$defs" | "definitions" | "properties" | "patternProperties" | "dependentSchemas" => {
                let each = self.each(value, depth + 1)?;
                if each.as_object().is_some_and(|each| !each.is_empty()) {
                    put(keyword, each);
                }
            }
            "items" | "additionalProperties" => {
                let inner = self.schema(value, depth + 1)?;
                if inner != json!({}) {
                    put(keyword, inner);
                }
            }
            "contains" | "not" | "if" | "then" | "else" | "propertyNames" => {
                put(keyword, self.schema(value, depth + 1)?);
            }
            "prefixItems" => put(keyword, self.list(value, depth + 1)?.into()),
            "allOf" | "anyOf" | "oneOf" => {
                let mut members = self.list(value, depth + 1)?;
                members.sort_by_cached_key(Value::to_string);
                if keyword != "oneOf" {
                    members.dedup();
                }
                match types_alone(&members).filter(|_| keyword == "anyOf" && !beside.contains_key("type")) {
                    Some(types) => put("type", types),
                    None => put(keyword, members.into()),
                }
            }
            "type" => put(keyword, types(value)?),
            "enum" => {
                let mut values = value.as_array()?.clone();
                // A list such as `enumNames`, also within a keyword, says something of each value, by its place.
                let is_named = beside.iter().any(|(name, held)| {
                    (held.is_array() || held.is_object()) && !COMMON.contains(&name.as_str())
                });
                if !is_named {
                    values.sort_by_cached_key(Value::to_string);
                }
                put(keyword, values.into());
            }
            "const" if !beside.contains_key("enum") => put("enum", json!([value])),
            "required" => {
                let mut names: Vec<&str> = value
                    .as_array()?
                    .iter()
                    .map(Value::as_str)
                    .collect::<Option<_>>()?;
                // An entry that stands twice makes a schema invalid: it stays.
                names.sort_unstable();
                if !names.is_empty() {
                    put(keyword, json!(names));
                }
            }
            "minItems" | "minLength" | "minProperties" if value.as_u64() == Some(0) => {}
            "uniqueItems" if value == &Value::Bool(false) => {}
            "default" | "examples" | "const" => put(keyword, value.clone()),
            _ => {
                // A reference in a keyword that is not known here would lose what it leads to.
                if keyword != "$ref" && mentions_reference(value, depth) {
                    return None;
                }
                put(keyword, value.clone());
            }
        }
        Some(())
    }

    /// Schemas by name.
    fn each(&mut self, schemas: &Value, depth: usize) -> Option<Value> {
        let mut each = Map::new();
        for (name, schema) in schemas.as_object()? {
            each.insert(name.clone(), self.schema(schema, depth)?);
        }
        Some(Value::Object(each))
    }

    fn list(&mut self, schemas: &Value, depth: usize) -> Option<Vec<Value>> {
        let schemas = schemas.as_array().filter(|schemas| !schemas.is_empty())?;
        schemas.iter().map(|schema| self.schema(schema, depth)).collect()
    }
}

/// The definition of the same schema that a reference names; `None` for any other reference.
fn local(reference: &Value) -> Option<(&str, &str)> {
    let (kind, name) = reference.as_str()?.strip_prefix("#/")?.split_once('/')?;
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-.".contains(letter);
    let fits = ["$defs", "definitions"].contains(&kind) && !name.is_empty() && name.chars().all(is_plain);
    fits.then_some((kind, name))
}

/// One type as a word, several as a sorted list.
fn types(value: &Value) -> Option<Value> {
    let mut types: Vec<&str> = match value {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().map(Value::as_str).collect::<Option<_>>()?,
        _ => return None,
    };
    types.sort_unstable();
    match types.as_slice() {
        [] => None,
        [one] => Some(json!(one)),
        several => Some(json!(several)),
    }
}

/// The types of members that say nothing else.
fn types_alone(members: &[Value]) -> Option<Value> {
    let mut all = Vec::new();
    for member in members {
        let keywords = member.as_object().filter(|keywords| keywords.len() == 1)?;
        match keywords.get("type")? {
            Value::Array(several) => all.extend(several.iter().cloned()),
            one => all.push(one.clone()),
        }
    }
    all.sort_by_cached_key(Value::to_string);
    all.dedup();
    types(&Value::Array(all))
}

fn mentions_reference(value: &Value, depth: usize) -> bool {
    match value {
        // Deeper than anything that is compared.
        _ if depth > JSON_DEPTH => true,
        Value::Array(items) => items.iter().any(|item| mentions_reference(item, depth + 1)),
        Value::Object(members) => members.iter().any(|(name, member)| {
            name.ends_with("Ref") || name == "$ref" || mentions_reference(member, depth + 1)
        }),
        _ => false,
    }
}

#[cfg(test)]
#[path = "notation_tests.rs"]
mod tests;
