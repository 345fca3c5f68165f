//! The server on standard input and output: one message, one line.

use std::sync::{Arc, atomic::Ordering};

use tokio::{
    io::{AsyncBufReadExt as _, AsyncRead, AsyncWriteExt as _, BufReader},
    net::unix::pipe,
    sync::mpsc,
};

use super::{
    script::Script,
    session::Session,
    transport::{HostileTransport, Piece},
};

/// Serves until standard input ends, or forever when the script says so.
pub async fn serve(script: Script) {
    let session = Session::new(script, false);
    let (transport, pieces) = HostileTransport::new();
    tokio::spawn(write(pieces));
    session.run(&session.script.start.clone(), &transport).await;
    read(&session, &transport).await;
    if session.ignores_eof.load(Ordering::Relaxed) {
        std::future::pending::<()>().await;
    }
    transport.flush().await;
}

async fn read(session: &Arc<Session>, transport: &HostileTransport) {
    let mut reads = session.reads.subscribe();
    let mut lines = BufReader::new(stdin());
    let mut line = Vec::new();
    loop {
        line.clear();
        tokio::select! {
            // Dropping the reader closes its end of the pipe.
            _ = reads.wait_for(|reads| !reads) => {
                drop(lines);
                return std::future::pending().await;
            }
            read = lines.read_until(b'\n', &mut line) => match read {
                Ok(0) | Err(_) => return,
                Ok(_) => session.receive(&line, transport),
            },
        }
    }
}

/// Standard input as a pipe that can be left at any moment; a blocking read could not be.
fn stdin() -> Box<dyn AsyncRead + Send + Unpin> {
    let duplicate = rustix::io::dup(rustix::stdio::stdin()).map(std::fs::File::from);
    match duplicate
        .map_err(std::io::Error::from)
        .and_then(pipe::Receiver::from_file)
    {
        Ok(pipe) => Box::new(pipe),
        Err(_) => Box::new(tokio::io::stdin()),
    }
}

async fn write(mut pieces: mpsc::Receiver<Piece>) {
    let mut stdout = tokio::io::BufWriter::with_capacity(64 << 10, tokio::io::stdout());
    while let Some(piece) = pieces.recv().await {
        let written = match piece {
            Piece::Raw(bytes) => stdout.write_all(&bytes).await,
            Piece::Message(message) | Piece::Answer(message) => {
                let line = [&message[..], b"\n"].concat();
                stdout.write_all(&line).await
            }
            Piece::Flush(written) => {
                let flushed = stdout.flush().await;
                written.send(()).ok();
                flushed
            }
            // There is no connection to answer, slow down or end.
            Piece::Http(_) | Piece::Events(_) | Piece::Trickle(_) | Piece::Drop => Ok(()),
        };
        // A flood is written in blocks, a single message at once.
        let flushed = if pieces.is_empty() {
            stdout.flush().await
        } else {
            Ok(())
        };
        if written.and(flushed).is_err() {
            return;
        }
    }
}
