//! Names become numbers here, and each number is judged in the moment in which it is dialled (SEC-04).

use super::place::{self, Place};
use futures::FutureExt;
use futures::future::BoxFuture;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::{fmt, io};

/// Looks names up; tests bring their own.
pub(super) trait Names: Send + Sync + 'static {
    /// All numbers of a name.
    fn look_up(&self, name: &str) -> BoxFuture<'static, io::Result<Vec<IpAddr>>>;
}

/// As the system does.
pub(super) struct SystemNames;

impl Names for SystemNames {
    fn look_up(&self, name: &str) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
        let name = name.to_owned();
        async move {
            let found = tokio::net::lookup_host((name, 0)).await?;
            Ok(found.map(|found| found.ip()).collect())
        }
        .boxed()
    }
}

/// Which numbers may be dialled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// The person's own endpoint: any.
    Own,
    /// On this computer: nothing but this computer.
    Here,
    /// On the open internet: nothing else.
    Open,
}

/// A number that is not dialled, and why. Found again in the error of the client.
#[derive(Debug, Clone, Copy)]
pub(super) struct Refused(pub Place);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the address {}", self.0.words())
    }
}

impl std::error::Error for Refused {}

/// Looks up and judges.
#[derive(Clone)]
pub(super) struct Doorkeeper {
    pub names: Arc<dyn Names>,
    pub way: Way,
}

impl Doorkeeper {
    /// The numbers that may be dialled. One that may not refuses the name as a whole: a name that is in two places at
    /// once is up to something.
    pub async fn numbers(
        self,
        name: String,
    ) -> Result<Vec<IpAddr>, Box<dyn std::error::Error + Send + Sync>> {
        let found = self.names.look_up(&name).await?;
        for number in &found {
            let place = match self.way {
                Way::Own => None,
                Way::Here => (!number.is_loopback()).then_some(Place::Nowhere),
                Way::Open => place::of(*number),
            };
            if let Some(place) = place {
                return Err(Refused(place).into());
            }
        }
        Ok(found)
    }
}

impl Resolve for Doorkeeper {
    fn resolve(&self, name: Name) -> Resolving {
        let numbers = self.clone().numbers(name.as_str().to_owned());
        Box::pin(async move {
            let found = numbers.await?;
            let addresses: Addrs = Box::new(found.into_iter().map(|number| SocketAddr::new(number, 0)));
            Ok(addresses)
        })
    }
}
