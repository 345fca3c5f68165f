//! The timeline of a server as a person looks at it: pages, one frame, a search, a file, and a call to be made again.
//! Whatever leaves this module has no secrets in it.

use super::Host;
use crate::limits;
use portcullis_api::SentCall;
use portcullis_catalog::exact;
use portcullis_core::text::ForeignText;
use portcullis_core::{Code, Error, Result, causes};
use portcullis_domain::{Foreign, FramePage, FramesFound};
use portcullis_l10n::say;
use portcullis_mcp::transport::{FrameCall, Frames};
use serde_json::Value;
use std::io::Write;

impl Host {
    /// Frames after a number, at most 1,000.
    ///
    /// # Errors
    /// `not_found`.
    pub fn frames(&self, server: &str, after: u64) -> Result<FramePage> {
        let none = FramePage {
            frames: Vec::new(),
            dropped: 0,
        };
        let mask = |text: &str| self.0.redactor.hide(text);
        Ok(self
            .timeline(server)?
            .map_or(none, |frames| frames.page(after, limits::FRAME_PAGE, &mask)))
    }

    /// A frame as indented text, secrets masked.
    ///
    /// # Errors
    /// `not_found`.
    pub fn frame_text(&self, server: &str, seq: u64) -> Result<Foreign> {
        let text = self.timeline(server)?.and_then(|frames| frames.text(seq));
        let text = text.ok_or_else(gone)?;
        // What would be rounded stands as it was sent.
        let indented = exact::parse(&text)
            .ok()
            .and_then(|value| serde_json::to_string_pretty(&value).ok())
            .unwrap_or(text);
        Ok(ForeignText::new(self.0.redactor.hide(&indented)).shown_within(limits::FRAME_BYTES))
    }

    /// Frames after a number that hold some words, looked for in the whole of what is kept, secrets masked. Takes as
    /// long as reading it.
    ///
    /// # Errors
    /// `not_found`; `input.bad` for words that are too long.
    pub fn find_frames(&self, server: &str, words: &str, after: u64) -> Result<FramesFound> {
        if words.len() > limits::FRAME_HEAD {
            return Err(Error::new(Code::BadInput, say!("log-search-length")));
        }
        let none = FramesFound {
            hits: Vec::new(),
            through: after,
        };
        let mask = |text: &str| self.0.redactor.hide(text);
        let frames = self.timeline(server)?;
        Ok(frames.map_or(none, |frames| frames.find(words, after, &mask)))
    }

    /// A call as it was sent, for a person to look at and to make again. Nothing is called.
    ///
    /// # Errors
    /// `not_found` for a frame that is not kept or is no call of a tool, `input.bad` for one that is kept in part.
    pub fn frame_call(&self, server: &str, seq: u64) -> Result<SentCall> {
        let frames = self.timeline(server)?;
        let params = match frames.map(|frames| frames.call(seq)) {
            Some(FrameCall::Call(params)) => params,
            Some(FrameCall::Cut) => {
                return Err(
                    Error::new(Code::BadInput, say!("log-call-cut")).remedy(say!("log-call-cut-remedy"))
                );
            }
            Some(FrameCall::Other) | None => return Err(gone()),
        };
        let tool = params["name"].as_str().ok_or_else(gone)?.to_owned();
        let arguments = match &params["arguments"] {
            Value::Object(_) => &params["arguments"],
            _ => &Value::Object(serde_json::Map::new()),
        };
        let masked = self.0.redactor.value(arguments);
        Ok(SentCall {
            tool,
            hidden: masked != *arguments,
            arguments: masked,
        })
    }

    /// Writes all that is kept as JSON lines, secrets masked; the writer and the number of frames come back.
    ///
    /// # Errors
    /// `not_found`; `input.bad` where it cannot be written.
    pub fn export_frames<W: Write>(&self, server: &str, mut to: W) -> Result<(W, u64)> {
        let (mut frames, mut failed) = (0, None);
        if let Some(timeline) = self.timeline(server)? {
            let redactor = &self.0.redactor;
            timeline.export(
                &|value| redactor.value(value),
                &|text| redactor.hide(text),
                |line| {
                    if failed.is_some() {
                        return;
                    }
                    match writeln!(to, "{line}") {
                        Ok(()) => frames += 1,
                        Err(error) => failed = Some(error),
                    }
                },
            );
        }
        match failed.or(to.flush().err()) {
            None => Ok((to, frames)),
            Some(error) => Err(Error::new(
                Code::BadInput,
                say!("log-not-saved", reason = causes::io(&error)),
            )
            .remedy(say!("log-not-saved-remedy"))),
        }
    }

    fn timeline(&self, server: &str) -> Result<Option<Frames>> {
        let client = self.0.entry(server)?.client();
        Ok(client.map(|client| client.frames().clone()))
    }
}

fn gone() -> Error {
    Error::new(Code::NotFound, say!("log-frame-gone"))
}
