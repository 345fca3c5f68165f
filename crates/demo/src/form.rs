//! The arguments of `everything_form`: one of each kind of field a tool may ask for.
//!
//! The schema is what matters here. It is derived, so it carries `$defs`, `$ref`, `oneOf`, bounds,
//! formats and defaults in the way real servers send them.

use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};

/// Everything a form can ask for, echoed back as it arrived.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct EverythingForm {
    /// Who this is for.
    #[schemars(title = "Name", length(min = 1, max = 80))]
    name: String,
    /// A longer text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Remarks", length(max = 500))]
    remarks: Option<String>,
    /// An address for the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Mail", email)]
    mail: Option<String>,
    /// How many, from 1 to 10.
    #[serde(default = "one")]
    #[schemars(title = "Count", range(min = 1, max = 10))]
    count: u8,
    /// A share between 0 and 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Share", range(min = 0.0, max = 1.0))]
    share: Option<f64>,
    /// Whether it matters today.
    #[serde(default)]
    #[schemars(title = "Urgent")]
    urgent: bool,
    /// One of three.
    #[serde(default)]
    #[schemars(title = "Size")]
    size: Size,
    /// Any number of words.
    #[serde(default)]
    #[schemars(title = "Tags", length(max = 5))]
    tags: Vec<String>,
    /// Several at once.
    #[serde(default)]
    #[schemars(title = "Days")]
    days: Vec<Day>,
    /// An object within the object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Place")]
    place: Option<Place>,
    /// A list of objects.
    #[serde(default)]
    #[schemars(title = "Steps", length(max = 5))]
    steps: Vec<Step>,
    /// One of several shapes.
    #[schemars(title = "Delivery")]
    delivery: Delivery,
}

fn one() -> u8 {
    1
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Size {
    Small,
    #[default]
    Medium,
    Large,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Day {
    Monday,
    Wednesday,
    Friday,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Place {
    /// Street and number.
    #[schemars(title = "Street")]
    street: String,
    /// Where on earth, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Position")]
    position: Option<Position>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Position {
    #[schemars(range(min = -90.0, max = 90.0))]
    latitude: f64,
    #[schemars(range(min = -180.0, max = 180.0))]
    longitude: f64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
struct Step {
    /// What to do.
    #[schemars(title = "What")]
    what: String,
    /// For how many minutes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Minutes", range(min = 1, max = 600))]
    minutes: Option<u16>,
}

/// How it should arrive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Delivery {
    /// Someone comes for it.
    #[schemars(title = "Picked up")]
    Pickup {
        /// Who comes.
        by: String,
    },
    /// It is sent.
    #[schemars(title = "Sent")]
    Post {
        /// Where to.
        address: String,
        /// Sent with priority.
        #[serde(default)]
        express: bool,
    },
}

/// What `everything_form` answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Received {
    /// The arguments as the server understood them, defaults filled in.
    pub(crate) received: EverythingForm,
}
