//! Which pictures of a server are taken, and which of them first.
use super::*;
use serde_json::json;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x20\0\0\0\x10\x08\x06\0\0\0";
const JPEG: &[u8] = b"\xff\xd8\xff\xe0\0\x04ab\xff\xc2\0\x11\x08\0\x10\0\x20\x03";
const WEBP: &[u8] = b"RIFF....WEBPVP8X\x0a\0\0\0\0\0\0\0\x1f\0\0\x0f\0\0";
const LOSSLESS: &[u8] = b"RIFF....WEBPVP8L\0\0\0\0\x2f\x1f\xc0\x03\0";

fn data(kind: &str, bytes: &[u8]) -> String {
    format!("data:{kind};base64,{}", STANDARD.encode(bytes))
}

fn read(icons: &Value) -> Icons {
    Icons::read(Some(icons), limits::ICON_SOURCE)
}

// Proves ICO-01.
#[test]
fn png_jpeg_and_webp_are_shown_with_their_size_read() {
    assert_eq!(png(PNG), Some((32, 16)));
    assert_eq!(jpeg(JPEG), Some((32, 16)));
    assert_eq!(webp(WEBP), Some((32, 16)));
    assert_eq!(webp(LOSSLESS), Some((32, 16)));
    for (kind, bytes) in [
        ("image/png", PNG),
        ("image/jpeg", JPEG),
        ("image/jpg", JPEG),
        ("image/webp", WEBP),
    ] {
        let icons = read(&json!([{ "src": data(kind, bytes) }]));
        let shown = icons.by_fitness(false)[0].inline().unwrap().unwrap();
        assert!(shown.starts_with("data:image/"), "{kind}");
    }
}

// Proves ICO-02.
#[test]
fn only_https_and_data_are_sources() {
    let sources = [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "ftp://a/i.png",
        "ws://a/i.png",
        "http://a/i.png",
        "portcullis://a",
        "blob:https://a/1",
        "i.png",
        "//a/i.png",
        "",
    ];
    let icons: Vec<Value> = sources.iter().map(|source| json!({ "src": source })).collect();
    for icon in icons {
        assert!(read(&json!([icon])).is_empty(), "{icon}");
    }
    for odd in [json!(null), json!("x"), json!({}), json!([7, null, {"src": 7}])] {
        assert!(read(&odd).is_empty());
    }
    assert!(!read(&json!([{"src": "https://a/i.png"}])).is_empty());
}

// Proves S-21, ICO-06.
#[test]
fn an_svg_is_refused_whatever_it_is_called() {
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg' onbegin='x()'><script>x()</script></svg>";
    assert!(read(&json!([{"src": "https://a/i", "mimeType": "image/svg+xml"}])).is_empty());
    for kind in ["image/svg+xml", "image/png", "text/html"] {
        let icons = read(&json!([{ "src": data(kind, svg) }]));
        assert!(icons.by_fitness(false)[0].inline().unwrap().is_err(), "{kind}");
    }
}

// Proves ICO-05.
#[test]
fn bytes_are_what_they_claim_small_still_and_not_a_bomb() {
    assert!(picture("image/jpeg", PNG).is_err());
    assert!(picture("image/png", b"<html>").is_err());
    assert!(
        picture("image/gif", b"GIF89a\x01\0\x01\0").is_err(),
        "it may move"
    );
    let mut bomb = PNG.to_vec();
    bomb[16..20].copy_from_slice(&100_000_u32.to_be_bytes());
    assert!(picture("image/png", &bomb).is_err());
    bomb[16..20].copy_from_slice(&0_u32.to_be_bytes());
    assert!(picture("image/png", &bomb).is_err());
    let moving = [PNG, b"\0\0\0\x08acTL"].concat();
    assert!(picture("image/png", &moving).is_err());
    let mut moving = WEBP.to_vec();
    moving[20] = 0x02;
    assert!(picture("image/webp", &moving).is_err());
    let mut large = PNG.to_vec();
    large.resize(limits::ICON_BYTES + 1, 0);
    assert!(picture("image/png", &large).is_err());
    for cut in 0..JPEG.len() - 1 {
        assert!(picture("image/jpeg", &JPEG[..cut]).is_err(), "{cut}");
    }
}

// Proves ICO-05.
#[test]
fn no_more_are_read_than_the_limits_say() {
    let many: Vec<Value> = (0..100)
        .map(|at| json!({"src": format!("https://a/{at}")}))
        .collect();
    assert_eq!(read(&json!(many)).0.len(), limits::ICONS);
    let long = format!("https://a/{}", "x".repeat(limits::URI));
    assert!(read(&json!([{ "src": long }])).is_empty());
    assert!(Icons::read(Some(&json!([{ "src": data("image/png", PNG) }])), 20).is_empty());
}

// Proves ICO-07.
#[test]
fn the_theme_comes_first_and_then_the_size_that_fits() {
    let icons = read(&json!([
        {"src": "https://a/tiny", "sizes": ["16x16"]},
        {"src": "https://a/huge", "sizes": ["512x512"]},
        {"src": "https://a/fits", "sizes": "48x48"},
        {"src": "https://a/any"},
        {"src": "https://a/dark", "theme": "dark", "sizes": ["any"]},
        {"src": "https://a/light", "theme": "light"},
    ]));
    let order = |dark| -> Vec<String> {
        let icons = icons.by_fitness(dark);
        icons
            .iter()
            .map(|icon| icon.source.rsplit('/').next().unwrap().to_owned())
            .collect()
    };
    assert_eq!(order(true), ["dark", "fits", "huge", "any", "tiny", "light"]);
    assert_eq!(order(false), ["light", "fits", "huge", "any", "tiny", "dark"]);
}
