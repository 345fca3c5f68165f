//! A command of the window is one function: this makes its handler, its name in the permission file and its TypeScript
//! signature from it. Used by the shell alone, and knows nothing of the host.
//!
//! [`collect!`] takes the modules beside the file that invokes it. Every `pub(super) async fn` in them is a command: its
//! arguments and what it returns are what the page gets. The first argument is the `Host`, or the `AppHandle`
//! where a command needs the system's dialogs. An argument of the type `Press`, `RecentPress` or `MayOpenDialog` is not the page's:
//! it is the press of the person that this command uses up, or needs, and without one the command ends before it begins. Where no
//! press is seen, `Press` is a yes at the gate to the command as the page sent it.

use proc_macro::TokenStream;
use proc_macro2::Span;
use quote::quote;
use std::path::Path;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Error, FnArg, GenericArgument, Ident, Item, ItemFn, LitStr, Pat, PathArguments, Result,
    ReturnType, Token, Type, Visibility,
};

/// `collect!("src-tauri/src/commands": servers, tools, …; gate)`: declares these modules, whose files are in that folder below
/// the manifest, and makes of their commands
/// - `NAMES`: all names, in the order of the files,
/// - `GATE_NAMES`: those of the modules after the semicolon, which belong to the page of the gate,
/// - `handler()`: what answers the page,
/// - `signatures(&mut impl Signatures)`: hands over each command with its types.
#[proc_macro]
pub fn collect(input: TokenStream) -> TokenStream {
    let rooms = syn::parse_macro_input!(input as Rooms);
    made(&rooms).unwrap_or_else(Error::into_compile_error).into()
}

struct Rooms {
    folder: LitStr,
    modules: Punctuated<Ident, Token![,]>,
    gate: Punctuated<Ident, Token![,]>,
}

impl Parse for Rooms {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let folder = input.parse()?;
        input.parse::<Token![:]>()?;
        let modules = Punctuated::parse_separated_nonempty(input)?;
        input.parse::<Token![;]>()?;
        let gate = Punctuated::parse_terminated(input)?;
        Ok(Self {
            folder,
            modules,
            gate,
        })
    }
}

struct Command {
    module: Ident,
    name: Ident,
    docs: Vec<Attribute>,
    needs_app: bool,
    arguments: Vec<CommandArgument>,
    reply: Type,
}

enum CommandArgument {
    /// What the page gives.
    Given(Ident, Box<Type>),
    /// A press, by the function of `press` that gives it.
    Press(Ident),
}

fn made(rooms: &Rooms) -> Result<proc_macro2::TokenStream> {
    let root = std::env::var("CARGO_MANIFEST_DIR").map_err(|error| at(&rooms.folder, &error))?;
    let mut commands = Vec::new();
    let mut files = Vec::new();
    for module in rooms.modules.iter().chain(&rooms.gate) {
        let path = Path::new(&root)
            .join(rooms.folder.value())
            .join(format!("{module}.rs"));
        let text = std::fs::read_to_string(&path).map_err(|error| at(module, &error))?;
        for item in syn::parse_file(&text)?.items {
            if let Item::Fn(function) = item
                && matches!(function.vis, Visibility::Restricted(_))
            {
                commands.push(Command::of(module.clone(), function).map_err(|error| at(module, &error))?);
            }
        }
        files.push(path.to_string_lossy().into_owned());
    }
    let modules = rooms.modules.iter().chain(&rooms.gate);
    let of_gate = |command: &&Command| rooms.gate.iter().any(|module| *module == command.module);
    let gate_names = commands
        .iter()
        .filter(of_gate)
        .map(|command| command.name.to_string());
    let names = commands.iter().map(|command| command.name.to_string());
    let idents: Vec<_> = commands.iter().map(|command| &command.name).collect();
    let handlers = commands.iter().map(Command::handler);
    let signatures = commands.iter().map(Command::signature);
    Ok(quote! {
        #(mod #modules;)*
        // The compiler does not know otherwise that these were read.
        #(const _: &str = include_str!(#files);)*
        #(#handlers)*

        /// The names of all commands; the permission file lists the same (S-25).
        pub const NAMES: &[&str] = &[#(#names),*];

        /// The names of those that belong to the page of the gate.
        pub const GATE_NAMES: &[&str] = &[#(#gate_names),*];

        /// Answers the page.
        pub(crate) fn handler() -> impl Fn(tauri::ipc::Invoke<tauri::Wry>) -> bool + Send + Sync + 'static {
            once::handled_once(|invoke| {
                let command: fn(tauri::ipc::InvokeMessage) -> dispatch::CommandFuture = match invoke.message.command() {
                    #(stringify!(#idents) => #idents,)*
                    _ => return false,
                };
                dispatch::answer(invoke, command);
                true
            })
        }

        /// Hands over every command with its types.
        pub(crate) fn signatures(to: &mut impl Signatures) {
            #(#signatures)*
        }
    })
}

impl Command {
    fn of(module: Ident, function: ItemFn) -> Result<Self> {
        let signature = function.sig;
        let refused = |why| Error::new_spanned(&signature.ident, why);
        if signature.asyncness.is_none() {
            return Err(refused("a command is async"));
        }
        let by = |name: &str| Ok(CommandArgument::Press(Ident::new(name, Span::call_site())));
        let mut inputs = signature.inputs.iter().map(|input| match input {
            FnArg::Typed(typed) => match (&*typed.pat, &*typed.ty) {
                (_, ty) if is(ty, "Press") => by("taken"),
                (_, ty) if is(ty, "RecentPress") => by("recent"),
                (_, ty) if is(ty, "MayOpenDialog") => by("may_open_dialog"),
                (Pat::Ident(name), ty) => {
                    Ok(CommandArgument::Given(name.ident.clone(), Box::new(ty.clone())))
                }
                _ => Err(refused("an argument of a command has a name")),
            },
            FnArg::Receiver(_) => Err(refused("a command is a function")),
        });
        let first = match inputs.next() {
            Some(first) => first?,
            None => return Err(refused("a command takes the Host or the AppHandle")),
        };
        let needs_app = match &first {
            CommandArgument::Given(_, ty) if is(ty, "Host") => false,
            CommandArgument::Given(_, ty) if is(ty, "AppHandle") => true,
            _ => {
                return Err(refused(
                    "the first argument of a command is the Host or the AppHandle",
                ));
            }
        };
        let arguments = inputs.collect::<Result<_>>()?;
        let Some(reply) = reply(&signature.output) else {
            return Err(refused("a command returns a Result"));
        };
        let docs: Vec<_> = function
            .attrs
            .into_iter()
            .filter(|it| it.path().is_ident("doc"))
            .collect();
        if docs.is_empty() {
            return Err(refused("a command says what it does"));
        }
        Ok(Self {
            module,
            name: signature.ident,
            docs,
            needs_app,
            arguments,
            reply,
        })
    }

    /// What the page gives.
    fn given(&self) -> impl Iterator<Item = (&Ident, &Type)> {
        self.arguments.iter().filter_map(|argument| match argument {
            CommandArgument::Given(name, ty) => Some((name, &**ty)),
            CommandArgument::Press(_) => None,
        })
    }

    fn handler(&self) -> proc_macro2::TokenStream {
        let Self {
            module,
            name,
            docs,
            arguments,
            ..
        } = self;
        let (names, types): (Vec<_>, Vec<_>) = self.given().unzip();
        // A press is taken before anything is begun.
        let given = arguments.iter().map(|argument| match argument {
            CommandArgument::Given(name, _) => quote!(#name),
            CommandArgument::Press(_) => quote!(press),
        });
        let by = arguments.iter().find_map(|argument| match argument {
            CommandArgument::Press(by) => Some(by),
            CommandArgument::Given(..) => None,
        });
        // Where no press is seen the gate asks in its place, and shows what was sent.
        let sent = by
            .filter(|by| *by == "taken")
            .map(|_| quote!(let sent = dispatch::argument(&message, stringify!(#name), "sent")?;));
        let press = by.map(|by| match &sent {
            Some(_) => {
                let all = names.iter().map(|name| name.to_string());
                quote!(let press = press::#by(&app, sent, stringify!(#name), &[#(#all),*]).await?;)
            }
            // From the message itself: an argument that is named like a variable of this function would take its place.
            None if by == "may_open_dialog" => {
                quote!(let press = press::#by(&app, message.webview_ref().label())?;)
            }
            None => quote!(let press = press::#by(&app)?;),
        });
        let first = if self.needs_app {
            quote!(app)
        } else {
            quote!(host(&app)?)
        };
        quote! {
            #(#docs)*
            fn #name(message: tauri::ipc::InvokeMessage) -> dispatch::CommandFuture {
                Box::pin(async move {
                    let app = message.webview_ref().app_handle().clone();
                    #sent
                    #(let #names: #types = dispatch::argument(&message, stringify!(#name), stringify!(#names))?;)*
                    // By name alone: what it was asked with may be secret (S-88).
                    tracing::debug!(target: "portcullis::commands", "{}", stringify!(#name));
                    let reply = async move { #press #module::#name(#first, #(#given),*).await };
                    dispatch::encoded(reply.await)
                })
            }
        }
    }

    fn signature(&self) -> proc_macro2::TokenStream {
        let reply = &self.reply;
        let name = self.name.to_string();
        let names = self.given().map(|(name, _)| name.to_string());
        let types = self.given().map(|(_, ty)| ty);
        quote! {
            let mut arguments = Vec::new();
            #(arguments.push((#names, to.name_of::<#types>()));)*
            let reply = to.name_of::<#reply>();
            to.command(#name, &arguments, &reply);
        }
    }
}

fn is(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident(name))
}

/// `T` of `Result<T>`.
fn reply(output: &ReturnType) -> Option<Type> {
    let ReturnType::Type(_, ty) = output else {
        return None;
    };
    let Type::Path(path) = &**ty else { return None };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(of) = &last.arguments else {
        return None;
    };
    match of.args.first()? {
        GenericArgument::Type(reply) if last.ident == "Result" => Some(reply.clone()),
        _ => None,
    }
}

fn at(place: &impl quote::ToTokens, error: &impl std::fmt::Display) -> Error {
    Error::new_spanned(place, error)
}
