//! Pictures that a server names for itself and for what it offers (ICO-01 to ICO-07). They only decorate: whatever is
//! odd about one leaves it out and nothing else. Metadata and bytes are hostile. An SVG image can hold programs and is
//! never taken (S-21, ICO-06); what has more than one picture in it is not either.

use super::media::{self, Kind};
use crate::limits;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use portcullis_core::icons::IconClaims;
use serde_json::Value;

/// The pictures of one thing that could be shown.
#[derive(Debug, Clone, Default)]
pub struct Icons(Vec<Icon>);

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Icon {
    /// Where it is: `data:` or `https:`.
    pub source: Box<str>,
    claims: IconClaims,
}

impl Icons {
    /// Reads the member `icons` of what a server sent. A `data:` source longer than `longest` bytes is left out.
    #[must_use]
    pub fn read(icons: Option<&Value>, longest: usize) -> Self {
        let listed = icons
            .and_then(Value::as_array)
            .map(Vec::as_slice)
            .unwrap_or_default();
        let icons = listed.iter().take(limits::ICONS);
        Self(icons.filter_map(|icon| Icon::read(icon, longest)).collect())
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The best first, for a window that is dark or not (ICO-07).
    #[must_use]
    pub fn by_fitness(&self, dark: bool) -> Vec<&Icon> {
        let mut icons: Vec<&Icon> = self.0.iter().collect();
        icons.sort_by_key(|icon| icon.claims.misfit(dark, limits::ICON_SHOWN));
        icons
    }
}

impl Icon {
    fn read(icon: &Value, longest: usize) -> Option<Self> {
        let source = icon["src"].as_str()?.trim();
        let (scheme, _) = source.split_once(':')?;
        let fits = match scheme.to_ascii_lowercase().as_str() {
            "data" => source.len() <= longest,
            "https" => source.len() <= limits::URI,
            // Anything else is nothing that a picture comes from (ICO-02).
            _ => false,
        };
        let claimed = icon["mimeType"].as_str().map(media::essence);
        let wanted = claimed.is_none_or(|claimed| claimed.starts_with("image/") && !claimed.contains("svg"));
        (fits && wanted).then(|| Self {
            source: source.into(),
            claims: IconClaims::read(icon, limits::ICONS),
        })
    }

    /// The picture, where it is within its own address.
    #[must_use]
    pub fn inline(&self) -> Option<Result<String, &'static str>> {
        let rest = self
            .source
            .get(..5)
            .filter(|scheme| scheme.eq_ignore_ascii_case("data:"));
        rest.map(|_| {
            let (about, data) = self.source[5..].split_once(',').ok_or("It is no picture.")?;
            let kind = about
                .strip_suffix(";base64")
                .ok_or("It is not written in Base64.")?;
            let bytes = STANDARD
                .decode(data)
                .map_err(|_| "It is not written in Base64.")?;
            picture(kind, &bytes)
        })
    }
}

/// A picture of a claimed type as a `data:` address that a window may show.
///
/// # Errors
/// Why it is not shown (ICO-05).
pub fn picture(claimed: &str, bytes: &[u8]) -> Result<String, &'static str> {
    if bytes.len() > limits::ICON_BYTES {
        return Err("It is too large.");
    }
    let kind = media::check(Kind::Image, claimed, bytes).map_err(|_| "It is not a picture that is shown.")?;
    let (width, height) = match kind {
        "image/png" => png(bytes),
        "image/jpeg" => jpeg(bytes),
        "image/webp" => webp(bytes),
        // What moves is no icon.
        _ => None,
    }
    .ok_or("It is not a picture that is shown.")?;
    if !(1..=limits::ICON_SIDE).contains(&width) || !(1..=limits::ICON_SIDE).contains(&height) {
        return Err("It would be too large when it is shown.");
    }
    Ok(format!("data:{kind};base64,{}", STANDARD.encode(bytes)))
}

/// Width and height. Nothing for one with several pictures in it.
fn png(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.get(12..16)? != b"IHDR" || memchr::memmem::find(bytes, b"acTL").is_some() {
        return None;
    }
    Some((be32(bytes, 16)?, be32(bytes, 20)?))
}

fn jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut at = 2;
    loop {
        if *bytes.get(at)? != 0xff {
            return None;
        }
        match *bytes.get(at + 1)? {
            0xff => at += 1,
            // The start of a picture, whatever its coding; three others share the row.
            marker @ 0xc0..=0xcf if !matches!(marker, 0xc4 | 0xc8 | 0xcc) => {
                let (height, width) = (be16(bytes, at + 5)?, be16(bytes, at + 7)?);
                return Some((width, height));
            }
            0x01 | 0xd0..=0xd9 => at += 2,
            // Its data begins without having said how large it is.
            0xda => return None,
            _ => at += 2 + usize::try_from(be16(bytes, at + 2)?).ok()?,
        }
    }
}

fn webp(bytes: &[u8]) -> Option<(u32, u32)> {
    let le24 = |at: usize| {
        let part = bytes.get(at..at + 3)?;
        Some(u32::from(part[0]) | u32::from(part[1]) << 8 | u32::from(part[2]) << 16)
    };
    match bytes.get(12..16)? {
        b"VP8 " => {
            let side = |at: usize| Some(le24(at)? & 0x3fff);
            (bytes.get(23..26)? == b"\x9d\x01\x2a").then_some((side(26)?, side(28)?))
        }
        b"VP8L" => {
            let packed = le24(21)? | u32::from(*bytes.get(24)?) << 24;
            (bytes.get(20) == Some(&0x2f)).then_some(((packed & 0x3fff) + 1, (packed >> 14 & 0x3fff) + 1))
        }
        // The second bit says that it moves.
        b"VP8X" if bytes.get(20)? & 0x02 == 0 => Some((le24(24)? + 1, le24(27)? + 1)),
        _ => None,
    }
}

fn be16(bytes: &[u8], at: usize) -> Option<u32> {
    let part = bytes.get(at..at + 2)?;
    Some(u32::from(part[0]) << 8 | u32::from(part[1]))
}

fn be32(bytes: &[u8], at: usize) -> Option<u32> {
    Some(be16(bytes, at)? << 16 | be16(bytes, at + 2)?)
}

#[cfg(test)]
mod tests;
