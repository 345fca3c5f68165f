//! TypeScript for the window, made from the shapes of the host and the table of commands.
//! `cargo xtask bindings` writes the file; a test fails when it is stale.

use crate::commands::with_commands;
use portcullis_host::view::*;
use std::collections::{BTreeMap, BTreeSet};
use ts_rs::{Config, TS, TypeVisitor};

/// Where the generated file is, from the root of the project.
pub const PATH: &str = "ui/src/bindings/host.ts";

/// Collects the declaration of a type and of everything it mentions.
struct Collector {
    config: Config,
    found: BTreeMap<String, String>,
    passed: BTreeSet<&'static str>,
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
        let docs = T::docs().unwrap_or_default();
        self.found
            .insert(name, format!("{docs}export {}\n", T::decl(&self.config)));
        T::visit_dependencies(self);
    }
}

impl Collector {
    fn name_of<T: TS + 'static + ?Sized>(&mut self) -> String {
        self.visit::<T>();
        T::name(&self.config)
    }
}

macro_rules! signatures {
    ($($(#[doc = $doc:literal])* $name:ident($($arg:ident: $ty:ty),*) -> $ret:ty;)*) => {
        fn signatures(types: &mut Collector) -> String {
            let mut out = String::from("/** Arguments and reply of every command. */\nexport interface Commands {\n");
            $({
                $(out.push_str(&format!("  /**{} */\n", $doc));)*
                let arguments: Vec<String> = vec![$(format!("{}: {}", stringify!($arg), types.name_of::<$ty>())),*];
                let reply = types.name_of::<$ret>();
                out.push_str(&format!("  {}: {{ arguments: {{ {} }}; reply: {} }};\n", stringify!($name), arguments.join("; "), reply));
            })*
            out.push_str("}\n");
            out
        }
    };
}
with_commands!(signatures);

/// The whole file.
#[must_use]
pub fn typescript() -> String {
    let mut types = Collector {
        config: Config::new().with_large_int("number"),
        found: BTreeMap::new(),
        passed: BTreeSet::new(),
    };
    let commands = signatures(&mut types);
    types.visit::<EventBatch>();
    let mut out = String::from("// Made by `cargo xtask bindings`. Do not edit.\n\n");
    for declaration in types.found.values() {
        out.push_str(declaration);
        out.push('\n');
    }
    out.push_str(&commands);
    out
}

#[cfg(test)]
mod tests {
    #[test]
    #[allow(clippy::expect_used, reason = "a test says what it missed by failing")]
    fn the_typescript_is_current() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(super::PATH);
        let fresh = super::typescript();
        if std::env::var_os("PORTCULLIS_WRITE_BINDINGS").is_some() {
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("folder made");
            std::fs::write(&path, &fresh).expect("file written");
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            found == fresh,
            "{} is stale: run `cargo xtask bindings`",
            super::PATH
        );
    }
}
