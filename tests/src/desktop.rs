//! The two services of a desktop that the application speaks to over the session bus: the notification service
//! and the panel that shows tray icons. A machine without a panel has neither, so a test stands in for both and
//! reads what a person would see.

use std::{
    collections::HashMap,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use zbus::{
    Connection, Proxy, interface,
    message::Header,
    zvariant::{OwnedObjectPath, OwnedValue, Value},
};

use crate::wait;

/// A notification, as a person sees it.
#[derive(Debug, Clone)]
pub struct Notice {
    /// Above its text.
    pub title: String,
    /// Its text.
    pub text: String,
    /// The labels of what can be pressed, by their names; `default` is the notification itself.
    pub actions: HashMap<String, String>,
    /// The application took it back.
    pub taken_back: bool,
}

/// What the application told the desktop.
#[derive(Debug, Default)]
struct Heard {
    /// In the order of their numbers, from 1.
    notifications: Vec<Notice>,
    /// Bus name and path of the icon.
    icon: Option<(String, String)>,
}

/// A desktop on the bus of one home.
#[derive(Debug)]
pub struct Desktop {
    bus: Connection,
    heard: Arc<Mutex<Heard>>,
}

struct Notifications(Arc<Mutex<Heard>>);

#[interface(name = "org.freedesktop.Notifications")]
impl Notifications {
    fn get_capabilities(&self) -> Vec<String> {
        vec!["body".to_owned(), "actions".to_owned()]
    }

    fn get_server_information(&self) -> (String, String, String, String) {
        let text = str::to_owned;
        (text("rig"), text("Portcullis"), text("1"), text("1.2"))
    }

    #[allow(clippy::too_many_arguments, reason = "the specification's")]
    fn notify(
        &self,
        _application: String,
        _replaces: u32,
        _icon: String,
        summary: String,
        body: String,
        actions: Vec<String>,
        _hints: HashMap<String, OwnedValue>,
        _expires: i32,
    ) -> u32 {
        let mut heard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A list of pairs: a name and its label.
        let actions = actions
            .chunks_exact(2)
            .map(|pair| (pair[0].clone(), pair[1].clone()))
            .collect();
        heard.notifications.push(Notice {
            title: summary,
            text: body,
            actions,
            taken_back: false,
        });
        u32::try_from(heard.notifications.len()).unwrap_or(u32::MAX)
    }

    fn close_notification(&self, id: u32) {
        let mut heard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = usize::try_from(id).ok().and_then(|id| id.checked_sub(1));
        if let Some(notice) = place.and_then(|place| heard.notifications.get_mut(place)) {
            notice.taken_back = true;
        }
    }
}

struct Panel(Arc<Mutex<Heard>>);

#[interface(name = "org.kde.StatusNotifierWatcher")]
impl Panel {
    fn register_status_notifier_item(&self, item: String, #[zbus(header)] header: Header<'_>) {
        // An icon says either its own path or its own name.
        let sender = header.sender().map(ToString::to_string).unwrap_or_default();
        let icon = if item.starts_with('/') {
            (sender, item)
        } else {
            (item, "/StatusNotifierItem".to_owned())
        };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).icon = Some(icon);
    }

    #[zbus(property)]
    fn is_status_notifier_host_registered(&self) -> bool {
        true
    }

    #[zbus(property)]
    fn protocol_version(&self) -> i32 {
        0
    }

    #[zbus(property)]
    fn registered_status_notifier_items(&self) -> Vec<String> {
        Vec::new()
    }
}

/// An entry of the tray's menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    id: i32,
    /// What a person reads.
    pub label: String,
}

type Layout = (u32, (i32, HashMap<String, OwnedValue>, Vec<OwnedValue>));

impl Desktop {
    /// Takes its place on the bus whose address the session wrote into the home.
    pub async fn on_the_bus_of(home: &Path) -> Self {
        let address = wait::file(&home.join("run/bus-address")).await;
        let heard = Arc::new(Mutex::new(Heard::default()));
        let bus = zbus::connection::Builder::address(address.trim())
            .and_then(|builder| {
                builder.serve_at(
                    "/org/freedesktop/Notifications",
                    Notifications(Arc::clone(&heard)),
                )
            })
            .and_then(|builder| builder.serve_at("/StatusNotifierWatcher", Panel(Arc::clone(&heard))))
            .and_then(|builder| builder.name("org.freedesktop.Notifications"))
            .and_then(|builder| builder.name("org.kde.StatusNotifierWatcher"))
            .expect("names and paths are well-formed")
            .build()
            .await
            .expect("the bus takes a desktop");
        Self { bus, heard }
    }

    /// Every notification so far.
    pub fn notifications(&self) -> Vec<Notice> {
        let heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.notifications.clone()
    }

    /// Presses what a notification with this text offers under this name.
    pub async fn press(&self, text: &str, action: &str) {
        let all = self.notifications();
        let place = all.iter().rposition(|notice| notice.text == text);
        let place = place.unwrap_or_else(|| panic!("“{text}” is not among {all:?}"));
        assert!(all[place].actions.contains_key(action), "{:?}", all[place]);
        let id = u32::try_from(place + 1).expect("there are not that many");
        self.bus
            .emit_signal(
                None::<&str>,
                "/org/freedesktop/Notifications",
                "org.freedesktop.Notifications",
                "ActionInvoked",
                &(id, action),
            )
            .await
            .expect("the bus takes a signal");
    }

    /// What the menu of the tray icon offers, without the lines between.
    pub async fn menu(&self) -> Vec<Entry> {
        let (_, (_, _, children)): Layout = self
            .tray_menu()
            .await
            .call("GetLayout", &(0_i32, -1_i32, Vec::<String>::new()))
            .await
            .expect("the menu has a layout");
        children.into_iter().filter_map(entry).collect()
    }

    /// Chooses an entry of the menu.
    pub async fn choose(&self, label: &str) {
        let menu = self.menu().await;
        let entry = menu.iter().find(|entry| entry.label == label);
        let entry = entry.unwrap_or_else(|| panic!("“{label}” is not among {menu:?}"));
        self.tray_menu()
            .await
            .call::<_, _, ()>("Event", &(entry.id, "clicked", Value::from(0_i32), 0_u32))
            .await
            .expect("the entry is there");
    }

    /// The name of the picture that the panel shows now.
    pub async fn picture(&self) -> String {
        self.icon_property("IconName").await
    }

    async fn icon_property<T>(&self, name: &str) -> T
    where
        T: TryFrom<OwnedValue>,
        T::Error: Into<zbus::Error>,
    {
        let (owner, path) = self.icon().await;
        let proxy = Proxy::new(&self.bus, owner, path, "org.kde.StatusNotifierItem").await;
        proxy
            .expect("an icon has a name and a path")
            .get_property(name)
            .await
            .unwrap_or_else(|error| panic!("the icon has no {name}: {error}"))
    }

    async fn icon(&self) -> (String, String) {
        wait::until("an icon in the tray", || {
            self.heard
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .icon
                .clone()
        })
        .await
    }

    async fn tray_menu(&self) -> Proxy<'static> {
        let (owner, _) = self.icon().await;
        let path: OwnedObjectPath = self.icon_property("Menu").await;
        Proxy::new(&self.bus, owner, path, "com.canonical.dbusmenu")
            .await
            .expect("a menu has a path")
    }
}

/// An entry with a label; a line between two has none.
fn entry(value: OwnedValue) -> Option<Entry> {
    let (id, mut about, _): (i32, HashMap<String, OwnedValue>, Vec<OwnedValue>) = value.try_into().ok()?;
    let label = String::try_from(about.remove("label")?).ok()?;
    (!label.is_empty()).then_some(Entry { id, label })
}
