//! Identifiers and versions of packages. What is taken can only be read as a package of the usual index: not as an option, a path,
//! a URL or a repository.

use crate::limits;

/// Endings that a launcher takes for a file.
const FILES: [&str; 7] = [".tgz", ".tar", ".gz", ".zip", ".whl", ".py", ".json"];

/// Where packages of a type usually come from. Launchers are not told of another place.
static USUAL: [(&str, &[&str]); 4] = [
    ("npm", &["registry.npmjs.org"]),
    ("pypi", &["pypi.org", "files.pythonhosted.org"]),
    ("nuget", &["api.nuget.org", "www.nuget.org", "nuget.org"]),
    (
        "oci",
        &[
            "docker.io",
            "index.docker.io",
            "registry-1.docker.io",
            "hub.docker.com",
        ],
    ),
];

/// Whether a package of this type comes from the usual place, by its `registryBaseUrl`.
pub(crate) fn is_usual(kind: &str, base: &str) -> bool {
    let url = url::Url::parse(base).ok().filter(|url| url.scheme() == "https");
    let host = url.as_ref().and_then(url::Url::host_str);
    let known = USUAL.iter().find(|(of, _)| *of == kind);
    host.zip(known)
        .is_some_and(|(host, (_, hosts))| hosts.contains(&host))
}

/// The host of a registry of images other than Docker Hub, as the name of an image begins with it.
pub(crate) fn image_host(base: &str) -> Option<String> {
    let url = url::Url::parse(base).ok()?;
    let host = url.host_str().filter(|host| host.contains('.'))?;
    let is_plain =
        url.scheme() == "https" && url.path() == "/" && url.query().is_none() && url.username().is_empty();
    let named = match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    };
    (is_plain && !is_usual("oci", base)).then_some(named)
}

/// The host that the name of an image begins with.
pub(crate) fn host_of_image(identifier: &str) -> Option<&str> {
    let (first, _) = identifier.split_once('/')?;
    (first.contains(['.', ':']) || first == "localhost").then_some(first)
}

/// `name` or `@scope/name`.
pub(crate) fn is_npm(identifier: &str) -> bool {
    let name = match identifier.strip_prefix('@') {
        None => identifier,
        Some(scoped) => match scoped.split_once('/') {
            Some((scope, name)) if is_word(scope, "._-~") => name,
            _ => return false,
        },
    };
    identifier.len() <= 214 && is_word(name, "._-~") && !is_file(identifier)
}

/// A name of PyPI.
pub(crate) fn is_pypi(identifier: &str) -> bool {
    identifier.len() <= 200
        && is_word(identifier, "._-")
        && identifier.ends_with(|last: char| last.is_ascii_alphanumeric())
        && !is_file(identifier)
}

/// A name of NuGet.
pub(crate) fn is_nuget(identifier: &str) -> bool {
    identifier.len() <= 100 && is_word(identifier, "._-") && !is_file(identifier)
}

/// `[host/]path[:tag][@sha256:digest]`, with a tag or a digest.
pub(crate) fn is_image(identifier: &str) -> bool {
    let (named, digest) = match identifier.split_once('@') {
        None => (identifier, None),
        Some((named, digest)) => (named, Some(digest)),
    };
    let (path, tag) = match named.rsplit_once(':') {
        // A colon before a slash is that of a port.
        Some((path, tag)) if !tag.contains('/') => (path, Some(tag)),
        _ => (named, None),
    };
    let is_digest = |digest: &str| digest.strip_prefix("sha256:").is_some_and(is_sha256);
    let is_tag = |tag: &str| tag.len() <= 128 && is_word(tag, "._-") && tag != "latest";
    let host = host_of_image(path);
    let is_host = host.is_none_or(|host| is_word(host, ".-:"));
    let rest = host.and_then(|_| path.split_once('/')).map(|(_, rest)| rest);
    let mut parts = rest.unwrap_or(path).split('/');
    identifier.len() <= limits::VALUE
        && is_host
        && parts.all(|part| is_word(part, "._-") && !part.contains(|it: char| it.is_ascii_uppercase()))
        && (tag.is_some() || digest.is_some())
        && tag.is_none_or(is_tag)
        && digest.is_none_or(is_digest)
}

/// 64 digits in hex.
pub(crate) fn is_sha256(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// One version, with at least so many numbers: no range, no wildcard and no name that moves.
pub(crate) fn is_exact(version: &str, numbers: usize) -> bool {
    let release = version.split(['-', '+']).next().unwrap_or_default();
    let mut parts = release.split('.');
    let fits = |it: char| it.is_ascii_alphanumeric() || "-+._!".contains(it);
    version.len() <= limits::VERSION
        && version.chars().all(fits)
        && parts.clone().count() >= numbers
        && parts
            .clone()
            .take(numbers)
            .all(|part| part.starts_with(|first: char| first.is_ascii_digit()))
        && parts.all(|part| !part.is_empty() && !part.contains(['x', 'X']))
}

fn is_word(word: &str, more: &str) -> bool {
    let fits = |it: char| it.is_ascii_alphanumeric() || more.contains(it);
    word.starts_with(|first: char| first.is_ascii_alphanumeric())
        && word.chars().all(fits)
        && !word.contains("..")
}

fn is_file(identifier: &str) -> bool {
    let lower = identifier.to_ascii_lowercase();
    FILES.iter().any(|ending| lower.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_a_package_of_the_usual_index_is_an_identifier() {
        for good in ["a", "server-notes", "@scope/server.notes", "@a1/b_c~d"] {
            assert!(is_npm(good), "{good}");
        }
        for bad in [
            "",
            "-y",
            "--registry=https://example.com",
            "git+https://example.com/a",
            "https://example.com/a.tgz",
            "a/b",
            "../x",
            "./x",
            "/x",
            "~x",
            "@a",
            "@a/",
            "@/a",
            "@-a/b",
            "@a/b/c",
            "a@1",
            "npm:a",
            "file:a",
            "a.tgz",
            "a b",
            "a\u{202e}b",
            "ä",
            "a..b",
        ] {
            assert!(!is_npm(bad), "{bad}");
            assert!(!is_pypi(bad), "{bad}");
            assert!(!is_nuget(bad), "{bad}");
        }
        assert!(is_pypi("mcp-server-git") && is_pypi("zope.interface") && !is_pypi("a-"));
        assert!(is_nuget("Some.Server_2") && !is_nuget("a/b"));
    }

    #[test]
    fn an_image_has_a_tag_that_does_not_move_or_a_digest() {
        let digest = format!("sha256:{}", "0a".repeat(32));
        for good in [
            "notes:1.2.3".to_owned(),
            "ada/notes:1.2.3".to_owned(),
            "ghcr.io/ada/notes:v1".to_owned(),
            "localhost:5000/notes:1".to_owned(),
            format!("ghcr.io/ada/notes@{digest}"),
            format!("ghcr.io/ada/notes:1.2.3@{digest}"),
        ] {
            assert!(is_image(&good), "{good}");
        }
        for bad in [
            "",
            "notes",
            "notes:latest",
            "ghcr.io:443/ada/notes",
            "--privileged",
            "-v:1",
            "../notes:1",
            "https://ghcr.io/ada/notes:1",
            "ada//notes:1",
            "Ada/notes:1",
            "notes@sha256:12",
            "notes:1 --privileged",
            "ghcr.io/-a:1",
        ] {
            assert!(!is_image(bad), "{bad}");
        }
    }

    #[test]
    fn a_version_is_exact_or_none() {
        for good in ["1.2.3", "1.2.3-beta.1", "2026.8.31", "1.2.3+build", "10.0.0-rc1"] {
            assert!(is_exact(good, 3), "{good}");
        }
        for bad in [
            "",
            "latest",
            "1",
            "1.2",
            "^1.2.3",
            "~1.2.3",
            ">=1.2.3",
            "1.x.0",
            "1.2.*",
            "1.2.3 || 2",
            "next",
            "1.2.3\n",
            "https://example.com",
            "../1.2.3",
            "-1.2.3",
        ] {
            assert!(!is_exact(bad, 3), "{bad}");
        }
        assert!(is_exact("1", 1) && is_exact("2.0.post1", 1) && is_exact("1!2.0", 1) && !is_exact("x", 1));
    }

    #[test]
    fn the_usual_index_is_known_by_its_host() {
        assert!(is_usual("npm", "https://registry.npmjs.org") && is_usual("pypi", "https://pypi.org/"));
        assert!(is_usual("nuget", "https://api.nuget.org/v3/index.json"));
        for (kind, base) in [
            ("npm", "http://registry.npmjs.org"),
            ("npm", "https://registry.npmjs.org.example.com"),
            ("npm", "https://pypi.org"),
            ("npm", "registry"),
            ("other", "https://pypi.org"),
        ] {
            assert!(!is_usual(kind, base), "{kind} {base}");
        }
    }
}
