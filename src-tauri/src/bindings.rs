//! TypeScript for the window, made from the shapes that drivers see and from the commands.
//! `cargo xtask bindings` writes the file; a test fails when it is stale. It has one declaration a line and no comments: they
//! are at the Rust types.

use crate::commands::{self, Signatures};
use portcullis_api::EventBatch;
use std::collections::{BTreeMap, BTreeSet};
use ts_rs::{Config, TS, TypeVisitor};

/// Where the generated file is, from the root of the project.
pub const PATH: &str = "ui/src/bindings/host.ts";

/// Collects the declaration of a type and of everything it mentions.
struct Collector {
    config: Config,
    found: BTreeMap<String, String>,
    passed: BTreeSet<&'static str>,
    /// By the page that they belong to.
    main: String,
    gate: String,
}

impl TypeVisitor for Collector {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Types of the standard library have no file of their own and are written in place.
        if T::output_path().is_none() {
            if self.passed.insert(std::any::type_name::<T>()) {
                T::visit_dependencies(self);
                T::visit_generics(self);
            }
            return;
        }
        let name = T::ident(&self.config);
        if self.found.contains_key(&name) {
            return;
        }
        self.found.insert(name, one_line(&T::decl(&self.config)));
        T::visit_dependencies(self);
    }
}

impl Signatures for Collector {
    fn name_of<T: TS + 'static + ?Sized>(&mut self) -> String {
        self.visit::<T>();
        T::name(&self.config)
    }

    fn command(&mut self, name: &str, arguments: &[(&str, String)], reply: &str) {
        let arguments: Vec<_> = arguments
            .iter()
            .map(|(name, ty)| format!("{name}: {ty}"))
            .collect();
        let arguments = arguments.join("; ");
        let line = format!("  {name}: {{ arguments: {{ {arguments} }}; reply: {reply} }};\n");
        let [main, gate] = PERMISSIONS;
        if (main.allows)(name) {
            self.main.push_str(&line);
        }
        if (gate.allows)(name) {
            self.gate.push_str(&line);
        }
    }
}

/// A declaration without its comments, on one line. No text in one holds a line feed or the beginning of a comment.
fn one_line(declaration: &str) -> String {
    let mut code = String::new();
    let mut rest = declaration;
    while let Some((before, comment)) = rest.split_once("/**") {
        code.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    code.push_str(rest);
    code.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The whole file.
#[must_use]
pub fn typescript() -> String {
    let mut types = Collector {
        config: Config::new().with_large_int("number"),
        found: BTreeMap::new(),
        passed: BTreeSet::new(),
        main: String::new(),
        gate: String::new(),
    };
    commands::signatures(&mut types);
    types.visit::<EventBatch>();
    let mut out = String::from("// Made by `cargo xtask bindings`. Do not edit.\n\n");
    for declaration in types.found.values() {
        out.push_str(&format!("export {declaration}\n"));
    }
    for (what, name, commands) in [
        ("the main page", "Commands", &types.main),
        ("the gate's page", "GateCommands", &types.gate),
    ] {
        out.push_str(&format!(
            "\n/** Arguments and reply of every command of {what}. */\nexport interface {name} {{\n{commands}}}\n"
        ));
    }
    out
}

/// What pages of both windows need: reading what stays in the host, and the folder picker of the system, in which the person
/// decides.
const BOTH: [&str; 2] = ["read_payload", "add_root"];

/// A permission that a capability gives to one page (S-25).
pub struct Permission {
    /// Its name, and that of its file.
    pub identifier: &'static str,
    description: &'static str,
    allows: fn(&str) -> bool,
}

/// One for each page. No command is in both but those of [`BOTH`].
pub const PERMISSIONS: [Permission; 2] = [
    Permission {
        identifier: "ask-the-host",
        description: "The commands of the main page, by name. None of them answers.",
        allows: |name| !commands::GATE_NAMES.contains(&name),
    },
    Permission {
        identifier: "answer-at-the-gate",
        description: "The commands of the gate's page, by name.",
        allows: |name| commands::GATE_NAMES.contains(&name) || BOTH.contains(&name),
    },
];

impl Permission {
    /// Where its file is, from the root of the project.
    #[must_use]
    pub fn path(&self) -> String {
        format!("src-tauri/permissions/{}.toml", self.identifier)
    }

    /// Its commands.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        let allows = self.allows;
        commands::NAMES.iter().copied().filter(move |name| allows(name))
    }

    /// Its file.
    #[must_use]
    pub fn text(&self) -> String {
        let names: String = self.names().map(|name| format!("  \"{name}\",\n")).collect();
        format!(
            "# Made by `cargo xtask bindings`. Do not edit.\n[[permission]]\nidentifier = \"{}\"\n\
             description = \"{}\"\ncommands.allow = [\n{names}]\n",
            self.identifier, self.description
        )
    }
}

#[cfg(test)]
mod tests {
    /// Compares a generated file, or writes it where that is asked for.
    fn current(path: &str, fresh: &str) {
        let place = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        if std::env::var_os("PORTCULLIS_WRITE_BINDINGS").is_some() {
            std::fs::create_dir_all(place.parent().expect("a folder")).expect("folder made");
            std::fs::write(&place, fresh).expect("file written");
        }
        let found = std::fs::read_to_string(&place).unwrap_or_default();
        assert!(found == fresh, "{path} is stale: run `cargo xtask bindings`");
    }

    #[test]
    fn a_declaration_is_one_line_without_comments() {
        let declaration =
            "type A = { \n/**\n * Which \"one\".\n */\na: \"x y\" | null, \n/** Two. */\nb: number, };";
        assert_eq!(
            super::one_line(declaration),
            "type A = { a: \"x y\" | null, b: number, };"
        );
    }

    #[test]
    fn the_typescript_is_current() {
        current(super::PATH, &super::typescript());
    }

    #[test]
    fn the_permissions_are_current() {
        for permission in super::PERMISSIONS {
            current(&permission.path(), &permission.text());
        }
    }
}
