//! JSON that crosses to the window as text: a page keeps numbers as floating point, and would round an identifier of
//! more than fifteen digits while it reads the message around it.

use serde::{Deserialize, Deserializer, Serializer, de::Error};
use serde_json::Value;

pub(super) fn serialize<S: Serializer>(value: &Value, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Value, D::Error> {
    serde_json::from_str(&String::deserialize(from)?).map_err(D::Error::custom)
}
