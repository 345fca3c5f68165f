//! Cache hints: TTL and scope that a server gives for a result (CCH-01, CCH-02).

use super::content;
use crate::limits::TTL;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::time::Duration;

/// Time from receipt for which the `result` object of a reply is fresh; none at all when it does not say, or says
/// something that is no time. Never more than [`TTL`].
#[must_use]
pub fn fresh_for(raw: &RawValue) -> Duration {
    #[derive(Deserialize, Default)]
    #[serde(rename_all = "camelCase")]
    struct Reply {
        #[serde(default)]
        ttl_ms: Value,
    }
    let Reply { ttl_ms } = content::object(raw).unwrap_or_default();
    // A number too large for an integer is a long time as well.
    let milliseconds = ttl_ms.as_u64().or_else(|| {
        let long = ttl_ms.as_f64()? >= 1.0;
        long.then_some(ttl_ms.as_f64()? as u64)
    });
    Duration::from_millis(milliseconds.unwrap_or(0)).min(TTL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    // Proves CCH-02.
    #[test]
    fn only_a_positive_number_is_a_time_and_it_has_an_end() {
        let fresh = |ttl: Value| fresh_for(&serde_json::value::to_raw_value(&json!({"ttlMs": ttl})).unwrap());
        assert_eq!(fresh(json!(1500)), Duration::from_millis(1500));
        assert_eq!(fresh(json!(1500.5)), Duration::from_millis(1500));
        assert_eq!(fresh(json!(u64::MAX)), TTL);
        assert_eq!(fresh(json!(1e300)), TTL);
        for none in [
            json!(0),
            json!(-5),
            json!("1500"),
            json!(null),
            json!([7]),
            json!(-1e300),
        ] {
            assert_eq!(fresh(none.clone()), Duration::ZERO, "{none}");
        }
        let bare = RawValue::from_string("{}".to_owned()).unwrap();
        assert_eq!(fresh_for(&bare), Duration::ZERO);
    }
}
