//! Tools that answer with something other than text: a picture, a tone, a document.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use rmcp::{
    ErrorData,
    handler::server::wrapper::Parameters,
    model::{CallToolResult, ContentBlock},
    schemars::{self, JsonSchema},
    tool, tool_router,
};
use serde::Deserialize;

use crate::{
    DemoServer, guide,
    picture::{self, Material},
    sound,
};

#[derive(Debug, Deserialize, JsonSchema)]
struct Drawing {
    /// What the bars are made of.
    #[serde(default)]
    material: Material,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Tone {
    /// The pitch in hertz.
    #[serde(default = "concert_pitch")]
    #[schemars(range(min = 100, max = 2000))]
    hertz: f64,
}

fn concert_pitch() -> f64 {
    440.0
}

#[tool_router(router = media_tools, vis = "pub(crate)")]
impl DemoServer {
    /// Draws a small gate as a PNG picture.
    #[tool(
        title = "Draw a gate",
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    fn draw(&self, Parameters(Drawing { material }): Parameters<Drawing>) -> CallToolResult {
        CallToolResult::success(vec![
            ContentBlock::text("A gate, 96 by 96 pixels."),
            ContentBlock::image(BASE64_STANDARD.encode(picture::gate(material)), "image/png"),
        ])
    }

    /// Makes a quarter of a second of a tone as a WAV sound.
    #[tool(
        title = "Make a tone",
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    fn beep(&self, Parameters(Tone { hertz }): Parameters<Tone>) -> Result<CallToolResult, ErrorData> {
        if !(100.0..=2000.0).contains(&hertz) {
            return Err(ErrorData::invalid_params(
                "`hertz` must be between 100 and 2000",
                None,
            ));
        }
        Ok(CallToolResult::success(vec![ContentBlock::audio(
            BASE64_STANDARD.encode(sound::beep(hertz)),
            "audio/wav",
        )]))
    }

    /// Answers with the guide itself and with a link to the notes.
    #[tool(
        title = "Read the guide",
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    fn read_guide(&self) -> CallToolResult {
        CallToolResult::success(vec![
            ContentBlock::resource(guide::guide_contents()),
            ContentBlock::resource_link(guide::notes_link()),
        ])
    }
}
