//! Carries the bytes of a connection in one direction. A side that reads slowly slows down the other; what was said is passed
//! on before the end is. Large transfers go through a pipe, in which the kernel moves them without a copy.

use crate::limits::{LARGE_TRANSFER, MAX_PIPES, PIPE_BYTES, RELAY_BYTES};
use crate::sys;
use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::AsFd as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::Interest;
use tokio::net::TcpStream;

/// A pipe that moved nothing for so long is given back.
const IDLE: Duration = Duration::from_secs(1);

/// Carries everything, then the end.
pub(super) async fn carry(from: &TcpStream, to: &TcpStream) -> io::Result<()> {
    while copy(from, to).await? == CarryStopped::Large {
        let Some(pipe) = SplicePipe::take() else { continue };
        if splice(from, to, &pipe).await? == CarryStopped::End {
            break;
        }
    }
    sys::end_writing(to.as_fd())
}

#[derive(PartialEq, Eq)]
enum CarryStopped {
    End,
    /// It turned out to be a large transfer.
    Large,
    Idle,
}

async fn copy(from: &TcpStream, to: &TcpStream) -> io::Result<CarryStopped> {
    let mut carried = 0;
    while carried < LARGE_TRANSFER {
        from.readable().await?;
        // None while nothing moves: most connections wait most of the time.
        let mut buffer = vec![0; RELAY_BYTES];
        loop {
            match from.try_read(&mut buffer) {
                Ok(0) => return Ok(CarryStopped::End),
                Ok(length) => {
                    write(to, &buffer[..length]).await?;
                    carried += length as u64;
                    if carried >= LARGE_TRANSFER {
                        break;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(error) => return Err(error),
            }
        }
    }
    Ok(CarryStopped::Large)
}

/// Writes everything.
pub(super) async fn write(to: &TcpStream, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        to.writable().await?;
        match to.try_write(bytes) {
            Ok(length) => bytes = &bytes[length..],
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

async fn splice(from: &TcpStream, to: &TcpStream, pipe: &SplicePipe) -> io::Result<CarryStopped> {
    loop {
        match tokio::time::timeout(IDLE, from.readable()).await {
            Ok(ready) => ready?,
            Err(_) => return Ok(CarryStopped::Idle),
        }
        let fill = || sys::splice(from.as_fd(), pipe.into.as_fd(), PIPE_BYTES);
        let mut within = match from.try_io(Interest::READABLE, fill) {
            Ok(0) => return Ok(CarryStopped::End),
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => continue,
            Err(error) => return Err(error),
        };
        while within > 0 {
            to.writable().await?;
            let drain = || sys::splice(pipe.out.as_fd(), to.as_fd(), within);
            match to.try_io(Interest::WRITABLE, drain) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(length) => within -= length,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// One of a few.
struct SplicePipe {
    out: PipeReader,
    into: PipeWriter,
}

static TAKEN: AtomicUsize = AtomicUsize::new(0);

impl SplicePipe {
    /// `None` where all are taken; then bytes are copied.
    fn take() -> Option<Self> {
        let more = |taken| (taken < MAX_PIPES).then_some(taken + 1);
        TAKEN
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, more)
            .ok()?;
        let made = io::pipe().and_then(|(out, into)| {
            sys::set_pipe_size(into.as_fd(), PIPE_BYTES)?;
            Ok((out, into))
        });
        match made {
            Ok((out, into)) => Some(Self { out, into }),
            Err(_) => {
                TAKEN.fetch_sub(1, Ordering::Relaxed);
                None
            }
        }
    }
}

impl Drop for SplicePipe {
    fn drop(&mut self) {
        TAKEN.fetch_sub(1, Ordering::Relaxed);
    }
}
