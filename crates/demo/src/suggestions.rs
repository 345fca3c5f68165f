//! What the demo suggests while a prompt or a template is filled in.

use rmcp::{
    ErrorData,
    model::{CompleteRequestParams, CompleteResult, CompletionInfo, Reference},
};

use crate::{guide, notes::Note};

const LANGUAGES: [&str; 8] = [
    "Danish", "Finnish", "French", "German", "Italian", "Japanese", "Polish", "Spanish",
];
const TONES: [&str; 4] = ["brief", "cheerful", "formal", "plain"];

/// Values for a field that begin with what was typed; none for a field that the demo does not have.
pub(crate) fn for_field(
    request: &CompleteRequestParams,
    notes: &[Note],
) -> Result<CompleteResult, ErrorData> {
    let field = request.argument.name.as_str();
    let numbers = || notes.iter().map(|note| note.number.to_string()).collect();
    let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    let all: Vec<String> = match (&request.r#ref, field) {
        (Reference::Resource(template), "number") if template.uri == guide::NOTE_TEMPLATE => numbers(),
        (Reference::Prompt(prompt), "number") if prompt.name == "translate_note" => numbers(),
        (Reference::Prompt(prompt), "language") if prompt.name == "translate_note" => owned(&LANGUAGES),
        (Reference::Prompt(prompt), "tone") if prompt.name == "summarise_notes" => owned(&TONES),
        _ => Vec::new(),
    };
    let typed = request.argument.value.to_lowercase();
    let values = all
        .into_iter()
        .filter(|value| value.to_lowercase().starts_with(&typed));
    let values = values.take(CompletionInfo::MAX_VALUES).collect();
    let completion = CompletionInfo::new(values).map_err(|error| ErrorData::internal_error(error, None))?;
    Ok(CompleteResult::new(completion))
}
