//! Secrets that are planted to be found again, and programs that tell when they were run.
//!
//! A canary is a value that occurs nowhere else. After a run the folders the product wrote are swept
//! for all of them; a find is a leak (S-64, S-67, S-88). A [`Tripwire`] is a program that nothing may
//! start (S-05).

use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher as _, Hasher as _},
    path::{Path, PathBuf},
};

use base64::{Engine as _, prelude::BASE64_STANDARD_NO_PAD};

/// One planted secret.
#[derive(Debug, Clone)]
pub struct Canary {
    /// Where it was planted, for example "header".
    pub label: String,
    /// The secret: letters, digits and hyphens, never the same twice.
    pub value: String,
}

impl Canary {
    /// A secret that occurs nowhere else.
    pub fn new(label: &str) -> Self {
        let random = || RandomState::new().build_hasher().finish();
        Self {
            label: label.to_owned(),
            value: format!("canary-{:016x}{:016x}", random(), random()),
        }
    }

    /// The six places a secret can be planted at (S-88).
    pub fn six() -> [Self; 6] {
        ["environment", "header", "token", "answer", "argument", "address"].map(Self::new)
    }

    /// The secret in every form in which it could lie around.
    fn disguises(&self) -> Vec<Disguise<'_>> {
        let plain = self.value.as_bytes();
        let hex: String = plain.iter().map(|byte| format!("{byte:02x}")).collect();
        let wide = plain.iter().flat_map(|byte| [*byte, 0]).collect();
        let mut forms = vec![
            ("plain", plain.to_vec()),
            ("UTF-16", wide),
            ("hexadecimal", hex.to_uppercase().into_bytes()),
            ("hexadecimal", hex.into_bytes()),
            ("reversed", plain.iter().rev().copied().collect()),
        ];
        // Within a longer text the secret begins at any of three places of a base64 group; the
        // characters at the seams depend on the neighbours and are left out.
        for before in 0..3 {
            let padded = [&b"\0\0"[..before], plain].concat();
            let encoded = BASE64_STANDARD_NO_PAD.encode(padded);
            let from = [0, 2, 3][before];
            forms.push(("base64", encoded.as_bytes()[from..encoded.len() - 2].to_vec()));
        }
        forms
            .into_iter()
            .map(|(form, bytes)| Disguise {
                label: &self.label,
                form,
                bytes,
            })
            .collect()
    }
}

/// A canary in one of its forms.
struct Disguise<'a> {
    label: &'a str,
    form: &'static str,
    bytes: Vec<u8>,
}

/// A secret where it should not be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Find {
    /// Whose secret.
    pub label: String,
    /// In which form.
    pub form: &'static str,
    /// In which file; for a name of a file, the file itself.
    pub path: PathBuf,
    /// At which byte; `None` when it is in the name.
    pub at: Option<usize>,
}

/// Every canary in the files and file names of a folder, however deep. Links are not followed.
pub fn sweep(folder: &Path, canaries: &[Canary]) -> Vec<Find> {
    let disguises: Vec<_> = canaries.iter().flat_map(Canary::disguises).collect();
    let mut finds = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries =
            std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let entry = entry.expect("a folder can be listed");
            let kind = entry.file_type().expect("an entry has a type");
            let name = entry.file_name();
            note(
                &disguises,
                name.as_encoded_bytes(),
                &entry.path(),
                false,
                &mut finds,
            );
            if kind.is_dir() {
                folders.push(entry.path());
            } else if kind.is_file() {
                let bytes = std::fs::read(entry.path())
                    .unwrap_or_else(|error| panic!("{}: {error}", entry.path().display()));
                note(&disguises, &bytes, &entry.path(), true, &mut finds);
            }
        }
    }
    finds
}

/// Every canary in a piece of text, for example of standard output.
pub fn sweep_bytes(bytes: &[u8], canaries: &[Canary]) -> Vec<Find> {
    let disguises: Vec<_> = canaries.iter().flat_map(Canary::disguises).collect();
    let mut finds = Vec::new();
    note(&disguises, bytes, Path::new(""), true, &mut finds);
    finds
}

fn note(disguises: &[Disguise<'_>], bytes: &[u8], path: &Path, inside: bool, finds: &mut Vec<Find>) {
    for disguise in disguises {
        if let Some(at) = find(bytes, &disguise.bytes) {
            finds.push(Find {
                label: disguise.label.to_owned(),
                form: disguise.form,
                path: path.to_owned(),
                at: inside.then_some(at),
            });
        }
    }
}

fn find(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    let first = *needle.first()?;
    let mut from = 0;
    while let Some(next) = bytes.get(from..)?.iter().position(|byte| *byte == first) {
        let at = from + next;
        if bytes[at..].starts_with(needle) {
            return Some(at);
        }
        from = at + 1;
    }
    None
}

/// A program that nothing may start. It leaves a mark when something does.
#[derive(Debug)]
pub struct Tripwire {
    program: PathBuf,
    mark: PathBuf,
}

impl Tripwire {
    /// Lays a tripwire in a folder.
    pub fn lay(folder: &Path, name: &str) -> Self {
        let program = folder.join(name);
        let mark = folder.join(format!("{name}.was-run"));
        let script = format!("#!/bin/sh\nprintf '%s\\n' \"$0 $*\" >> '{}'\n", mark.display());
        crate::programs::write(&program, script);
        Self { program, mark }
    }

    /// The program.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// The command lines it was started with, oldest first.
    pub fn runs(&self) -> Vec<String> {
        std::fs::read_to_string(&self.mark)
            .unwrap_or_default()
            .lines()
            .map(str::to_owned)
            .collect()
    }
}
