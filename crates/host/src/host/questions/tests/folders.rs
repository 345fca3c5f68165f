//! Folders.

use super::*;
use crate::host::LookedAtRoot;
use portcullis_api::{HostEvent, RootList};
use portcullis_core::Code;
use portcullis_domain::{Asked, RootsAccess};
use std::path::{Path, PathBuf};

impl House {
    /// A folder of the test, without links in its path.
    fn folder(&self, name: &str) -> PathBuf {
        let room = portcullis_programs::real_path(self.room.path()).unwrap();
        let path = room.join(name);
        std::fs::create_dir_all(&path).unwrap();
        path
    }

    async fn looks_at(&self, folder: &Path) -> Result<LookedAtRoot> {
        self.host.look_at_root(self.server(), folder.to_owned()).await
    }

    async fn gives(&self, folder: &Path) -> RootList {
        let LookedAtRoot::Plain(chosen) = self.looks_at(folder).await.unwrap() else {
            panic!("a folder of the test is wide");
        };
        self.host.add_root(chosen).await.unwrap()
    }

    /// What the server hears after this answer.
    async fn roots_after(&self, given: Answer) -> Answered {
        self.hears("roots/list", &Value::Null, given).await
    }

    async fn asks_roots(&self) -> Answered {
        answer(self.asks("roots/list", &Value::Null)).await
    }
}

fn none() -> Answered {
    Ok(json!({ "roots": [] }))
}

// Proves ROO-03, UIC-02.
#[tokio::test]
async fn a_server_learns_of_folders_after_a_yes_and_then_without_asking() {
    let house = House::new().await;
    let list = house.gives(&house.folder("Müller & Co #1")).await;
    assert_eq!(list.access, RootsAccess::Ask);
    let asked = house.asks("roots/list", &Value::Null);
    let request = house.asked().await;
    assert_eq!(request.question, "Share folders with “Notes”?");
    let Asked::Roots { folders, notes, .. } = &request.asked else {
        panic!("no folders: {request:?}")
    };
    assert_eq!(folders.len(), 1);
    assert!(
        notes.iter().any(|note| note.contains("do not restrict")),
        "{notes:?}"
    );
    house.answers(Answer::Share {}).await;
    let told = answer(asked).await.unwrap();
    let uri = told["roots"][0]["uri"].as_str().unwrap().to_owned();
    assert!(
        uri.starts_with("file:///") && uri.ends_with("/M%C3%BCller%20&%20Co%20%231"),
        "{uri}"
    );
    assert_eq!(told["roots"][0]["name"], "Müller & Co #1");
    assert_eq!(house.asks_roots().await.unwrap(), told, "remembered");
    assert_eq!(
        house.host.roots(house.server()).await.unwrap().access,
        RootsAccess::Told
    );
    assert_eq!(house.asks_roots().await.unwrap(), told);
    let whats: Vec<_> = house
        .rows(RecordKind::Roots, 2)
        .await
        .into_iter()
        .map(|row| row.what.text)
        .collect();
    assert_eq!(
        whats,
        ["Asked for folders", "Folder added"],
        "the same again is no new row"
    );
    house.host.close().await;
}

// Proves ROO-01.
#[tokio::test]
async fn a_no_is_an_empty_list_and_is_remembered_until_it_is_taken_back() {
    let house = House::new().await;
    house.gives(&house.folder("a")).await;
    assert_eq!(house.roots_after(Answer::Decline {}).await, none());
    assert_eq!(house.asks_roots().await, none(), "without asking");
    let list = house.host.withhold_roots(house.server(), false).await.unwrap();
    assert_eq!(list.access, RootsAccess::Ask);
    assert_eq!(house.roots_after(Answer::Deny {}).await, none());
    let told = house.roots_after(Answer::Share {}).await.unwrap();
    let folders = told["roots"].as_array().unwrap().len();
    assert_eq!(folders, 1, "leaving it decided nothing");
    house.host.withhold_roots(house.server(), true).await.unwrap();
    assert_eq!(house.asks_roots().await, none());
    house.host.close().await;
}

// Proves ROO-03.
#[tokio::test]
async fn folders_that_change_while_it_is_asked_are_a_new_question() {
    let house = House::new().await;
    let asked = house.asks("roots/list", &Value::Null);
    let first = house.asked().await;
    let Asked::Roots { folders, notes, .. } = &first.asked else {
        panic!("no folders: {first:?}")
    };
    assert!(folders.is_empty() && notes.len() == 2);
    house.gives(&house.folder("a")).await;
    let second = house.asked_when(|request| request.id != first.id).await;
    let Asked::Roots { folders, .. } = &second.asked else {
        panic!("no folders: {second:?}")
    };
    assert_eq!(folders.len(), 1, "as it is now: {second:?}");
    assert_eq!(
        house.tries(&first, Answer::Share {}).await.unwrap_err().code,
        Code::ConsentStale
    );
    house.tries(&second, Answer::Share {}).await.unwrap();
    assert_eq!(answer(asked).await.unwrap()["roots"].as_array().unwrap().len(), 1);
    house.host.close().await;
}

// Proves ROO-04.
#[tokio::test]
async fn only_what_still_is_the_folder_that_was_chosen_is_told() {
    let house = House::new().await;
    let (gone, swapped, kept) = (
        house.folder("gone"),
        house.folder("swapped"),
        house.folder("kept"),
    );
    for folder in [&gone, &swapped, &kept] {
        house.gives(folder).await;
    }
    let told = house.roots_after(Answer::Share {}).await.unwrap();
    assert_eq!(told["roots"].as_array().unwrap().len(), 3);
    std::fs::remove_dir(&gone).unwrap();
    #[cfg(unix)]
    {
        std::fs::remove_dir(&swapped).unwrap();
        std::os::unix::fs::symlink("/etc", &swapped).unwrap();
    }
    #[cfg(not(unix))]
    std::fs::remove_dir(&swapped).unwrap();
    let told = house.asks_roots().await.unwrap();
    assert_eq!(told["roots"].as_array().unwrap().len(), 1);
    assert_eq!(told["roots"][0]["name"], "kept");
    let list = house.host.roots(house.server()).await.unwrap();
    let there: Vec<bool> = list.folders.iter().map(|folder| folder.there).collect();
    assert_eq!(there, [false, false, true]);
    let list = house
        .host
        .remove_root(house.server(), gone.to_str().unwrap())
        .await
        .unwrap();
    assert_eq!(list.folders.len(), 2);
    house.host.close().await;
}

// Proves S-72.
#[tokio::test]
async fn a_folder_is_what_it_really_is() {
    let house = House::new().await;
    let folder = house.folder("project");
    let shown = |path: PathBuf| {
        let house = &house;
        async move {
            house.looks_at(&path).await.map(|looked| match looked {
                LookedAtRoot::Plain(chosen) => chosen.shown().text,
                LookedAtRoot::Wide(wide) => panic!("a folder of the test is wide: {wide:?}"),
            })
        }
    };
    let real = folder.to_str().unwrap().to_owned();
    assert_eq!(shown(folder.clone()).await.unwrap(), real);
    assert_eq!(
        shown(folder.join("..").join("project")).await.unwrap(),
        real,
        "no way round"
    );
    #[cfg(unix)]
    {
        let link = house.folder("links").join("to project");
        std::os::unix::fs::symlink(&folder, &link).unwrap();
        assert_eq!(shown(link).await.unwrap(), real, "a link is what it leads to");
    }
    let file = folder.join("file");
    std::fs::write(&file, "x").unwrap();
    for bad in [
        file,
        folder.join("missing"),
        PathBuf::from("project"),
        house.data.path().to_owned(),
        house
            .data
            .path()
            .join("..")
            .join(house.data.path().file_name().unwrap()),
    ] {
        let error = shown(bad).await.unwrap_err();
        assert_eq!(error.code, Code::BadInput);
    }
    house.host.close().await;
}

// Proves S-72.
#[tokio::test]
async fn more_than_a_project_needs_a_second_yes() {
    let house = House::new().await;
    let plain = house.folder("project");
    let whole = plain.ancestors().last().unwrap();
    let wide = async || match house.looks_at(whole).await.unwrap() {
        LookedAtRoot::Wide(wide) => wide,
        LookedAtRoot::Plain(chosen) => panic!("nothing is asked about {chosen:?}"),
    };
    assert!(wide().await.warnings().len() >= 2);
    assert!(wide().await.answered(false).is_none());
    let chosen = wide().await.answered(true).unwrap();
    assert_eq!(house.host.add_root(chosen).await.unwrap().folders.len(), 1);
    let LookedAtRoot::Plain(chosen) = house.looks_at(&plain).await.unwrap() else {
        panic!("a folder of the test is wide");
    };
    std::fs::remove_dir(&plain).unwrap();
    let error = house.host.add_root(chosen).await.unwrap_err();
    assert_eq!(error.code, Code::BadInput, "what is gone meanwhile is not added");
    house.host.close().await;
}

// Proves CAN-06.
#[tokio::test]
async fn a_server_that_goes_away_leaves_no_question_about_folders() {
    let house = House::new().await;
    let (asked, token) = house.asks_in("2026-07-28", "roots/list", &Value::Null);
    house.asked().await;
    token.cancel();
    house.not_asked_any_more().await;
    assert_eq!(answer(asked).await, Err(Refusal::INTERNAL));
    assert_eq!(
        house.host.roots(house.server()).await.unwrap().access,
        RootsAccess::Ask
    );
    house.host.close().await;
}

// Proves ROO-03.
#[tokio::test]
async fn folders_go_with_their_server() {
    let house = House::new().await;
    house.gives(&house.folder("a")).await;
    house.host.remove_server(house.server()).await.unwrap();
    let left: i64 = house
        .host
        .0
        .store
        .read(|db| Ok(db.query_row("SELECT count(*) FROM roots", [], |row| row.get(0))?))
        .await
        .unwrap();
    assert_eq!(left, 0);
    house.host.close().await;
}

#[tokio::test]
async fn a_server_is_removed_and_said_to_be_where_permissions_cannot_be_reloaded() {
    let house = House::new().await;
    house
        .host
        .0
        .store
        .write(|db| Ok(db.execute("DROP TABLE flow_classes", [])?))
        .await
        .unwrap();
    let mut events = house.host.events();
    house.host.remove_server(house.server()).await.unwrap();
    assert!(house.host.servers().is_empty());
    let mut told = Vec::new();
    while let Some((_, event)) = events.ready() {
        if let HostEvent::Problem { problem } = event {
            told.push(problem.sentence);
        }
    }
    let [sentence] = <[String; 1]>::try_from(told).unwrap();
    assert!(sentence.starts_with("“Notes” was removed, but"), "{sentence}");
    house.host.close().await;
}
