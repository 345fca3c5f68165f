//! Finding a tool, a resource or a prompt among ten thousand while someone types.

use std::sync::Arc;

/// An entry that can be searched.
pub(super) trait Searched {
    /// What of it is compared with a query.
    fn keys(&self) -> &SearchKeys;
}

/// What is compared with a query, folded once when an entry is read.
#[derive(Debug)]
pub(super) struct SearchKeys {
    name: String,
    title: String,
    /// Name and title as words, each after a space: `readFile` is ` read file`.
    words: String,
    description: String,
}

impl SearchKeys {
    pub(super) fn new(name: &str, title: Option<&str>, description: &str) -> Self {
        let title = title.unwrap_or_default();
        let words = format!("{}{}", words(name), words(title));
        Self {
            name: fold(name),
            title: fold(title),
            words,
            description: fold(description),
        }
    }

    /// How well one folded term matches; lower is better.
    fn rank(&self, term: &str, term_as_word: &str) -> Option<u32> {
        if self.name.starts_with(term) || self.title.starts_with(term) {
            Some(0)
        } else if self.words.contains(term_as_word) {
            Some(1)
        } else if self.name.contains(term) || self.title.contains(term) {
            Some(2)
        } else if self.description.contains(term) {
            Some(3)
        } else {
            None
        }
    }
}

/// Entries that match every term of the query, best first: the name or title starts with it, then a word of
/// them does, then it is somewhere in them, then in the description. Without a query, all in their order.
pub(super) fn search<'a, T: Searched>(entries: &'a [Arc<T>], query: &str) -> Vec<&'a Arc<T>> {
    let terms: Vec<_> = fold(query)
        .split_whitespace()
        .map(|term| (term.to_owned(), format!(" {term}")))
        .collect();
    let mut matches: Vec<_> = entries
        .iter()
        .filter_map(|entry| {
            let ranks = terms
                .iter()
                .map(|(term, as_word)| entry.keys().rank(term, as_word));
            Some((ranks.sum::<Option<u32>>()?, entry))
        })
        .collect();
    // Stable: equal matches stay in the server's order.
    matches.sort_by_key(|(rank, _)| *rank);
    matches.into_iter().map(|(_, entry)| entry).collect()
}

/// The words of a name or a title in lower case, each after a space; `readFile` is two.
pub(super) fn words(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len() + 8);
    spaced.push(' ');
    let mut lower_before = false;
    for character in text.chars() {
        if !character.is_alphanumeric() {
            spaced.push(' ');
        } else {
            if lower_before && character.is_uppercase() {
                spaced.push(' ');
            }
            spaced.push(character);
        }
        lower_before = character.is_lowercase();
    }
    fold(&spaced)
}

/// Lower case, without the accents of Latin letters and without combining marks. Good enough to find
/// something, never used to decide whether two names are the same.
fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars().flat_map(char::to_lowercase) {
        match character {
            '\u{300}'..='\u{36f}' => {}
            _ if character.is_ascii() => out.push(character),
            'ß' => out.push_str("ss"),
            'æ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            _ => out.push(bare_letter(character)),
        }
    }
    out
}

fn bare_letter(character: char) -> char {
    match character {
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => 'c',
        'ď' | 'đ' => 'd',
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => 'e',
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => 'g',
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => 'i',
        'ķ' => 'k',
        'ĺ' | 'ļ' | 'ľ' | 'ł' => 'l',
        'ñ' | 'ń' | 'ņ' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => 'o',
        'ŕ' | 'ŗ' | 'ř' => 'r',
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => 's',
        'ţ' | 'ť' | 'ț' => 't',
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => 'u',
        'ý' | 'ÿ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        _ => character,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Tool;
    use super::*;
    use serde_json::json;

    fn tools(list: &[(&str, &str, &str)]) -> Vec<Arc<Tool>> {
        let read = |&(name, title, description): &(&str, &str, &str)| {
            let definition = json!({"name": name, "title": title, "description": description,
                "inputSchema": {"type": "object"}});
            Arc::new(Tool::read(definition).unwrap())
        };
        list.iter().map(read).collect()
    }

    fn names<'a>(tools: &'a [Arc<Tool>], query: &str) -> Vec<&'a str> {
        search(tools, query)
            .into_iter()
            .map(|tool| tool.name.as_str())
            .collect()
    }

    #[test]
    fn the_best_match_comes_first() {
        let tools = tools(&[
            ("a", "", "Can read things"),
            ("spread", "", ""),
            ("fileRead", "", ""),
            ("read_file", "", ""),
            ("b", "Read later", ""),
            ("write", "", ""),
        ]);
        assert_eq!(
            names(&tools, "READ"),
            ["read_file", "b", "fileRead", "spread", "a"]
        );
        assert_eq!(
            names(&tools, ""),
            ["a", "spread", "fileRead", "read_file", "b", "write"]
        );
        assert_eq!(names(&tools, " file  read "), ["fileRead", "read_file"]);
        assert!(names(&tools, "read nothing").is_empty());
    }

    #[test]
    fn accents_and_case_do_not_matter() {
        let tools = tools(&[("größe", "Taille d'un « Élément »", "")]);
        for query in ["grosse", "GRÖSSE", "element", "e\u{301}lement"] {
            assert_eq!(names(&tools, query).len(), 1, "{query}");
        }
    }

    // Proves F-19.
    #[test]
    #[ignore = "a measure, meaningful in a release build: cargo test --release -- --ignored f19"]
    fn ten_thousand_tools_are_searched_within_a_frame() {
        let words =
            "Looks up one record of the remote service and returns its fields as structured content. "
                .repeat(6);
        let list: Vec<_> = (0..10_000).map(|at| format!("get_record_{at}")).collect();
        let list: Vec<_> = list
            .iter()
            .map(|name| (name.as_str(), "", words.as_str()))
            .collect();
        let tools = tools(&list);
        for query in ["r", "record", "9999", "structured fields", "no such thing"] {
            let started = std::time::Instant::now();
            let found = search(&tools, query).len();
            let took = started.elapsed();
            assert!(took.as_millis() < 16, "{query}: {found} in {took:?}");
        }
    }
}
