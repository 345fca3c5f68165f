//! Models of providers in conversations: the real library against servers on this computer that speak each provider's api.

mod choosing;
mod failures;
mod replies;
mod sampling;
mod tools;

use portcullis_api::{
    Answer, Asked, CallState, Hidden, HostEvent, Message, Outcome, Part, Phase, ProviderDraft, ProviderKind,
    ProviderView, Request, Speaker,
};
use portcullis_host::{host::Events, limits};
use portcullis_tests::{
    fake_provider::{FakeProvider, PROVIDER_APIS, ProviderApi, Turn},
    peer::PATIENCE,
    sink::Sink,
    test_user::{TestUser, assert_done, program, received},
    wait,
};
use serde_json::{Value, json};

pub(crate) fn kind(api: ProviderApi) -> ProviderKind {
    match api {
        ProviderApi::Anthropic => ProviderKind::Anthropic,
        ProviderApi::OpenAi => ProviderKind::Compatible,
        ProviderApi::Responses => ProviderKind::Openai,
        ProviderApi::Gemini => ProviderKind::Gemini,
        ProviderApi::Ollama => ProviderKind::Ollama,
    }
}

pub(crate) async fn adds(
    person: &TestUser,
    kind: ProviderKind,
    address: &str,
    key: Option<&str>,
) -> ProviderView {
    let draft = ProviderDraft {
        kind,
        label: None,
        address: Some(address.to_owned()),
        key: key.map(|key| Hidden(key.to_owned())),
    };
    person
        .host
        .add_provider(draft)
        .await
        .expect("the provider is kept")
}

/// A person with a provider, and a conversation with its model.
pub(crate) struct Talk {
    pub(crate) person: TestUser,
    pub(crate) mind: FakeProvider,
    pub(crate) provider: String,
    pub(crate) id: String,
}

impl Talk {
    /// The same conversation, after the host was closed and opened again.
    pub(crate) async fn after_a_restart(self) -> Self {
        let person = self.person.restarts_the_host().await;
        Self { person, ..self }
    }

    pub(crate) async fn new(api: ProviderApi) -> Self {
        Self::of(TestUser::new().await, api).await
    }

    pub(crate) async fn of(person: TestUser, api: ProviderApi) -> Self {
        let mind = FakeProvider::new(api, &["m-1", "m-2"]).await;
        let provider = adds(&person, kind(api), &mind.url(), None).await;
        assert_eq!(provider.problem, None, "{api:?}");
        let id = person.host.create_conversation().await.unwrap().summary.id;
        Self {
            person,
            mind,
            provider: provider.id,
            id,
        }
    }

    /// Says something and hears the answer.
    pub(crate) async fn says(&self, text: &str) -> Message {
        let mut events = self.person.host.events();
        self.person.host.say(&self.id, text).await.expect("it is heard");
        self.end(&mut events).await
    }

    pub(crate) async fn end(&self, events: &mut Events) -> Message {
        heard(events, "the end of a reply", |event| match event {
            HostEvent::Message { message, .. } if message.speaker == Speaker::Model && !message.streaming => {
                Some(message)
            }
            _ => None,
        })
        .await
    }

    /// Says yes to every call until nothing more is asked.
    pub(crate) async fn allows_all(&self) {
        loop {
            let request = self
                .person
                .is_asked("a call", |request| matches!(request.asked, Asked::Tool { .. }))
                .await;
            self.person.answers(&request, Answer::AllowOnce {}).await;
        }
    }

    pub(crate) async fn says_and_allows(&self, text: &str) -> Message {
        tokio::select! {
            message = self.says(text) => message,
            () = self.allows_all() => unreachable!("it asks for ever"),
        }
    }

    pub(crate) async fn messages(&self) -> Vec<Message> {
        self.person.host.conversation(&self.id).await.unwrap().messages
    }
}

pub(crate) async fn heard<T>(
    events: &mut Events,
    what: &str,
    mut is: impl FnMut(HostEvent) -> Option<T>,
) -> T {
    let hearing = async {
        loop {
            let (_, event) = events.next().await.expect("the host is there");
            if let Some(found) = is(event) {
                return found;
            }
        }
    };
    tokio::time::timeout(PATIENCE, hearing)
        .await
        .unwrap_or_else(|_| panic!("timed out waiting for {what}"))
}

pub(crate) fn words(message: &Message) -> String {
    let words = message.parts.iter().filter_map(|part| match part {
        Part::Words { text } => Some(text.as_str()),
        _ => None,
    });
    words.collect()
}

pub(crate) fn trouble(message: &Message) -> Option<&str> {
    message.parts.iter().find_map(|part| match part {
        Part::Trouble { problem, call: None } => Some(problem.code.as_str()),
        _ => None,
    })
}

pub(crate) fn calls(message: &Message) -> Vec<(String, CallState)> {
    let calls = message.parts.iter().filter_map(|part| match part {
        Part::Call { call } => Some((call.tool.clone(), call.state)),
        _ => None,
    });
    calls.collect()
}

/// A server that answers each of its tools with the tool's name.
pub(crate) fn answers(tools: &[&str]) -> Value {
    let calls: serde_json::Map<String, Value> = tools
        .iter()
        .map(|tool| {
            let said = json!({"content": [{"type": "text", "text": format!("{tool} says 42")}]});
            ((*tool).to_owned(), json!([{ "reply": said }]))
        })
        .collect();
    json!({"tools": tools, "calls": calls})
}
