//! One template of addresses as its server lists it (RES-03, RES-04).

use super::fields::{EntryPart, Unit};
use super::icons::Icons;
use super::listing::ListEntry;
use super::search::{SearchKeys, Searched};
use super::uri_template::UriTemplate;
use super::{annotations, fields, resource};
use crate::limits::{ICON_LISTED, URI};
use portcullis_core::text::ForeignText;
use portcullis_domain::Annotations;
use portcullis_l10n::say;
use serde_json::Value;

/// A usable template. Identity is the server and [`Template::template`], byte for byte.
#[derive(Debug)]
pub struct Template {
    /// Raw template.
    pub template: String,
    /// The same, taken apart.
    pub parts: UriTemplate,
    /// Name; the template where there is none.
    pub name: ForeignText,
    /// Title.
    pub title: Option<ForeignText>,
    /// Description; empty when there is none.
    pub description: ForeignText,
    /// Type of what it leads to, as claimed.
    pub mime: Option<ForeignText>,
    /// What the server says about its use.
    pub annotations: Annotations,
    /// Pictures that the server names for it.
    pub icons: Icons,
    keys: SearchKeys,
}

impl ListEntry for Template {
    const MEMBER: &'static str = "resourceTemplates";
    const IDENTITY: &'static str = "uriTemplate";

    fn read(definition: &Value) -> Result<Self, String> {
        let about = definition.as_object().ok_or_else(|| say!("tool-not-object"))?;
        let template = fields::identity(about, "uriTemplate", EntryPart::Template, (Unit::Bytes, URI))?;
        let parts = UriTemplate::parse(&template)?;
        let name = resource::name(about, &template)?;
        let (title, description) = (fields::title(about)?, fields::description(about)?);
        Ok(Self {
            keys: resource::keys(&name, title.as_ref(), &description, &template),
            mime: fields::mime(about),
            annotations: annotations::read(about.get("annotations")),
            icons: Icons::read(about.get("icons"), ICON_LISTED),
            parts,
            template,
            name,
            title,
            description,
        })
    }

    fn identity(&self) -> &str {
        &self.template
    }

    fn twice() -> String {
        say!("template-twice")
    }
}

impl Searched for Template {
    fn keys(&self) -> &SearchKeys {
        &self.keys
    }
}
