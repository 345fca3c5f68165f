//! Names of images. One that is accepted cannot be read as anything else: it begins with a letter or a digit and has no blank.

use crate::limits;
use std::fmt;

const SHA256: &str = "sha256:";

/// The name of an image: with a tag, with a digest, or the id of one that is here.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ImageName {
    name: String,
    tag: Option<String>,
    digest: Option<String>,
}

impl ImageName {
    /// Reads `registry.example:5000/team/server:1.2@sha256:…`, or `sha256:…`, the id of an image.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        if text.len() > limits::IMAGE {
            return None;
        }
        if text.strip_prefix(SHA256).is_some_and(is_sha256) {
            return Some(Self {
                name: String::new(),
                tag: None,
                digest: Some(text.to_owned()),
            });
        }
        let (rest, digest) = match text.split_once('@') {
            Some((rest, digest)) => (rest, Some(digest)),
            None => (text, None),
        };
        let last = rest.rfind('/').map_or(0, |slash| slash + 1);
        let (name, tag) = match rest.get(last..)?.find(':') {
            Some(colon) => (rest.get(..last + colon)?, rest.get(last + colon + 1..)),
            None => (rest, None),
        };
        let fits = is_name(name)
            && tag.is_none_or(is_tag)
            && digest.is_none_or(|digest| digest.strip_prefix(SHA256).is_some_and(is_sha256));
        fits.then(|| Self {
            name: name.to_owned(),
            tag: tag.map(str::to_owned),
            digest: digest.map(str::to_owned),
        })
    }

    /// Without tag and digest; empty for an id.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// `sha256:…`, where exactly one image is meant.
    #[must_use]
    pub fn digest(&self) -> Option<&str> {
        self.digest.as_deref()
    }

    /// The same image with a digest. The tag stays, so that a newer image can be looked for under it.
    #[must_use]
    pub fn with_digest(&self, digest: &str) -> Option<Self> {
        digest.strip_prefix(SHA256).filter(|hex| is_sha256(hex))?;
        Some(Self {
            digest: Some(digest.to_owned()),
            ..self.clone()
        })
    }

    /// What an engine is told: where there is a digest, without the tag beside it, which some do not take.
    #[must_use]
    pub fn exact(&self) -> Self {
        let tag = self.tag.clone().filter(|_| self.digest.is_none());
        Self { tag, ..self.clone() }
    }

    /// What is looked for again: the newest image under the same tag. As it is, where a digest alone was named.
    #[must_use]
    pub fn newest(&self) -> Self {
        let digest = self.digest.clone().filter(|_| self.tag.is_none());
        Self {
            digest,
            ..self.clone()
        }
    }
}

impl fmt::Display for ImageName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.name)?;
        if let Some(tag) = &self.tag {
            write!(formatter, ":{tag}")?;
        }
        match &self.digest {
            Some(digest) if self.name.is_empty() => formatter.write_str(digest),
            Some(digest) => write!(formatter, "@{digest}"),
            None => Ok(()),
        }
    }
}

fn is_sha256(hex: &str) -> bool {
    hex.len() == 64 && hex.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Parts of a path in lower case; the first may be a host with a port.
fn is_name(name: &str) -> bool {
    let inner = |part: &str, extra: &str| {
        let edge = |at: Option<char>| at.is_some_and(|character| character.is_ascii_alphanumeric());
        edge(part.chars().next())
            && edge(part.chars().next_back())
            && part
                .chars()
                .all(|character| character.is_ascii_alphanumeric() || extra.contains(character))
    };
    let is_part = |part: &str| inner(part, "._-") && !part.contains(|it: char| it.is_ascii_uppercase());
    let is_host = |part: &str| {
        let (host, port) = part.split_once(':').unwrap_or((part, "0"));
        inner(host, ".-") && (1..=5).contains(&port.len()) && port.bytes().all(|byte| byte.is_ascii_digit())
    };
    match name.split_once('/') {
        None => is_part(name),
        Some((first, rest)) => (is_part(first) || is_host(first)) && rest.split('/').all(is_part),
    }
}

fn is_tag(tag: &str) -> bool {
    let fits = |character: char| character.is_ascii_alphanumeric() || "._-".contains(character);
    (1..=128).contains(&tag.len()) && !tag.starts_with(['.', '-']) && tag.chars().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const HEX: &str = "9a4d1c4ad8a4c601a7b47005ed644aba28c16e54da3f8f95a095f604ec93acc1";

    #[test]
    fn names_of_images_are_read_and_written_as_they_were() {
        let digest = format!("ghcr.io/a/b@sha256:{HEX}");
        let both = format!("ghcr.io/a/b:1.2@sha256:{HEX}");
        let id = format!("sha256:{HEX}");
        for name in [
            "mcp/notes",
            "notes",
            "notes:1",
            "localhost:5000/a/b:1.2-x",
            "Host.example/a",
            &digest,
            &both,
            &id,
        ] {
            let read = ImageName::read(name).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(read.to_string(), name);
        }
        let both = ImageName::read(&both).expect("an image");
        let pinned = both.with_digest(&id).expect("a digest");
        assert_eq!(pinned.exact().to_string(), digest);
        assert_eq!(pinned.newest().to_string(), "ghcr.io/a/b:1.2");
        assert_eq!(pinned.exact().newest(), pinned.exact());
    }

    // Proves S-67.
    #[test]
    fn what_is_no_name_of_an_image_is_none() {
        for text in [
            "",
            "-it",
            "--privileged",
            "a b",
            "a\n",
            "a@sha256:12",
            "a:",
            "a:-x",
            "a/",
            "/a",
            "a//b",
            "UPPER",
            "./local",
            "a@",
            "ä",
            "https://a/b",
            "a@md5:1",
            "$(x)",
            "oci-archive:/tmp/x",
        ] {
            assert_eq!(ImageName::read(text), None, "{text}");
        }
    }

    proptest! {
        // Proves S-67.
        #[test]
        fn an_image_is_never_a_flag(text in ".{0,60}") {
            if let Some(image) = ImageName::read(&text) {
                prop_assert_eq!(image.to_string(), text.clone());
                prop_assert!(text.starts_with(|first: char| first.is_ascii_alphanumeric()));
                prop_assert!(!text.contains(|it: char| it.is_whitespace() || it.is_control()));
            }
        }
    }
}
