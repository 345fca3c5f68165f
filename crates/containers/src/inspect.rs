//! From a tag, which moves, to a digest, which does not.

use crate::words::shown;
use crate::{ImageName, bad, limits};
use portcullis_core::Result;
use portcullis_l10n::say;
use serde_json::Value;

/// What fetches an image.
#[must_use]
pub fn pull_arguments(image: &ImageName) -> Vec<String> {
    vec!["pull".to_owned(), "--quiet".to_owned(), image.exact().to_string()]
}

/// What says which image that is.
#[must_use]
pub fn inspect_arguments(image: &ImageName) -> Vec<String> {
    vec![
        "image".to_owned(),
        "inspect".to_owned(),
        image.exact().to_string(),
    ]
}

/// The image by its digest, from what the engine said of it. One that came from no registry is named by its id.
///
/// # Errors
/// `input.bad`: the engine did not say one image with a digest, or another one than was asked for.
pub fn pinned(image: &ImageName, said: &str) -> Result<ImageName> {
    let unclear = || bad(say!("inspect-unclear", image = shown(&image.to_string())));
    if said.len() as u64 > limits::INSPECTED {
        return Err(unclear());
    }
    let said: Value = serde_json::from_str(said).map_err(|_| unclear())?;
    let Some([found]) = said.as_array().map(Vec::as_slice) else {
        return Err(unclear());
    };
    let names = found.get("RepoDigests").and_then(Value::as_array);
    let names = names
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .filter_map(ImageName::read);
    let own = names
        .filter(|name| is_same(name.name(), image.name()))
        .filter_map(|name| name.digest().map(str::to_owned));
    let own: Vec<String> = own.collect();
    if let Some(asked) = image.digest() {
        let is_id = image.name().is_empty();
        return match is_id || own.iter().any(|digest| digest == asked) {
            true => image.with_digest(asked).ok_or_else(unclear),
            false => Err(bad(say!("inspect-other", image = shown(&image.to_string())))),
        };
    }
    // A name that was pulled before keeps its old digest beside the new one; the engine's own field says which one is meant.
    let current = found.get("Digest").and_then(Value::as_str);
    let digest = own
        .iter()
        .find(|digest| Some(digest.as_str()) == current)
        .or(own.last().filter(|_| own.len() == 1 || current.is_none()));
    if let Some(digest) = digest {
        return image.with_digest(digest).ok_or_else(unclear);
    }
    let id = found.get("Id").and_then(Value::as_str).ok_or_else(unclear)?;
    let id = match id.starts_with("sha256:") {
        true => id.to_owned(),
        false => format!("sha256:{id}"),
    };
    ImageName::read(&id)
        .filter(|image| image.digest().is_some())
        .ok_or_else(unclear)
}

/// The same repository: engines write out the host that a short name leaves out. Docker calls its own by an older name, too.
fn is_same(found: &str, asked: &str) -> bool {
    let bare = |name: &str| {
        let name = name
            .strip_prefix("index.")
            .filter(|it| it.starts_with("docker.io/"))
            .unwrap_or(name);
        let name = name.strip_prefix("docker.io/").unwrap_or(name);
        let name = name.strip_prefix("localhost/").unwrap_or(name);
        name.strip_prefix("library/").unwrap_or(name).to_owned()
    };
    bare(found) == bare(asked)
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: &str = "9a4d1c4ad8a4c601a7b47005ed644aba28c16e54da3f8f95a095f604ec93acc1";
    const B: &str = "d3e36c9bd927ab0a1cbfe23e85f615d87f55df7181e2a68c986cc5c31605a549";

    fn image(name: &str) -> ImageName {
        ImageName::read(name).expect("an image")
    }

    // Proves S-13.
    #[test]
    fn a_tag_becomes_the_digest_that_the_engine_says() {
        let said =
            format!(r#"[{{"Id":"sha256:{B}","RepoDigests":["other@sha256:{B}","mcp/notes@sha256:{A}"]}}]"#);
        let found = pinned(&image("mcp/notes:1"), &said).expect("a digest");
        assert_eq!(found.to_string(), format!("mcp/notes:1@sha256:{A}"));
        let podman = format!(
            r#"[{{"Id":"{B}","Digest":"sha256:{A}","RepoDigests":["docker.io/library/notes@sha256:{B}","docker.io/library/notes@sha256:{A}"]}}]"#
        );
        let found = pinned(&image("notes"), &podman).expect("a digest");
        assert_eq!(found.to_string(), format!("notes@sha256:{A}"));
    }

    // Proves S-13.
    #[test]
    fn an_image_of_no_registry_is_named_by_its_id() {
        let said = format!(r#"[{{"Id":"{B}","RepoDigests":[]}}]"#);
        let found = pinned(&image("mine:1"), &said).expect("an id");
        assert_eq!(found.to_string(), format!("sha256:{B}"));
        assert_eq!(found.digest(), Some(format!("sha256:{B}").as_str()));
    }

    // Proves S-13.
    #[test]
    fn another_digest_than_was_asked_for_is_refused() {
        let said = format!(r#"[{{"Id":"sha256:{B}","RepoDigests":["mcp/notes@sha256:{B}"]}}]"#);
        assert!(pinned(&image(&format!("mcp/notes@sha256:{A}")), &said).is_err());
        for same in ["", "docker.io/", "index.docker.io/"] {
            assert!(
                pinned(&image(&format!("{same}mcp/notes@sha256:{B}")), &said).is_ok(),
                "{same}"
            );
        }
        for said in [
            "",
            "[]",
            "{}",
            "[{}]",
            "[{},{}]",
            r#"[{"Id":"x"}]"#,
            r#"[{"Id":7,"RepoDigests":["--privileged"]}]"#,
        ] {
            assert!(pinned(&image("mcp/notes"), said).is_err(), "{said}");
        }
    }
}
