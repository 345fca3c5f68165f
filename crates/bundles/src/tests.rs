//! Bundles as an attacker makes them: each archive is written byte by byte, because a library would refuse to.

use crate::{Bundle, limits};
use portcullis_core::Result;
use proptest::prelude::*;
use std::fs;
use std::io::{Cursor, Write as _};
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const MANIFEST: &str = r#"{
    "manifest_version": "0.3", "name": "notes", "version": "1.0.0", "author": { "name": "Ada" },
    "server": { "type": "node", "entry_point": "i.js", "mcp_config": { "command": "node", "args": ["${__dirname}/i.js"] } }
}"#;

/// An entry, with what its headers say.
#[derive(Clone)]
struct Raw {
    name: Vec<u8>,
    data: Vec<u8>,
    mode: u32,
    flags: u16,
    method: u16,
    /// What the local header says in place of the name.
    local: Option<Vec<u8>>,
    /// What both headers say in place of the size.
    size: Option<u32>,
}

impl Raw {
    fn file(name: impl AsRef<[u8]>, data: &str) -> Self {
        Self {
            name: name.as_ref().to_vec(),
            data: data.into(),
            mode: 0o100_644,
            flags: 0,
            method: 0,
            local: None,
            size: None,
        }
    }

    fn manifest() -> Self {
        Self::file("manifest.json", MANIFEST)
    }
}

/// CRC-32 as ZIP has it.
fn crc(data: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg())
        })
    };
    !data.iter().fold(u32::MAX, step)
}

fn length(bytes: &[u8]) -> u32 {
    bytes.len().try_into().unwrap()
}

fn short(bytes: &[u8]) -> [u8; 2] {
    u16::try_from(bytes.len()).unwrap().to_le_bytes()
}

/// What both headers of an entry share.
fn common(entry: &Raw, name: &[u8]) -> Vec<u8> {
    [
        &20_u16.to_le_bytes()[..],
        &entry.flags.to_le_bytes(),
        &entry.method.to_le_bytes(),
        &[0; 4],
        &crc(&entry.data).to_le_bytes(),
        &length(&entry.data).to_le_bytes(),
        &entry.size.unwrap_or(length(&entry.data)).to_le_bytes(),
        &short(name),
        &[0; 2],
    ]
    .concat()
}

fn archive(entries: &[Raw]) -> Vec<u8> {
    let (mut file, mut central) = (Vec::new(), Vec::new());
    for entry in entries {
        let at = length(&file);
        let local = entry.local.as_ref().unwrap_or(&entry.name);
        file.extend([b"PK\x03\x04", &common(entry, local)[..], local, &entry.data].concat());
        let header = [
            &b"PK\x01\x02\x14\x03"[..],
            &common(entry, &entry.name),
            &[0; 6],
            &(entry.mode << 16).to_le_bytes(),
            &at.to_le_bytes(),
            &entry.name,
        ];
        central.extend(header.concat());
    }
    let count = u16::try_from(entries.len()).unwrap_or(u16::MAX).to_le_bytes();
    let (at, size) = (length(&file).to_le_bytes(), length(&central).to_le_bytes());
    file.extend(
        [
            &central[..],
            b"PK\x05\x06",
            &[0; 4],
            &count,
            &count,
            &size,
            &at,
            &[0; 2],
        ]
        .concat(),
    );
    file
}

/// The same archive, whose end leaves the number of entries to the larger record of ZIP64 (APPNOTE 4.3.14), by these of its
/// numbers: the size of the directory, and where it begins.
fn with_larger_end(entries: &[Raw], replaced: [bool; 2]) -> Vec<u8> {
    let mut file = archive(entries);
    let end = file.split_off(file.len() - 22);
    let number = |from: usize| u64::from(u32::from_le_bytes(end[from..from + 4].try_into().unwrap()));
    let (count, record) = (entries.len() as u64, file.len() as u64);
    let numbers = [count, count, number(12), number(16)]
        .map(u64::to_le_bytes)
        .concat();
    file.extend(
        [
            &b"PK\x06\x06"[..],
            &44_u64.to_le_bytes(),
            &[45, 0, 45, 0],
            &[0; 8],
            &numbers,
        ]
        .concat(),
    );
    file.extend(
        [
            &b"PK\x06\x07"[..],
            &[0; 4],
            &record.to_le_bytes(),
            &1_u32.to_le_bytes(),
        ]
        .concat(),
    );
    let mut end = end;
    for (from, _) in [12, 16]
        .into_iter()
        .zip(replaced)
        .filter(|(_, replaced)| *replaced)
    {
        end[from..from + 4].fill(0xff);
    }
    file.extend(end);
    file
}

/// The same archive, with an end behind it that names no directory. The first one is the last that the reader looks at.
fn with_end_far_ahead(entries: &[Raw]) -> Vec<u8> {
    let mut file = archive(entries);
    let first = file.len() - 22;
    let mut last = file[first..].to_vec();
    last[16..20].fill(0);
    file.resize(first + 65_560 - last.len(), 0);
    file.extend(last);
    file
}

fn read(bytes: &[u8]) -> Result<Bundle> {
    Bundle::read(Cursor::new(bytes), tempfile::tempfile().unwrap())
}

/// The sentence of the refusal, after which nothing is on the disk.
fn refused(what: &str, bytes: &[u8]) -> String {
    let folder = TempDir::new().unwrap();
    let unpacked = read(bytes).and_then(|mut bundle| bundle.unpack(&folder.path().join("b")));
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert!(left.is_empty(), "{what}: {left:?}");
    unpacked.expect_err(what).sentence
}

// Proves S-69.
#[test]
fn a_bundle_is_read_and_unpacked_as_it_is() {
    let mut script = Raw::file("bin/run", "#!/bin/sh\n");
    script.mode = 0o106_777;
    let mut folder = Raw::file("empty/", "");
    folder.mode = 0o040_755;
    let bytes = archive(&[Raw::manifest(), folder, script, Raw::file("a/b/ö.txt", "text")]);
    let mut bundle = read(&bytes).unwrap();
    assert_eq!(
        (bundle.manifest.name.as_str(), bundle.size),
        ("notes", bytes.len() as u64)
    );
    assert_eq!(bundle.sha256.len(), 64);
    assert!(!bundle.is_signed);
    let home = TempDir::new().unwrap();
    let into = home.path().join("bundle");
    bundle.unpack(&into).unwrap();
    assert_eq!(fs::read_to_string(into.join("a/b/ö.txt")).unwrap(), "text");
    assert!(into.join("empty").is_dir());
    assert_eq!(
        fs::read_dir(home.path()).unwrap().count(),
        1,
        "nothing else is left"
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |name: &str| fs::metadata(into.join(name)).unwrap().permissions().mode() & 0o7777;
        assert_eq!(
            [mode("bin/run"), mode("a/b/ö.txt"), mode("a/b"), mode("")],
            [0o700, 0o600, 0o700, 0o700]
        );
    }
    assert!(
        bundle.unpack(&into).is_err(),
        "a folder that is there stays as it is"
    );
    assert_eq!(fs::read_to_string(into.join("a/b/ö.txt")).unwrap(), "text");
}

// Proves S-69.
#[cfg(unix)]
#[test]
fn the_program_of_a_bundle_can_be_run_where_its_archive_does_not_say_so() {
    use std::os::unix::fs::PermissionsExt as _;
    let bytes = archive(&[
        Raw::manifest(),
        Raw::file("bin/run", "#!/bin/sh\n"),
        Raw::file("bin/other", "text"),
    ]);
    let mut bundle = read(&bytes).unwrap();
    bundle.make_executable(std::path::Path::new("bin/run"));
    let home = TempDir::new().unwrap();
    let into = home.path().join("bundle");
    bundle.unpack(&into).unwrap();
    let mode = |name: &str| fs::metadata(into.join(name)).unwrap().permissions().mode() & 0o7777;
    assert_eq!([mode("bin/run"), mode("bin/other")], [0o700, 0o600]);
}

// Proves S-71.
#[test]
fn a_signed_bundle_is_read_and_no_signature_is_believed() {
    let mut bytes = archive(&[Raw::manifest()]);
    bytes.extend(
        [
            &b"MCPB_SIG_V1"[..],
            &2_u32.to_le_bytes(),
            b"\x30\x00",
            b"MCPB_SIG_END",
        ]
        .concat(),
    );
    assert!(read(&bytes).unwrap().is_signed);
}

#[test]
fn a_bundle_of_a_library_is_read() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    for (name, text) in [
        ("manifest.json", MANIFEST),
        ("i.js", &"let a = 1;\n".repeat(1000)),
    ] {
        writer.start_file(name, options).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    let bytes = writer.finish().unwrap().into_inner();
    let mut bundle = read(&bytes).unwrap();
    let folder = TempDir::new().unwrap();
    bundle.unpack(&folder.path().join("b")).unwrap();
    assert_eq!(fs::read(folder.path().join("b/i.js")).unwrap().len(), 11_000);
    for cut in [bytes.len() / 2, bytes.len() - 1, 1, 0] {
        assert!(read(&bytes[..cut]).is_err(), "cut at {cut}");
    }
}

// Proves S-69.
#[test]
fn an_archive_that_could_harm_is_refused_as_a_whole() {
    let with = |change: &dyn Fn(&mut Raw)| {
        let mut entry = Raw::file("x", "text");
        change(&mut entry);
        archive(&[Raw::manifest(), entry])
    };
    let name = |name: &'static str| with(&move |it| it.name = name.into());
    for (what, why, bytes) in [
        ("a way out", "points outside", name("../x")),
        ("a way out below", "points outside", name("a/../../x")),
        ("an absolute name", "points outside", name("/tmp/x")),
        ("a drive", "points outside", name("C:/x")),
        ("another computer", "points outside", name("\\\\host\\x")),
        ("a NUL", "not allowed", name("a\0b")),
        ("a backslash", "not allowed", name("a\\b")),
        ("a device", "on Windows", name("a/con.js")),
        (
            "a link",
            "not a file or a folder",
            with(&|it| it.mode = 0o120_777),
        ),
        (
            "a device file",
            "not a file or a folder",
            with(&|it| it.mode = 0o020_644),
        ),
        (
            "a folder that is a file",
            "not a file or a folder",
            with(&|it| it.mode = 0o040_755),
        ),
        ("an encrypted entry", "encrypted", with(&|it| it.flags = 1)),
        (
            "another method",
            "encrypted, or compressed",
            with(&|it| it.method = 12),
        ),
        (
            "another name in its own header",
            "damaged",
            with(&|it| it.local = Some(b"y".to_vec())),
        ),
        ("another size", "damaged", with(&|it| it.size = Some(5))),
        (
            "a size that a bomb has",
            "more than",
            with(&|it| it.size = Some(400 << 20)),
        ),
        ("a wrong checksum", "damaged", {
            let mut bytes = name("x");
            let at = bytes.windows(4).rposition(|window| window == b"text").unwrap();
            bytes[at] = b'T';
            bytes
        }),
        (
            "the same name",
            "damaged",
            archive(&[Raw::manifest(), Raw::file("a", "1"), Raw::file("a", "2")]),
        ),
        (
            "another case",
            "appears twice",
            archive(&[Raw::manifest(), Raw::file("dir/a", "1"), Raw::file("Dir/A", "2")]),
        ),
        (
            "another form",
            "appears twice",
            archive(&[
                Raw::manifest(),
                Raw::file("\u{e9}", "1"),
                Raw::file("e\u{301}", "2"),
            ]),
        ),
        (
            "a file as a folder",
            "appears twice",
            archive(&[Raw::manifest(), Raw::file("a", "1"), Raw::file("A/b", "2")]),
        ),
        (
            "a folder as a file",
            "appears twice",
            archive(&[Raw::manifest(), Raw::file("a/b", "1"), Raw::file("a", "2")]),
        ),
        (
            "no manifest",
            "no manifest.json",
            archive(&[Raw::file("x", "text")]),
        ),
        (
            "a manifest elsewhere",
            "no manifest.json",
            archive(&[Raw::file("a/manifest.json", MANIFEST)]),
        ),
        (
            "something before it",
            "damaged",
            [b"#!/bin/sh\n", &archive(&[Raw::manifest()])[..]].concat(),
        ),
        (
            "something after it",
            "damaged",
            [&archive(&[Raw::manifest()])[..], b"more"].concat(),
        ),
        (
            "a second end",
            "damaged",
            [&archive(&[Raw::manifest()])[..], &archive(&[Raw::manifest()])].concat(),
        ),
        (
            "an end before all that a comment can take, and one that leads nowhere",
            "damaged",
            with_end_far_ahead(&[Raw::manifest()]),
        ),
        ("nothing", "damaged", Vec::new()),
    ] {
        let sentence = refused(what, &bytes);
        assert!(
            sentence.contains(why) && !sentence.contains('\0'),
            "{what}: {sentence}"
        );
    }
}

// Proves S-69.
#[test]
fn too_many_entries_and_entries_that_grow_are_refused() {
    let many: Vec<Raw> = (0..=limits::ENTRIES)
        .map(|at| Raw::file(at.to_string(), ""))
        .collect();
    assert!(refused("many", &archive(&many)).contains("entries"));
    // An end that names a few entries may leave the number that counts to another record: it is refused whatever that says.
    for replaced in [[true, false], [false, true], [true, true]] {
        let bytes = with_larger_end(&[Raw::manifest()], replaced);
        assert!(
            refused("a larger end", &bytes).contains("damaged"),
            "{replaced:?}"
        );
    }
    assert!(read(&with_larger_end(&[Raw::manifest()], [false, false])).is_ok());
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    for (name, text) in [
        ("manifest.json", MANIFEST.as_bytes()),
        ("bomb", &vec![0; 4 << 20]),
    ] {
        writer.start_file(name, options).unwrap();
        writer.write_all(text).unwrap();
    }
    let bomb = writer.finish().unwrap().into_inner();
    assert!(bomb.len() < 64 << 10);
    assert!(refused("bomb", &bomb).contains("bomb"));
}

proptest! {
    // Proves S-70.
    #[test]
    fn whatever_an_entry_is_called_nothing_is_written_outside(name in "\\PC{0,24}|(\\.\\.|/|\\\\|a|:|C|\u{0}| |\\.){0,12}") {
        let outer = TempDir::new().unwrap();
        let inner = outer.path().join("inner");
        fs::create_dir(&inner).unwrap();
        let bytes = archive(&[Raw::manifest(), Raw::file(&name, "text")]);
        if let Ok(mut bundle) = read(&bytes) {
            bundle.unpack(&inner.join("b")).ok();
        }
        let outside: Vec<_> = fs::read_dir(outer.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        prop_assert_eq!(outside, ["inner"]);
        let inside: Vec<_> = fs::read_dir(&inner).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        prop_assert!(inside.is_empty() || inside == ["b"], "{:?}", inside);
    }

    #[test]
    fn no_bytes_make_it_fall_over(at in 0_usize..600, byte: u8, cut in 0_usize..600) {
        let mut bytes = archive(&[Raw::manifest(), Raw::file("a/b", "text")]);
        let at = at % bytes.len();
        bytes[at] = byte;
        bytes.truncate(bytes.len().min(cut + 200));
        if let Ok(mut bundle) = read(&bytes) {
            let folder = TempDir::new().unwrap();
            bundle.unpack(&folder.path().join("b")).ok();
        }
    }
}
