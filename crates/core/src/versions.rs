//! Versions of packages, as the programs that fetch them read them.

/// npm reads no longer parts, in bytes.
const LONGEST: usize = 250;
/// npm reads no larger number: above it, JavaScript does not count exactly.
const LARGEST: u64 = 9_007_199_254_740_991;

/// Whether npm takes a text for one version. What it cannot read as a version or a range, such as `1.2.3-` or `1.2.3.4`, it takes for
/// the name of a tag, which a publisher moves to another version at any time.
#[must_use]
pub fn is_npm_version(version: &str) -> bool {
    let (rest, build) = split(version, '+');
    let (release, before) = split(rest, '-');
    let is_number = |part: &str| {
        let is_plain = part.bytes().all(|byte| byte.is_ascii_digit());
        is_plain && part.parse::<u64>().is_ok_and(|number| number <= LARGEST)
    };
    let is_addition = |text: &str| {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        text.split('.')
            .all(|part| !part.is_empty() && part.bytes().all(fits))
    };
    version.len() <= LONGEST
        && release.split('.').count() == 3
        && release.split('.').all(is_number)
        && [before, build].into_iter().flatten().all(is_addition)
}

fn split(text: &str, at: char) -> (&str, Option<&str>) {
    match text.split_once(at) {
        Some((text, rest)) => (text, Some(rest)),
        None => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::is_npm_version;

    #[test]
    fn what_npm_takes_for_a_range_or_a_tag_is_no_version() {
        for version in ["1.2.3", "1.2.3-beta.1", "2026.8.31", "1.2.3-rc-1+b.7", "0.0.0-0"] {
            assert!(is_npm_version(version), "{version}");
        }
        let long = format!("1.2.3-{}", "a".repeat(250));
        for tag in [
            "",
            "latest",
            "1.2",
            "1.2.x",
            "^1.2.3",
            "1.2.3.4",
            "1a.2.3",
            "1.2.3-",
            "1.2.3+",
            "1.2.3-a..b",
            "1.2.3-a_b",
            "1.2.+3",
            "10000000000000000.2.3",
            long.as_str(),
        ] {
            assert!(!is_npm_version(tag), "{tag}");
        }
    }
}
