//! Answers queries for names (RFC 1035), over UDP and TCP, at whatever address they are asked.

use super::Shared;
use super::names::NameAnswer;
use crate::denial::Denial;
use crate::grants::LOCALHOST;
use crate::limits::SNIFF_TIMEOUT;
use crate::sys;
use crate::traffic::Opening;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::os::fd::AsFd as _;
use std::sync::Arc;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, Interest};
use tokio::net::{TcpStream, UdpSocket};
use tokio::task::JoinSet;

/// The longest query that is read. A name has at most 255 bytes.
const QUERY_BYTES: usize = 1_232;
const HEAD: usize = 12;
/// So many answers fit into what every program reads.
const MAX_ANSWERS: usize = 12;
/// Seconds for which a program may keep an answer.
const SECONDS: u32 = 30;

const A: u16 = 1;
const AAAA: u16 = 28;

const NO_ERROR: u8 = 0;
const FAILED: u8 = 2;
const NO_SUCH_NAME: u8 = 3;
const NOT_IMPLEMENTED: u8 = 4;

/// Answers over UDP. Each answer comes from the address that was asked.
pub(super) async fn answer(socket: Arc<UdpSocket>, shared: Arc<Shared>) {
    let mut open = JoinSet::new();
    loop {
        // Never closed.
        let Ok(room) = Arc::clone(&shared.queries).acquire_owned().await else {
            return;
        };
        while open.try_join_next().is_some() {}
        let mut query = vec![0; QUERY_BYTES];
        if socket.readable().await.is_err() {
            return;
        }
        let opening = shared.traffic.opening();
        let received = socket.try_io(Interest::READABLE, || {
            sys::receive_query(socket.as_fd(), &mut query)
        });
        let Ok((length, from, asked)) = received else {
            continue;
        };
        query.truncate(length);
        let (socket, shared) = (Arc::clone(&socket), Arc::clone(&shared));
        open.spawn(async move {
            let _room = room;
            if let Some(reply) = reply(&query, &shared, &opening).await {
                // One that is lost is asked for again.
                sys::send_reply(socket.as_fd(), &reply, from, asked).ok();
            }
        });
    }
}

/// Answers over one TCP connection, one query after the other.
pub(super) async fn answer_stream(mut client: TcpStream, shared: &Shared, first: Opening) -> io::Result<()> {
    let mut opening = Some(first);
    loop {
        let length = tokio::time::timeout(SNIFF_TIMEOUT, client.read_u16()).await??;
        let mut query = vec![0; usize::from(length).min(QUERY_BYTES)];
        tokio::time::timeout(SNIFF_TIMEOUT, client.read_exact(&mut query)).await??;
        let opening = opening.take().unwrap_or_else(|| shared.traffic.opening());
        let Some(reply) = reply(&query, shared, &opening).await else {
            return Ok(());
        };
        drop(opening);
        let mut whole = u16::try_from(reply.len())
            .map_err(io::Error::other)?
            .to_be_bytes()
            .to_vec();
        whole.extend(reply);
        client.write_all(&whole).await?;
    }
}

/// The one question of a query.
struct Question {
    name: String,
    kind: u16,
    /// Where it ends.
    end: usize,
}

impl Question {
    fn read(query: &[u8]) -> Option<Self> {
        let mut name = Vec::new();
        let mut at = HEAD;
        loop {
            let length = usize::from(*query.get(at)?);
            at += 1;
            match length {
                0 => break,
                1..=63 => {}
                // A query has nothing to point to.
                _ => return None,
            }
            let label = query.get(at..at + length)?;
            // Another name than that of a host is none of ours.
            if !label.iter().all(|byte| byte.is_ascii_graphic() && *byte != b'.') {
                return None;
            }
            if !name.is_empty() {
                name.push(b'.');
            }
            name.extend(label.to_ascii_lowercase());
            at += length;
        }
        let kind = query.get(at..at + 2)?.try_into().ok().map(u16::from_be_bytes)?;
        let class = query.get(at + 2..at + 4)?;
        let known = class == [0, 1] && name.len() <= 253;
        known.then_some(Self {
            name: String::from_utf8(name).ok()?,
            kind,
            end: at + 4,
        })
    }
}

/// What is answered. `None` for what is no query at all.
async fn reply(query: &[u8], shared: &Shared, opening: &Opening) -> Option<Vec<u8>> {
    // A reply is not replied to.
    let (flags, counted) = (*query.get(2)?, query.get(4..6)?);
    if query.len() < HEAD || flags & 0x80 != 0 {
        return None;
    }
    let question = Question::read(query).filter(|_| flags & 0x78 == 0 && counted == [0, 1]);
    let Some(question) = question else {
        return Some(written(query, HEAD, NOT_IMPLEMENTED, &[]));
    };
    let name = question.name.as_str();
    let (code, addresses) = if name == LOCALHOST {
        (NO_ERROR, vec![Ipv4Addr::LOCALHOST.into()])
    } else {
        match shared.names.answer(name).await {
            NameAnswer::Addresses(addresses) => (NO_ERROR, addresses),
            NameAnswer::Nothing => (FAILED, Vec::new()),
            NameAnswer::NotGranted => {
                let name = name.to_owned();
                shared.denials.tell(Denial::Host { name, port: None }, opening);
                (NO_SUCH_NAME, Vec::new())
            }
            NameAnswer::Inward(address, ports) => {
                // Which port is meant is not known yet.
                let each = ports.iter().copied().map(Some);
                for port in each.chain(ports.is_empty().then_some(None)) {
                    let name = name.to_owned();
                    let denial = Denial::Inward { name, address, port };
                    shared.denials.tell(denial, opening);
                }
                (NO_SUCH_NAME, Vec::new())
            }
        }
    };
    // One family is enough, since it is the host that connects; the other would be tried without use.
    let older = addresses.iter().any(IpAddr::is_ipv4);
    let records: Vec<_> = addresses
        .iter()
        .filter(|address| match address {
            IpAddr::V4(_) => question.kind == A,
            IpAddr::V6(_) => question.kind == AAAA && !older,
        })
        .take(MAX_ANSWERS)
        .copied()
        .collect();
    Some(written(query, question.end, code, &records))
}

/// A reply with the head and the question of its query.
fn written(query: &[u8], end: usize, code: u8, records: &[IpAddr]) -> Vec<u8> {
    let mut reply = query[..end].to_vec();
    // A reply, authoritative, to what was asked so; recursion is available.
    reply[2] = 0x84 | query[2] & 0x79;
    reply[3] = 0x80 | code;
    reply[4..12].fill(0);
    reply[5] = u8::from(end > HEAD);
    reply[7] = records.len() as u8;
    for record in records {
        let (kind, address) = match record {
            IpAddr::V4(address) => (A, address.octets().to_vec()),
            IpAddr::V6(address) => (AAAA, address.octets().to_vec()),
        };
        // The name is that of the question.
        reply.extend([0xc0, HEAD as u8]);
        reply.extend(kind.to_be_bytes());
        reply.extend([0, 1]);
        reply.extend(SECONDS.to_be_bytes());
        reply.extend((address.len() as u16).to_be_bytes());
        reply.extend(address);
    }
    reply
}

#[cfg(test)]
mod tests {
    use super::{A, NO_ERROR, Question, written};
    use std::net::{IpAddr, Ipv4Addr};

    fn query(labels: &[&[u8]]) -> Vec<u8> {
        let mut query = vec![7, 9, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0];
        for label in labels {
            query.push(label.len() as u8);
            query.extend(*label);
        }
        query.extend([0, 0, 1, 0, 1]);
        query
    }

    #[test]
    fn a_question_is_read_in_small_letters() {
        let query = query(&[b"Api", b"example", b"COM"]);
        let question = Question::read(&query).unwrap();
        assert_eq!(
            (question.name.as_str(), question.kind, question.end),
            ("api.example.com", A, query.len())
        );
        let reply = written(
            &query,
            question.end,
            NO_ERROR,
            &[IpAddr::from(Ipv4Addr::new(1, 2, 3, 4))],
        );
        assert_eq!(reply[..4], [7, 9, 0x85, 0x80]);
        assert_eq!(reply[reply.len() - 4..], [1, 2, 3, 4]);
    }

    #[test]
    fn what_is_no_question_is_none() {
        let whole = query(&[b"a", b"b"]);
        for length in 0..whole.len() {
            assert!(Question::read(&whole[..length]).is_none(), "{length}");
        }
        for labels in [
            &[b"a\nb".as_slice()][..],
            &[b"a.b"],
            &[b"\xff"],
            &[[b'a'; 63].as_slice(); 5],
        ] {
            assert!(Question::read(&query(labels)).is_none(), "{labels:?}");
        }
        let mut pointer = query(&[]);
        pointer[12] = 0xc0;
        assert!(Question::read(&pointer).is_none());
    }
}
