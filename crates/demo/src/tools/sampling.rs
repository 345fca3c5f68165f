//! A tool that asks a model through the host, so that a newcomer meets both questions about it.
//!
//! Up to 2025-11-25 the server asks while the call runs; in 2026-07-28 the call is answered with the question and made
//! again with the answer. A host that offers no sampling is not asked.
#![allow(
    deprecated,
    reason = "sampling is on its way out of the protocol, and hosts still have to deal with it"
)]

use rmcp::{
    ErrorData, RoleServer,
    handler::server::{tool::InputResponses, wrapper::Parameters},
    model::{
        CallToolResponse, CallToolResult, ContentBlock, CreateMessageRequest, CreateMessageRequestParams,
        CreateMessageResult, InputRequest, InputRequiredResult, ProtocolVersion, SamplingMessage,
    },
    schemars::{self, JsonSchema},
    service::RequestContext,
    tool, tool_router,
};
use serde::Deserialize;

use crate::DemoServer;

/// The name of the question, where it has to have one.
const QUESTION: &str = "urgency";
/// One word is enough, and a small number shows what a limit is.
const TOKENS: u32 = 20;

#[derive(Debug, Deserialize, JsonSchema)]
struct Report {
    /// What happened.
    #[schemars(length(min = 1, max = 500))]
    text: String,
}

#[tool_router(router = sampling_tools, vis = "pub(crate)")]
impl DemoServer {
    /// Asks a model, through the host, how urgent something is. You see what is sent before it is sent, and the
    /// answer before this server gets it.
    #[tool(
        title = "Ask a model",
        annotations(read_only_hint = true, idempotent_hint = false, open_world_hint = false)
    )]
    async fn ask_model(
        &self,
        Parameters(Report { text }): Parameters<Report>,
        InputResponses(answers): InputResponses,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if !offers_words(&context) {
            return Ok(CallToolResult::error(vec![ContentBlock::text(
                "This host lets no server ask a model, or not this one. In Portcullis, a server's page has a \
                 switch for it.",
            )])
            .into());
        }
        let question = CreateMessageRequestParams::new(
            vec![SamplingMessage::user_text(format!(
                "{text}\nHow urgent is that? Answer: urgent, normal or low."
            ))],
            TOKENS,
        )
        .with_system_prompt("You sort reports by urgency. Answer with one word.");
        let modern = context
            .protocol_version()
            .is_some_and(|version| version >= ProtocolVersion::V_2026_07_28);
        if !modern {
            return Ok(match context.peer.create_message(question).await {
                Ok(answer) => tool_result(&answer),
                Err(error) => {
                    CallToolResult::error(vec![ContentBlock::text(format!("No model answered: {error}"))])
                }
            }
            .into());
        }
        match answers.and_then(|mut answers| answers.remove(QUESTION)) {
            None => {
                let question = InputRequest::CreateMessage(CreateMessageRequest::new(question));
                Ok(InputRequiredResult::from_input_requests([(QUESTION.to_owned(), question)].into()).into())
            }
            Some(answer) => {
                let answer: CreateMessageResult = serde_json::from_value(answer)
                    .map_err(|error| ErrorData::invalid_params(error.to_string(), None))?;
                Ok(tool_result(&answer).into())
            }
        }
    }
}

fn offers_words(context: &RequestContext<RoleServer>) -> bool {
    let now = context.meta.client_capabilities();
    let declared = now.or_else(|| {
        let host = context.peer.peer_info();
        host.map(|host| host.capabilities.clone())
    });
    declared.is_some_and(|declared| declared.sampling.is_some())
}

fn tool_result(answer: &CreateMessageResult) -> CallToolResult {
    let words = answer
        .message
        .content
        .iter()
        .find_map(|part| part.as_text())
        .map_or("nothing in words", |text| text.text.as_str());
    CallToolResult::success(vec![ContentBlock::text(format!(
        "“{}” says: {words}",
        answer.model
    ))])
}
