//! Pictures and sounds of a model, as each provider sends them.

use serde_json::{Value, json};

use super::{
    ProviderApi,
    replies::{candidate, chunk, data, event, line},
};

/// The frames of these. Anthropic's models make none.
pub(super) fn frames(api: ProviderApi, makes: &[(String, String)]) -> String {
    let one = |(number, (mime, made)): (usize, &(String, String))| match api {
        ProviderApi::Anthropic => String::new(),
        ProviderApi::OpenAi if mime.starts_with("audio/") => sound(made),
        ProviderApi::OpenAi => {
            let url = match mime.is_empty() {
                true => made.clone(),
                false => format!("data:{mime};base64,{made}"),
            };
            let image = json!({"type": "image_url", "image_url": {"url": url}, "index": number});
            data(&chunk(&json!({"content": "", "images": [image]}), &Value::Null))
        }
        ProviderApi::Responses => responses(number, mime, made),
        ProviderApi::Gemini => {
            let part = match mime.is_empty() {
                true => json!({"fileData": {"mimeType": "image/png", "fileUri": made}}),
                false => json!({"inlineData": {"mimeType": mime, "data": made}, "thoughtSignature": "c2ln"}),
            };
            data(&candidate(&json!([part]), None))
        }
        ProviderApi::Ollama => line(
            &json!({"role": "assistant", "content": "", "images": [made]}),
            false,
        ),
    };
    makes.iter().enumerate().map(one).collect()
}

/// A sound comes in pieces, each of them Base64 of its own.
fn sound(made: &str) -> String {
    let middle = made.len() / 8 * 4;
    let (one, other) = made.split_at_checked(middle).unwrap_or((made, ""));
    let piece = |piece: &str| {
        let audio = json!({"id": "audio_1", "data": piece});
        data(&chunk(&json!({ "audio": audio }), &Value::Null))
    };
    let transcript = json!({"audio": {"id": "audio_1", "transcript": "Listen."}});
    piece(one) + &data(&chunk(&transcript, &Value::Null)) + &piece(other)
}

/// After every other item, so that the numbers of those stay as they are.
fn responses(number: usize, mime: &str, made: &str) -> String {
    let at = 50 + number;
    let id = format!("ig_{number}");
    let format = mime.strip_prefix("image/").unwrap_or(mime);
    let begun = json!({"id": id, "type": "image_generation_call", "status": "in_progress"});
    let done = json!({"id": id, "type": "image_generation_call", "status": "completed", "output_format": format,
        "result": made});
    let tell = |kind: &str, item: &Value| {
        event(
            kind,
            &json!({"type": kind, "sequence_number": 40 + number, "output_index": at, "item": item}),
        )
    };
    tell("response.output_item.added", &begun) + &tell("response.output_item.done", &done)
}
