//! Tools that answer and change nothing: a sum, a slow one, a failing one, a large one, a form.

use std::time::Duration;

use rmcp::{
    ErrorData, Peer, RoleServer,
    handler::server::wrapper::{Json, Parameters},
    model::{CallToolResult, ContentBlock, ProgressNotificationParam, ProgressToken, RequestMetaObject},
    schemars::{self, JsonSchema},
    tool, tool_router,
};
use serde::{Deserialize, Serialize};

use crate::{
    DemoServer,
    form::{EverythingForm, Received},
};

/// The longest a count may take, in seconds: below the time after which a host gives up by default.
const LONGEST_COUNT: u32 = 60;
/// The largest text, in kilobytes of 1,024 bytes: below the 16 MiB that fit one message.
const LARGEST_TEXT: u32 = 12 * 1024;

#[derive(Debug, Deserialize, JsonSchema)]
struct Summands {
    /// The first number.
    a: f64,
    /// The second number.
    b: f64,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Sum {
    /// The two numbers added.
    sum: f64,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct CountFor {
    /// How long to count, in seconds.
    #[serde(default = "five")]
    #[schemars(range(min = 1, max = LONGEST_COUNT))]
    seconds: u32,
}

fn five() -> u32 {
    5
}

#[derive(Debug, Deserialize, JsonSchema)]
struct TextSize {
    /// The size in kilobytes of 1,024 bytes.
    #[schemars(range(min = 1, max = LARGEST_TEXT))]
    kilobytes: u32,
}

#[tool_router(router = plain_tools, vis = "pub(crate)")]
impl DemoServer {
    /// Adds two numbers. Reads nothing and changes nothing.
    #[tool(
        title = "Add two numbers",
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    fn add(&self, Parameters(Summands { a, b }): Parameters<Summands>) -> Json<Sum> {
        Json(Sum { sum: a + b })
    }

    /// Counts one number a second and reports each as progress. Stops when the call is cancelled.
    #[tool(
        title = "Count slowly",
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    async fn slow_count(
        &self,
        Parameters(CountFor { seconds }): Parameters<CountFor>,
        meta: RequestMetaObject,
        peer: Peer<RoleServer>,
        cancelled: rmcp::service::RequestContext<RoleServer>,
    ) -> Result<String, ErrorData> {
        if !(1..=LONGEST_COUNT).contains(&seconds) {
            return Err(ErrorData::invalid_params(
                format!("`seconds` must be between 1 and {LONGEST_COUNT}"),
                None,
            ));
        }
        let token = meta.get_progress_token();
        for second in 1..=seconds {
            tokio::select! {
                () = tokio::time::sleep(Duration::from_secs(1)) => {}
                () = cancelled.ct.cancelled() => {
                    return Err(ErrorData::internal_error(
                        format!("The count was cancelled at {}.", second - 1),
                        None,
                    ));
                }
            }
            if let Some(token) = &token {
                report(&peer, token, second, seconds).await;
            }
        }
        Ok(format!("Counted to {seconds}."))
    }

    /// Fails every time, with a message that says what would help.
    #[tool(
        title = "Fail with a reason",
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    fn fail(&self) -> CallToolResult {
        CallToolResult::error(vec![ContentBlock::text(
            "There is no notebook called \"travel\". Call `list_notes` to see what there is, or \
             `write_note` to begin one.",
        )])
    }

    /// Answers with a long text of numbered lines.
    #[tool(
        title = "Answer at length",
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    fn big_text(
        &self,
        Parameters(TextSize { kilobytes }): Parameters<TextSize>,
    ) -> Result<String, ErrorData> {
        if !(1..=LARGEST_TEXT).contains(&kilobytes) {
            return Err(ErrorData::invalid_params(
                format!("`kilobytes` must be between 1 and {LARGEST_TEXT}"),
                None,
            ));
        }
        Ok(numbered_lines(kilobytes as usize * 1024))
    }

    /// Takes one of each kind of field and answers with what it understood.
    #[tool(
        title = "Fill in a form",
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    fn everything_form(&self, Parameters(received): Parameters<EverythingForm>) -> Json<Received> {
        Json(Received { received })
    }
}

/// Progress is a courtesy: a host that has gone away must not turn it into a failure of the count.
async fn report(peer: &Peer<RoleServer>, token: &ProgressToken, done: u32, total: u32) {
    let progress = ProgressNotificationParam::new(token.clone(), f64::from(done))
        .with_total(f64::from(total))
        .with_message(format!("Counted {done} of {total}"));
    drop(peer.notify_progress(progress).await);
}

/// Lines of 64 bytes, each with its number, so that a cut in the middle can be seen.
fn numbered_lines(bytes: usize) -> String {
    let mut text = String::with_capacity(bytes);
    for line in 1..=bytes / 64 {
        text.push_str(&format!("{line:>8}  {:.<53}\n", ""));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::numbered_lines;

    #[test]
    fn a_text_has_exactly_the_size_that_was_asked_for() {
        assert_eq!(numbered_lines(1024).len(), 1024);
        assert_eq!(numbered_lines(3 * 1024).len(), 3 * 1024);
    }
}
