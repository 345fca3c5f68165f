//! Ids on the terminal: short where they are shown, and a beginning is enough where they are typed.

use crate::failure::CliFailure;
use portcullis_l10n::say;

/// The beginning of an id.
pub fn short(id: &str) -> String {
    id.chars().take(8).collect()
}

/// The one whose id begins like this. `sentence` says that none does, or several do; `list` is the command that lists all.
pub fn find<T>(
    start: &str,
    all: Vec<T>,
    id: impl Fn(&T) -> &str,
    sentence: impl Fn() -> String,
    list: &str,
) -> Result<T, CliFailure> {
    let mut meant = all.into_iter().filter(|one| id(one).starts_with(start));
    match (meant.next(), meant.next()) {
        (Some(one), None) if !start.is_empty() => Ok(one),
        _ => Err(CliFailure::not_found(
            sentence(),
            say!("ids-listed", command = list),
        )),
    }
}
