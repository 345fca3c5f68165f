//! Pictures and sounds that a model makes, on every API on which one does.

use portcullis_api::{AttachedFile, FileKind, Message, Part};
use portcullis_core::Code;
use portcullis_host::{host::ChatFormat, limits};
use portcullis_tests::{
    fake_provider::{ProviderApi, Turn},
    sink::{self, Sink},
};
use serde_json::json;

use crate::talk::{Talk, answers, trouble, words};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\nnot much of a picture";

/// Wires on which a model can make something.
const MAKING: [ProviderApi; 4] = [
    ProviderApi::OpenAi,
    ProviderApi::Responses,
    ProviderApi::Gemini,
    ProviderApi::Ollama,
];

fn base64(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

fn makes(mime: &str, data: &str) -> Turn {
    Turn {
        words: "Here it is.".to_owned(),
        makes: vec![(mime.to_owned(), data.to_owned())],
        ..Turn::default()
    }
}

fn made(message: &Message) -> Vec<&AttachedFile> {
    let made = message.parts.iter().filter_map(|part| match part {
        Part::Made { file } => Some(file),
        _ => None,
    });
    made.collect()
}

/// What is said of something that a model made and that is not kept.
fn left_out(message: &Message) -> Vec<(&str, Option<&str>)> {
    let troubles = message.parts.iter().filter_map(|part| match part {
        Part::Trouble { problem, .. } if problem.code == "model.media" => Some((
            problem.sentence.as_str(),
            problem.said.as_ref().map(|said| said.text.as_str()),
        )),
        _ => None,
    });
    troubles.collect()
}

/// A conversation with a model that looks at pictures.
async fn looking(api: ProviderApi) -> Talk {
    let talk = Talk::new(api).await;
    talk.knows_of("m-1", |facts| facts.images = true).await;
    talk
}

#[tokio::test]
async fn a_picture_a_model_makes_survives_a_restart_and_goes_back_to_the_model() {
    for api in MAKING {
        for pieces in [0, 61] {
            let talk = looking(api).await;
            talk.mind.does([Turn {
                pieces,
                ..makes("image/png", &base64(PNG))
            }]);
            let message = talk.says("Draw a cat").await;
            assert_eq!(trouble(&message), None, "{api:?}: {message:?}");
            assert_eq!(words(&message), "Here it is.", "{api:?}");
            let [file] = made(&message)[..] else {
                panic!("{api:?}: {message:?}")
            };
            assert_eq!(
                (file.kind, file.mime.as_str()),
                (FileKind::Image, "image/png"),
                "{api:?}"
            );
            assert_eq!(file.bytes, PNG.len() as u64, "{api:?}");
            let (name, digest) = (file.name.text.clone(), file.digest.clone());
            let talk = talk.after_a_restart().await;
            let host = &talk.host;
            assert_eq!(made(&talk.messages().await[1])[0].digest, digest, "{api:?}");
            assert_eq!(
                host.media_url(&talk.id, &digest).await.unwrap(),
                format!("data:image/png;base64,{}", base64(PNG)),
                "{api:?}"
            );
            // Its bytes are in one place, and a file that leaves this computer only names it.
            let export = talk.exported(ChatFormat::Json).await;
            assert!(
                export.contains(&name) && !export.contains(&base64(PNG)),
                "{api:?}: {export}"
            );
            let paper = talk.exported(ChatFormat::Markdown).await;
            assert!(
                paper.contains("An image created by the model"),
                "{api:?}: {paper}"
            );
            talk.says("Now with a hat").await;
            let asked = talk.mind.asked()[1].to_string();
            assert_eq!(asked.matches(&base64(PNG)).count(), 1, "{api:?}: {asked}");
            // Gemini alone takes it as its own, with its signature beside it.
            let as_shown = asked.contains("You made this in your last reply");
            assert_eq!(as_shown, api != ProviderApi::Gemini, "{api:?}: {asked}");
            talk.host.close().await;
        }
    }
}

#[tokio::test]
async fn a_model_that_cannot_look_is_told_in_words_what_it_made() {
    for api in MAKING {
        let talk = Talk::new(api).await;
        talk.mind.does([makes("image/png", &base64(PNG))]);
        talk.says("Draw a cat").await;
        let message = talk.says("Now with a hat").await;
        assert_eq!(trouble(&message), None, "{api:?}");
        let asked = talk.mind.asked()[1].to_string();
        assert!(!asked.contains(&base64(PNG)), "{api:?}: {asked}");
        assert!(
            asked.contains("(image/png), which you are not given"),
            "{api:?}: {asked}"
        );
        talk.host.close().await;
    }
}

// Proves S-21.
#[tokio::test]
async fn what_is_not_what_it_says_is_too_large_or_garbled_is_left_out_and_said() {
    let large = base64(&[PNG, vec![0; limits::MODEL_MADE.0].as_slice()].concat());
    let svg = base64(b"<svg xmlns='http://www.w3.org/2000/svg' onload='x()'/>");
    for api in MAKING {
        for (mime, data, why) in [
            ("image/jpeg", base64(PNG), "but its data is not"),
            ("image/svg+xml", svg.clone(), "SVG"),
            ("image/png", svg.clone(), "but its data is not"),
            ("image/png", "%%%".to_owned(), "not valid Base64"),
            ("image/png", large.clone(), "larger than 10 MiB"),
        ] {
            // Ollama does not say what it is.
            let why = match (api, why) {
                (ProviderApi::Ollama, "but its data is not" | "SVG") if data == svg => {
                    "cannot show this kind of data"
                }
                (ProviderApi::Ollama, "but its data is not") => continue,
                (_, why) => why,
            };
            let talk = Talk::new(api).await;
            talk.mind.does([makes(mime, &data)]);
            let message = talk.says("Draw a cat").await;
            let [(sentence, _)] = left_out(&message)[..] else {
                panic!("{api:?} {mime}: {:?}", message.parts)
            };
            assert!(sentence.contains(why), "{api:?} {mime}: {sentence}");
            assert!(made(&message).is_empty(), "{api:?} {mime}");
            assert_eq!(words(&message), "Here it is.", "{api:?} {mime}");
            // What is left out is nowhere: not in what is kept, and not in what is sent.
            talk.says("And?").await;
            let asked = talk.mind.asked()[1].to_string();
            assert!(!asked.contains(&data), "{api:?} {mime}");
            talk.host.close().await;
        }
    }
}

// Proves S-79.
#[tokio::test]
async fn an_address_in_the_place_of_a_picture_is_told_and_not_visited() {
    for api in [ProviderApi::OpenAi, ProviderApi::Gemini] {
        let talk = Talk::new(api).await;
        let trap = Sink::answering(sink::Answer::json(&json!({}))).await;
        let address = trap.url("/track.png");
        talk.mind.does([makes("", &address)]);
        let message = talk.says("Draw a cat").await;
        let [(sentence, said)] = left_out(&message)[..] else {
            panic!("{api:?}: {:?}", message.parts)
        };
        assert!(sentence.contains("does not open"), "{api:?}: {sentence}");
        assert_eq!(said, Some(address.as_str()), "{api:?}");
        talk.host.close().await;
        trap.assert_untouched();
    }
}

// Proves F-28.
#[tokio::test]
async fn a_reply_that_breaks_off_in_the_middle_of_a_picture_keeps_its_words_and_says_so() {
    let large = base64(&[PNG, vec![7; 300_000].as_slice()].concat());
    for api in MAKING {
        let talk = Talk::new(api).await;
        talk.mind.does([Turn {
            breaks_after: Some(200_000),
            ..makes("image/png", &large)
        }]);
        let message = talk.says("Draw a cat").await;
        assert_eq!(words(&message), "Here it is.", "{api:?}");
        assert_eq!(
            trouble(&message),
            Some("model.cut"),
            "{api:?}: {:?}",
            message.parts
        );
        assert!(made(&message).is_empty(), "{api:?}");
        // One that was whole before it broke off is there.
        talk.mind.does([Turn {
            breaks_after: Some(200_000),
            makes: vec![
                ("image/png".to_owned(), base64(PNG)),
                ("image/png".to_owned(), large.clone()),
            ],
            ..Turn::says("Here.")
        }]);
        let message = talk.says("Again").await;
        assert_eq!(made(&message).len(), 1, "{api:?}: {:?}", message.parts);
        assert_eq!(trouble(&message), Some("model.cut"), "{api:?}");
        talk.host.close().await;
    }
}

#[tokio::test]
async fn a_sound_that_a_model_makes_can_be_played_wherever_it_comes_from() {
    let wav = b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\xc0\x5d\0\0\x80\xbb\0\0\x02\0\x10\0data\0\0\0\0";
    for (api, mime, data) in [
        (ProviderApi::Gemini, "audio/wav", &wav[..]),
        (
            ProviderApi::Gemini,
            "audio/L16;codec=pcm;rate=24000",
            b"\x01\0\x02\0",
        ),
        (ProviderApi::OpenAi, "audio/wav", wav),
        (ProviderApi::OpenAi, "audio/pcm", b"\x01\0\x02\0\x03\0"),
    ] {
        let talk = Talk::new(api).await;
        talk.mind.does([makes(mime, &base64(data))]);
        let message = talk.says("Sing").await;
        let [file] = made(&message)[..] else {
            panic!("{api:?} {mime}: {:?}", message.parts)
        };
        assert_eq!(
            (file.kind, file.mime.as_str()),
            (FileKind::Audio, "audio/wav"),
            "{api:?} {mime}"
        );
        let url = talk.host.media_url(&talk.id, &file.digest).await.unwrap();
        assert!(
            url.starts_with("data:audio/wav;base64,UklGR"),
            "{api:?} {mime}: {url}"
        );
        if api == ProviderApi::OpenAi {
            assert!(
                words(&message).contains("Listen."),
                "what is sung is read as well"
            );
        }
        talk.says("And?").await;
        assert!(
            talk.mind.asked()[1].to_string().contains("A sound"),
            "{api:?} {mime}"
        );
        talk.host.close().await;
    }
}

#[tokio::test]
async fn a_reply_of_pictures_alone_is_one_and_tools_go_on_beside_them() {
    for api in MAKING {
        let talk = looking(api).await;
        talk.has("Notes", answers(&["first"])).await;
        talk.mind.does([
            Turn {
                makes: vec![("image/png".to_owned(), base64(PNG))],
                ..Turn::wants(&[("notes__first", json!({}))])
            },
            Turn::says("Done."),
        ]);
        let message = talk.says_and_allows("Draw and call").await;
        assert_eq!(trouble(&message), None, "{api:?}: {:?}", message.parts);
        assert_eq!(
            (made(&message).len(), words(&message).as_str()),
            (1, "Done."),
            "{api:?}"
        );
        let asked = talk.mind.asked()[1].to_string();
        assert_eq!(asked.matches(&base64(PNG)).count(), 1, "{api:?}: {asked}");
        talk.mind.does([Turn {
            makes: vec![("image/png".to_owned(), base64(&[PNG, b"2"].concat()))],
            ..Turn::default()
        }]);
        let message = talk.says("Only draw").await;
        assert_eq!(
            (made(&message).len(), trouble(&message)),
            (1, None),
            "{api:?}: {:?}",
            message.parts
        );
        talk.host.close().await;
    }
}

#[tokio::test]
async fn nothing_of_another_conversation_and_nothing_that_is_no_picture_is_given_out() {
    let talk = Talk::new(ProviderApi::Gemini).await;
    talk.mind.does([makes("image/png", &base64(PNG))]);
    let message = talk.says("Draw a cat").await;
    let digest = made(&message)[0].digest.clone();
    let host = &talk.host;
    let other = host.create_conversation().await.unwrap().summary.id;
    for (conversation, digest) in [
        (other.as_str(), digest.as_str()),
        (&talk.id, "../x"),
        (&talk.id, ""),
    ] {
        let error = host.media_url(conversation, digest).await.unwrap_err();
        assert_eq!(error.code, Code::NotFound);
        let refused = host.media(conversation, digest).await.unwrap_err();
        assert_eq!(refused.code, Code::NotFound);
    }
    // With the conversation goes what was made in it.
    host.delete_conversation(&talk.id).await.unwrap();
    let refused = host.media(&talk.id, &digest).await.unwrap_err();
    assert_eq!(refused.code, Code::NotFound);
}
