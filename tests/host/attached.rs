//! Files that a person puts into a conversation, and pictures that tools bring back.

use portcullis_api::{CallView, Effort, FileKind, HeldAnswer, Message, Part, PastedFile};
use portcullis_core::Code;
use portcullis_host::{host::ChatFormat, limits};
use portcullis_tests::{
    fake_provider::{PROVIDER_APIS, ProviderApi, Turn},
    test_user::{TestUser, end_of_answer},
};
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::{
    held_results::{answers, waiting},
    talk::{Talk, trouble, words},
};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\nnot much of a picture";
/// Without a tag.
const MP3: &[u8] = b"\xff\xfb\x90\0not much of a sound";

/// A conversation with a model that can do all of this.
async fn able(api: ProviderApi) -> Talk {
    let talk = Talk::new(api).await;
    talk.knows_of("m-1", |facts| {
        (facts.images, facts.audio, facts.pdf) = (true, true, true);
    })
    .await;
    talk
}

fn file(person: &TestUser, name: &str, bytes: &[u8]) -> std::path::PathBuf {
    let path = person.path(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

/// A server whose tool gives this, and a model that wants it once.
async fn draws(talk: &Talk, result: &Value) {
    let script = json!({"tools": ["draw"], "calls": {"draw": [{ "reply": result }]}});
    talk.has("Notes", script).await;
    let wants = Turn::wants(&[("notes__draw", json!({}))]);
    talk.mind.does([wants, Turn::says("Nice.")]);
}

fn assert_ok(message: &Message, api: ProviderApi) {
    assert_eq!(
        (words(message).as_str(), trouble(message)),
        ("ok", None),
        "{api:?}"
    );
}

fn base64(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

#[tokio::test]
async fn a_file_goes_to_the_model_as_it_was_when_it_was_chosen_and_again_after_a_restart() {
    for api in PROVIDER_APIS {
        let talk = able(api).await;
        let picture = file(&talk.person, "cat.png", PNG);
        let text = file(&talk.person, "no\u{202e}tes.md", "# Buy bread".as_bytes());
        talk.host.attach_file(&talk.id, picture.clone()).await.unwrap();
        talk.host.attach_file(&talk.id, text.clone()).await.unwrap();
        // What happens to them now changes nothing.
        std::fs::write(&picture, b"something else").unwrap();
        std::fs::remove_file(&text).unwrap();
        let message = talk.says("What is it?").await;
        assert_ok(&message, api);
        let before = talk.mind.asked()[0].to_string();
        assert!(before.contains(&base64(PNG)), "{api:?}: {before}");
        assert!(
            before.contains("# Buy bread") && before.contains("no⟨U+202E⟩tes.md"),
            "{api:?}: {before}"
        );
        let talk = talk.after_a_restart().await;
        let messages = talk.messages().await;
        assert!(
            matches!(&messages[0].parts[0], Part::File { file } if file.kind == FileKind::Image && file.mime == "image/png"),
            "{api:?}: {:?}",
            messages[0]
        );
        talk.says("And now?").await;
        assert!(talk.mind.asked()[1].to_string().contains(&base64(PNG)), "{api:?}");
        talk.sees_row("Attached to a conversation: cat.png").await;
        talk.host.close().await;
    }
}

#[tokio::test]
async fn a_long_pasted_text_goes_as_a_file_and_stays_text_whatever_it_begins_with() {
    let talk = Talk::new(ProviderApi::OpenAi).await;
    let host = &talk.host;
    let long = format!("%PDF-1.7 {}\u{202e}", "words of a log\n".repeat(2_000));
    host.attach_text(&talk.id, long.clone()).await.unwrap();
    let messages = talk.messages().await;
    assert!(
        matches!(&messages[0].parts[0], Part::File { file } if file.kind == FileKind::Text
            && file.name.text == "Pasted text" && file.bytes == long.len() as u64
            && file.text.as_ref().is_some_and(|text| text.hidden == 1)),
        "{:?}",
        messages[0]
    );
    talk.says("What is it?").await;
    let asked = talk.mind.asked()[0].to_string();
    assert_has!(asked, "Pasted text", "words of a log");
    talk.sees_row("Attached to a conversation: Pasted text").await;
    let before = talk.messages().await.len();
    for bad in [String::new(), "a\0b".to_owned(), "x".repeat(limits::QUOTED + 1)] {
        let error = host.attach_text(&talk.id, bad).await.unwrap_err();
        assert_eq!(error.code, Code::BadInput);
    }
    let gone = host.attach_text("nobody", long).await;
    assert_eq!(gone.unwrap_err().code, Code::NotFound);
    assert_eq!(talk.messages().await.len(), before);
}

#[tokio::test]
async fn what_a_model_cannot_take_is_said_before_anything_is_sent() {
    let talk = Talk::new(ProviderApi::OpenAi).await;
    let picture = file(&talk.person, "cat.png", PNG);
    let pdf = file(&talk.person, "paper.pdf", b"%PDF-1.7 words");
    let sound = file(&talk.person, "beep.wav", b"RIFF....WAVE....");
    for (path, why) in [
        (&picture, "does not accept images"),
        (&pdf, "does not accept PDFs"),
        (&sound, "does not accept audio"),
    ] {
        let error = talk.host.attach_file(&talk.id, path.clone()).await.unwrap_err();
        assert_eq!(error.code, Code::BadInput);
        assert!(error.sentence.contains(why), "{error}");
    }
    assert_eq!(talk.messages().await.len(), 0, "nothing was put in");
    // A model that cannot is told in words of what one that could was given.
    talk.knows_of("m-1", |facts| facts.images = true).await;
    talk.host.attach_file(&talk.id, picture).await.unwrap();
    talk.knows_of("m-1", |facts| facts.images = false).await;
    talk.says("What is it?").await;
    let asked = talk.mind.asked()[0].to_string();
    assert_has!(asked, "A picture “cat.png” (image/png), which you are not given");
    assert_lacks!(asked, base64(PNG));
}

// Proves S-21.
#[tokio::test]
async fn files_that_are_too_large_are_gone_or_are_no_files_are_not_put_in() {
    let talk = able(ProviderApi::Anthropic).await;
    let huge = talk.path("huge.txt");
    std::fs::File::create(&huge).unwrap().set_len(2 << 30).unwrap();
    let picture = [PNG, vec![0; limits::MODEL_MEDIA.0].as_slice()].concat();
    let large = file(&talk.person, "large.png", &picture);
    let nothing = talk.path("nothing");
    for path in [
        huge,
        large,
        nothing,
        talk.data.path().to_owned(),
        "/dev/zero".into(),
    ] {
        let error = talk.host.attach_file(&talk.id, path.clone()).await.unwrap_err();
        assert_eq!(error.code, Code::BadInput, "{path:?}: {error}");
    }
    let gone = talk
        .host
        .attach_file("nobody", file(&talk.person, "a.txt", b"a"))
        .await;
    assert_eq!(gone.unwrap_err().code, Code::NotFound);
    assert_eq!(talk.messages().await.len(), 0);
}

fn names(messages: &[Message]) -> Vec<String> {
    let parts = messages.iter().flat_map(|message| &message.parts);
    let files = parts.filter_map(|part| match part {
        Part::File { file } => Some(file.name.text.clone()),
        _ => None,
    });
    files.collect()
}

// Proves S-21.
#[tokio::test]
async fn files_dropped_on_the_message_field_are_attached_and_the_others_are_said() {
    let talk = able(ProviderApi::OpenAi).await;
    let (person, host) = (&talk.person, &talk.host);
    let picture = file(person, "cat.png", PNG);
    let text = file(person, "notes.md", b"# Buy bread");
    let huge = person.path("huge.txt");
    std::fs::File::create(&huge).unwrap().set_len(2 << 30).unwrap();
    let link = person.path("link.md");
    std::os::unix::fs::symlink(&text, &link).unwrap();
    let folder = person.path("photos");
    std::fs::create_dir(&folder).unwrap();

    host.drag_over(&[picture.clone(), text.clone()]);
    assert_eq!(host.dropped().over.unwrap().onto, None);
    host.drag_onto(Some(talk.id.clone()));
    assert_eq!(host.dropped().over.unwrap().onto, Some(talk.id.clone()));
    let dropped = [
        picture,
        link,
        folder,
        huge,
        "https://example.com/x.png".into(),
        text,
    ];
    host.attach_dropped(&talk.id, dropped.clone().into()).await;
    let view = host.dropped();
    assert!(view.over.is_none() && view.files.is_none(), "{view:?}");
    let attached = view.attached.unwrap();
    assert_eq!(attached.conversation, talk.id);
    let sentences: Vec<_> = attached.problems.iter().map(|it| it.sentence.as_str()).collect();
    assert_eq!(
        sentences,
        [
            "“link.md” is a link to another file.",
            "“photos” is not a file.",
            "“huge.txt” is larger than 10 MiB.",
            "“x.png” is not a file on this computer.",
        ]
    );
    assert_eq!(names(&talk.messages().await), ["cat.png", "notes.md"]);
    person.sees_row("Attached to a conversation: notes.md").await;

    // One that is gone takes nothing, and says so once.
    host.attach_dropped("nobody", dropped.into()).await;
    let gone = host.dropped().attached.unwrap();
    assert_eq!((gone.problems.len(), gone.id == attached.id), (1, false));
}

fn pasted(name: &str, bytes: &[u8]) -> PastedFile {
    PastedFile {
        name: name.to_owned(),
        data: base64(bytes),
    }
}

// Proves S-21.
#[tokio::test]
async fn a_pasted_picture_is_what_its_bytes_are_within_the_same_limits() {
    let talk = able(ProviderApi::OpenAi).await;
    let host = &talk.host;
    host.attach_pasted(&talk.id, vec![pasted("shot\u{202e}.txt", PNG)])
        .await
        .unwrap();
    let messages = talk.messages().await;
    assert!(
        matches!(&messages[0].parts[0], Part::File { file } if file.kind == FileKind::Image
            && file.name.text == "shot⟨U+202E⟩.txt"),
        "{:?}",
        messages[0]
    );
    let large = [PNG, vec![0; limits::MODEL_MEDIA.0].as_slice()].concat();
    let garbled = PastedFile {
        name: "a.png".to_owned(),
        data: "?".to_owned(),
    };
    for bad in [
        pasted("a.png", &large),
        pasted("a.png", b"\xff\xfe\0"),
        pasted("a.png", b""),
        garbled,
    ] {
        // Of files that are pasted together none is attached where one cannot be.
        let together = vec![pasted("notes.md", b"# Buy bread"), bad];
        let error = host.attach_pasted(&talk.id, together).await.unwrap_err();
        assert_eq!(error.code, Code::BadInput);
    }
    assert_eq!(talk.messages().await.len(), 1);
}

#[tokio::test]
async fn files_that_are_pasted_together_are_attached_in_their_order() {
    let talk = able(ProviderApi::OpenAi).await;
    let host = &talk.host;
    let together = vec![pasted("cat.png", PNG), pasted("notes.md", b"# Buy bread")];
    host.attach_pasted(&talk.id, together.clone()).await.unwrap();
    assert_eq!(names(&talk.messages().await), ["cat.png", "notes.md"]);
    talk.sees_row("Attached to a conversation: cat.png").await;
    talk.sees_row("Attached to a conversation: notes.md").await;
    // A model that does not look at the picture is not given the text alone.
    talk.knows_of("m-1", |facts| facts.images = false).await;
    let error = host.attach_pasted(&talk.id, together).await.unwrap_err();
    assert_eq!(error.code, Code::BadInput);
    assert_eq!(talk.messages().await.len(), 2);
}

#[tokio::test]
async fn what_is_pasted_while_a_model_answers_is_not_attached_and_nothing_of_it_is_kept() {
    let talk = able(ProviderApi::OpenAi).await;
    let host = &talk.host;
    let together = vec![pasted("cat.png", PNG), pasted("notes.md", b"# Buy bread")];
    talk.mind.does([Turn {
        waits: true,
        ..Turn::says("Blue.")
    }]);
    let pasting = async {
        talk.mind.was_asked(1).await;
        let error = host.attach_pasted(&talk.id, together.clone()).await.unwrap_err();
        assert_eq!(error.code, Code::BadInput);
        talk.mind.goes_on();
        talk.mind.goes_on();
    };
    let (answer, ()) = tokio::join!(talk.says("Which color?"), pasting);
    assert_eq!(words(&answer), "Blue.");
    assert_eq!(talk.messages().await.len(), 2);
    // Another conversation says by which digest the bytes would be found.
    let other = host.create_conversation().await.unwrap().summary.id;
    host.attach_pasted(&other, together).await.unwrap();
    let messages = host.conversation(&other).await.unwrap().messages;
    let_assert!(&messages[0].parts[0] => Part::File { file });
    assert_eq!(host.media(&other, &file.digest).await.unwrap(), PNG);
    let kept = host.media(&talk.id, &file.digest).await.unwrap_err();
    assert_eq!(kept.code, Code::NotFound);
}

#[tokio::test]
async fn files_that_are_chosen_together_are_attached_together_or_not_at_all() {
    let talk = able(ProviderApi::OpenAi).await;
    let (person, host) = (&talk.person, &talk.host);
    let picture = file(person, "cat.png", PNG);
    let notes = file(person, "notes.md", b"# Buy bread");
    let unknown = file(person, "unknown", b"\xff\xfe\x00");
    let refused = host.attach_files(&talk.id, vec![picture.clone(), unknown]).await;
    assert_eq!(refused.unwrap_err().code, Code::BadInput);
    assert_eq!(talk.messages().await.len(), 0);
    host.attach_files(&talk.id, vec![picture, notes]).await.unwrap();
    assert_eq!(names(&talk.messages().await), ["cat.png", "notes.md"]);
}

#[tokio::test]
async fn a_file_that_waits_can_be_taken_out_again_and_one_that_was_sent_cannot() {
    let talk = able(ProviderApi::OpenAi).await;
    let (person, host) = (&talk.person, &talk.host);
    let other = [PNG, b"another"].concat();
    for (name, bytes) in [("a.png", PNG), ("b.png", &other[..]), ("again.png", PNG)] {
        host.attach_file(&talk.id, file(person, name, bytes))
            .await
            .unwrap();
    }
    let messages = talk.messages().await;
    let digest = |at: usize| match &messages[at].parts[0] {
        Part::File { file } => file.digest.clone(),
        other => unreachable!("{other:?}"),
    };
    for at in [0, 1] {
        host.remove_attached(&talk.id, messages[at].seq).await.unwrap();
    }
    assert_eq!(names(&talk.messages().await), ["again.png"]);
    // Bytes that no message names any more are gone; those that another one names are not.
    host.media(&talk.id, &digest(1)).await.unwrap_err();
    assert_eq!(host.media(&talk.id, &digest(0)).await.unwrap(), PNG);
    person.sees_row("Removed from a conversation: b.png").await;
    let twice = host.remove_attached(&talk.id, messages[0].seq).await;
    assert_eq!(twice.unwrap_err().code, Code::NotFound);

    talk.says("What is it?").await;
    let asked = talk.mind.asked()[0].to_string();
    assert_has!(asked, base64(PNG));
    assert_lacks!(asked, base64(&other));
    let sent = host.remove_attached(&talk.id, messages[2].seq).await;
    assert_eq!(sent.unwrap_err().code, Code::NotFound);
    let said = talk.exported(ChatFormat::Markdown).await;
    assert!(said.contains("again.png") && !said.contains("b.png"), "{said}");
}

#[tokio::test]
async fn a_file_that_cannot_be_taken_out_is_not_recorded_as_removed() {
    let talk = able(ProviderApi::OpenAi).await;
    let picture = file(&talk.person, "a.png", PNG);
    talk.host.attach_file(&talk.id, picture).await.unwrap();
    let seq = talk.messages().await[0].seq;
    let db = Connection::open(talk.data.path().join("portcullis.db")).unwrap();
    db.execute_batch(
        "CREATE TRIGGER unwritable BEFORE UPDATE ON messages BEGIN SELECT raise(ABORT, 'there is no room'); END",
    )
    .unwrap();
    talk.host.remove_attached(&talk.id, seq).await.unwrap_err();
    assert_eq!(names(&talk.messages().await), ["a.png"]);
    let rows = talk.record().await;
    let removed = rows
        .iter()
        .any(|row| row.what.text.starts_with("Removed from a conversation"));
    assert!(!removed, "{rows:?}");
}

#[tokio::test]
async fn a_conversation_is_named_by_its_first_words_and_not_by_a_file_before_them() {
    let talk = able(ProviderApi::OpenAi).await;
    let host = &talk.host;
    let title = async || host.conversation(&talk.id).await.unwrap().summary.title;
    for name in ["a.png", "b.png"] {
        host.attach_file(&talk.id, file(&talk.person, name, PNG))
            .await
            .unwrap();
    }
    assert_eq!(title().await, "a.png");
    talk.says("Which animal is it?").await;
    assert_eq!(title().await, "Which animal is it?");
    talk.says("And its color?").await;
    assert_eq!(title().await, "Which animal is it?");
    // A title of the person stays.
    let other = host.create_conversation().await.unwrap().summary.id;
    host.attach_text(&other, "Buy bread.".to_owned()).await.unwrap();
    host.rename_conversation(&other, "Errands").await.unwrap();
    talk.hears(host.say(&other, "What is it?")).await;
    assert_eq!(host.conversation(&other).await.unwrap().summary.title, "Errands");
}

#[tokio::test]
async fn attachments_alone_are_answered_and_name_the_conversation() {
    for api in PROVIDER_APIS {
        let talk = able(api).await;
        let host = &talk.host;
        let title = async || host.conversation(&talk.id).await.unwrap().summary.title;
        host.attach_file(&talk.id, file(&talk.person, "cat.png", PNG))
            .await
            .unwrap();
        let message = talk.hears(host.go_on(&talk.id)).await;
        assert_ok(&message, api);
        let asked = talk.mind.asked()[0].to_string();
        assert!(asked.contains(&base64(PNG)), "{api:?}: {asked}");
        // It was sent, and a later message leaves the title as it is.
        let sent = host.remove_attached(&talk.id, talk.messages().await[0].seq).await;
        assert_eq!(sent.unwrap_err().code, Code::NotFound, "{api:?}");
        host.go_on(&talk.id).await.unwrap_err();
        host.attach_text(&talk.id, "Buy bread.".to_owned()).await.unwrap();
        let message = talk.hears(host.go_on(&talk.id)).await;
        assert_ok(&message, api);
        let asked = talk.mind.asked()[1].to_string();
        assert!(asked.contains("Buy bread."), "{api:?}: {asked}");
        talk.says("Which animal is it?").await;
        assert_eq!(title().await, "cat.png", "{api:?}");
        host.close().await;
    }
}

#[tokio::test]
async fn nothing_branches_while_a_file_waits_which_would_stay_behind() {
    let talk = able(ProviderApi::OpenAi).await;
    let host = &talk.host;
    let answer = talk.says("Which color?").await;
    host.attach_file(&talk.id, file(&talk.person, "a.png", PNG))
        .await
        .unwrap();
    let before = talk.messages().await;
    for refused in [
        host.say_instead(&talk.id, 1, "Which animal?").await,
        host.answer_again(&talk.id, answer.seq, None).await,
    ] {
        let error = refused.unwrap_err();
        assert_eq!(error.code, Code::BadInput);
        assert_has!(error.sentence, "waiting to be sent");
    }
    assert_eq!(talk.messages().await, before);
    host.remove_attached(&talk.id, before[2].seq).await.unwrap();
    talk.hears(host.say_instead(&talk.id, 1, "Which animal?")).await;
    assert_eq!(talk.messages().await.len(), 2);
}

// Proves TOL-25.
#[tokio::test]
async fn a_picture_of_a_tool_goes_to_a_model_that_can_look_and_only_as_it_was_given() {
    let result = json!({"content": [
        {"type": "text", "text": "Here it is."},
        {"type": "image", "mimeType": "image/png", "data": base64(PNG)},
        {"type": "image", "mimeType": "image/png", "data": base64(b"<svg onload=x()>")},
        {"type": "image", "mimeType": "image/png", "data": base64(&[PNG, &b"private"[..]].concat()),
            "annotations": {"audience": ["user"]}},
    ]});
    for api in PROVIDER_APIS {
        for looks in [true, false] {
            let talk = Talk::new(api).await;
            talk.knows_of("m-1", |facts| facts.images = looks).await;
            draws(&talk, &result).await;
            let message = talk.says_and_allows("Draw").await;
            assert_eq!(
                (words(&message).as_str(), trouble(&message)),
                ("Nice.", None),
                "{api:?}"
            );
            let told = talk.mind.asked()[1].to_string();
            assert_eq!(told.contains(&base64(PNG)), looks, "{api:?}: {told}");
            assert!(told.contains("Here it is."), "{api:?}: {told}");
            assert!(
                !told.contains(&base64(b"<svg onload=x()>")),
                "{api:?}: a lie is not passed on"
            );
            assert!(
                !told.contains(&base64(&[PNG, &b"private"[..]].concat())),
                "{api:?}: meant for the person"
            );
            talk.host.close().await;
        }
    }
}

/// The only call of the last message.
async fn only_call(talk: &Talk) -> CallView {
    let message = talk.messages().await.pop().expect("a message");
    let mut calls = message.parts.into_iter().filter_map(|part| match part {
        Part::Call { call } => Some(call),
        _ => None,
    });
    calls.next().expect("a call")
}

#[tokio::test]
async fn a_picture_that_a_result_has_twice_is_not_said_to_be_left_out() {
    let picture = json!({"type": "image", "mimeType": "image/png", "data": base64(PNG)});
    let talk = Talk::new(ProviderApi::OpenAi).await;
    talk.knows_of("m-1", |facts| facts.images = false).await;
    draws(&talk, &json!({"content": [picture, picture]})).await;
    talk.says_and_allows("Draw").await;
    let before = talk.host.export_with_pictures(&talk.id, "files").await.unwrap();
    let talk = talk.after_a_restart().await;
    let after = talk.host.export_with_pictures(&talk.id, "files").await.unwrap();
    for export in [before, after] {
        assert_eq!(export.pictures.len(), 1);
        assert_lacks!(export.text, "of the results above");
    }
    talk.host.close().await;
}

// Proves S-21.
#[tokio::test]
async fn media_of_a_result_is_there_after_a_restart_whatever_its_model_looks_at() {
    let private = [PNG, b"private"].concat();
    let result = json!({"content": [
        {"type": "text", "text": "Here they are."},
        {"type": "image", "mimeType": "image/png", "data": base64(PNG)},
        {"type": "image", "mimeType": "image/png", "data": base64(b"<svg onload=x()>")},
        {"type": "audio", "mimeType": "audio/mp3", "data": base64(MP3)},
        {"type": "image", "mimeType": "image/png", "data": base64(&private), "annotations": {"audience": ["user"]}},
    ]});
    let there = [
        (2, "image/png", PNG),
        (4, "audio/mpeg", MP3),
        (5, "image/png", private.as_slice()),
    ];
    for looks in [true, false] {
        let talk = Talk::new(ProviderApi::OpenAi).await;
        talk.knows_of("m-1", |facts| (facts.images, facts.audio) = (looks, false))
            .await;
        draws(&talk, &result).await;
        talk.says_and_allows("Draw").await;
        let before = only_call(&talk).await;
        let talk = talk.after_a_restart().await;
        let host = &talk.host;
        let call = only_call(&talk).await;
        assert_eq!(call.kept, before.kept);
        assert_eq!(host.call(&call.id).unwrap_err().code, Code::NotFound);
        let kept: Vec<_> = call.kept.iter().map(|it| (it.place, it.mime.as_str())).collect();
        assert_eq!(kept, there.map(|(place, mime, _)| (place, mime)));
        assert_eq!(call.media, 3);
        for (kept, (_, mime, bytes)) in call.kept.iter().zip(there) {
            assert_eq!(kept.bytes, bytes.len() as u64);
            let url = host.media_url(&talk.id, &kept.digest).await.unwrap();
            assert_eq!(url, format!("data:{mime};base64,{}", base64(bytes)));
        }
        talk.says("And?").await;
        let told = talk.mind.asked().pop().unwrap().to_string();
        assert_eq!(told.contains(&base64(PNG)), looks, "{told}");
        assert_lacks!(told, base64(MP3), base64(&private));
        let export = host.export_with_pictures(&talk.id, "files").await.unwrap();
        let pictures: Vec<_> = export.pictures.iter().map(|it| it.bytes.as_slice()).collect();
        assert_eq!(pictures, [PNG, private.as_slice()]);
        assert_has!(export.text, "of the results above is not included");
        // Nothing of it is in another conversation, and all of it goes with its own.
        let other = host.create_conversation().await.unwrap().summary.id;
        for kept in &call.kept {
            let elsewhere = host.media_url(&other, &kept.digest).await.unwrap_err();
            assert_eq!(elsewhere.code, Code::NotFound);
        }
        host.delete_conversation(&talk.id).await.unwrap();
        for kept in &call.kept {
            let gone = host.media(&talk.id, &kept.digest).await.unwrap_err();
            assert_eq!(gone.code, Code::NotFound);
        }
        host.close().await;
    }
}

#[tokio::test]
async fn of_a_result_with_many_pictures_only_so_many_stay_with_the_conversation() {
    let (_, most, _) = limits::RESULT_MEDIA;
    let picture = |number: usize| {
        let bytes = [PNG, number.to_string().as_bytes()].concat();
        json!({"type": "image", "mimeType": "image/png", "data": base64(&bytes)})
    };
    let content: Vec<_> = (0..most + 2).map(picture).collect();
    let talk = Talk::new(ProviderApi::OpenAi).await;
    draws(&talk, &json!({"content": content})).await;
    talk.says_and_allows("Draw").await;
    let call = only_call(&talk).await;
    assert_eq!((call.media as usize, call.kept.len()), (most + 2, most));
    assert_eq!(call.kept.last().unwrap().place as usize, most);
}

#[tokio::test]
async fn a_call_says_how_many_pictures_are_more_than_its_model_gets() {
    let (_, most) = limits::MODEL_MEDIA;
    let picture = |number: usize| {
        let bytes = [PNG, number.to_string().as_bytes()].concat();
        json!({"type": "image", "mimeType": "image/png", "data": base64(&bytes)})
    };
    let content: Vec<_> = (0..most + 2).map(picture).collect();
    // One that looks at none is beyond no limit.
    for (looks, not_given) in [(true, 2), (false, 0)] {
        let talk = Talk::new(ProviderApi::OpenAi).await;
        talk.knows_of("m-1", |facts| facts.images = looks).await;
        draws(&talk, &json!({"content": content})).await;
        talk.says_and_allows("Draw").await;
        let call = only_call(&talk).await;
        assert_eq!(call.not_given, not_given);
        assert_eq!(talk.host.call(&call.id).unwrap().not_given, not_given);
        let talk = talk.after_a_restart().await;
        assert_eq!(only_call(&talk).await.not_given, not_given);
        talk.host.close().await;
    }
}

#[tokio::test]
async fn of_pictures_of_calls_in_one_reply_the_newest_are_given_as_far_as_they_fit() {
    let (largest, _) = limits::MODEL_MEDIA;
    let calls = limits::MEDIA_SENT / largest + 1;
    let mut picture = PNG.to_vec();
    picture.resize(largest, 0);
    let image = json!({"type": "image", "mimeType": "image/png", "data": base64(&picture)});
    let talk = Talk::new(ProviderApi::OpenAi).await;
    talk.knows_of("m-1", |facts| facts.images = true).await;
    let script = json!({"tools": ["draw"], "calls": {"draw": [{"reply": {"content": [image]}}]}});
    talk.has_long("Notes", &script).await;
    let wants = vec![("notes__draw", json!({})); calls];
    // The picture of the first reply is the oldest of the request that follows the second one.
    talk.mind
        .does([Turn::wants(&wants[..1]), Turn::wants(&wants), Turn::says("Nice.")]);
    talk.says_and_allows("Draw").await;
    let message = talk.messages().await.pop().expect("a message");
    let not_given: Vec<_> = message
        .parts
        .iter()
        .filter_map(|part| match part {
            Part::Call { call } => Some(call.not_given),
            _ => None,
        })
        .collect();
    let mut expected = vec![0; calls + 1];
    expected[1] = 1;
    assert_eq!(not_given, expected);
    let asked = talk.mind.asked().pop().unwrap().to_string();
    assert_eq!(asked.matches(&base64(&picture)).count(), calls - 1);
}

#[tokio::test]
async fn a_picture_of_a_result_that_was_changed_or_withheld_is_not_given() {
    for answer in [
        HeldAnswer::Change {
            text: "No picture.".to_owned(),
        },
        HeldAnswer::Withhold {
            reason: "It is private.".to_owned(),
        },
    ] {
        let talk = able(ProviderApi::Anthropic).await;
        let image = json!({"type": "image", "mimeType": "image/png", "data": base64(PNG)});
        let script = json!({"tools": ["draw"], "calls": {"draw": [{"reply": {"content": [image]}}]}});
        talk.has("Notes", script).await;
        talk.host.set_conversation_held(&talk.id, true).await.unwrap();
        talk.mind.does([Turn::wants(&[("notes__draw", json!({}))])]);
        let mut events = talk.host.events();
        talk.host.say(&talk.id, "Draw").await.unwrap();
        let held = waiting(&talk, 1).await.remove(0);
        answers(&talk, &held.id, answer).await;
        end_of_answer(&mut events).await;
        talk.says("And?").await;
        for asked in talk.mind.asked() {
            assert!(!asked.to_string().contains(&base64(PNG)), "{asked}");
        }
    }
}

#[tokio::test]
async fn a_model_is_asked_to_reason_as_much_as_the_person_says() {
    for (api, name, place, asked) in [
        (ProviderApi::OpenAi, "m-1", "/reasoning_effort", json!("high")),
        (
            ProviderApi::Responses,
            "gpt-5",
            "/reasoning/effort",
            json!("high"),
        ),
        (
            ProviderApi::Anthropic,
            "claude-haiku-4-5",
            "/thinking/budget_tokens",
            json!(16_384),
        ),
    ] {
        let talk = Talk::with_models(TestUser::new().await, api, &[name]).await;
        talk.says("Hello").await;
        assert_eq!(talk.mind.asked()[0].pointer(place), None, "{api:?}");
        talk.knows_of(name, |facts| facts.effort = Some(Effort::High))
            .await;
        talk.says("Think").await;
        let second = &talk.mind.asked()[1];
        assert_eq!(second.pointer(place), Some(&asked), "{api:?}: {second}");
        talk.host.close().await;
    }
}

// Proves S-21.
#[tokio::test]
async fn an_export_shows_the_pictures_that_are_kept_and_says_what_it_leaves_out() {
    let result = json!({"content": [
        {"type": "image", "mimeType": "image/png", "data": base64(&[PNG, &b"of a tool"[..]].concat())},
        {"type": "image", "mimeType": "image/png", "data": base64(b"<svg onload=x()>")},
    ]});
    let talk = Talk::new(PROVIDER_APIS[0]).await;
    talk.knows_of("m-1", |facts| facts.images = true).await;
    draws(&talk, &result).await;
    let host = &talk.host;
    host.attach_file(&talk.id, file(&talk.person, "![x](evil).png", PNG))
        .await
        .unwrap();
    talk.says_and_allows("Draw one like it").await;
    let export = host
        .export_with_pictures(&talk.id, "My talk-files")
        .await
        .unwrap();
    let names: Vec<_> = export.pictures.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["1.png", "2.png"]);
    assert_eq!(export.pictures[0].bytes, PNG);
    let links: Vec<_> = export
        .text
        .lines()
        .filter(|line| line.starts_with("![") && line.ends_with(".png)"))
        .collect();
    assert_eq!(
        links,
        [
            "![1.png](My%20talk-files/1.png)",
            "![2.png](My%20talk-files/2.png)"
        ],
        "{}",
        export.text
    );
    // Without a folder nothing of them is named.
    let alone = talk.exported(ChatFormat::Markdown).await;
    assert!(!alone.contains(".png)"), "{alone}");
    // It is imported with the same words.
    let path = file(&talk.person, "own.md", export.text.as_bytes());
    let review = host.open_chats(path).await.unwrap();
    let kept = host.import_chats(&review.id, vec![0]).await.unwrap();
    let imported = host.conversation(&kept.conversations[0]).await.unwrap();
    let said: Vec<_> = imported.messages.iter().map(words).collect();
    assert_eq!(said, ["Draw one like it", "Nice."]);
    let written = host
        .exporting(&talk.id, json!({"images": 2}), async { Ok(()) })
        .await;
    written.unwrap();
    talk.sees_row("Export of the conversation “Draw one like it”")
        .await;
}
