//! The person at the terminal: questions are put to them directly, never to a pipe that happens to be standard
//! input, so that no program can answer for them.
//!
//! A question comes after everything that was shown: what does not fit the screen is read page by page before it. It
//! stands on a line of its own that was cleared before, and what was typed until then is dropped, so only what is typed
//! after it could be read answers it (S-33).

use crate::failure::CliFailure;
use crate::pager::{self, ScreenSize};
use portcullis_core::text;
use portcullis_l10n::say;
use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, IsTerminal as _, Write as _};
use tokio::sync::{Mutex, MutexGuard};

/// Both directions of a terminal.
pub struct Terminal {
    input: Input,
    output: Box<dyn io::Write + Send>,
    /// Pages that were not shown yet.
    pages: VecDeque<String>,
    /// The line of the last question has no end yet.
    asks: bool,
    /// One question at a time, from any task.
    _one_question: MutexGuard<'static, ()>,
}

/// To the start of the line, with plain letters, and nothing on it.
const CLEAR: &str = "\r\x1b[0m\x1b[K";

static ONE_QUESTION: Mutex<()> = Mutex::const_new(());

enum Input {
    Device(File),
    Standard,
}

impl Terminal {
    /// The terminal of this process, if a person can be asked on it: its own device, else standard input and
    /// standard error when both are one.
    /// Waits while another question is being answered there.
    pub async fn find() -> Option<Self> {
        let lock = ONE_QUESTION.lock().await;
        let device = if cfg!(unix) {
            OpenOptions::new().read(true).write(true).open("/dev/tty").ok()
        } else {
            None
        };
        if let Some(device) = device
            && let Ok(output) = device.try_clone()
        {
            return Some(Self {
                input: Input::Device(device),
                output: Box::new(output),
                pages: VecDeque::new(),
                asks: false,
                _one_question: lock,
            });
        }
        #[cfg(windows)]
        crate::console::understand_sequences();
        (io::stdin().is_terminal() && io::stderr().is_terminal()).then(|| Self {
            input: Input::Standard,
            output: Box::new(io::stderr()),
            pages: VecDeque::new(),
            asks: false,
            _one_question: lock,
        })
    }

    /// Shows something. What does not fit the screen is shown before the next question, page by page.
    pub fn show(&mut self, words: &str) -> Result<(), CliFailure> {
        let words = text::escape(words).text;
        self.pages.extend(pager::pages(words.trim_end(), self.size()));
        if let Some(first) = self.pages.pop_front() {
            writeln!(self.output, "{CLEAR}{first}").map_err(unusable)?;
        }
        Ok(())
    }

    /// Has the person read what is left.
    async fn read_on(&mut self) -> Result<(), CliFailure> {
        while let Some(next) = self.pages.pop_front() {
            let more = match self.pages.len() {
                0 => say!("pages-last"),
                count => say!("pages-more", count = count + 1),
            };
            self.put(&say!("read-on", more))?;
            self.line().await?;
            writeln!(self.output, "{CLEAR}{next}").map_err(unusable)?;
        }
        Ok(())
    }

    /// Writes a question on a line of its own.
    fn put(&mut self, question: &str) -> Result<(), CliFailure> {
        self.discard_typed();
        self.asks = true;
        write!(self.output, "{CLEAR}{} ", text::escape(question).text)
            .and_then(|()| self.output.flush())
            .map_err(unusable)
    }

    /// Ends the line of a question where no key did: at Ctrl-D, at Ctrl-C, and where the key was not shown.
    fn end_question(&mut self) {
        if std::mem::take(&mut self.asks) {
            // What follows is printed elsewhere if this terminal is gone.
            _ = writeln!(self.output);
        }
    }

    /// Asks. Only `y` and `yes` are a yes.
    pub async fn yes(&mut self, question: &str) -> Result<bool, CliFailure> {
        let answer = self.ask(&format!("{question} [y/N]")).await?;
        Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
    }

    /// Asks for one line, without the blanks around it.
    pub async fn words(&mut self, question: &str) -> Result<String, CliFailure> {
        Ok(self.ask(question).await?.trim().to_owned())
    }

    /// Asks for a line.
    pub async fn ask(&mut self, question: &str) -> Result<String, CliFailure> {
        self.read_on().await?;
        self.put(question)?;
        self.line().await
    }

    /// Asks for something that must not be seen.
    pub async fn secret(&mut self, question: &str) -> Result<String, CliFailure> {
        self.read_on().await?;
        let echo_off = self.echo_off()?;
        self.put(question)?;
        let line = self.typed().await;
        drop(echo_off);
        self.end_question();
        Ok(line?.trim_end_matches(['\r', '\n']).to_owned())
    }

    /// The answer to a question.
    async fn line(&mut self) -> Result<String, CliFailure> {
        let line = self.typed().await?;
        if line.ends_with('\n') {
            self.asks = false;
        } else {
            self.end_question();
        }
        Ok(line)
    }

    async fn typed(&self) -> Result<String, CliFailure> {
        let input = match &self.input {
            Input::Device(device) => Some(device.try_clone().map_err(unusable)?),
            Input::Standard => None,
        };
        let read = tokio::task::spawn_blocking(move || {
            let mut line = String::new();
            match input {
                // Nothing but this question reads here, so what the buffer takes too much is not taken from another reader.
                Some(device) => BufReader::new(device).read_line(&mut line),
                None => io::stdin().lock().read_line(&mut line),
            }
            .map(|_| line)
        });
        read.await.map_err(io::Error::other).flatten().map_err(unusable)
    }

    #[cfg(unix)]
    fn size(&self) -> ScreenSize {
        use rustix::termios::tcgetwinsize;
        let reported = match &self.input {
            Input::Device(device) => tcgetwinsize(device),
            Input::Standard => tcgetwinsize(io::stderr()),
        };
        reported.map_or_else(
            |_| ScreenSize::default(),
            |size| ScreenSize::reported(size.ws_row, size.ws_col),
        )
    }

    #[cfg(windows)]
    #[allow(clippy::unused_self, reason = "elsewhere it is asked")]
    fn size(&self) -> ScreenSize {
        crate::console::size().map_or_else(ScreenSize::default, |(rows, columns)| {
            ScreenSize::reported(rows, columns)
        })
    }

    #[cfg(unix)]
    fn discard_typed(&self) {
        use rustix::termios::{QueueSelector, tcflush};
        // A terminal that keeps what was typed is no reason not to ask.
        _ = match &self.input {
            Input::Device(device) => tcflush(device, QueueSelector::IFlush),
            Input::Standard => tcflush(io::stdin(), QueueSelector::IFlush),
        };
    }

    #[cfg(windows)]
    #[allow(clippy::unused_self, reason = "elsewhere it is asked")]
    fn discard_typed(&self) {
        crate::console::discard_typed();
    }

    #[cfg(unix)]
    fn echo_off(&self) -> Result<EchoOff, CliFailure> {
        use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
        let device = match &self.input {
            Input::Device(device) => device.try_clone().map_err(unusable)?,
            Input::Standard => File::from(
                std::os::fd::AsFd::as_fd(&io::stdin())
                    .try_clone_to_owned()
                    .map_err(unusable)?,
            ),
        };
        let before = tcgetattr(&device).map_err(|error| unusable(error.into()))?;
        let mut silent = before.clone();
        silent.local_modes.remove(LocalModes::ECHO | LocalModes::ECHONL);
        tcsetattr(&device, OptionalActions::Flush, &silent).map_err(|error| unusable(error.into()))?;
        Ok(EchoOff { device, before })
    }

    #[cfg(windows)]
    #[allow(clippy::unused_self, reason = "elsewhere it is asked")]
    fn echo_off(&self) -> Result<crate::console::HiddenTyping, CliFailure> {
        crate::console::HiddenTyping::begin().map_err(unusable)
    }
}

/// A line of standard input, for what is not typed on a command line.
pub fn line_of_input() -> Result<String, CliFailure> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).map_err(|error| {
        CliFailure::usage(say!(
            "unreadable-input",
            cause = portcullis_core::causes::io(&error)
        ))
    })?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

fn unusable(error: io::Error) -> CliFailure {
    CliFailure::no_terminal(
        say!("terminal-failed", cause = portcullis_core::causes::io(&error)),
        say!("try-again"),
    )
}

/// A terminal that shows nothing of what is typed, until this is dropped.
#[cfg(unix)]
struct EchoOff {
    device: File,
    before: rustix::termios::Termios,
}

#[cfg(unix)]
impl Drop for EchoOff {
    fn drop(&mut self) {
        // There is no output left to write to.
        _ = rustix::termios::tcsetattr(&self.device, rustix::termios::OptionalActions::Now, &self.before);
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.end_question();
        // No caller waits any more, so it need not be read; it is not hidden either.
        for page in self.pages.drain(..) {
            _ = writeln!(self.output, "{page}");
        }
    }
}
