//! What a message may be given.

use crate::Argument;

/// A value in a message. A plural depends on numbers alone.
pub trait IntoArgument {
    /// As Fluent takes it.
    fn argument(&self) -> Argument<'static>;
}

impl IntoArgument for str {
    fn argument(&self) -> Argument<'static> {
        Argument::from(self.to_owned())
    }
}

impl IntoArgument for String {
    fn argument(&self) -> Argument<'static> {
        self.as_str().argument()
    }
}

impl<T: IntoArgument + ?Sized> IntoArgument for &T {
    fn argument(&self) -> Argument<'static> {
        (**self).argument()
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl IntoArgument for $number {
            fn argument(&self) -> Argument<'static> {
                Argument::from(*self)
            }
        }
    )*};
}

numbers! { u16 u32 u64 usize i32 i64 }
