//! The person at the terminal: questions are put to them directly, never to a pipe that happens to be standard
//! input, so that no program can answer for them.

use crate::failure::Failure;
use portcullis_host::text;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, IsTerminal as _, Write as _};
use tokio::sync::{Mutex, MutexGuard};

/// Both directions of a terminal.
pub struct Terminal {
    input: Input,
    output: Box<dyn io::Write + Send>,
    /// One question at a time, whoever asks.
    _floor: MutexGuard<'static, ()>,
}

static FLOOR: Mutex<()> = Mutex::const_new(());

enum Input {
    Device(File),
    Standard,
}

impl Terminal {
    /// The terminal of this process, if a person can be asked on it: its own device, else standard input and
    /// standard error when both are one.
    /// Waits while another question is being answered there.
    pub async fn find() -> Option<Self> {
        let floor = FLOOR.lock().await;
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
                _floor: floor,
            });
        }
        (io::stdin().is_terminal() && io::stderr().is_terminal()).then(|| Self {
            input: Input::Standard,
            output: Box::new(io::stderr()),
            _floor: floor,
        })
    }

    /// Shows something.
    pub fn show(&mut self, words: &str) -> Result<(), Failure> {
        writeln!(self.output, "{}", text::escape(words).text.trim_end()).map_err(gone)
    }

    /// Asks. Only `y` and `yes` are a yes.
    pub async fn yes(&mut self, question: &str) -> Result<bool, Failure> {
        let answer = self.ask(&format!("{question} [y/N]")).await?;
        Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
    }

    /// Asks for one line, without the blanks around it.
    pub async fn words(&mut self, question: &str) -> Result<String, Failure> {
        Ok(self.ask(question).await?.trim().to_owned())
    }

    /// Asks for a line.
    pub async fn ask(&mut self, question: &str) -> Result<String, Failure> {
        // What was typed before the question could be read is not an answer to it (S-33).
        self.forget_typed();
        write!(self.output, "{} ", text::escape(question).text)
            .and_then(|()| self.output.flush())
            .map_err(gone)?;
        self.line().await
    }

    /// Asks for something that must not be seen.
    pub async fn secret(&mut self, question: &str) -> Result<String, Failure> {
        let hush = self.hush()?;
        write!(self.output, "{} ", text::escape(question).text)
            .and_then(|()| self.output.flush())
            .map_err(gone)?;
        let line = self.line().await;
        drop(hush);
        // The key that ended the line was not seen either.
        writeln!(self.output).map_err(gone)?;
        Ok(line?.trim_end_matches(['\r', '\n']).to_owned())
    }

    async fn line(&self) -> Result<String, Failure> {
        let input = match &self.input {
            Input::Device(device) => Some(device.try_clone().map_err(gone)?),
            Input::Standard => None,
        };
        let read = tokio::task::spawn_blocking(move || {
            let mut line = String::new();
            match input {
                // Nothing but this question reads here, so what the buffer takes too much is taken from nobody.
                Some(device) => BufReader::new(device).read_line(&mut line),
                None => io::stdin().lock().read_line(&mut line),
            }
            .map(|_| line)
        });
        read.await.map_err(io::Error::other).flatten().map_err(gone)
    }

    #[cfg(unix)]
    fn forget_typed(&self) {
        use rustix::termios::{QueueSelector, tcflush};
        // A terminal that keeps what was typed is no reason not to ask.
        _ = match &self.input {
            Input::Device(device) => tcflush(device, QueueSelector::IFlush),
            Input::Standard => tcflush(io::stdin(), QueueSelector::IFlush),
        };
    }

    #[cfg(not(unix))]
    fn forget_typed(&self) {}

    #[cfg(unix)]
    fn hush(&self) -> Result<Hush, Failure> {
        use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
        let device = match &self.input {
            Input::Device(device) => device.try_clone().map_err(gone)?,
            Input::Standard => File::from(
                std::os::fd::AsFd::as_fd(&io::stdin())
                    .try_clone_to_owned()
                    .map_err(gone)?,
            ),
        };
        let before = tcgetattr(&device).map_err(|error| gone(error.into()))?;
        let mut silent = before.clone();
        silent.local_modes.remove(LocalModes::ECHO | LocalModes::ECHONL);
        tcsetattr(&device, OptionalActions::Flush, &silent).map_err(|error| gone(error.into()))?;
        Ok(Hush { device, before })
    }

    #[cfg(not(unix))]
    fn hush(&self) -> Result<(), Failure> {
        Err(Failure::nobody(
            "A secret cannot be typed here without being seen. Nothing was saved.",
            "Give it on standard input with “--secret NAME=-”.",
        ))
    }
}

fn gone(error: io::Error) -> Failure {
    Failure::nobody(
        format!("The terminal could not be used ({error}). Nothing was decided."),
        "Try again.",
    )
}

/// A terminal that shows nothing of what is typed, until this is dropped.
#[cfg(unix)]
struct Hush {
    device: File,
    before: rustix::termios::Termios,
}

#[cfg(unix)]
impl Drop for Hush {
    fn drop(&mut self) {
        // There is nobody left to tell.
        _ = rustix::termios::tcsetattr(&self.device, rustix::termios::OptionalActions::Now, &self.before);
    }
}
