//! What a schema refers to, found before it is compiled: nothing outside, and nothing forever (F-21).

use super::positions::{Applicator, DATA, children};
use crate::limits::{SCHEMA, SCHEMA_CHAIN};
use jsonschema::Draft;
use portcullis_core::text::ForeignText;
use portcullis_l10n::say;
use serde_json::{Map, Value};
use std::collections::HashMap;

/// A schema that is closed in itself.
pub(super) struct Survey {
    /// JSON pointers of every subschema.
    pub(super) places: Vec<String>,
    /// Whether there is any reference.
    pub(super) refers: bool,
}

/// Looks at every subschema, in its place or referred to.
///
/// # Errors
/// Why the schema cannot be used, in words.
pub(super) fn survey(root: &Value, draft: Draft) -> Result<Survey, String> {
    let mut map = Places::of(root, draft);
    map.visit(String::new());
    map.walk()?;
    let refers = map.follow()?;
    // An address inside changes what the references below it mean.
    if refers && map.has_inner_address {
        return Err(say!("schema-inner"));
    }
    map.ends()?;
    Ok(Survey {
        places: map.pointers,
        refers,
    })
}

struct Places<'a> {
    root: &'a Value,
    id_keyword: &'static str,
    /// The root's own address; what starts with it is not outside.
    address: &'a str,
    anchors: HashMap<&'a str, usize>,
    /// A schema inside has an address of its own.
    has_inner_address: bool,
    pointers: Vec<String>,
    index: HashMap<String, usize>,
    /// For each place those that speak of the same value.
    same: Vec<Vec<usize>>,
    walked: usize,
}

impl<'a> Places<'a> {
    fn of(root: &'a Value, draft: Draft) -> Self {
        let id_keyword = if draft == Draft::Draft4 { "id" } else { "$id" };
        let address = root
            .get(id_keyword)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .trim_end_matches('#');
        Self {
            root,
            id_keyword,
            address,
            anchors: HashMap::new(),
            has_inner_address: false,
            pointers: Vec::new(),
            index: HashMap::new(),
            same: Vec::new(),
            walked: 0,
        }
    }

    fn visit(&mut self, pointer: String) -> usize {
        if let Some(&known) = self.index.get(&pointer) {
            return known;
        }
        let at = self.pointers.len();
        self.index.insert(pointer.clone(), at);
        self.pointers.push(pointer);
        self.same.push(Vec::new());
        at
    }

    fn keywords(&self, at: usize) -> Option<&'a Map<String, Value>> {
        self.root.pointer(&self.pointers[at])?.as_object()
    }

    /// Goes into every schema that is inside of those visited.
    fn walk(&mut self) -> Result<(), String> {
        while self.walked < self.pointers.len() {
            let at = self.walked;
            self.walked += 1;
            if self.pointers.len() > SCHEMA.2 {
                return Err(say!("schema-parts"));
            }
            let Some(keywords) = self.keywords(at) else {
                continue;
            };
            self.note_names(at, keywords);
            for child in children(keywords) {
                let child_at = self.visit(format!("{}{}", self.pointers[at], child.place));
                if child.applicator == Applicator::InPlace {
                    self.same[at].push(child_at);
                }
            }
        }
        Ok(())
    }

    fn note_names(&mut self, at: usize, keywords: &'a Map<String, Value>) {
        let id = keywords.get(self.id_keyword).and_then(Value::as_str);
        if let Some(anchor) = id
            .and_then(|id| id.strip_prefix('#'))
            .filter(|anchor| !anchor.is_empty())
        {
            self.anchors.insert(anchor, at);
        } else if at > 0 && id.is_some() {
            self.has_inner_address = true;
        }
        for keyword in ["$anchor", "$dynamicAnchor"] {
            if let Some(anchor) = keywords.get(keyword).and_then(Value::as_str) {
                self.anchors.insert(anchor, at);
            }
        }
    }

    /// Follows every reference, also into places that only references reach.
    fn follow(&mut self) -> Result<bool, String> {
        let mut refers = false;
        let mut at = 0;
        while at < self.pointers.len() {
            if let Some(keywords) = self.keywords(at) {
                for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
                    if let Some(reference) = keywords.get(keyword).and_then(Value::as_str) {
                        refers = true;
                        let target = self.resolve(reference)?;
                        self.same[at].push(target);
                        self.walk()?;
                    }
                }
            }
            at += 1;
        }
        Ok(refers)
    }

    fn resolve(&mut self, reference: &str) -> Result<usize, String> {
        let shown = || ForeignText::new(reference).first_line(100).text;
        let local = match reference
            .strip_prefix(self.address)
            .filter(|_| !self.address.is_empty())
        {
            Some(rest) if rest.is_empty() || rest.starts_with('#') => rest,
            _ => reference,
        };
        let Some(fragment) = local.strip_prefix('#').or_else(|| local.is_empty().then_some("")) else {
            return Err(say!("schema-missing-outside", reference = shown()));
        };
        let missing = || say!("schema-missing-part", reference = shown());
        let fragment = percent_decoded(fragment).ok_or_else(missing)?;
        if !fragment.is_empty() && !fragment.starts_with('/') {
            return self.anchors.get(fragment.as_str()).copied().ok_or_else(missing);
        }
        if let Some(&known) = self.index.get(&fragment) {
            return Ok(known);
        }
        let target = self
            .root
            .pointer(&fragment)
            .filter(|target| target.is_object() || target.is_boolean());
        if target.is_none() || fragment.split('/').any(|part| DATA.contains(&part)) {
            return Err(missing());
        }
        Ok(self.visit(fragment))
    }

    /// Whether every chain of schemas that speak of the same value ends, and soon enough.
    fn ends(&self) -> Result<(), String> {
        let mut waiting = vec![0_usize; self.same.len()];
        for &target in self.same.iter().flatten() {
            waiting[target] += 1;
        }
        let mut length = vec![1_usize; self.same.len()];
        let mut ready: Vec<_> = (0..self.same.len()).filter(|&at| waiting[at] == 0).collect();
        let mut done = 0;
        while let Some(at) = ready.pop() {
            done += 1;
            if length[at] > SCHEMA_CHAIN {
                return Err(say!("schema-chain"));
            }
            for &target in &self.same[at] {
                length[target] = length[target].max(length[at] + 1);
                waiting[target] -= 1;
                if waiting[target] == 0 {
                    ready.push(target);
                }
            }
        }
        if done < self.same.len() {
            return Err(say!("schema-loop"));
        }
        Ok(())
    }
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
            let (high, low) = (digit(rest.next())?, digit(rest.next())?);
            out.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            out.push(byte);
        }
    }
    String::from_utf8(out).ok()
}
