//! Ids on the terminal: short where they are shown, and a beginning is enough where they are typed.

use crate::failure::CliFailure;

/// The beginning of an id.
pub fn short(id: &str) -> String {
    id.chars().take(8).collect()
}

/// The one whose id begins like this. `what` is what it is, and what was not done; `list` is the command that lists all.
pub fn find<T>(
    start: &str,
    all: Vec<T>,
    id: impl Fn(&T) -> &str,
    what: &str,
    list: &str,
) -> Result<T, CliFailure> {
    let mut meant = all.into_iter().filter(|one| id(one).starts_with(start));
    match (meant.next(), meant.next()) {
        (Some(one), None) if !start.is_empty() => Ok(one),
        _ => Err(CliFailure::not_found(
            format!("“{start}” is not the beginning of exactly one {what}."),
            format!("“portcullis-cli {list}” shows them."),
        )),
    }
}
