//! Changes JSON, with comments and trailing commas, in place: what is not changed keeps its bytes.
//!
//! The text is known to be JSON5 when it comes here, and what comes out is read again and compared, so this looks for the places
//! of values alone and refuses nothing alone.

use serde_json::Value;
use std::ops::Range;

/// Where a value is.
#[derive(Debug)]
struct Node {
    span: Range<usize>,
    kind: NodeKind,
}

#[derive(Debug)]
enum NodeKind {
    Object(Vec<Member>),
    Array(Vec<Member>),
    Scalar,
}

/// A member of an object, or an item of an array.
#[derive(Debug)]
struct Member {
    /// Empty for an item.
    name: String,
    start: usize,
    value: Node,
    comma: bool,
}

impl Node {
    fn members(&self) -> &[Member] {
        match &self.kind {
            NodeKind::Object(members) | NodeKind::Array(members) => members,
            NodeKind::Scalar => &[],
        }
    }

    fn get(&self, name: &str) -> Option<&Member> {
        match &self.kind {
            NodeKind::Object(members) => members.iter().find(|member| member.name == name),
            _ => None,
        }
    }
}

/// What is changed.
pub struct JsonChange<'a> {
    /// Where the servers are.
    pub holder: &'a str,
    /// The name below it, where they are one level deeper.
    pub inner: Option<&'a str>,
    /// Entries in place of those that are there.
    pub replaced: &'a [(&'a str, &'a Value)],
    /// Entries that are new.
    pub added: &'a [(&'a str, &'a Value)],
    /// Items for the list `inputs`.
    pub inputs: &'a [&'a Value],
}

/// The text with the change; `None` where the place for it was not found.
pub fn edit(text: &str, change: &JsonChange<'_>) -> Option<String> {
    let empty = text.trim().is_empty();
    let text = match (empty, text.contains("\r\n")) {
        (true, true) => "{}\r\n",
        (true, false) => "{}\n",
        (false, _) => text,
    };
    let root = Scan { text, at: 0 }.document()?;
    if !matches!(root.kind, NodeKind::Object(_)) {
        return None;
    }
    let style = Style::of(text, &root);
    let mut edits = Edits::default();
    let mut missing: Vec<(&str, Value)> = Vec::new();
    match root.get(change.holder) {
        Some(holder) => {
            let holder = match change.inner {
                Some(inner) => holder.value.get(inner)?,
                None => holder,
            };
            let NodeKind::Object(_) = holder.value.kind else {
                return None;
            };
            for (name, value) in change.replaced {
                let member = holder.value.get(name)?;
                let indent = style
                    .lined(&holder.value)
                    .then(|| line_indent(text, member.start));
                let written = style.written(value, indent);
                edits.put(member.value.span.clone(), written);
            }
            let added = change.added.iter().map(|(name, value)| (Some(*name), *value));
            style.insert(&holder.value, &added.collect::<Vec<_>>(), &mut edits);
        }
        None if change.added.is_empty() => {}
        None => {
            let entries = change
                .added
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).clone()));
            missing.push((change.holder, Value::Object(entries.collect())));
        }
    }
    if !change.inputs.is_empty() {
        match root.get("inputs") {
            Some(inputs) => {
                let NodeKind::Array(_) = inputs.value.kind else {
                    return None;
                };
                let items: Vec<_> = change.inputs.iter().map(|input| (None, *input)).collect();
                style.insert(&inputs.value, &items, &mut edits);
            }
            None => {
                let inputs = change.inputs.iter().map(|input| (*input).clone());
                missing.insert(0, ("inputs", Value::Array(inputs.collect())));
            }
        }
    }
    let missing: Vec<_> = missing.iter().map(|(name, value)| (Some(*name), value)).collect();
    style.insert(&root, &missing, &mut edits);
    edits.applied(text)
}

/// An entry as it is written in a new file.
pub fn pretty(value: &Value) -> String {
    let style = Style {
        text: "",
        newline: "\n",
        unit: "  ",
        lined: true,
    };
    style.written(value, Some(""))
}

#[derive(Default)]
struct Edits(Vec<(Range<usize>, String)>);

impl Edits {
    fn put(&mut self, span: Range<usize>, text: String) {
        self.0.push((span, text));
    }

    fn applied(mut self, text: &str) -> Option<String> {
        // Stable: of two at one place, the first stays the first.
        self.0.sort_by_key(|(span, _)| span.start);
        let mut out = String::with_capacity(text.len() + 1_024);
        let mut at = 0;
        for (span, put) in self.0 {
            out.push_str(text.get(at..span.start)?);
            out.push_str(&put);
            at = span.end;
        }
        out.push_str(text.get(at..)?);
        Some(out)
    }
}

/// How the file is laid out.
struct Style<'a> {
    text: &'a str,
    newline: &'static str,
    unit: &'a str,
    /// It has lines, or nothing yet.
    lined: bool,
}

impl<'a> Style<'a> {
    fn of(text: &'a str, root: &Node) -> Self {
        let first = root.members().first();
        let unit = first
            .map(|member| line_indent(text, member.start))
            .filter(|indent| !indent.is_empty());
        Self {
            text,
            newline: if text.contains("\r\n") { "\r\n" } else { "\n" },
            unit: unit.unwrap_or("  "),
            lined: first.is_none() || text.trim().contains('\n'),
        }
    }

    /// Whether a value is laid out in lines.
    fn lined(&self, node: &Node) -> bool {
        match node.members().is_empty() {
            true => self.lined,
            false => self
                .text
                .get(node.span.clone())
                .is_some_and(|inner| inner.contains('\n')),
        }
    }

    /// Puts items at the end of an object or a list.
    fn insert(&self, node: &Node, items: &[(Option<&str>, &Value)], edits: &mut Edits) {
        let (open, close) = (node.span.start + 1, node.span.end.saturating_sub(1));
        let Some(inner) = self.text.get(open..close).filter(|_| !items.is_empty()) else {
            return;
        };
        let end = open + inner.trim_end().len();
        let tail = self.text.get(end..close).unwrap_or_default();
        let base = line_indent(self.text, node.span.start);
        let last = node.members().last();
        let lined = self.lined(node) || (last.is_none() && inner.contains('\n'));
        if !lined {
            let written: Vec<String> = items.iter().map(|item| self.item(*item, None)).collect();
            let written = written.join(", ");
            match last {
                // Behind a comment, where one is all there is.
                None if end > open => edits.put(end..close, format!(" {written} ")),
                None => edits.put(open..close, written),
                Some(last) => {
                    let trailing = if last.comma { "," } else { "" };
                    if !last.comma {
                        edits.put(last.value.span.end..last.value.span.end, ",".to_owned());
                    }
                    edits.put(end..end, format!(" {written}{trailing}"));
                }
            }
            return;
        }
        let own = format!("{base}{}", self.unit);
        let indent = last
            .map(|last| last.start)
            .filter(|start| starts_line(self.text, *start))
            .map_or(own.as_str(), |start| line_indent(self.text, start));
        let mut written = String::new();
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                written.push(',');
            }
            written.push_str(self.newline);
            written.push_str(indent);
            written.push_str(&self.item(*item, Some(indent)));
        }
        if let Some(last) = last {
            if last.comma {
                written.push(',');
            } else {
                edits.put(last.value.span.end..last.value.span.end, ",".to_owned());
            }
        }
        // What closes it has a line of its own.
        if tail.contains('\n') {
            edits.put(end..end, written);
        } else {
            edits.put(end..close, format!("{written}{}{base}", self.newline));
        }
    }

    fn item(&self, (name, value): (Option<&str>, &Value), indent: Option<&str>) -> String {
        let value = self.written(value, indent);
        match name {
            Some(name) => format!("{}: {value}", Value::from(name)),
            None => value,
        }
    }

    /// In lines, below an indentation; without one, on one line.
    fn written(&self, value: &Value, indent: Option<&str>) -> String {
        let mut out = String::new();
        self.write(value, indent, &mut out);
        out
    }

    fn write(&self, value: &Value, indent: Option<&str>, out: &mut String) {
        /// A list of words is on one line up to this many bytes.
        const ONE_LINE: usize = 72;
        let (open, close, items): (char, char, Vec<(Option<&str>, &Value)>) = match value {
            Value::Object(members) => (
                '{',
                '}',
                members
                    .iter()
                    .map(|(name, value)| (Some(name.as_str()), value))
                    .collect(),
            ),
            Value::Array(items) => ('[', ']', items.iter().map(|item| (None, item)).collect()),
            scalar => return out.push_str(&scalar.to_string()),
        };
        let short = value.is_array()
            && items
                .iter()
                .all(|(_, item)| !item.is_object() && !item.is_array());
        let indent = indent.filter(|_| !items.is_empty());
        let indent = indent.filter(|_| {
            !short
                || items
                    .iter()
                    .map(|(_, item)| item.to_string().len() + 2)
                    .sum::<usize>()
                    > ONE_LINE
        });
        out.push(open);
        match indent {
            None => {
                let written: Vec<String> = items.iter().map(|item| self.item(*item, None)).collect();
                out.push_str(&written.join(", "));
            }
            Some(indent) => {
                let inner = format!("{indent}{}", self.unit);
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    out.push_str(self.newline);
                    out.push_str(&inner);
                    out.push_str(&self.item(*item, Some(&inner)));
                }
                out.push_str(self.newline);
                out.push_str(indent);
            }
        }
        out.push(close);
    }
}

fn line_start(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    before.rfind('\n').map_or(0, |end| end + 1)
}

fn starts_line(text: &str, at: usize) -> bool {
    let before = text.get(line_start(text, at)..at).unwrap_or_default();
    before.chars().all(|c| matches!(c, ' ' | '\t'))
}

/// The white space that the line of a place begins with.
fn line_indent(text: &str, at: usize) -> &str {
    let line = text.get(line_start(text, at)..at).unwrap_or_default();
    let end = line.len() - line.trim_start_matches([' ', '\t']).len();
    line.get(..end).unwrap_or_default()
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
}

impl Scan<'_> {
    fn document(mut self) -> Option<Node> {
        self.space()?;
        self.value()
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Past white space and comments.
    fn space(&mut self) -> Option<()> {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            self.at += rest.len() - trimmed.len();
            let rest = self.rest();
            if rest.starts_with("//") {
                self.at += rest
                    .find(['\n', '\r', '\u{2028}', '\u{2029}'])
                    .unwrap_or(rest.len());
            } else if let Some(comment) = rest.strip_prefix("/*") {
                self.at += comment.find("*/")? + 4;
            } else {
                return Some(());
            }
        }
    }

    fn value(&mut self) -> Option<Node> {
        let start = self.at;
        let kind = match self.rest().chars().next()? {
            '{' => NodeKind::Object(self.members('}')?),
            '[' => NodeKind::Array(self.members(']')?),
            '"' | '\'' => {
                self.string()?;
                NodeKind::Scalar
            }
            _ => {
                self.word()?;
                NodeKind::Scalar
            }
        };
        Some(Node {
            span: start..self.at,
            kind,
        })
    }

    fn members(&mut self, close: char) -> Option<Vec<Member>> {
        self.at += 1;
        let mut members = Vec::new();
        loop {
            self.space()?;
            if self.rest().starts_with(close) {
                self.at += 1;
                return Some(members);
            }
            let start = self.at;
            let name = match close {
                '}' => {
                    let name = self.name()?;
                    self.space()?;
                    self.rest().strip_prefix(':')?;
                    self.at += 1;
                    self.space()?;
                    name
                }
                _ => String::new(),
            };
            let value = self.value()?;
            self.space()?;
            let comma = self.rest().starts_with(',');
            self.at += usize::from(comma);
            members.push(Member {
                name,
                start,
                value,
                comma,
            });
        }
    }

    fn name(&mut self) -> Option<String> {
        let start = self.at;
        if self.rest().starts_with(['"', '\'']) {
            self.string()?;
            return json5::from_str(self.text.get(start..self.at)?).ok();
        }
        self.word()?;
        self.text.get(start..self.at).map(str::to_owned)
    }

    fn string(&mut self) -> Option<()> {
        let mut chars = self.rest().char_indices();
        let (_, quote) = chars.next()?;
        let mut escaped = false;
        for (at, c) in chars {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                c if c == quote => {
                    self.at += at + c.len_utf8();
                    return Some(());
                }
                _ => {}
            }
        }
        None
    }

    /// A number, a name without quotes, `true`, `false` or `null`.
    fn word(&mut self) -> Option<()> {
        let rest = self.rest();
        let ends =
            |c: char| c.is_whitespace() || matches!(c, ',' | ':' | '{' | '}' | '[' | ']' | '"' | '\'' | '/');
        let end = rest.find(ends).unwrap_or(rest.len());
        self.at += end;
        (end > 0).then_some(())
    }
}
