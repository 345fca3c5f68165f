//! The archive of a bundle. It is copied first, so that a change of the file between check and use has no effect; then everything is
//! checked, and unpacked as a whole or not at all (S-69).

use crate::manifest::Manifest;
use crate::names::{self, InvalidName};
use crate::{bad, limits, signature};
use icu_normalizer::ComposingNormalizerBorrowed;
use portcullis_core::text::escape_line;
use portcullis_core::{Error, Result, causes};
use portcullis_l10n::say;
use sha2::{Digest as _, Sha256};
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek as _, SeekFrom, Take, Write as _};
use std::path::{Path, PathBuf};
use zip::read::{ArchiveOffset, Config};
use zip::{CompressionMethod, ZipArchive};

const MANIFEST: &str = "manifest.json";
/// The end of the central directory (APPNOTE 4.3.16): its signature, its length without a comment, and where it says how many
/// entries there are.
const END: &[u8] = b"PK\x05\x06";
const END_LENGTH: usize = 22;
const END_COUNT: usize = 10;
/// Where it says how large the directory is and where it begins. A number of ones only stands for another one in a larger record
/// (ZIP64), as does the number of entries.
const END_NUMBERS: [usize; 2] = [12, 16];
const ELSEWHERE: &[u8] = &[0xff; 4];
/// Where it says how long its comment is.
const END_COMMENT: usize = 20;
/// The longest comment after it.
const COMMENT: u64 = 65_535;
/// How much further in front the reader may look for an end, where the last one leads nowhere.
const FURTHER: u64 = 1 << 10;
/// The file types of Unix in a mode. Of the rights only whether it can be run is taken over.
const TYPE: u32 = 0o170_000;
const REGULAR: u32 = 0o100_000;
const FOLDER: u32 = 0o040_000;
const EXECUTABLE: u32 = 0o111;

/// A bundle that was checked as a whole.
pub struct Bundle {
    archive: ZipArchive<Take<File>>,
    entries: Vec<ArchiveEntry>,
    /// What it says of itself.
    pub manifest: Manifest,
    /// SHA-256 of the whole file, in hex.
    pub sha256: String,
    /// Bytes of the file.
    pub size: u64,
    /// Bytes of everything in it, unpacked.
    pub unpacked: u64,
    /// A signature follows the archive. It was not verified.
    pub is_signed: bool,
}

/// A file or a folder in it, at its place in the central directory.
struct ArchiveEntry {
    path: PathBuf,
    is_folder: bool,
    is_executable: bool,
    size: u64,
}

impl Bundle {
    /// Reads a bundle through a private copy in an empty file that is open for reading and writing.
    ///
    /// # Errors
    /// `input.bad`, with what is wrong with it; `internal` where the copy cannot be written.
    pub fn read(source: impl Read, mut copy: File) -> Result<Self> {
        let (size, sha256) = copied(source, &mut copy)?;
        let end = signature::content_end(&mut copy, size).map_err(Error::internal)?;
        let content = end.unwrap_or(size);
        check_end(&mut copy, content)?;
        copy.rewind().map_err(Error::internal)?;
        let config = Config {
            archive_offset: ArchiveOffset::Known(0),
        };
        let mut archive = ZipArchive::with_config(config, copy.take(content)).map_err(|_| damaged())?;
        if archive.len() > limits::ENTRIES {
            return Err(too_many());
        }
        // Also names that are there twice, entries that overlap, and those that only one of two readers would see.
        archive.validate_header_consistency().map_err(|_| damaged())?;
        let entries = entries(&archive)?;
        let unpacked = entries.iter().map(|entry| entry.size).sum();
        if unpacked > limits::UNPACKED {
            return Err(bad(say!("bundle-unpacked", limit = limits::UNPACKED >> 30)));
        }
        let manifest = manifest(&mut archive, &entries)?;
        Ok(Self {
            archive,
            entries,
            manifest,
            sha256,
            size,
            unpacked,
            is_signed: end.is_some(),
        })
    }

    /// Lets this file of it be run, whatever the archive says: those made on Windows, or from what a build service kept, say of none
    /// that it can be.
    pub fn make_executable(&mut self, file: &Path) {
        for entry in self.entries.iter_mut().filter(|entry| entry.path == file) {
            entry.is_executable = true;
        }
    }

    /// Unpacks it into a folder that is not there yet. Nothing is left behind where that does not work.
    ///
    /// # Errors
    /// `input.bad` where the content is not what the bundle says; `internal` where it cannot be written.
    pub fn unpack(&mut self, into: &Path) -> Result<()> {
        let parent = into
            .parent()
            .ok_or_else(|| Error::internal("the folder has no parent"))?;
        let mut part = into.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let unpacked = self.unpack_as(&part).and_then(|()| {
            fs::rename(&part, into).map_err(|error| not_written(&error))?;
            synced(parent).map_err(|error| not_written(&error))
        });
        if unpacked.is_err()
            && let Err(error) = fs::remove_dir_all(&part)
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::warn!(%error, "a bundle that was unpacked in part stayed behind");
        }
        unpacked
    }

    fn unpack_as(&mut self, into: &Path) -> Result<()> {
        made(into).map_err(|error| not_written(&error))?;
        let mut folders = vec![into.to_owned()];
        for (index, entry) in self.entries.iter().enumerate() {
            let path = into.join(&entry.path);
            let folder = if entry.is_folder {
                Some(path.as_path())
            } else {
                path.parent()
            };
            // From the outermost: what is made here is made by us, so nothing in it is a link.
            let missing: Vec<_> = folder
                .into_iter()
                .flat_map(Path::ancestors)
                .take_while(|folder| *folder != into && !folder.is_dir())
                .collect();
            for folder in missing.into_iter().rev() {
                made(folder).map_err(|error| not_written(&error))?;
                folders.push(folder.to_owned());
            }
            if entry.is_folder {
                continue;
            }
            let read = self.archive.by_index(index).map_err(|_| damaged())?;
            let mut file = created(&path, entry.is_executable).map_err(|error| not_written(&error))?;
            // The reader compares the checksum at the end, so it is read to its end.
            let copied = io::copy(&mut read.take(entry.size.saturating_add(1)), &mut file);
            let copied = copied.map_err(|error| match error.kind() {
                io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput | io::ErrorKind::UnexpectedEof => {
                    damaged()
                }
                _ => not_written(&error),
            })?;
            if copied != entry.size {
                return Err(damaged());
            }
            file.sync_all().map_err(|error| not_written(&error))?;
        }
        for folder in folders.iter().rev() {
            synced(folder).map_err(|error| not_written(&error))?;
        }
        Ok(())
    }
}

fn copied(source: impl Read, copy: &mut File) -> Result<(u64, String)> {
    let mut source = source.take(limits::FILE + 1);
    let mut hash = Sha256::new();
    let mut size = 0_u64;
    let mut block = vec![0; 1 << 16];
    loop {
        let read = source
            .read(&mut block)
            .map_err(|error| bad(say!("bundle-not-read", why = causes::io(&error))))?;
        let Some(read) = block.get(..read).filter(|read| !read.is_empty()) else {
            break;
        };
        hash.update(read);
        copy.write_all(read).map_err(|error| not_written(&error))?;
        size += u64::try_from(read.len()).unwrap_or(u64::MAX);
    }
    if size > limits::FILE {
        return Err(bad(say!("bundle-too-large", limit = limits::FILE >> 20)));
    }
    let hash = hash.finalize();
    Ok((size, hash.iter().map(|byte| format!("{byte:02x}")).collect()))
}

/// That there is one end of a central directory, that nothing but its comment follows it, and that it has no more entries than
/// there may be: reading more takes memory. No file of [`limits::FILE`] needs the larger record, which may say another number.
fn check_end(file: &mut File, content: u64) -> Result<()> {
    let room = content.min(FURTHER + COMMENT + END_LENGTH as u64);
    file.seek(SeekFrom::Start(content - room))
        .map_err(Error::internal)?;
    let mut tail = Vec::new();
    file.take(room).read_to_end(&mut tail).map_err(Error::internal)?;
    let mut ends = tail
        .windows(END.len())
        .enumerate()
        .filter(|(_, window)| *window == END);
    let (Some((at, _)), None) = (ends.next(), ends.next()) else {
        return Err(damaged());
    };
    let number = |from: usize| {
        let bytes = tail.get(at + from..).and_then(|rest| rest.first_chunk::<2>());
        bytes.map(|bytes| u16::from_le_bytes(*bytes)).ok_or_else(damaged)
    };
    if at + END_LENGTH + usize::from(number(END_COMMENT)?) != tail.len() {
        return Err(damaged());
    }
    let is_elsewhere = |from: usize| {
        let bytes = tail.get(at + from..);
        bytes.is_some_and(|bytes| bytes.starts_with(ELSEWHERE))
    };
    if END_NUMBERS.into_iter().any(is_elsewhere) {
        return Err(damaged());
    }
    match usize::from(number(END_COUNT)?) <= limits::ENTRIES {
        true => Ok(()),
        false => Err(too_many()),
    }
}

fn entries(archive: &ZipArchive<Take<File>>) -> Result<Vec<ArchiveEntry>> {
    let mut entries = Vec::with_capacity(archive.len());
    // As a file system that ignores case and normal forms names them.
    let composed = ComposingNormalizerBorrowed::new_nfc();
    let (mut files, mut folders) = (HashSet::new(), HashSet::new());
    for index in 0..archive.len() {
        let entry = archive.by_index_data(index).map_err(|_| damaged())?;
        let shown = || escape_line(&String::from_utf8_lossy(entry.name_raw())).text;
        let refused = |why: String| bad(say!("bundle-entry", entry = shown(), why));
        let parts = names::parts(entry.name_raw()).map_err(|flaw| refused(reason(flaw)))?;
        let mode = entry.unix_mode();
        let kind = mode.map_or(0, |mode| mode & TYPE);
        let is_folder = entry.name_raw().ends_with(b"/");
        if !(kind == 0 || kind == REGULAR && !is_folder || kind == FOLDER && is_folder) {
            return Err(refused(say!("entry-kind")));
        }
        if entry.encrypted()
            || !matches!(
                entry.compression(),
                CompressionMethod::Stored | CompressionMethod::Deflated
            )
        {
            return Err(refused(say!("entry-method")));
        }
        let is_bomb = entry.size() > limits::SMALL && entry.size() / limits::RATIO > entry.compressed_size();
        if is_bomb || is_folder && entry.size() > 0 {
            return Err(refused(say!("entry-ratio", limit = limits::RATIO)));
        }
        let mut key = String::new();
        for (depth, part) in parts.iter().enumerate() {
            key.push('/');
            key.push_str(&composed.normalize(&part.to_lowercase()));
            let is_last = depth + 1 == parts.len();
            let is_new = match is_last && !is_folder {
                true => !folders.contains(&key) && files.insert(key.clone()),
                false => {
                    folders.insert(key.clone());
                    !files.contains(&key)
                }
            };
            if !is_new {
                return Err(refused(say!("entry-twice")));
            }
        }
        entries.push(ArchiveEntry {
            path: parts.iter().collect(),
            is_folder,
            is_executable: mode.is_some_and(|mode| mode & EXECUTABLE != 0),
            size: entry.size(),
        });
    }
    Ok(entries)
}

fn reason(name: InvalidName) -> String {
    match name {
        InvalidName::NotText => say!("name-not-text"),
        InvalidName::Length => say!("name-length"),
        InvalidName::Absolute => say!("name-absolute"),
        InvalidName::Parts => say!("name-parts"),
        InvalidName::Character => say!("name-character"),
        InvalidName::Windows => say!("name-windows"),
    }
}

fn manifest(archive: &mut ZipArchive<Take<File>>, entries: &[ArchiveEntry]) -> Result<Manifest> {
    let index = entries
        .iter()
        .position(|entry| !entry.is_folder && entry.path == Path::new(MANIFEST))
        .ok_or_else(|| bad(say!("bundle-no-manifest")))?;
    let read = archive.by_index(index).map_err(|_| damaged())?;
    let mut json = Vec::new();
    read.take(limits::MANIFEST + 1)
        .read_to_end(&mut json)
        .map_err(|_| damaged())?;
    if u64::try_from(json.len()).unwrap_or(u64::MAX) > limits::MANIFEST {
        return Err(bad(say!("manifest-too-large", limit = limits::MANIFEST >> 20)));
    }
    Manifest::parse(json.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&json))
}

fn damaged() -> Error {
    bad(say!("bundle-damaged")).remedy(say!("bundle-damaged-remedy"))
}

fn too_many() -> Error {
    bad(say!("bundle-entries", limit = limits::ENTRIES))
}

fn not_written(error: &io::Error) -> Error {
    Error::internal(say!("bundle-not-written", why = causes::io(error)))
}

/// A folder for this account alone.
fn made(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        let mut maker = fs::DirBuilder::new();
        std::os::unix::fs::DirBuilderExt::mode(&mut maker, 0o700);
        maker.create(folder)
    }
    #[cfg(not(unix))]
    fs::create_dir(folder)
}

/// A new file for this account alone.
fn created(path: &Path, is_executable: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, if is_executable { 0o700 } else { 0o600 });
    #[cfg(not(unix))]
    let _ = is_executable;
    options.open(path)
}

/// The names in a folder are on the disk.
fn synced(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}
