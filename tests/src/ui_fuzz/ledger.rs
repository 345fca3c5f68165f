//! Everything that the window showed as accepted, and what may have become of what it had not yet.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::Value;

use super::page::{Asked, Heard};

/// What something may be: one value after an acknowledged change, more while changes are under way or crossed.
#[derive(Debug, Clone)]
pub struct May<T> {
    possible: Vec<T>,
    under_way: u32,
    crossed: bool,
}

impl<T: PartialEq + Clone> May<T> {
    fn is(value: T) -> Self {
        Self {
            possible: vec![value],
            under_way: 0,
            crossed: false,
        }
    }

    fn begins(&mut self, value: T) {
        self.possible.push(value);
        self.under_way += 1;
        self.crossed |= self.under_way > 1;
    }

    fn ends(&mut self, value: T, ok: bool) {
        if ok && !self.crossed {
            self.possible = vec![value];
        }
        self.under_way = self.under_way.saturating_sub(1);
        // Which of those that crossed came last, only a look can tell.
        self.crossed &= self.under_way > 0 || self.possible.len() > 1;
    }

    /// The same for a change that leaves the rest as it is.
    fn begins_to(&mut self, change: impl Fn(&T) -> T) {
        for value in self.possible.clone() {
            let changed = change(&value);
            if !self.possible.contains(&changed) {
                self.possible.push(changed);
            }
        }
        self.under_way += 1;
        self.crossed |= self.under_way > 1;
    }

    fn ended_to(&mut self, change: impl Fn(&T) -> T, ok: bool) {
        if ok && !self.crossed {
            for value in &mut self.possible {
                *value = change(value);
            }
            self.possible.dedup();
        }
        self.under_way = self.under_way.saturating_sub(1);
        self.crossed &= self.under_way > 0 || self.possible.len() > 1;
    }

    /// Whether it may be this.
    pub fn may_be(&self, value: &T) -> bool {
        self.possible.contains(value)
    }

    /// In words.
    pub fn words(&self) -> String
    where
        T: std::fmt::Debug,
    {
        format!("{:?}", self.possible)
    }
}

/// Settings after a change of some of them.
fn with(before: &Value, change: &Value) -> Value {
    let mut after = before.clone();
    if let (Some(after), Some(change)) = (after.as_object_mut(), change.as_object()) {
        after.extend(change.iter().map(|(name, value)| (name.clone(), value.clone())));
    }
    after
}

/// How a permission stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It was listed.
    Stands,
    /// Something may have ended it.
    Open,
    /// It was taken back.
    Ended,
}

/// A permission that was listed.
#[derive(Debug, Clone)]
pub struct Permission {
    /// How it stands.
    pub standing: Standing,
    /// When it ends on its own, in milliseconds since 1970.
    pub ends_at: Option<u64>,
    server: String,
    tool: String,
    in_conversation: bool,
}

/// An answer that was accepted.
#[derive(Debug, Clone)]
pub struct Answered {
    /// SHA-256 of what was shown.
    pub digest: String,
    /// What was asked, as far as it was seen.
    pub asked: Option<Asked>,
    /// What was answered.
    pub answer: String,
}

impl Answered {
    /// Whether nothing was to be done.
    pub fn is_a_no(&self) -> bool {
        self.answer.starts_with("deny")
    }

    /// Whether what was asked is of a kind that begins so.
    pub fn is_about(&self, kind: &str) -> bool {
        self.asked
            .as_ref()
            .is_some_and(|asked| asked.kind.starts_with(kind))
    }
}

/// See the module.
#[derive(Debug, Default)]
pub struct Ledger {
    /// Requests that were seen.
    asked: HashMap<String, Asked>,
    /// By whether it is the gate's page that sent it, and its number there.
    under_way: BTreeMap<(bool, u64), Heard>,
    /// By id: on or off; nothing for one that was removed.
    pub servers: HashMap<String, May<Option<bool>>>,
    /// Settings, once they are known.
    pub settings: Option<May<Value>>,
    /// By id.
    pub permissions: HashMap<String, Permission>,
    /// Since the last look back.
    pub answers: Vec<Answered>,
    /// Words by which something said is found, and where.
    pub said: Vec<(String, String)>,
    /// Conversations whose deletion was begun.
    pub deleted: HashSet<String>,
    /// Titles by conversation, as far as the person gave them.
    pub titles: HashMap<String, String>,
    /// Looked for so far.
    pub accepted: u64,
    /// The end was asked for.
    pub quits: bool,
}

/// A mark that is found again in what was said.
pub fn mark(number: u64) -> String {
    format!("mark-{number:06}-of-the-fuzzer")
}

impl Ledger {
    /// A request that is shown.
    pub fn sees(&mut self, asked: &Asked) {
        self.asked
            .entry(asked.id.clone())
            .or_insert_with(|| asked.clone());
    }

    /// Requests and their calls whose row in the record is not known yet.
    pub fn unrecorded(&self) -> Vec<(String, String)> {
        let asked = self.asked.values();
        asked
            .filter_map(|asked| Some((asked.id.clone(), asked.call.clone()?)))
            .collect()
    }

    /// The row of the call that a request is about; nothing when the host does not know the call any more.
    pub fn is_recorded(&mut self, request: &str, row: Option<u64>) {
        let answered = self.answers.iter_mut().filter_map(|it| it.asked.as_mut());
        for asked in self.asked.values_mut().chain(answered) {
            if asked.id == request {
                asked.call = None;
                asked.record = row;
            }
        }
    }

    /// A request that was seen.
    pub fn request(&self, id: &str) -> Option<&Asked> {
        self.asked.get(id)
    }

    /// Whether nothing that decides is under way.
    pub fn rests(&self) -> bool {
        self.under_way.is_empty()
    }

    /// The gate's page or the main one is gone: what it had under way will not be answered.
    pub fn cut(&mut self, at_gate: bool) {
        self.under_way.retain(|(gate, _), _| *gate != at_gate);
        if at_gate {
            return;
        }
        let flags = self.servers.values_mut().map(|may| &mut may.under_way);
        for under_way in flags.chain(self.settings.iter_mut().map(|may| &mut may.under_way)) {
            *under_way = 0;
        }
        self.quits = false;
    }

    /// Takes note of what the gate's page or the main one sent or got. Gives the answer that was accepted, if it was one.
    pub fn hear(&mut self, at_gate: bool, heard: Heard) -> Option<Answered> {
        let key = (at_gate, heard.id);
        if !heard.ended {
            self.begins(&heard);
            if !heard.args.is_null() {
                self.under_way.insert(key, heard);
            }
            return None;
        }
        let begun = self.under_way.remove(&key)?;
        self.ends(&begun, heard.ok)
    }

    fn begins(&mut self, heard: &Heard) {
        let args = &heard.args;
        match heard.command.as_str() {
            "quit" => self.quits = true,
            "set_enabled" => self.server(args, |may, to| may.begins(to)),
            "remove_server" => {
                self.server(args, |may, _| may.begins(None));
                self.unsettle(|it| it.server == text(&args["id"]));
            }
            "stop_everything" => self.all_off(|may| may.begins(Some(false))),
            "set_settings" => {
                if let Some(may) = &mut self.settings {
                    may.begins_to(|before| with(before, &args["settings"]));
                }
            }
            "revoke" | "revoke_these" | "revoke_all" | "revoke_server" => {
                self.revoked(heard, Standing::Open);
            }
            "delete_conversation" => {
                self.deleted.insert(text(&args["id"]));
                self.unsettle(|it| it.in_conversation);
            }
            "rename_conversation" => {
                self.titles.remove(&text(&args["id"]));
            }
            "answer" => {
                let reply = &args["reply"];
                let asked = self.asked.get(&text(&reply["request"])).cloned();
                // What an answer does to a server is done after it: only a look can tell.
                if let Some(asked) = asked
                    && matches!(asked.kind.as_str(), "launch" | "changed")
                {
                    if let Some(may) = self.servers.get_mut(&asked.server) {
                        may.possible.extend([Some(true), Some(false)]);
                    }
                    self.unsettle(|it| it.server == asked.server);
                }
            }
            _ => {}
        }
    }

    fn ends(&mut self, begun: &Heard, ok: bool) -> Option<Answered> {
        let args = &begun.args;
        self.accepted += u64::from(ok);
        match begun.command.as_str() {
            "set_enabled" => self.server(args, |may, to| may.ends(to, ok)),
            "remove_server" => self.server(args, |may, _| may.ends(None, ok)),
            "stop_everything" => self.all_off(|may| may.ends(Some(false), ok)),
            "set_settings" => {
                if let Some(may) = &mut self.settings {
                    may.ended_to(|before| with(before, &args["settings"]), ok);
                }
            }
            "revoke" | "revoke_these" if ok => self.revoked(begun, Standing::Ended),
            "rename_conversation" if ok => {
                let crossed = |it: &Heard| it.command == begun.command && it.args["id"] == args["id"];
                if !self.under_way.values().any(crossed) {
                    self.titles.insert(text(&args["id"]), text(&args["title"]));
                }
            }
            "say" if ok => {
                let words = text(&args["text"]);
                if let Some(at) = words.find("mark-") {
                    let mark: String = words[at..].chars().take(mark(0).len()).collect();
                    self.said.push((text(&args["conversation"]), mark));
                }
            }
            "answer" if ok => {
                let reply = &args["reply"];
                let answered = Answered {
                    digest: text(&reply["digest"]),
                    asked: self.asked.get(&text(&reply["request"])).cloned(),
                    answer: text(&reply["answer"]["kind"]),
                };
                self.answers.push(answered.clone());
                return Some(answered);
            }
            _ => {}
        }
        None
    }

    fn server(&mut self, args: &Value, then: impl FnOnce(&mut May<Option<bool>>, Option<bool>)) {
        if let Some(may) = self.servers.get_mut(&text(&args["id"])) {
            then(may, Some(args["enabled"] == true));
        }
    }

    fn all_off(&mut self, mut then: impl FnMut(&mut May<Option<bool>>)) {
        for may in self.servers.values_mut() {
            if !may.may_be(&None) {
                then(may);
            }
        }
    }

    fn unsettle(&mut self, which: impl Fn(&Permission) -> bool) {
        for permission in self.permissions.values_mut() {
            if permission.standing == Standing::Stands && which(permission) {
                permission.standing = Standing::Open;
            }
        }
    }

    fn revoked(&mut self, heard: &Heard, to: Standing) {
        let args = &heard.args;
        for (id, permission) in &mut self.permissions {
            let meant = match heard.command.as_str() {
                "revoke" => args["grant"] == **id,
                "revoke_these" => {
                    let these = args["grants"].as_array();
                    these.is_some_and(|these| these.iter().any(|it| it == id.as_str()))
                }
                "revoke_server" => args["server"] == *permission.server,
                _ => true,
            };
            if meant {
                permission.standing = to;
            }
        }
    }

    /// How everything is, seen while nothing was under way.
    pub fn observes(&mut self, servers: &Value, settings: &Value, grants: &Value) {
        let before = std::mem::take(&mut self.servers);
        for server in list(servers) {
            let may = May::is(Some(server["enabled"] == true));
            self.servers.insert(text(&server["id"]), may);
        }
        // What is gone stays gone.
        for id in before.into_keys() {
            self.servers.entry(id).or_insert_with(|| May::is(None));
        }
        self.settings = Some(May::is(settings.clone()));
        let gone: HashSet<String> = self.permissions.drain().map(|(id, _)| id).collect();
        for grant in list(grants) {
            // A session is one life of the application, and it is looked for after that.
            let standing = match grant["scope"] == "session" {
                true => Standing::Ended,
                false => Standing::Stands,
            };
            let permission = Permission {
                standing,
                ends_at: grant["ends_at"].as_u64(),
                server: text(&grant["server"]),
                tool: text(&grant["tool"]),
                in_conversation: grant["scope"] == "conversation",
            };
            self.permissions.insert(text(&grant["id"]), permission);
        }
        for id in gone {
            let ended = Permission {
                standing: Standing::Ended,
                ends_at: None,
                server: String::new(),
                tool: String::new(),
                in_conversation: false,
            };
            self.permissions.entry(id).or_insert(ended);
        }
    }
}

impl Permission {
    /// In words.
    pub fn words(&self) -> String {
        format!("for “{}” of {}", self.tool, self.server)
    }
}

/// The entries of a list.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Text, or nothing.
pub fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Heard, Ledger, Standing};

    fn sent(id: u64, command: &str, args: serde_json::Value) -> Heard {
        serde_json::from_value(json!({"id": id, "command": command, "args": args})).unwrap()
    }

    fn answered(id: u64, command: &str, ok: bool) -> Heard {
        serde_json::from_value(json!({"id": id, "command": command, "ended": true, "ok": ok})).unwrap()
    }

    fn seen() -> Ledger {
        let mut ledger = Ledger::default();
        let servers = json!([{"id": "a", "enabled": true}, {"id": "b", "enabled": true}]);
        let grants = json!([{"id": "g", "server": "a", "tool": "t", "scope": "always"}]);
        ledger.observes(&servers, &json!({"notify": true}), &grants);
        ledger
    }

    #[test]
    fn what_was_acknowledged_is_certain_and_what_was_begun_is_open() {
        let mut ledger = seen();
        ledger.hear(
            false,
            sent(1, "set_enabled", json!({"id": "a", "enabled": false})),
        );
        assert!(ledger.servers["a"].may_be(&Some(false)) && ledger.servers["a"].may_be(&Some(true)));
        ledger.hear(false, answered(1, "set_enabled", true));
        assert!(ledger.servers["a"].may_be(&Some(false)) && !ledger.servers["a"].may_be(&Some(true)));
        assert!(ledger.rests());
    }

    #[test]
    fn two_that_crossed_leave_it_open_until_it_is_looked_up() {
        let mut ledger = seen();
        ledger.hear(
            false,
            sent(1, "set_enabled", json!({"id": "a", "enabled": false})),
        );
        ledger.hear(false, sent(2, "set_enabled", json!({"id": "a", "enabled": true})));
        ledger.hear(false, answered(1, "set_enabled", true));
        ledger.hear(false, answered(2, "set_enabled", true));
        assert!(ledger.servers["a"].may_be(&Some(false)) && ledger.servers["a"].may_be(&Some(true)));
    }

    #[test]
    fn a_permission_that_was_listed_stands_until_it_is_taken_back() {
        let mut ledger = seen();
        assert_eq!(ledger.permissions["g"].standing, Standing::Stands);
        ledger.hear(false, sent(1, "revoke", json!({"grant": "g"})));
        assert_eq!(ledger.permissions["g"].standing, Standing::Open);
        ledger.hear(false, answered(1, "revoke", true));
        assert_eq!(ledger.permissions["g"].standing, Standing::Ended);
    }

    #[test]
    fn a_main_page_that_is_gone_takes_nothing_of_the_gate_with_it() {
        let mut ledger = seen();
        let answer = json!({"reply": {"request": "r", "digest": "d", "answer": {"kind": "deny"}}});
        ledger.hear(true, sent(1, "answer", answer));
        ledger.hear(
            false,
            sent(1, "set_enabled", json!({"id": "a", "enabled": false})),
        );
        ledger.cut(false);
        assert!(!ledger.rests());
        let accepted = ledger.hear(true, answered(1, "answer", true));
        assert_eq!(accepted.map(|it| it.digest).as_deref(), Some("d"));
        assert!(ledger.rests());
    }
}
