//! The signature after the archive: `MCPB_SIG_V1`, the length as 32 bits, a detached PKCS #7 in DER, `MCPB_SIG_END`
//! (modelcontextprotocol/mcpb, `src/node/sign.ts`). It is found and cut off. It is not verified: the format has no list of
//! publishers that a verified name could be compared with, and a self-made certificate would look the same.

use crate::limits;
use std::io::{self, Read, Seek, SeekFrom};

const BEGIN: &[u8] = b"MCPB_SIG_V1";
const END: &[u8] = b"MCPB_SIG_END";
/// Of the length of the signature.
const LENGTH: usize = 4;

/// Where the archive ends, in bytes, when a signature follows it.
pub fn content_end(file: &mut (impl Read + Seek), size: u64) -> io::Result<Option<u64>> {
    let room = limits::SIGNATURE.min(size);
    let start = size - room;
    file.seek(SeekFrom::Start(start))?;
    let mut tail = Vec::new();
    file.take(room).read_to_end(&mut tail)?;
    Ok(begin_in(&tail).map(|at| start + u64::try_from(at).unwrap_or(u64::MAX)))
}

fn begin_in(tail: &[u8]) -> Option<usize> {
    let before_end = tail.strip_suffix(END)?;
    let candidates = before_end.windows(BEGIN.len()).enumerate().rev();
    candidates
        .filter(|(_, window)| *window == BEGIN)
        .map(|(at, _)| at)
        .find(|at| {
            let block = before_end.get(at + BEGIN.len()..).unwrap_or_default();
            let Some((length, signature)) = block.split_first_chunk::<LENGTH>() else {
                return false;
            };
            usize::try_from(u32::from_le_bytes(*length)) == Ok(signature.len())
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn end(bytes: &[u8]) -> Option<u64> {
        let size = u64::try_from(bytes.len()).unwrap();
        content_end(&mut Cursor::new(bytes), size).unwrap()
    }

    #[test]
    fn a_signature_is_cut_off_exactly_and_what_only_looks_like_one_is_not() {
        let signed = |length: u32, der: &[u8]| [b"archive", BEGIN, &length.to_le_bytes(), der, END].concat();
        assert_eq!(end(&signed(4, b"\x30\x02\x05\x00")), Some(7));
        let inside = [b"\x30".as_slice(), BEGIN, b"xx"].concat();
        assert_eq!(
            end(&signed(u32::try_from(inside.len()).unwrap(), &inside)),
            Some(7)
        );
        assert_eq!(end(&signed(5, b"\x30\x02\x05\x00")), None, "another length");
        assert_eq!(end(b"archive"), None);
        assert_eq!(end(b"archiveMCPB_SIG_END"), None);
        assert_eq!(end(b""), None);
    }
}
