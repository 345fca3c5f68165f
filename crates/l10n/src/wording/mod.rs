//! How the sentences of all catalogues are written, in both languages: what a list of words and signs can check of `docs/style.md`.

mod code;
mod surfaces;
mod terms;

use crate::guides::{HOLE, Pair, pairs};
use std::path::PathBuf;
use std::sync::OnceLock;

/// From the folder of this crate.
const ROOT: &str = "../..";
/// Words in a sentence; a value is none.
const LONGEST: usize = 25;

/// What a writer of the language would not say, and what is said instead.
const AVOIDED: &[(&str, &str)] = &[
    ("whoever", "name who it is"),
    ("anew", "again"),
    ("beside", "next to"),
    ("mended", "fixed"),
    ("nobody", "say who does what"),
    ("somebody", "the user, a server, a program"),
    ("is none", "say what is missing"),
    ("what came", "result"),
    ("words of", "text, model access"),
    ("by itself", "automatically"),
    ("by themselves", "automatically"),
    ("goes on", "continues"),
    ("of late", "recently"),
    ("in vain", "say what failed"),
    ("for good", "permanently"),
    ("strangers", "untrusted content"),
    ("a way out", "external communication"),
    ("not verified", "unverified"),
    ("您", "你"),
    ("帐户", "账户"),
    ("账号", "账户"),
    ("帐号", "账户"),
    ("登陆", "登录"),
    ("其它", "其他"),
    ("应用程序", "应用"),
    ("选项卡", "标签页"),
    ("单击", "选择"),
    ("电脑", "本机"),
    ("此计算机", "本机"),
    ("禁用", "停用"),
    ("开启", "启用"),
    ("撤消", "撤销"),
    ("口令", "密码短语"),
    ("答复", "回答"),
    ("重启", "重新启动"),
    ("载入", "加载"),
    ("校验", "检查"),
    ("修改", "更改"),
    ("限额", "上限"),
    ("储存", "存储"),
    ("图像", "图片"),
    ("会话的", "对话的"),
    ("请您", "请"),
];

fn root() -> PathBuf {
    // At run time, since work trees may share a compiled test.
    PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap()).join(ROOT)
}

/// Each message of which something is wrong, with the text.
fn wrong(fault: impl Fn(&Pair) -> Option<String>) -> Vec<String> {
    static PAIRS: OnceLock<Vec<Pair>> = OnceLock::new();
    PAIRS
        .get_or_init(|| pairs(&root()))
        .iter()
        .filter_map(|pair| Some(format!("{}: {}", pair.id, fault(pair)?)))
        .collect()
}

fn is_han(letter: char) -> bool {
    matches!(letter, '\u{4e00}'..='\u{9fff}')
}

/// A text without tags.
fn untagged(text: &str) -> String {
    let mut parts = text.split('<');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| {
        all + part.split_once('>').map_or(part, |(_, after)| after)
    })
}

/// A word or words, not inside of another word. Chinese has no spaces between words.
fn says(text: &str, words: &str) -> bool {
    let text = text.to_lowercase();
    let is_part =
        |letter: Option<char>| letter.is_some_and(|it| it.is_ascii_alphanumeric() || matches!(it, '-' | '_'));
    text.match_indices(words).any(|(at, found)| {
        !is_part(text[..at].chars().next_back()) && !is_part(text[at + found.len()..].chars().next())
    })
}

#[test]
fn catalogues_say_none_of_the_avoided_words() {
    let found = wrong(|pair| {
        AVOIDED
            .iter()
            .find(|(avoided, _)| {
                let mut texts = pair.english.iter().chain(&pair.chinese);
                texts.any(|text| says(text, avoided))
            })
            .map(|(avoided, instead)| format!("“{avoided}”, better “{instead}”"))
    });
    assert_eq!(found, Vec::<String>::new());
}

// Proves S-45.
#[test]
fn catalogues_of_the_crates_never_say_safe_verified_or_oops() {
    let found = wrong(|pair| {
        let banned = ["safe", "verified", "oops"];
        pair.english
            .iter()
            .find(|text| banned.iter().any(|word| says(text, word)))
            .cloned()
    });
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn apostrophes_quotes_and_ellipses_are_typographic() {
    let found = wrong(|pair| {
        pair.english
            .iter()
            .chain(&pair.chinese)
            .find_map(|text| typed(text))
    });
    assert_eq!(found, Vec::<String>::new());
}

/// A sign as a keyboard has it, in a sentence. What is quoted with one keeps it.
fn typed(text: &str) -> Option<String> {
    let text = untagged(text);
    let letters: Vec<char> = text.chars().collect();
    let apostrophe = letters.windows(3).any(|it| {
        it[1] == '\'' && (it[0].is_alphabetic() && it[2].is_alphabetic() || it[0] == 's' && it[2] == ' ')
    });
    (apostrophe || text.contains("...")).then_some(text)
}

#[test]
fn an_english_sentence_has_at_most_25_words() {
    let found = wrong(|pair| {
        pair.english.iter().find_map(|text| {
            let text = untagged(text);
            let mut sentences = text.split_inclusive(['.', '!', '?', ':']);
            sentences
                .find(|sentence| {
                    let words = sentence.split_whitespace();
                    words.filter(|word| word.chars().any(char::is_alphabetic)).count() > LONGEST
                })
                .map(str::to_owned)
        })
    });
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn chinese_has_its_own_punctuation_and_spaces() {
    let found = wrong(|pair| pair.chinese.iter().find(|text| is_misspaced(text)).cloned());
    assert_eq!(found, Vec::<String>::new());
}

/// Half-width punctuation after a Chinese character, a Latin letter or digit next to one, or a space next to full-width punctuation.
fn is_misspaced(text: &str) -> bool {
    let text = untagged(text);
    let letters: Vec<char> = text.chars().collect();
    letters.windows(2).any(|pair| {
        let (first, second) = (pair[0], pair[1]);
        let is_latin = |letter: char| letter.is_ascii_alphanumeric();
        (is_han(first) && matches!(second, ',' | ';' | '!' | '?' | ':' | '('))
            || (first == ')' && is_han(second))
            || (is_han(first) && is_latin(second))
            || (is_latin(first) && is_han(second))
            || (matches!(first, '，' | '。' | '；' | '：' | '？' | '！') && second == ' ')
            || (first == ' ' && matches!(second, '，' | '。' | '；' | '：' | '？' | '！' | '、'))
    })
}

#[test]
fn both_languages_end_a_message_alike() {
    let ends = |texts: &[String], stop: char| texts.iter().any(|text| text.ends_with(stop));
    let found = wrong(|pair| {
        let english = ends(&pair.english, '.');
        (english != ends(&pair.chinese, '。')).then(|| pair.chinese.join(" / "))
    });
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn faults_of_wording_are_found() {
    assert!(typed("the server's page").is_some());
    assert!(typed("the servers' page").is_some());
    assert!(typed("Wait...").is_some());
    assert!(typed("the server’s page").is_none());
    assert!(typed("Run chmod go-w 'folder' now").is_none());
    for text in [
        "名称(必填)",
        "名称:值",
        "在 shell中",
        "第2条",
        "好， 请",
        "好 ，请",
    ] {
        assert!(is_misspaced(text), "{text}");
    }
    let holes = format!("第 {HOLE} 条（{HOLE}），<b>好</b>。");
    for text in ["在 shell 中", holes.as_str(), "选择… “甲”的文件夹"] {
        assert!(!is_misspaced(text), "{text}");
    }
    assert!(says("It is safe.", "safe"));
    assert!(!says("It is unsafe.", "safe"));
    assert!(!says("unverified", "verified"));
}
