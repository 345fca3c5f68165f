//! Finds the line of standard error that tells why a program ended. The last lines are often a stack trace or the
//! closing lines of a package manager; the reason stands before them.

/// Lines that are looked at.
pub(super) const LINES: usize = 1_000;

/// How much a line looks like a reason.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Relevance {
    /// Any words.
    Words,
    /// It speaks of something that went wrong.
    Complaint,
    /// It is an error under its own name: `TypeError: …`, `npm error 404 …`, `fatal: …`.
    Named,
}

/// The line that looks most like the reason: of several that are alike, the last. With no such line, the last that says
/// anything.
pub(super) fn cause(lines: &[String]) -> Option<&str> {
    let judged = lines
        .iter()
        .filter_map(|line| Some((likeness(line)?, line.trim())));
    judged.max_by(|a, b| a.0.cmp(&b.0)).map(|(_, line)| line)
}

/// `None` for what is never a reason: stacks, blank lines, and what package managers say around their errors.
fn likeness(line: &str) -> Option<Relevance> {
    let words = line.trim();
    let around = [
        "at ",
        "File \"",
        "Traceback ",
        "Require stack:",
        "- /",
        "Node.js v",
        "node:",
        "npm notice",
        "npm warn",
        "npm WARN",
        "npm error A complete log",
        "npm ERR! A complete log",
        "npm error code ",
        "npm ERR! code ",
        "npm error errno ",
        "npm ERR! errno ",
        "npm error syscall ",
        "npm ERR! syscall ",
        "npm error path ",
        "npm ERR! path ",
        "note: run with `RUST_BACKTRACE",
        "stack backtrace:",
    ];
    if !words.chars().any(char::is_alphabetic) || around.iter().any(|start| words.starts_with(start)) {
        return None;
    }
    if is_named(words) {
        return Some(Relevance::Named);
    }
    let lower = words.to_lowercase();
    let complaints = [
        "error",
        "fatal",
        "panicked",
        "failed",
        "failure",
        "cannot ",
        "could not",
        "not found",
        "no such file",
        "denied",
        "refused",
        "missing",
        "required",
        "not set",
        "unable to",
        "enotfound",
        "econnrefused",
        "eaddrinuse",
    ];
    match complaints.iter().any(|complaint| lower.contains(complaint)) {
        true => Some(Relevance::Complaint),
        false => Some(Relevance::Words),
    }
}

/// It begins with the name of an error, and says something after it.
fn is_named(words: &str) -> bool {
    // Node.js puts this before the error that led to the one above it.
    let words = words.strip_prefix("[cause]:").unwrap_or(words).trim_start();
    if words.contains("panicked at") {
        return true;
    }
    // `npm error 404 Not Found`: what is told line by line begins with a number once, and that line says most.
    let npm = words
        .strip_prefix("npm error ")
        .or_else(|| words.strip_prefix("npm ERR! "));
    if let Some(said) = npm {
        return said.starts_with(|first: char| first.is_ascii_digit()) && said.contains("Not Found")
            || said.starts_with("request to")
            || said.starts_with("could not");
    }
    let Some((name, said)) = words.split_once(':') else {
        return false;
    };
    let name = name.trim_start_matches("Uncaught ");
    let name = name.split('[').next().unwrap_or_default().trim();
    let plain = |name: &str| {
        name.chars()
            .all(|letter| letter.is_alphanumeric() || matches!(letter, '.' | '_'))
    };
    let lower = name.to_lowercase();
    let ends = ["error", "exception", "fatal", "panic", "notfound"];
    plain(name) && ends.iter().any(|end| lower.ends_with(end)) && !said.trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::cause;

    fn of(text: &str) -> Option<String> {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        cause(&lines).map(str::to_owned)
    }

    #[test]
    fn the_cause_is_found_before_the_stack_that_follows_it() {
        let stack: String = (0..40)
            .map(|at| format!("    at step{at} (file.js:{at}:1)\n"))
            .collect();
        for (said, expected) in [
            (
                format!("starting\nnode:internal/modules:1\n  throw err;\n  ^\n\nError: Cannot find module 'left-pad'\nRequire stack:\n- /app/x.js\n{stack}\nNode.js v20.1.0\n"),
                "Error: Cannot find module 'left-pad'",
            ),
            (
                "Traceback (most recent call last):\n  File \"s.py\", line 1, in <module>\n    import mcp\nModuleNotFoundError: No module named 'mcp'\n".to_owned(),
                "ModuleNotFoundError: No module named 'mcp'",
            ),
            (
                "npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/nope - Not found\nnpm error 404\nnpm error 404  'nope@*' is not in this registry.\nnpm error A complete log of this run can be found in: /x\n".to_owned(),
                "npm error 404 Not Found - GET https://registry.npmjs.org/nope - Not found",
            ),
            ("thread 'main' panicked at src/main.rs:1:2:\nno config\nnote: run with `RUST_BACKTRACE=1`".to_owned(), "thread 'main' panicked at src/main.rs:1:2:"),
            (format!("getaddrinfo ENOTFOUND api.notion.com\n{stack}"), "getaddrinfo ENOTFOUND api.notion.com"),
            (
                format!("TypeError: fetch failed\n{stack} {{\n  [cause]: Error: getaddrinfo ENOTFOUND api.example.com\n      at y (b.js:1:1) {{\n    errno: -3008,\n    code: 'ENOTFOUND'\n  }}\n}}\n"),
                "[cause]: Error: getaddrinfo ENOTFOUND api.example.com",
            ),
            ("API_KEY is required\nusage: server [options]\n".to_owned(), "API_KEY is required"),
            ("hello\nno licence\n\n".to_owned(), "no licence"),
        ] {
            assert_eq!(of(&said).as_deref(), Some(expected), "{said}");
        }
        assert_eq!(of("\n    at x\n---\n"), None);
        assert_eq!(of(""), None);
    }
}
