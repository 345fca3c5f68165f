//! Paths as texts, without a look at the disk.

/// Without parts that lead nowhere: `.`, `a/..`, and nothing between two separators (`/`).
#[must_use]
pub fn normalized(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    let root = if path.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}
