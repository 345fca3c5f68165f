//! Servers that are rate limiting or overloaded (`Retry-After`): short waits are waited for, longer ones end the call
//! and are shown (F-12).

use super::{HttpSession, HttpTransport};
use crate::limits;
use crate::transport::seconds;
use bytes::Bytes;
use http::{HeaderMap, StatusCode};
use portcullis_core::{Error, calendar};
use portcullis_domain::LogSource;
use portcullis_l10n::say;
use reqwest::Response;
use std::time::{Duration, SystemTime};

/// Whether an answer says that nothing was done for want of time, rather than anything about the message.
pub(in crate::transport) fn is_busy(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::TOO_MANY_REQUESTS
            | StatusCode::BAD_GATEWAY
            | StatusCode::SERVICE_UNAVAILABLE
            | StatusCode::GATEWAY_TIMEOUT
    )
}

/// Whether a gateway may be answering in place of a server that is not there.
pub(in crate::transport) fn is_away(status: StatusCode) -> bool {
    is_busy(status) && status.is_server_error()
}

/// How long the server wants to be left alone, at most [`limits::RETRY_AFTER_MAX`]; `None` where it does not say.
pub(in crate::transport) fn pause(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let said = headers.get(http::header::RETRY_AFTER)?.to_str().ok()?.trim();
    let wanted = match said.bytes().all(|byte| byte.is_ascii_digit()) {
        true if said.is_empty() => return None,
        // What does not fit is forever.
        true => Duration::from_secs(said.parse().unwrap_or(u64::MAX)),
        false => date(said)?.duration_since(now).unwrap_or_default(),
    };
    Some(wanted.min(limits::RETRY_AFTER_MAX))
}

/// Whether a message may be sent again that was refused like this. What does something is only sent again where the
/// server itself counted it as too much; anybody on the way may say that a server is not available (F-01).
fn sends_again(status: StatusCode, does_something: bool) -> bool {
    match status {
        StatusCode::TOO_MANY_REQUESTS => true,
        StatusCode::SERVICE_UNAVAILABLE => !does_something,
        _ => false,
    }
}

impl HttpTransport {
    /// Posts a message, and again when the server has no time for it now and says when it will (F-12).
    pub(super) async fn post_in_time(
        &self,
        bytes: &Bytes,
        more: &HeaderMap,
        session: &HttpSession,
        acts: bool,
    ) -> Result<Response, Error> {
        let mut times = 0;
        loop {
            let response = self.post(bytes.clone(), more, session).await?;
            let wanted = pause(response.headers(), SystemTime::now());
            let Some(pause) = wanted.filter(|pause| *pause <= limits::RETRY_AFTER_WAIT) else {
                return Ok(response);
            };
            // A handshake is tried again as a whole, where everybody can see it.
            let again = self.0.rpc.was_ready() && sends_again(response.status(), acts);
            if !again || times == limits::RETRY_AFTER_TIMES {
                return Ok(response);
            }
            times += 1;
            let words = say!("log-retry-after", time = seconds(pause));
            self.0.rpc.log().add(LogSource::Host, None, &words);
            tokio::time::sleep(pause.max(limits::RETRY_MIN)).await;
        }
    }
}

/// `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that is still sent.
fn date(text: &str) -> Option<SystemTime> {
    let words: Vec<_> = text.split_ascii_whitespace().collect();
    let [_, day, month, year, time, "GMT"] = words.as_slice() else {
        return None;
    };
    let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let number = |digits: &str| digits.parse::<u32>().ok().map(i64::from);
    let month = 1 + i64::try_from(months.iter().position(|name| name == month)?).ok()?;
    let (day, year) = (number(day)?, number(year)?);
    let clock: Vec<_> = time.split(':').map(number).collect::<Option<_>>()?;
    let &[hours, minutes, seconds] = clock.as_slice() else {
        return None;
    };
    if !(1970..=9999).contains(&year)
        || !(1..=31).contains(&day)
        || hours > 23
        || minutes > 59
        || seconds > 60
    {
        return None;
    }
    let seconds = calendar::seconds([year, month, day, hours, minutes, seconds]);
    SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(u64::try_from(seconds).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    fn after(said: &str, now: u64) -> Option<u64> {
        let mut headers = HeaderMap::new();
        headers.insert(http::header::RETRY_AFTER, HeaderValue::from_str(said).unwrap());
        pause(&headers, SystemTime::UNIX_EPOCH + Duration::from_secs(now)).map(|pause| pause.as_secs())
    }

    // Proves F-12.
    #[test]
    fn a_wait_is_read_in_seconds_or_as_a_date_and_is_bounded() {
        assert_eq!(after("7", 0), Some(7));
        assert_eq!(after(" 0 ", 0), Some(0));
        assert_eq!(after("1000000000", 0), Some(300));
        assert_eq!(after("99999999999999999999999999", 0), Some(300));
        let epoch = 784_111_777;
        assert_eq!(after("Sun, 06 Nov 1994 08:49:37 GMT", epoch - 42), Some(42));
        assert_eq!(
            after("Sun, 06 Nov 1994 08:49:37 GMT", epoch + 42),
            Some(0),
            "long ago"
        );
        assert_eq!(after("Sun, 06 Nov 1994 08:49:37 GMT", 0), Some(300));
        assert_eq!(after("Tue, 29 Feb 2028 00:00:00 GMT", 1_835_395_190), Some(10));
        for nonsense in [
            "",
            "soon",
            "-1",
            "1.5",
            "Sun, 06 Foo 1994 08:49:37 GMT",
            "06 Nov 1994",
            "a, b c d e GMT",
            "Sun, 99 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 0000 08:49:37 GMT",
            "Sun, 06 Nov 1994 99:49:37 GMT",
        ] {
            assert_eq!(after(nonsense, 0), None, "{nonsense}");
        }
        assert_eq!(pause(&HeaderMap::new(), SystemTime::now()), None);
    }

    // Proves F-01, F-12.
    #[test]
    fn what_does_something_is_only_sent_again_when_it_was_too_much() {
        assert!(sends_again(StatusCode::TOO_MANY_REQUESTS, true));
        assert!(!sends_again(StatusCode::SERVICE_UNAVAILABLE, true));
        assert!(sends_again(StatusCode::SERVICE_UNAVAILABLE, false));
        assert!(!sends_again(StatusCode::GATEWAY_TIMEOUT, false));
    }
}
