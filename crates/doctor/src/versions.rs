//! Versions of runtimes: what older ones do not know, and how it is said that one is too old.

use crate::case::{Case, numbers};
use portcullis_l10n::say;

/// Words of older versions, and the first version that has what they miss.
pub(super) type Since = (&'static [&'static str], &'static str);

/// The line that says that something newer is missing, and the version that has it. What a version knows is a mistake of the server
/// there.
pub(super) fn missed<'a>(
    case: &'a Case<'_>,
    since: &[Since],
    known: Option<&[u32]>,
) -> Option<(&'a str, &'static str)> {
    since.iter().find_map(|&(words, since)| {
        let line = case.line(words)?;
        let first = numbers(since);
        let older = known.is_none_or(|known| known < first.as_slice());
        older.then_some((line, since))
    })
}

/// That a runtime is too old: what is wanted, where that is said, and what is there, where it is known.
pub(super) fn too_old(runtime: &str, since: &str, known: Option<Vec<u32>>) -> String {
    let shown = known.map(|known| known.iter().map(u32::to_string).collect::<Vec<_>>().join("."));
    match (since.is_empty(), shown) {
        (false, Some(version)) => say!("runtime-old", runtime, since, version),
        (false, None) => say!("runtime-old-some", runtime, since),
        (true, _) => say!("runtime-old-unknown", runtime),
    }
}
