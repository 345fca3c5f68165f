//! Which host a connection says that it means, where its protocol has a word for that: the server name of TLS and the `Host` of
//! HTTP. Many hosts share an address, and only one of them may be granted.
//!
//! What is encrypted after that is not seen: the operator of a granted name may serve another one under it.

use crate::limits::{SNIFF_BYTES, SNIFF_TIMEOUT};
use std::io;
use std::net::Ipv6Addr;
use tokio::net::TcpStream;

/// The beginning of a connection.
#[derive(Debug)]
pub(super) struct SniffedHost {
    /// What was read, to be passed on.
    pub(super) bytes: Vec<u8>,
    /// Which host it means, in small letters. `None` where its protocol does not say.
    pub(super) name: Option<String>,
}

/// What can be told of the bytes so far.
#[derive(Debug, PartialEq, Eq)]
enum Sniffed {
    /// Not yet.
    More,
    /// Which host is meant.
    Name(String),
    /// It does not say.
    Nothing,
    /// It is made to be read in two ways.
    Odd,
}

/// Reads until it is clear which host is meant. The other side may speak first meanwhile.
///
/// # Errors
/// Where that is not clear in time, or made unclear.
pub(super) async fn read(client: &TcpStream) -> io::Result<SniffedHost> {
    client.readable().await?;
    tokio::time::timeout(SNIFF_TIMEOUT, read_all(client)).await?
}

async fn read_all(client: &TcpStream) -> io::Result<SniffedHost> {
    let mut bytes = Vec::new();
    let mut piece = vec![0; SNIFF_BYTES];
    loop {
        client.readable().await?;
        let length = match client.try_read(&mut piece) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => continue,
            other => other?,
        };
        bytes.extend_from_slice(&piece[..length]);
        let sniffed = match length {
            0 => sniff_at_end(&bytes),
            _ => sniff(&bytes),
        };
        let name = match sniffed {
            Sniffed::More if length > 0 && bytes.len() < SNIFF_BYTES => continue,
            // All that it will ever say is no name.
            Sniffed::More if length == 0 => None,
            Sniffed::More | Sniffed::Odd => return Err(io::ErrorKind::InvalidData.into()),
            Sniffed::Name(name) => Some(name),
            Sniffed::Nothing => None,
        };
        return Ok(SniffedHost { bytes, name });
    }
}

fn sniff(bytes: &[u8]) -> Sniffed {
    match bytes {
        [] | [0x16] => Sniffed::More,
        [0x16, 3, ..] => server_name(bytes),
        _ => http_host(bytes),
    }
}

/// Where nothing comes after it: some servers take that for the end of the headers.
fn sniff_at_end(bytes: &[u8]) -> Sniffed {
    match sniff(bytes) {
        Sniffed::More => sniff(&[bytes, b"\r\n\r\n"].concat()),
        other => other,
    }
}

/// Takes texts after their lengths.
struct HelloReader<'a>(&'a [u8]);

impl<'a> HelloReader<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self, bytes: usize) -> Option<usize> {
        Some(
            self.take(bytes)?
                .iter()
                .fold(0, |all, byte| all << 8 | usize::from(*byte)),
        )
    }

    /// What comes after a length of so many bytes.
    fn after_length(&mut self, bytes: usize) -> Option<&'a [u8]> {
        let length = self.number(bytes)?;
        self.take(length)
    }
}

/// The server name of a `ClientHello` (RFC 8446, 6066), which may be in more than one record.
fn server_name(bytes: &[u8]) -> Sniffed {
    const HANDSHAKE: usize = 0x16;
    const CLIENT_HELLO: usize = 1;
    let mut hello = Vec::new();
    let mut records = HelloReader(bytes);
    // What follows it, such as the first data of a connection that is resumed, is not looked at.
    while let Some(kind) = records.number(1) {
        if kind != HANDSHAKE {
            return Sniffed::Odd;
        }
        let record = records.take(2).and_then(|_| records.after_length(2));
        let Some(record) = record else { break };
        hello.extend_from_slice(record);
        let mut whole = HelloReader(&hello);
        let Some(kind) = whole.number(1) else { continue };
        if kind != CLIENT_HELLO {
            return Sniffed::Odd;
        }
        if let Some(hello) = whole.after_length(3) {
            return in_hello(hello).unwrap_or(Sniffed::Odd);
        }
    }
    Sniffed::More
}

/// `None` where it is cut.
fn in_hello(hello: &[u8]) -> Option<Sniffed> {
    const SERVER_NAME: usize = 0;
    const HOST_NAME: usize = 0;
    let mut hello = HelloReader(hello);
    hello.take(2 + 32)?;
    hello.after_length(1)?;
    hello.after_length(2)?;
    hello.after_length(1)?;
    if hello.0.is_empty() {
        return Some(Sniffed::Nothing);
    }
    let mut found = Sniffed::Nothing;
    let mut extensions = HelloReader(hello.after_length(2)?);
    while !extensions.0.is_empty() {
        let kind = extensions.number(2)?;
        let mut extension = HelloReader(extensions.after_length(2)?);
        if kind != SERVER_NAME {
            continue;
        }
        let mut names = HelloReader(extension.after_length(2)?);
        if names.number(1)? != HOST_NAME {
            return Some(Sniffed::Odd);
        }
        let name = names.after_length(2)?;
        // There is one name of this kind, and one list.
        if !names.0.is_empty() || found != Sniffed::Nothing {
            return Some(Sniffed::Odd);
        }
        found = Sniffed::Name(host(name)?);
    }
    Some(found)
}

/// The host of a request of HTTP/1 (RFC 9112). Servers read more than the RFC lets clients write, and what one of them could read as a
/// request must not pass as another protocol: what is nearly a request is [`Sniffed::Odd`].
fn http_host(bytes: &[u8]) -> Sniffed {
    // HTTP/2 without TLS says its host in a way that is not read here.
    const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    if bytes.starts_with(PREFACE) {
        return Sniffed::Nothing;
    } else if PREFACE.starts_with(bytes) {
        return Sniffed::More;
    }
    // Empty lines before a request are skipped.
    let blank = bytes.iter().take_while(|byte| b"\r\n".contains(byte)).count();
    let bytes = &bytes[blank..];
    let is_token = |byte: &u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(byte);
    let method = bytes.iter().take_while(|byte| is_token(byte)).count();
    match bytes.get(method) {
        // Servers take methods of any length.
        None => return Sniffed::More,
        Some(byte) if method > 0 && is_space(*byte) => {}
        Some(_) => return Sniffed::Nothing,
    }
    let Some(end) = bytes.iter().position(|byte| *byte == b'\n') else {
        // A number of another protocol, of which some bytes are letters.
        return if bytes.contains(&0) {
            Sniffed::Nothing
        } else {
            Sniffed::More
        };
    };
    let line = bytes[..end].trim_ascii_end();
    let mut words = line
        .split(|byte| is_space(*byte))
        .filter(|word| !word.is_empty())
        .skip(1);
    let target = words.next().unwrap_or_default();
    let version = words.next().unwrap_or_default();
    // Nothing but HTTP says so in every line that begins a request.
    if !version
        .get(..5)
        .is_some_and(|start| start.eq_ignore_ascii_case(b"HTTP/"))
    {
        return Sniffed::Nothing;
    }
    let written = line.split(|byte| *byte == b' ').count() == 3;
    if !written || words.next().is_some() || !version.starts_with(b"HTTP/1.") {
        return Sniffed::Odd;
    }
    let mut named = Vec::new();
    // Where the target is a whole address, its host counts, and the header is to say the same. A path may hold an address
    // that says nothing of the host.
    let whole = target.windows(3).position(|three| three == b"://");
    if let Some(at) = whole.filter(|_| !target.starts_with(b"/")) {
        let rest = &target[at + 3..];
        named.push(
            rest.split(|byte| b"/?#".contains(byte))
                .next()
                .unwrap_or_default(),
        );
    }
    let mut rest = &bytes[end + 1..];
    loop {
        let Some(end) = rest.iter().position(|byte| *byte == b'\n') else {
            return Sniffed::More;
        };
        let line = &rest[..end];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        rest = &rest[end + 1..];
        if line.is_empty() {
            break;
        }
        // Some servers end a line at either.
        if line.iter().any(|byte| b"\r\0".contains(byte)) {
            return Sniffed::Odd;
        }
        let mut parts = line.splitn(2, |byte| *byte == b':');
        let (name, value) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        if name.trim_ascii().eq_ignore_ascii_case(b"host") {
            named.push(value.trim_ascii());
        }
    }
    // A name and a port. No person before an `@`: which side of it is the host is read in two ways.
    let mut hosts = named
        .into_iter()
        .map(|authority| match authority.contains(&b'@') {
            true => None,
            false => of_authority(authority),
        });
    match hosts.next() {
        None => Sniffed::Nothing,
        Some(None) => Sniffed::Odd,
        Some(Some(first)) => match hosts.all(|other| other.as_ref() == Some(&first)) {
            true => Sniffed::Name(first),
            false => Sniffed::Odd,
        },
    }
}

/// The host of a host with a port. An address of IPv6 has colons of its own, and stands in brackets.
fn of_authority(authority: &[u8]) -> Option<String> {
    let Some(bracketed) = authority.strip_prefix(b"[") else {
        return host(authority.split(|byte| *byte == b':').next()?);
    };
    let end = bracketed.iter().position(|byte| *byte == b']')?;
    let (address, port) = (&bracketed[..end], &bracketed[end + 1..]);
    let address: Ipv6Addr = std::str::from_utf8(address).ok()?.parse().ok()?;
    (port.is_empty() || port.starts_with(b":")).then(|| address.to_string())
}

/// What some servers take for the space between the words of a request.
fn is_space(byte: u8) -> bool {
    b" \t\x0b\x0c\r".contains(&byte)
}

/// A name of a host in small letters, without the dot at its end.
fn host(bytes: &[u8]) -> Option<String> {
    let valid = !bytes.is_empty() && bytes.len() <= 255 && bytes.iter().all(u8::is_ascii_graphic);
    let name = std::str::from_utf8(bytes).ok().filter(|_| valid)?;
    Some(name.trim_end_matches('.').to_ascii_lowercase())
}

#[cfg(test)]
mod tests;
