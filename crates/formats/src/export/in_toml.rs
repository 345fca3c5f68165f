//! Changes TOML in place. What is new goes to the end of the file, where it changes nothing before it; what is replaced goes
//! through `toml_edit`, which keeps comments and order.

use serde_json::Value;
use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, Value as Toml};

/// What is changed.
pub struct TomlChange<'a> {
    /// Where the servers are.
    pub holder: &'a str,
    /// They are an array of tables.
    pub list: bool,
    /// Entries in place of those that are there: name, and place in the list.
    pub replaced: &'a [(&'a str, usize, &'a Value)],
    /// Entries that are new.
    pub added: &'a [(&'a str, &'a Value)],
}

/// The text with the change; `None` where it cannot be made here.
pub fn edit(text: &str, change: &TomlChange<'_>) -> Option<String> {
    // The library ends each line in one way.
    let crlf = text.contains("\r\n");
    if crlf && text.matches('\n').count() != text.matches("\r\n").count() {
        return None;
    }
    let lines = text.replace("\r\n", "\n");
    let mut document: DocumentMut = lines.parse().ok()?;
    let inline = matches!(document.get(change.holder), Some(Item::Value(_)));
    for (name, place, value) in change.replaced {
        let value = value.as_object()?;
        match document.get_mut(change.holder)? {
            Item::Table(servers) => {
                let before = servers.get(name)?;
                let mut table = table(value)?;
                if let Item::Table(before) = before {
                    if before.is_dotted() {
                        return None;
                    }
                    *table.decor_mut() = before.decor().clone();
                    if let Some(position) = before.position() {
                        table.set_position(Some(position));
                    }
                }
                *servers.get_mut(name)? = match before {
                    Item::Value(_) => Item::Value(Toml::InlineTable(inline_table(value)?)),
                    _ => Item::Table(table),
                };
            }
            Item::ArrayOfTables(servers) => {
                let before = servers.get_mut(*place)?;
                let mut table = table(value)?;
                *table.decor_mut() = before.decor().clone();
                table.set_position(before.position());
                *before = table;
            }
            Item::Value(Toml::InlineTable(servers)) => {
                *servers.get_mut(name)? = Toml::InlineTable(inline_table(value)?);
            }
            Item::Value(Toml::Array(servers)) => {
                servers.replace(*place, Toml::InlineTable(inline_table(value)?));
            }
            _ => return None,
        }
    }
    if inline {
        for (name, value) in change.added {
            let value = Toml::InlineTable(inline_table(value.as_object()?)?);
            match document.get_mut(change.holder)? {
                Item::Value(Toml::InlineTable(servers)) => drop(servers.insert(*name, value)),
                Item::Value(Toml::Array(servers)) => servers.push(value),
                _ => return None,
            }
        }
    }
    let mut out = match change.replaced.is_empty() && !inline {
        true => lines,
        false => document.to_string(),
    };
    if !inline && !change.added.is_empty() {
        if !out.is_empty() && !out.ends_with('\n') {
            out.push('\n');
        }
        if !out.trim().is_empty() && !out.ends_with("\n\n") {
            out.push('\n');
        }
        out.push_str(&block(change)?);
    }
    Some(match crlf {
        true => out.replace('\n', "\r\n"),
        false => out,
    })
}

/// The new entries alone.
fn block(change: &TomlChange<'_>) -> Option<String> {
    let mut document = DocumentMut::new();
    let item = match change.list {
        true => {
            let mut tables = ArrayOfTables::new();
            for (_, value) in change.added {
                tables.push(table(value.as_object()?)?);
            }
            Item::ArrayOfTables(tables)
        }
        false => {
            let mut servers = Table::new();
            servers.set_implicit(true);
            for (name, value) in change.added {
                servers.insert(name, Item::Table(table(value.as_object()?)?));
            }
            Item::Table(servers)
        }
    };
    document.insert(change.holder, item);
    let text = document.to_string();
    Some(text.trim_start_matches('\n').to_owned())
}

fn table(fields: &serde_json::Map<String, Value>) -> Option<Table> {
    let mut table = Table::new();
    for (name, value) in fields {
        table.insert(name, Item::Value(toml(value)?));
    }
    Some(table)
}

fn inline_table(fields: &serde_json::Map<String, Value>) -> Option<InlineTable> {
    let mut table = InlineTable::new();
    for (name, value) in fields {
        table.insert(name, toml(value)?);
    }
    Some(table)
}

fn toml(value: &Value) -> Option<Toml> {
    Some(match value {
        Value::String(text) => Toml::from(text.as_str()),
        Value::Bool(is) => Toml::from(*is),
        Value::Array(items) => {
            let items: Option<Array> = items.iter().map(toml).collect();
            Toml::Array(items?)
        }
        Value::Object(fields) => Toml::InlineTable(inline_table(fields)?),
        Value::Number(_) | Value::Null => return None,
    })
}
