//! Attempts that are told: each once, and not more of them than a person would read.

use crate::denial::Denial;
use crate::limits::MAX_DENIALS;
use crate::traffic::{Opening, TrafficEvent};
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use tokio::sync::mpsc;

pub(super) struct DenialReports {
    told: Mutex<HashSet<Denial>>,
    report: mpsc::Sender<Denial>,
}

impl DenialReports {
    pub(super) fn new(report: mpsc::Sender<Denial>) -> Self {
        Self {
            told: Mutex::new(HashSet::new()),
            report,
        }
    }

    /// Tells that this came of an attempt, unless it was told; that it happened again is written down each time. A reader that is
    /// behind hears of it with the next attempt.
    pub(super) fn tell(&self, denial: Denial, opening: &Opening) {
        opening.was(TrafficEvent::Stopped(denial.clone()));
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.len() < MAX_DENIALS && !told.contains(&denial) && self.report.try_send(denial.clone()).is_ok()
        {
            told.insert(denial);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::DenialReports;
    use crate::denial::Denial;
    use crate::limits::MAX_DENIALS;
    use crate::traffic::Traffic;
    use tokio::sync::mpsc;

    fn denial(number: usize) -> Denial {
        Denial::Host {
            name: format!("host{number}.example"),
            port: None,
        }
    }

    #[test]
    fn each_denial_is_told_once_and_a_flood_ends() {
        let (report, mut told) = mpsc::channel(2 * MAX_DENIALS);
        let denials = DenialReports::new(report);
        let traffic = Traffic::default();
        for number in 0..10 * MAX_DENIALS {
            denials.tell(denial(number), &traffic.opening());
            denials.tell(denial(number), &traffic.opening());
        }
        let mut count = 0;
        while let Ok(one) = told.try_recv() {
            assert_eq!(one, denial(count));
            count += 1;
        }
        assert_eq!(count, MAX_DENIALS);
    }

    #[test]
    fn what_found_no_room_is_told_later() {
        let (report, mut told) = mpsc::channel(1);
        let denials = DenialReports::new(report);
        let traffic = Traffic::default();
        denials.tell(denial(0), &traffic.opening());
        denials.tell(denial(1), &traffic.opening());
        assert_eq!(told.try_recv(), Ok(denial(0)));
        assert!(told.try_recv().is_err());
        denials.tell(denial(1), &traffic.opening());
        assert_eq!(told.try_recv(), Ok(denial(1)));
    }
}
