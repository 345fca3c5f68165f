//! What the helper and the host tell each other, until the program runs: the host gives the plan; the helper gives the
//! listeners, says that it is about to run the program or why there is no fence, and the end of the channel after that means
//! that the program runs.

use crate::failure::FenceFailure;
use crate::sys;
use std::io;
use std::os::fd::{AsFd as _, AsRawFd as _, BorrowedFd, OwnedFd, RawFd};

/// A message of the helper. Its first byte is its kind.
#[derive(Debug)]
pub(crate) enum Message {
    /// The sockets on which the host listens inside: UDP for names, then TCP for each port of the plan.
    Listeners(Vec<OwnedFd>),
    /// All is built; next the program is run.
    Ready,
    /// There is no fence, and nothing was run.
    Failed(FenceFailure),
    /// The program was not run, for this reason of the system.
    NotRun(i32),
    /// The end: all that held the other side is gone or became the program.
    End,
}

const PLAN: u8 = b'P';
const LISTENERS: u8 = b'L';
const READY: u8 = b'R';
const FAILED: u8 = b'F';
const NOT_RUN: u8 = b'N';

/// A kind, two numbers and a path.
const MESSAGE_BYTES: usize = 8 + libc::PATH_MAX as usize;

/// Gives the plan.
pub(crate) fn give_plan(socket: BorrowedFd<'_>, plan: BorrowedFd<'_>) -> io::Result<()> {
    sys::send(socket, &[PLAN], &[plan.as_raw_fd()])
}

/// The next message of the helper.
///
/// # Errors
/// `WouldBlock` where there is none yet.
pub(crate) fn next(socket: BorrowedFd<'_>) -> io::Result<Message> {
    let mut buffer = [0; MESSAGE_BYTES];
    let (length, rights) = match sys::receive(socket, &mut buffer) {
        // The other side ended with something unread.
        Err(error) if error.raw_os_error() == Some(libc::ECONNRESET) => return Ok(Message::End),
        other => other?,
    };
    let message = buffer.get(..length).and_then(|message| {
        Some(match message {
            [] => Message::End,
            [LISTENERS] => Message::Listeners(rights),
            [READY] => Message::Ready,
            [FAILED, failure @ ..] => Message::Failed(FenceFailure::read(failure)?),
            [NOT_RUN, number @ ..] => Message::NotRun(i32::from_ne_bytes(number.try_into().ok()?)),
            _ => return None,
        })
    });
    message.ok_or_else(|| io::Error::from_raw_os_error(libc::EPROTO))
}

/// The helper's end.
pub(crate) struct Channel(OwnedFd);

impl Channel {
    /// The one that this process was started with.
    pub(crate) fn inherited(number: RawFd) -> io::Result<Self> {
        sys::inherited(number).map(Self)
    }

    /// What the host gave.
    pub(crate) fn plan(&self) -> io::Result<OwnedFd> {
        let mut kind = [0];
        let (_, mut rights) = sys::receive(self.0.as_fd(), &mut kind)?;
        match (kind, rights.pop()) {
            ([PLAN], Some(plan)) => Ok(plan),
            _ => Err(io::Error::from_raw_os_error(libc::EPROTO)),
        }
    }

    pub(crate) fn listeners(&self, sockets: &[OwnedFd]) -> io::Result<()> {
        let numbers: Vec<_> = sockets.iter().map(|socket| socket.as_raw_fd()).collect();
        sys::send(self.0.as_fd(), &[LISTENERS], &numbers)
    }

    pub(crate) fn ready(&self) -> io::Result<()> {
        sys::send(self.0.as_fd(), &[READY], &[])
    }

    /// A host that is gone hears nothing, and the end without a word says the same.
    pub(crate) fn failed(&self, failure: &FenceFailure) {
        let mut message = vec![FAILED];
        message.extend(failure.bytes());
        message.truncate(MESSAGE_BYTES);
        sys::send(self.0.as_fd(), &message, &[]).ok();
    }

    /// As [`Channel::failed`].
    pub(crate) fn not_run(&self, error: &io::Error) {
        let mut message = vec![NOT_RUN];
        message.extend(error.raw_os_error().unwrap_or(libc::EPROTO).to_ne_bytes());
        sys::send(self.0.as_fd(), &message, &[]).ok();
    }
}
