//! Code for a shell, as words.

/// The words of each command: quotes and backslashes are taken off, variables are left as they are.
pub(super) fn commands(code: &str) -> Vec<Vec<String>> {
    let mut commands = vec![Vec::new()];
    for piece in pieces(code) {
        match (piece, commands.last_mut()) {
            (Some(word), Some(command)) => command.push(word),
            _ => commands.push(Vec::new()),
        }
    }
    commands.retain(|words| !words.is_empty());
    commands
}

/// All words, whatever commands they are in.
pub(super) fn words(code: &str) -> Vec<String> {
    pieces(code).into_iter().flatten().collect()
}

/// Words, and `None` where a command ends.
fn pieces(code: &str) -> Vec<Option<String>> {
    let mut pieces = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = code.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (None, '\'' | '"') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(characters.next()),
            (None, '$') => {
                let word = word.get_or_insert_default();
                word.push('$');
                // `${NAME}` is a part of a word, and no beginning of a block.
                if characters.as_str().starts_with('{') {
                    let name = characters
                        .as_str()
                        .split_inclusive('}')
                        .next()
                        .unwrap_or_default();
                    word.push_str(name);
                    characters = characters.as_str().get(name.len()..).unwrap_or_default().chars();
                }
            }
            (None, ' ' | '\t') => pieces.extend(word.take().map(Some)),
            (None, ';' | '&' | '|' | '\n' | '(' | ')' | '{' | '}' | '`' | '<' | '>') => {
                pieces.extend(word.take().map(Some));
                pieces.push(None);
            }
            _ => word.get_or_insert_default().push(character),
        }
    }
    pieces.extend(word.map(Some));
    pieces
}
