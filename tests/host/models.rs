//! Models of providers in conversations: the real library against servers on this computer that speak each provider's api.

mod choosing;
mod failures;
mod replies;
mod sampling;
mod tools;

use crate::talk::{Talk, adds, answers, calls, kind, trouble, unmarked, words};
use portcullis_api::{
    Answer, Asked, CallState, Hidden, HostEvent, Message, Outcome, Part, Phase, ProviderKind, Request,
    Speaker,
};
use portcullis_host::limits;
use portcullis_tests::{
    fake_provider::{FakeProvider, PROVIDER_APIS, ProviderApi, Turn},
    sink::Sink,
    test_user::{TestUser, assert_done, end_of_answer, heard, program, received},
    wait::{self, PATIENCE},
};
use serde_json::{Value, json};
