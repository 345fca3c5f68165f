//! The data of images, sounds and files, kept aside so that a person can read and edit what is around it.

use serde_json::Value;

/// Data in the order in which it came. Its place in the text has a name: `image 1`, `sound 2`, `file 3`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ExtractedMedia(Vec<(String, String)>);

/// What becomes of data in its place, given what kind it is.
type Each<'a> = dyn FnMut(&mut ExtractedMedia, &str, &str) -> Option<String> + 'a;

impl ExtractedMedia {
    /// Takes the data out of a request, or of the parts of an answer, and leaves the names. Only blocks that are shown
    /// as an image, a sound or a file have data: whatever looks like it elsewhere is text and stays where it is read.
    #[must_use]
    pub fn aside(&mut self, value: &Value) -> Value {
        let mut whole = value.clone();
        self.places(&mut whole, &mut |media, kind, data| Some(media.name(kind, data)));
        whole
    }

    /// Puts the data back. `None` when something stands in its place that is not a name of it: data is not typed.
    #[must_use]
    pub fn back(&mut self, mut value: Value) -> Option<Value> {
        self.places(&mut value, &mut |media, _, name| {
            let mut kept = media.0.iter();
            kept.find(|(known, _)| known == name)
                .map(|(_, data)| data.clone())
        })
        .then_some(value)
    }

    /// The same data has the same name, however often it is named.
    fn name(&mut self, kind: &str, data: &str) -> String {
        let mut kept = self.0.iter();
        if let Some((name, _)) = kept.find(|(name, known)| known == data && name.starts_with(kind)) {
            return name.clone();
        }
        let name = format!("{kind} {}", self.0.len() + 1);
        self.0.push((name.clone(), data.to_owned()));
        name
    }

    /// Every place of data, in order. `false` when one of them had nothing to be put there.
    fn places(&mut self, value: &mut Value, each: &mut Each<'_>) -> bool {
        match value {
            Value::Array(blocks) => self.blocks(blocks, each),
            Value::Object(request) => match request.get_mut("messages") {
                Some(Value::Array(messages)) => messages.iter_mut().all(|message| {
                    let content = message.get_mut("content");
                    content.is_none_or(|content| self.content(content, each))
                }),
                _ => true,
            },
            _ => true,
        }
    }

    fn content(&mut self, content: &mut Value, each: &mut Each<'_>) -> bool {
        match content {
            Value::Array(blocks) => self.blocks(blocks, each),
            one => self.block(one, each),
        }
    }

    fn blocks(&mut self, blocks: &mut [Value], each: &mut Each<'_>) -> bool {
        blocks.iter_mut().all(|block| self.block(block, each))
    }

    fn block(&mut self, block: &mut Value, each: &mut Each<'_>) -> bool {
        let kind = block.get("type").and_then(Value::as_str).unwrap_or_default();
        let (data, kind) = match kind {
            "image" => (block.get_mut("data"), "image"),
            "audio" => (block.get_mut("data"), "sound"),
            "resource" => (
                block.get_mut("resource").and_then(|inner| inner.get_mut("blob")),
                "file",
            ),
            "tool_result" => {
                return match block.get_mut("content") {
                    // Results hold no results: one level is all there is.
                    Some(Value::Array(blocks)) => blocks
                        .iter_mut()
                        .filter(|block| block.get("type").is_none_or(|kind| kind != "tool_result"))
                        .all(|block| self.block(block, each)),
                    _ => true,
                };
            }
            _ => return true,
        };
        if let Some(Value::String(text)) = data {
            match each(self, kind, text) {
                Some(put) => *text = put,
                None => return false,
            }
        }
        true
    }
}
