//! How PowerShell sets environment variables: by `$env:`, by the cmdlets of its `Env:` drive, and by .NET.

/// Cmdlets that write to a drive, with their aliases.
const WRITES: [&str; 8] = [
    "set-item",
    "si",
    "new-item",
    "ni",
    "set-content",
    "sc",
    "add-content",
    "ac",
];

/// The variable that a command sets, given what stood before it in the same code.
pub(super) fn variable_set(words: &[String], before: Option<&[String]>) -> Option<String> {
    let name = by_env(words)
        .or_else(|| by_cmdlet(words))
        .or_else(|| by_dotnet(words, before?));
    name.filter(|name| !name.is_empty()).map(str::to_owned)
}

/// `$env:NAME = value` and `${env:NAME}=value`, with or without the blanks. Also `+=`, and `??=` where nothing is set yet.
fn by_env(words: &[String]) -> Option<&str> {
    let (first, rest) = words.split_first()?;
    let braced = first.starts_with("${");
    let name = without_prefix(first, if braced { "${env:" } else { "$env:" })?;
    let (name, sets) = match name.split_once('=') {
        Some((name, _)) => (name, true),
        None => (
            name,
            rest.first()
                .is_some_and(|next| next.starts_with(['=', '+']) || next.starts_with("??=")),
        ),
    };
    sets.then_some(name.trim_end_matches(['+', '?']).trim_end_matches('}'))
}

/// `Set-Item env:NAME value`, also with `-Path`.
fn by_cmdlet(words: &[String]) -> Option<&str> {
    let (cmdlet, arguments) = words.split_first()?;
    if !WRITES.contains(&cmdlet.to_ascii_lowercase().as_str()) {
        return None;
    }
    let on_the_drive = arguments.iter().find_map(|word| without_prefix(word, "env:"))?;
    Some(on_the_drive.trim_start_matches(['\\', '/']))
}

/// `[Environment]::SetEnvironmentVariable('NAME', 'value')`, which reads as two commands.
fn by_dotnet<'a>(words: &'a [String], before: &[String]) -> Option<&'a str> {
    let method = before.last()?.to_ascii_lowercase();
    let arguments = words
        .first()
        .filter(|_| method.ends_with("::setenvironmentvariable"))?;
    Some(
        arguments
            .split_once(',')
            .map_or(arguments.as_str(), |(name, _)| name),
    )
}

fn without_prefix<'a>(word: &'a str, prefix: &str) -> Option<&'a str> {
    let (start, rest) = word.split_at_checked(prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then_some(rest)
}
