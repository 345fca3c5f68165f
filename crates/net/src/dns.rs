//! Resolves host names and checks each IP address at the moment it is dialled, against DNS rebinding (SEC-04).

use super::address_class::{self, AddressClass};
use futures::FutureExt;
use futures::future::BoxFuture;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::{fmt, io};

/// A DNS resolver; tests bring their own.
pub(super) trait Resolver: Send + Sync + 'static {
    /// All numbers of a name.
    fn look_up(&self, name: &str) -> BoxFuture<'static, io::Result<Vec<IpAddr>>>;
}

/// The system's resolver.
pub(super) struct SystemResolver;

impl Resolver for SystemResolver {
    fn look_up(&self, name: &str) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
        let name = name.to_owned();
        async move {
            let found = tokio::net::lookup_host((name, 0)).await?;
            Ok(found.map(|found| found.ip()).collect())
        }
        .boxed()
    }
}

/// Which IP addresses may be dialled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DialPolicy {
    /// The person's own endpoint: any.
    Own,
    /// On this computer: nothing but this computer.
    Here,
    /// On the open internet: nothing else.
    Open,
}

/// An IP address that is not dialled, and why. Found again as a source of the client's error.
#[derive(Debug, Clone, Copy)]
pub(super) struct AddressRefused(pub AddressClass);

impl fmt::Display for AddressRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the address is not visited: {:?}", self.0)
    }
}

impl std::error::Error for AddressRefused {}

/// Resolves names and drops addresses that may not be dialled.
#[derive(Clone)]
pub(super) struct GuardedResolver {
    pub names: Arc<dyn Resolver>,
    pub way: DialPolicy,
}

impl GuardedResolver {
    /// The numbers that may be dialled. One that may not refuses the name as a whole: a name that is in two places at
    /// once is up to something.
    pub async fn numbers(
        self,
        name: String,
    ) -> Result<Vec<IpAddr>, Box<dyn std::error::Error + Send + Sync>> {
        let found = self.names.look_up(&name).await?;
        for number in &found {
            let place = match self.way {
                DialPolicy::Own => None,
                DialPolicy::Here => (!number.is_loopback()).then_some(AddressClass::Nowhere),
                DialPolicy::Open => address_class::of(*number),
            };
            if let Some(place) = place {
                return Err(AddressRefused(place).into());
            }
        }
        Ok(found)
    }
}

impl Resolve for GuardedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let numbers = self.clone().numbers(name.as_str().to_owned());
        Box::pin(async move {
            let found = numbers.await?;
            let addresses: Addrs = Box::new(found.into_iter().map(|number| SocketAddr::new(number, 0)));
            Ok(addresses)
        })
    }
}
