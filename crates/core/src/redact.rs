//! The redaction placeholder, and names that indicate secrets.

/// Stands where a secret was.
pub const HIDDEN: &str = "•••";

/// Whether a value under this name is kept out of the record.
#[must_use]
pub fn sounds_secret(name: &str) -> bool {
    const PARTS: [&str; 17] = [
        "password",
        "passwd",
        "passphrase",
        "token",
        "secret",
        "apikey",
        "authorization",
        "cookie",
        "credential",
        "privatekey",
        "accesskey",
        "signingkey",
        "encryptionkey",
        "bearer",
        "sessionid",
        "onetimecode",
        "pincode",
    ];
    const WHOLE: [&str; 8] = ["pwd", "auth", "otp", "pin", "cvv", "cvc", "jwt", "pass"];
    let plain: String = name
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    // A number of tokens is what models are asked for all day.
    let counted =
        plain.ends_with("tokens") || plain.starts_with("tokeniz") || plain.starts_with("tokencount");
    // A number by which the protocol pairs what belongs together.
    let counted = counted || plain == "progresstoken";
    (!counted && PARTS.iter().any(|part| plain.contains(part))) || WHOLE.contains(&plain.as_str())
}
