use super::*;
use serde_json::json;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\nnot much of a picture";

fn heard(kind: ProviderKind, events: &[Value], size: usize) -> Vec<Piece> {
    let tap = Tap::new(kind);
    let mut bytes = Vec::new();
    for event in events {
        bytes.extend_from_slice(format!("event: x\r\ndata: {event}\r\n\r\n").as_bytes());
    }
    for piece in bytes.chunks(size) {
        tap.take(piece);
    }
    tap.ends(None);
    std::iter::from_fn(|| tap.next()).collect()
}

fn gemini(mime: &str, data: &str) -> Value {
    json!({"candidates": [{"content": {"parts": [{"inlineData": {"mimeType": mime, "data": data}}]}}]})
}

// Proves S-21.
#[test]
fn what_a_model_made_is_what_its_bytes_are_or_is_left_out_with_why() {
    let png = STANDARD.encode(PNG);
    let large = STANDARD.encode(vec![b'x'; limits::MODEL_MADE.0 + 3]);
    for (mime, data, why) in [
        ("image/png", png.as_str(), None),
        ("IMAGE/PNG; x=y", &png, None),
        ("image/jpeg", &png, Some("but its data is not")),
        (
            "image/svg+xml",
            &STANDARD.encode("<svg onload='x()'/>"),
            Some("SVG"),
        ),
        ("image/png", "not base64!", Some("not valid Base64")),
        ("image/png", png.trim_end_matches('='), None),
        ("image/png", &large, Some("larger than")),
        ("text/html", &png, Some("is not shown")),
        ("audio/wav", &png, Some("but its data is not")),
    ] {
        for size in [1_000_000, 7] {
            if size == 7 && data.len() > 1_000_000 {
                continue;
            }
            let pieces = heard(ProviderKind::Gemini, &[gemini(mime, data)], size);
            match (&pieces[..], why) {
                ([Piece::Made(made)], None) => assert_eq!(made.media.mime, "image/png", "{mime}"),
                ([Piece::LeftOut { sentence, .. }], Some(why)) => {
                    assert!(sentence.contains(why), "{mime}: {sentence}");
                }
                (other, _) => panic!("{mime}: {other:?}"),
            }
        }
    }
}

#[test]
fn one_that_is_told_twice_is_one_and_too_many_are_said() {
    let png = STANDARD.encode(PNG);
    let twice = [gemini("image/png", &png), gemini("image/png", &png)];
    assert_eq!(heard(ProviderKind::Gemini, &twice, 64).len(), 1);
    let many: Vec<Value> = (0..=limits::MODEL_MADE.1)
        .map(|number| {
            gemini(
                "image/png",
                &STANDARD.encode([PNG, number.to_string().as_bytes()].concat()),
            )
        })
        .collect();
    let pieces = heard(ProviderKind::Gemini, &many, 64);
    assert!(matches!(
        pieces.last(),
        Some(Piece::LeftOut { sentence, .. }) if sentence.contains("A reply can hold at most")
    ));
    assert_eq!(pieces.len(), many.len());
}

#[test]
fn a_sound_without_a_head_becomes_one_that_can_be_played() {
    let samples = STANDARD.encode([1, 0, 2, 0, 3]);
    let pieces = heard(
        ProviderKind::Gemini,
        &[gemini("audio/L16;codec=pcm;rate=16000", &samples)],
        50,
    );
    let [Piece::Made(made)] = &pieces[..] else {
        panic!("{pieces:?}")
    };
    assert_eq!(made.media.mime, "audio/wav");
    assert_eq!(made.bytes.len(), 44 + 4, "half a sample is none");
    assert_eq!(&made.bytes[24..28], 16_000_u32.to_le_bytes());
    let grows = |data: &str| json!({"choices": [{"delta": {"audio": {"id": "a", "data": data}}}]});
    let pieces = heard(
        ProviderKind::Compatible,
        &[grows(&STANDARD.encode([1, 0])), grows(&STANDARD.encode([2, 0]))],
        50,
    );
    assert!(
        matches!(&pieces[..], [Piece::Made(made)] if made.bytes.ends_with(&[1, 0, 2, 0])),
        "{pieces:?}"
    );
    let pieces = heard(
        ProviderKind::Compatible,
        &[grows(&STANDARD.encode([1, 0])), grows("?"), grows("AAAA")],
        50,
    );
    assert!(matches!(&pieces[..], [Piece::LeftOut { .. }]), "{pieces:?}");
}

#[test]
fn what_is_kept_elsewhere_is_not_in_the_reply_and_is_put_back_where_it_was() {
    let tap = Tap::new(ProviderKind::Gemini);
    let png = STANDARD.encode(PNG);
    tap.take(format!("data: {}\n\n", gemini("image/png", &png)).as_bytes());
    let of = |data: &str| {
        serde_json::from_value::<AssistantMessage>(json!({"content": [
            {"type": "text", "text": "Here."},
            {"type": "image", "data": {"type": "base64", "value": data}, "media_type": "png"},
        ]}))
        .unwrap()
    };
    let whole = of(&png);
    let mut own = whole.clone();
    tap.strip(&mut own);
    assert_eq!(own.content.len(), 2);
    assert!(!serde_json::to_string(&own).unwrap().contains(&png));
    let made = tap.made();
    let mut back = own.clone();
    assert_eq!(put_back(&mut back, &made, true), [made[0].digest.clone()]);
    assert_eq!(back, whole);
    let mut without = own;
    assert!(put_back(&mut without, &made, false).is_empty());
    assert_eq!(without.content.len(), 1, "it goes where it is not taken");
}
