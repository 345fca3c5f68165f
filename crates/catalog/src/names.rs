//! The names under which a model sees tools: a bijection kept in a table (S-50, S-51, TOL-05, TOL-06).
//!
//! Providers accept `[a-zA-Z0-9_-]{1,64}`, one of them only with a letter in front; servers name tools as they like, and two servers may use the same
//! name. A name here is the server's part, `__`, and the tool's part. The server's part comes from the person's
//! label, holds no underscore, and wears a mark of the server's id when two labels would look alike. The tool's
//! part is the raw name where that is possible; otherwise, and for every raw name that ends like one that was
//! rewritten, it is a rewritten name with 64 bits of the SHA-256 of the raw name.
//!
//! Reading a name back is looking it up. What is not in the table is nothing: no name is ever resolved by
//! guessing, by dropping the server's part, or by order.

use crate::limits::{
    PROVIDER_NAME_SERVER, PROVIDER_NAME_SERVER_MARK, PROVIDER_NAME_TOOL, PROVIDER_NAME_TOOL_MARK,
};
use portcullis_core::ids::{ServerId, hex};
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, HashMap, HashSet};

/// The table: `(server, raw tool name)` to name and back.
#[derive(Debug, Default, Clone)]
pub struct ModelNames {
    names: HashMap<ServerId, HashMap<String, String>>,
    tools: HashMap<String, (ServerId, String)>,
}

impl ModelNames {
    /// Makes the table for servers with the person's label of each and their raw tool names. The names do not
    /// depend on the order in which anything is given. Should two tools come out with one name, which needs two
    /// raw names with the same 64 bits of hash, neither is in the table.
    #[must_use]
    pub fn new<'a>(servers: impl IntoIterator<Item = (&'a ServerId, &'a str, Vec<&'a str>)>) -> Self {
        let servers: Vec<_> = servers.into_iter().collect();
        let mut alike: BTreeMap<String, HashSet<&ServerId>> = BTreeMap::new();
        for (id, label, _) in &servers {
            alike.entry(slug(label)).or_default().insert(id);
        }
        let mut table = Self::default();
        let mut ambiguous = HashSet::new();
        for (id, label, tools) in &servers {
            let plain = slug(label);
            let marked = alike.get(&plain).is_some_and(|ids| ids.len() > 1)
                || ends_in_mark(&plain, PROVIDER_NAME_SERVER_MARK);
            let server = if marked {
                with_mark(
                    &plain,
                    id.as_str(),
                    PROVIDER_NAME_SERVER,
                    PROVIDER_NAME_SERVER_MARK,
                )
            } else {
                plain
            };
            for tool in tools {
                let name = format!("{server}__{}", tool_part(tool));
                let target = ((*id).clone(), (*tool).to_owned());
                if table.tools.get(&name).is_some_and(|known| *known != target) {
                    ambiguous.insert(name);
                } else {
                    table
                        .names
                        .entry(target.0.clone())
                        .or_default()
                        .insert(target.1.clone(), name.clone());
                    table.tools.insert(name, target);
                }
            }
        }
        for name in ambiguous {
            if let Some((server, tool)) = table.tools.remove(&name) {
                table.names.get_mut(&server).and_then(|tools| tools.remove(&tool));
            }
        }
        table
    }

    /// The name a model sees; `None` for a tool that is not in the table.
    #[must_use]
    pub fn name_of(&self, server: &ServerId, tool: &str) -> Option<&str> {
        self.names.get(server)?.get(tool).map(String::as_str)
    }

    /// The server and the raw tool name, for exactly a name of this table (S-51).
    #[must_use]
    pub fn resolve(&self, name: &str) -> Option<(&ServerId, &str)> {
        self.tools.get(name).map(|(server, tool)| (server, tool.as_str()))
    }
}

/// Lower-case letters, digits and single hyphens; never empty, never an underscore.
fn slug(label: &str) -> String {
    let mut out = String::new();
    for character in label.chars() {
        if out.len() == PROVIDER_NAME_SERVER {
            break;
        }
        if character.is_ascii_alphanumeric() {
            // Gemini takes no name that begins with a digit.
            if out.is_empty() && character.is_ascii_digit() {
                out.push('s');
            }
            out.push(character.to_ascii_lowercase());
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    let out = out.trim_end_matches('-');
    if out.is_empty() {
        "server".to_owned()
    } else {
        out.to_owned()
    }
}

fn tool_part(raw: &str) -> String {
    let allowed = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
    if (1..=PROVIDER_NAME_TOOL).contains(&raw.len())
        && raw.chars().all(allowed)
        && !ends_in_mark(raw, PROVIDER_NAME_TOOL_MARK)
    {
        return raw.to_owned();
    }
    let rewritten: String = raw
        .chars()
        .take(PROVIDER_NAME_TOOL)
        .map(|c| if allowed(c) { c } else { '_' })
        .collect();
    with_mark(&rewritten, raw, PROVIDER_NAME_TOOL, PROVIDER_NAME_TOOL_MARK)
}

fn with_mark(part: &str, identity: &str, longest: usize, digits: usize) -> String {
    let hash = hex(&Sha256::digest(identity.as_bytes()));
    let kept = part.len().min(longest - digits - 1);
    format!("{}-{}", &part[..kept], &hash[..digits])
}

/// Whether a part looks as if it wore a mark already.
fn ends_in_mark(part: &str, digits: usize) -> bool {
    part.len() > digits && {
        let (head, mark) = part.as_bytes().split_at(part.len() - digits);
        head.ends_with(b"-") && mark.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn valid(name: &str) -> bool {
        (1..=64).contains(&name.len())
            && name.starts_with(|first: char| first.is_ascii_lowercase())
            && name
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b))
    }

    const PLAIN: &[char] = &['a', 'b', 'c', 'X', 'Y', 'Z', '0', '1', '9', '_', '-'];
    const ODD: &[char] = &[
        'a', 'A', 'е', 'é', '\u{301}', '/', '.', ' ', '\u{200b}', '\u{202e}', '名', '😀', '_', '-',
    ];

    /// A small generator with a fixed start: the same pairs in every run.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, end: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            usize::try_from(self.0 % end as u64).unwrap()
        }

        fn text(&mut self, longest: usize, alphabet: &[char]) -> String {
            (0..self.below(longest + 1))
                .map(|_| alphabet[self.below(alphabet.len())])
                .collect()
        }

        /// Names that are plain, odd, long, nearly the same, or look as if they were rewritten.
        fn name(&mut self) -> String {
            match self.below(5) {
                0 => self.text(70, PLAIN),
                1 => self.text(300, ODD),
                2 => format!("{}-{:016x}", self.text(3, PLAIN), self.0),
                3 => format!("{}__{}", self.text(2, PLAIN), self.text(2, PLAIN)),
                _ => format!("{}{}", self.text(50, &['x']), self.text(4, ODD)),
            }
        }
    }

    // Proves S-50, TOL-06.
    #[test]
    fn a_hundred_thousand_pairs_are_told_apart_and_read_back_exactly() {
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
        let labels = [
            "Files",
            "files",
            "FILES",
            "Ｆiles",
            "Größe",
            "",
            "a-12345678",
            "a_b",
            "a b",
            "a__b",
        ];
        let servers: Vec<(ServerId, String, Vec<String>)> = (0..125)
            .map(|at| {
                let label = if at % 2 == 0 {
                    labels[at / 2 % 10].to_owned()
                } else {
                    dice.name()
                };
                let tools: HashSet<_> = (0..1_000).map(|_| dice.name()).collect();
                (ServerId(format!("{at:032x}")), label, tools.into_iter().collect())
            })
            .collect();
        let borrowed = |(id, label, tools): &'static (ServerId, String, Vec<String>)| {
            (
                id,
                label.as_str(),
                tools.iter().map(String::as_str).collect::<Vec<_>>(),
            )
        };
        let servers: &'static [_] = servers.leak();
        let table = ModelNames::new(servers.iter().map(borrowed));
        let few = &servers[..12];
        let backwards = ModelNames::new(few.iter().rev().map(borrowed));
        let forwards = ModelNames::new(few.iter().map(borrowed));
        let mut seen = HashSet::new();
        for (id, _, tools) in servers {
            for tool in tools {
                let name = table.name_of(id, tool).unwrap();
                assert!(valid(name), "{name}");
                assert!(seen.insert(name), "{name} twice");
                assert_eq!(table.resolve(name), Some((id, tool.as_str())));
                assert_eq!(
                    backwards.name_of(id, tool),
                    forwards.name_of(id, tool),
                    "order matters"
                );
            }
        }
        assert!(seen.len() > 100_000, "{}", seen.len());
    }

    // Proves S-51.
    #[test]
    fn bare_and_unknown_names_are_nothing() {
        let (a, b) = (ServerId::from("1"), ServerId::from("2"));
        let table = ModelNames::new([(&a, "Mail", vec!["send_email"]), (&b, "mail", vec!["send_email"])]);
        let (of_a, of_b) = (
            table.name_of(&a, "send_email").unwrap(),
            table.name_of(&b, "send_email").unwrap(),
        );
        assert_ne!(of_a, of_b);
        assert_eq!(table.resolve(of_a).unwrap().0, &a);
        for name in [
            "send_email",
            "mail__send_email",
            "Mail__send_email",
            "",
            "__",
            &of_a.to_uppercase(),
        ] {
            assert_eq!(table.resolve(name), None, "{name}");
        }
        assert_eq!(table.name_of(&a, "Send_email"), None);
    }

    // Proves S-50.
    #[test]
    fn plain_names_stay_readable() {
        let id = ServerId::from("1");
        let table = ModelNames::new([(&id, "Project files", vec!["read_file", "Größe/α"])]);
        assert_eq!(table.name_of(&id, "read_file"), Some("project-files__read_file"));
        let rewritten = table.name_of(&id, "Größe/α").unwrap();
        assert!(rewritten.starts_with("project-files__Gr__e__-"), "{rewritten}");
    }
}
