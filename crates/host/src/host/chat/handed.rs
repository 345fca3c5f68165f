//! Files that a person drops on the message field of a conversation, or pastes into it. They pass the same review as those that
//! are chosen in the dialog of the system. The paths of a drop come from the toolkit, the bytes of a paste with its event.

use super::attaching::{self, Copied};
use crate::host::{Host, Inner, blocking};
use crate::limits;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use portcullis_api::{DroppedAttachments, PastedFile};
use portcullis_core::text::{ForeignText, escape_line};
use portcullis_core::{Code, Error, Problem, Result, ids};
use portcullis_domain::AttachedFile;
use portcullis_l10n::say;
use std::path::{Path, PathBuf};

impl Host {
    /// Puts copies of files into a conversation that the person dropped on its message field, as far as each can be
    /// attached; the window hears why others are not.
    pub async fn attach_dropped(&self, conversation: &str, paths: Vec<PathBuf>) {
        self.drag_ended();
        let beyond = paths.len().saturating_sub(limits::DROPPED);
        let mut problems: Vec<Problem> = Vec::new();
        let mut add = |problem: Problem| {
            if problems.iter().all(|known| known.sentence != problem.sentence) {
                problems.push(problem);
            }
        };
        for path in paths.into_iter().take(limits::DROPPED) {
            if let Err(error) = self.0.attach_dropped_file(conversation, path).await {
                add(error.into());
            }
        }
        if beyond > 0 {
            let sentence = say!("drop-too-many", count = beyond, limit = limits::DROPPED);
            add(Error::new(Code::BadInput, sentence).into());
        }
        self.0.tell_attached(DroppedAttachments {
            id: ids::random(),
            conversation: conversation.to_owned(),
            problems,
        });
    }

    /// Puts files into a conversation that were pasted together.
    ///
    /// # Errors
    /// `input.bad` where they are too many or too large, one is nothing that the model of the conversation takes, or that model is
    /// at work; `not_found`, `model.unknown`: nothing was put in then. `store.*`.
    pub async fn attach_pasted(&self, conversation: &str, files: Vec<PastedFile>) -> Result<()> {
        // A conversation that is gone is said before anything is read for it.
        self.0.conversation_row(conversation).await?;
        let read = blocking(move || all_pasted(&files)).await??;
        self.0.attach(conversation, read, say!("attach-paste-why")).await
    }
}

impl Inner {
    async fn attach_dropped_file(&self, id: &str, path: PathBuf) -> Result<()> {
        self.conversation_row(id).await?;
        let read = blocking(move || {
            is_itself(&path)?;
            attaching::copy(&path)
        });
        let copied = read.await??;
        let file = attaching::looked_at(&copied)?;
        self.attach(id, vec![(copied, file)], say!("attach-drop-why"))
            .await
    }
}

/// What is dropped is on this computer, and what its name says: a link would attach another file than the one that was seen.
fn is_itself(path: &Path) -> Result<()> {
    let name = path.file_name().unwrap_or(path.as_os_str());
    let name = escape_line(&name.to_string_lossy()).text;
    // What a browser drags may be an address.
    if !path.is_absolute() {
        return Err(Error::new(Code::BadInput, say!("attach-elsewhere", name)));
    }
    // One that is gone is reported where it is read.
    if std::fs::symlink_metadata(path).is_ok_and(|about| about.is_symlink()) {
        return Err(Error::new(Code::BadInput, say!("attach-link", name)).remedy(say!("attach-link-remedy")));
    }
    Ok(())
}

/// Reads files that were pasted together: all of them, or none.
fn all_pasted(files: &[PastedFile]) -> Result<Vec<(Copied, AttachedFile)>> {
    let (most, room) = limits::FILES_TOGETHER;
    let bad = |sentence: String| Err(Error::new(Code::BadInput, sentence));
    if files.len() > most {
        return bad(say!("attach-paste-too-many", limit = most));
    }
    let bytes: usize = files.iter().map(|file| file.data.len() / 4 * 3).sum();
    if bytes > room {
        return bad(say!("attach-paste-too-large", size = room >> 20));
    }
    let mut read = Vec::new();
    for PastedFile { name, data } in files {
        let copied = pasted(name, data)?;
        let file = attaching::looked_at(&copied)?;
        read.push((copied, file));
    }
    Ok(read)
}

fn pasted(name: &str, data: &str) -> Result<Copied> {
    let name = match name.trim() {
        "" => ForeignText::new(say!("attach-pasted-file")).shown(),
        name => ForeignText::new(name).first_line(128),
    };
    if data.len() > limits::ATTACHED.div_ceil(3) * 4 {
        return Err(attaching::too_large(&name));
    }
    let bytes = STANDARD
        .decode(data)
        .map_err(|_| Error::new(Code::BadInput, say!("attach-paste-unreadable")))?;
    if bytes.len() > limits::ATTACHED {
        return Err(attaching::too_large(&name));
    }
    if bytes.is_empty() {
        return Err(attaching::empty(&name));
    }
    Ok(Copied { name, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    // Proves S-21.
    #[test]
    fn a_pasted_file_is_bounded_and_has_a_name() {
        let of = |name: &str, bytes: &[u8]| pasted(name, &STANDARD.encode(bytes));
        assert_eq!(of("a\u{202e}b.png", b"x").unwrap().name.text, "a⟨U+202E⟩b.png");
        assert_eq!(of(" ", b"x").unwrap().name.text, "Pasted file");
        assert!(of("a", b"").is_err());
        assert!(pasted("a", "no base64!").is_err());
        assert!(of("a", &vec![0; limits::ATTACHED]).is_ok());
        let error = of("a", &vec![0; limits::ATTACHED + 1]).map(drop).unwrap_err();
        assert!(error.sentence.contains("larger than 10 MiB"), "{error}");
    }

    #[test]
    fn files_that_are_pasted_together_are_bounded_in_number_and_size() {
        let file = |bytes: &[u8]| PastedFile {
            name: "a.txt".to_owned(),
            data: STANDARD.encode(bytes),
        };
        let (most, room) = limits::FILES_TOGETHER;
        assert_eq!(all_pasted(&vec![file(b"x"); most]).unwrap().len(), most);
        let error = all_pasted(&vec![file(b"x"); most + 1]).map(drop).unwrap_err();
        assert!(error.sentence.contains("Up to 32 files"), "{error}");
        let large = vec![file(&vec![b'x'; limits::ATTACHED]); room / limits::ATTACHED + 1];
        let error = all_pasted(&large).map(drop).unwrap_err();
        assert!(error.sentence.contains("larger than 32 MiB"), "{error}");
    }
}
