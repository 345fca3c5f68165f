//! A person who talks with a model of a provider, and what the person sees of its replies.

use std::ops::Deref;

use portcullis_api::{
    Answer, Asked, CallState, Hidden, Message, ModelFacts, Part, ProviderDraft, ProviderKind, ProviderView,
};
use portcullis_host::host::ChatFormat;
use portcullis_tests::{
    fake_provider::{FakeProvider, ProviderApi},
    test_user::{TestUser, end_of_answer},
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
    let host = &person.host;
    let draft = ProviderDraft {
        kind,
        label: None,
        address: Some(address.to_owned()),
        key: key.map(|key| Hidden(key.to_owned())),
    };
    host.add_provider(draft).await.expect("the provider is kept")
}

/// A person with a provider, and a conversation with its model.
pub(crate) struct Talk {
    pub(crate) person: TestUser,
    pub(crate) mind: FakeProvider,
    pub(crate) provider: String,
    pub(crate) id: String,
}

impl Deref for Talk {
    type Target = TestUser;

    fn deref(&self) -> &TestUser {
        &self.person
    }
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
        Self::with_models(person, api, &["m-1", "m-2"]).await
    }

    /// The same with these models, of which the first answers.
    pub(crate) async fn with_models(person: TestUser, api: ProviderApi, models: &[&str]) -> Self {
        let mind = FakeProvider::new(api, models).await;
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
        self.hears(self.person.host.say(&self.id, text)).await
    }

    /// Hears the end of the answer to what is done.
    pub(crate) async fn hears(&self, done: impl Future<Output = portcullis_core::Result<()>>) -> Message {
        let mut events = self.person.host.events();
        done.await.expect("it is done");
        end_of_answer(&mut events).await
    }

    /// Changes what is known of a model.
    pub(crate) async fn knows_of(&self, name: &str, change: impl FnOnce(&mut ModelFacts)) {
        let provider = self.person.host.models().remove(0);
        let model = provider.models.into_iter().find(|model| model.name == name);
        let mut facts = model.expect("the model is there").facts;
        change(&mut facts);
        let known = self
            .person
            .host
            .set_model(&self.provider, name, true, Some(facts));
        known.await.expect("it is kept");
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

    /// Says yes to every call until this is done.
    pub(crate) async fn allowing<T>(&self, work: impl Future<Output = T>) -> T {
        tokio::select! {
            done = work => done,
            () = self.allows_all() => unreachable!("it asks for ever"),
        }
    }

    pub(crate) async fn says_and_allows(&self, text: &str) -> Message {
        self.allowing(self.says(text)).await
    }

    /// The conversation as a file of this kind.
    pub(crate) async fn exported(&self, format: ChatFormat) -> String {
        let host = &self.person.host;
        host.export_conversation(&self.id, format).await.unwrap()
    }

    pub(crate) async fn messages(&self) -> Vec<Message> {
        self.person.host.conversation(&self.id).await.unwrap().messages
    }
}

/// A request without the marks of what is worth a cache: they move on with each request, and change nothing of what is said.
pub(crate) fn unmarked(mut value: Value) -> Value {
    match &mut value {
        Value::Object(members) => {
            members.shift_remove("cache_control");
            members.values_mut().for_each(|it| *it = unmarked(it.take()));
        }
        Value::Array(items) => items.iter_mut().for_each(|it| *it = unmarked(it.take())),
        _ => {}
    }
    value
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
