//! What each kind of provider is. The rest of this module asks for its row, and differs by API alone.

use portcullis_domain::ProviderKind;
use portcullis_l10n::say;

/// The API that a provider has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ModelApi {
    /// Anthropic's Messages.
    Anthropic,
    /// OpenAI's Responses.
    Responses,
    /// Gemini's.
    Gemini,
    /// Ollama's own.
    Ollama,
    /// OpenAI's Chat Completions, which most others have.
    Chat,
}

/// What is known of a kind.
pub(super) struct KindRow {
    /// What it is called; `None` for one of the person's own.
    name: Option<&'static str>,
    /// Where it is, unless a person says otherwise.
    address: Option<&'static str>,
    /// How it is asked.
    pub api: ModelApi,
    /// Whose entries in the library's table its models have; `None` where its address tells.
    pub vendor: Option<&'static str>,
    /// Most tools that it takes with one request, as it says when there are more.
    pub most_tools: Option<usize>,
    /// It refuses a description of a tool that is longer than [`crate::limits::OPENAI_DESCRIPTION`].
    pub short_descriptions: bool,
    /// It usually is on this computer and runs its models there.
    pub local: bool,
}

/// A server of the person's own that speaks as OpenAI does.
const OWN: KindRow = KindRow {
    name: None,
    address: None,
    api: ModelApi::Chat,
    vendor: None,
    most_tools: None,
    short_descriptions: false,
    local: false,
};

pub(super) const fn row(kind: ProviderKind) -> KindRow {
    match kind {
        ProviderKind::Anthropic => KindRow {
            name: Some("Anthropic"),
            address: Some("https://api.anthropic.com"),
            api: ModelApi::Anthropic,
            vendor: Some("anthropic"),
            ..OWN
        },
        ProviderKind::Openai => KindRow {
            name: Some("OpenAI"),
            address: Some("https://api.openai.com/v1"),
            api: ModelApi::Responses,
            vendor: Some("openai"),
            most_tools: Some(128),
            short_descriptions: true,
            ..OWN
        },
        ProviderKind::Gemini => KindRow {
            name: Some("Gemini"),
            address: Some("https://generativelanguage.googleapis.com"),
            api: ModelApi::Gemini,
            vendor: Some("gcp.gemini"),
            most_tools: Some(512),
            ..OWN
        },
        ProviderKind::Ollama => KindRow {
            name: Some("Ollama"),
            address: Some("http://127.0.0.1:11434"),
            api: ModelApi::Ollama,
            vendor: Some("ollama"),
            local: true,
            ..OWN
        },
        ProviderKind::LmStudio => KindRow {
            name: Some("LM Studio"),
            address: Some("http://127.0.0.1:1234/v1"),
            local: true,
            ..OWN
        },
        // It may pass requests on to OpenAI.
        ProviderKind::Compatible => KindRow {
            most_tools: Some(128),
            short_descriptions: true,
            ..OWN
        },
    }
}

/// What a kind of provider is called.
#[must_use]
pub fn called(kind: ProviderKind) -> String {
    row(kind).name.map_or_else(|| say!("provider-own"), str::to_owned)
}

/// Where a kind of provider is, unless a person says otherwise.
#[must_use]
pub fn usual_address(kind: ProviderKind) -> Option<&'static str> {
    row(kind).address
}

/// Whether a kind of provider usually runs on this computer.
#[must_use]
pub fn is_local(kind: ProviderKind) -> bool {
    row(kind).local
}
