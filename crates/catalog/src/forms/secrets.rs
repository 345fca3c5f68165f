//! Whether a field of a form asks for a secret (ELI-16, S-80). A server may not: what is typed into a form goes to it
//! as it is, so a form that asks for a password is a mistake or a trap.
//!
//! Names and titles are looked at closely, descriptions for what cannot be meant otherwise. Letters that look like
//! others count as those, and what cannot be seen does not count. It errs towards a no: an honest server loses one
//! field, and its author reads why.

use icu_normalizer::ComposingNormalizerBorrowed;
use portcullis_core::redact::sounds_secret;
use portcullis_core::text::is_hidden;
use portcullis_domain::FieldKind;
use portcullis_l10n::say;

/// What the person is told.
pub(super) fn reason() -> String {
    say!("form-secret-reason")
}

/// Words that mean a secret wherever they stand.
const ANYWHERE: &str = "password, passwords, passwd, passphrase, passcode, passwort, kennwort, wachtwoord, contrasena, \
     contraseña, senha, mot de passe, пароль, 密码, 密碼, otp, totp, cvv, cvv2, cvc, mnemonic, api key, access key, \
     private key, secret key, signing key, encryption key, ssh key, license key, api secret, client secret, \
     shared secret, api token, access token, auth token, bearer token, refresh token, session token, security token, \
     authentication token, personal token, your token, session cookie, credit card, debit card, bank card, \
     card number, card no, account number, security code, verification code, authentication code, recovery code, \
     backup code, login code, one time code, sms code, pin code, pin number, your pin, seed phrase, recovery phrase, \
     wallet seed, social security";
/// Words that mean one in a name or a title.
const NAMED: &str = "pwd, secret, secrets, token, pin, jwt, credential, credentials, ssn, apikey, 2fa, mfa";
/// Words that mean one even as a part of a longer one.
const GLUED: &str = "password, passwd, passphrase, passcode, creditcard, cardnumber, seedphrase, recoveryphrase, \
     secretkey, kennwort";
/// Letters that look like Latin ones, each after the one it looks like.
const LIKE: &str = "aаα bвβ cсϲ dԁ eеε hһ iіιı jјϳ kкκ lӏ nнո oоοօ pрρ sѕ tтτ uυս wѡω xхχ";

/// Whether a field of this kind asks for a secret. One whose answers the server itself lists cannot.
pub(super) fn is_secret(
    kind: &FieldKind,
    name: &str,
    title: Option<&str>,
    description: Option<&str>,
) -> bool {
    let number = match kind {
        FieldKind::Text { .. } => false,
        FieldKind::Number { .. } => true,
        FieldKind::Boolean {} | FieldKind::Choice { .. } | FieldKind::Several { .. } => return false,
    };
    named(name, number)
        || title.is_some_and(|title| named(title, number))
        || description.is_some_and(asks_for_secret)
}

/// Whether words speak of a secret in a way that cannot be meant otherwise.
#[must_use]
pub fn asks_for_secret(text: &str) -> bool {
    // A word that is Cyrillic through and through must be found before its letters are taken for Latin ones.
    let seen = seen(text);
    [words(&seen), words(&latin(&seen))]
        .iter()
        .any(|words| speaks(words, ANYWHERE))
}

/// Whether words or phrases of a list are among the words.
fn speaks(words: &[String], list: &str) -> bool {
    let line = format!(" {} ", words.join(" "));
    list.split(", ")
        .any(|phrase| line.contains(&format!(" {phrase} ")))
}

/// A name or a title. A number of tokens is what models are asked for all day.
fn named(text: &str, number: bool) -> bool {
    let folded = latin(&seen(text));
    let mut words = words(&folded);
    let glued: String = words.concat();
    let spelled: String = glued.chars().map(unleet).collect();
    if number {
        words.retain(|word| word != "token");
    }
    let part = |whole: &str| GLUED.split(", ").any(|part| whole.contains(part));
    let secretary = glued.contains("secretar");
    asks_for_secret(text)
        || speaks(&words, NAMED)
        || glued == "card"
        || part(&glued)
        || part(&spelled)
        || !number && !secretary && words.len() < 4 && sounds_secret(&folded)
}

/// What a person sees of a text, with letters in other clothes undressed: full width, bold, circled.
fn seen(text: &str) -> String {
    let shown: String = text
        .chars()
        // Every space separates words, and so do these letters, which are drawn as one.
        .map(|c| match c {
            '\u{2800}' | '\u{3164}' | '\u{ffa0}' => ' ',
            c if c.is_whitespace() => ' ',
            c => c,
        })
        .filter(|c| !is_hidden(*c))
        .collect();
    ComposingNormalizerBorrowed::new_nfkc()
        .normalize(&shown)
        .into_owned()
}

fn latin(text: &str) -> String {
    text.chars()
        .map(|c| {
            let lower = c.to_lowercase().next().unwrap_or(c);
            if c.is_ascii() {
                return c;
            }
            let like = LIKE.split(' ').find(|letters| letters.contains(lower));
            match like.and_then(|letters| letters.chars().next()) {
                // The case matters for where a word begins.
                Some(latin) if c == lower => latin,
                Some(latin) => latin.to_ascii_uppercase(),
                None => c,
            }
        })
        .collect()
}

/// Words in small letters: `apiKey`, `API_KEY` and `Api key` are the same two.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in text.chars() {
        let begins = c.is_uppercase() && before.is_lowercase();
        if (begins || !c.is_alphanumeric()) && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

fn unleet(c: char) -> char {
    match c {
        '0' => 'o',
        '1' => 'i',
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        other => other,
    }
}
