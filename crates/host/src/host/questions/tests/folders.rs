//! Folders.

use super::*;
use crate::host::LookedAtRoot;
use portcullis_api::{HostEvent, RootList};
use portcullis_core::Code;
use portcullis_domain::{Asked, RootsAccess};
use std::path::{Path, PathBuf};

impl Fixture {
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
    let fixture = Fixture::new().await;
    let list = fixture.gives(&fixture.folder("Müller & Co #1")).await;
    assert_eq!(list.access, RootsAccess::Ask);
    let asked = fixture.asks("roots/list", &Value::Null);
    let request = fixture.asked().await;
    assert_eq!(request.question, "Share folders with “Notes”?");
    let Asked::Roots { folders, notes, .. } = &request.asked else {
        panic!("no folders: {request:?}")
    };
    assert_eq!(folders.len(), 1);
    assert!(
        notes.iter().any(|note| note.contains("do not restrict")),
        "{notes:?}"
    );
    fixture.answers(Answer::Share {}).await;
    let told = answer(asked).await.unwrap();
    let uri = told["roots"][0]["uri"].as_str().unwrap().to_owned();
    assert!(
        uri.starts_with("file:///") && uri.ends_with("/M%C3%BCller%20&%20Co%20%231"),
        "{uri}"
    );
    assert_eq!(told["roots"][0]["name"], "Müller & Co #1");
    assert_eq!(fixture.asks_roots().await.unwrap(), told, "remembered");
    assert_eq!(
        fixture.host.roots(fixture.server()).await.unwrap().access,
        RootsAccess::Told
    );
    assert_eq!(fixture.asks_roots().await.unwrap(), told);
    let whats: Vec<_> = fixture
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
    fixture.host.close().await;
}

// Proves ROO-01.
#[tokio::test]
async fn a_no_is_an_empty_list_and_is_remembered_until_it_is_taken_back() {
    let fixture = Fixture::new().await;
    fixture.gives(&fixture.folder("a")).await;
    assert_eq!(fixture.roots_after(Answer::Decline {}).await, none());
    assert_eq!(fixture.asks_roots().await, none(), "without asking");
    let list = fixture
        .host
        .withhold_roots(fixture.server(), false)
        .await
        .unwrap();
    assert_eq!(list.access, RootsAccess::Ask);
    assert_eq!(fixture.roots_after(Answer::Deny {}).await, none());
    let told = fixture.roots_after(Answer::Share {}).await.unwrap();
    let folders = told["roots"].as_array().unwrap().len();
    assert_eq!(folders, 1, "leaving it decided nothing");
    fixture.host.withhold_roots(fixture.server(), true).await.unwrap();
    assert_eq!(fixture.asks_roots().await, none());
    fixture.host.close().await;
}

// Proves S-91.
#[tokio::test]
async fn no_folder_is_shared_where_that_cannot_be_recorded() {
    let fixture = Fixture::new().await;
    fixture.gives(&fixture.folder("a")).await;
    write_no_more(fixture.data.path(), DECISION);
    let heard = fixture.roots_after(Answer::Share {}).await;
    assert_eq!(heard, Err(Refusal::INTERNAL));
    let list = fixture.host.roots(fixture.server()).await.unwrap();
    assert_eq!(list.access, RootsAccess::Ask);
    fixture.host.close().await;
}

// Proves S-91.
#[tokio::test]
async fn what_may_be_told_without_asking_is_not_told_where_that_cannot_be_recorded() {
    let fixture = Fixture::new().await;
    fixture.gives(&fixture.folder("a")).await;
    fixture.roots_after(Answer::Share {}).await.unwrap();
    fixture.gives(&fixture.folder("b")).await;
    write_no_more(fixture.data.path(), INTENTION);
    assert_eq!(fixture.asks_roots().await, Err(Refusal::INTERNAL));
    fixture.host.close().await;
}

// Proves ROO-03.
#[tokio::test]
async fn folders_that_change_while_it_is_asked_are_a_new_question() {
    let fixture = Fixture::new().await;
    let asked = fixture.asks("roots/list", &Value::Null);
    let first = fixture.asked().await;
    let Asked::Roots { folders, notes, .. } = &first.asked else {
        panic!("no folders: {first:?}")
    };
    assert!(folders.is_empty() && notes.len() == 2);
    fixture.gives(&fixture.folder("a")).await;
    let second = fixture.asked_when(|request| request.id != first.id).await;
    let Asked::Roots { folders, .. } = &second.asked else {
        panic!("no folders: {second:?}")
    };
    assert_eq!(folders.len(), 1, "as it is now: {second:?}");
    let refused = fixture.tries(&first, Answer::Share {}).await.unwrap_err();
    assert_eq!(refused.code, Code::ConsentStale);
    fixture.tries(&second, Answer::Share {}).await.unwrap();
    assert_eq!(answer(asked).await.unwrap()["roots"].as_array().unwrap().len(), 1);
    fixture.host.close().await;
}

// Proves ROO-04.
#[tokio::test]
async fn only_what_still_is_the_folder_that_was_chosen_is_told() {
    let fixture = Fixture::new().await;
    let (gone, swapped, kept) = (
        fixture.folder("gone"),
        fixture.folder("swapped"),
        fixture.folder("kept"),
    );
    for folder in [&gone, &swapped, &kept] {
        fixture.gives(folder).await;
    }
    let told = fixture.roots_after(Answer::Share {}).await.unwrap();
    assert_eq!(told["roots"].as_array().unwrap().len(), 3);
    std::fs::remove_dir(&gone).unwrap();
    #[cfg(unix)]
    {
        std::fs::remove_dir(&swapped).unwrap();
        std::os::unix::fs::symlink("/etc", &swapped).unwrap();
    }
    #[cfg(not(unix))]
    std::fs::remove_dir(&swapped).unwrap();
    let told = fixture.asks_roots().await.unwrap();
    assert_eq!(told["roots"].as_array().unwrap().len(), 1);
    assert_eq!(told["roots"][0]["name"], "kept");
    let list = fixture.host.roots(fixture.server()).await.unwrap();
    let there: Vec<bool> = list.folders.iter().map(|folder| folder.there).collect();
    assert_eq!(there, [false, false, true]);
    let list = fixture
        .host
        .remove_root(fixture.server(), gone.to_str().unwrap())
        .await
        .unwrap();
    assert_eq!(list.folders.len(), 2);
    fixture.host.close().await;
}

// Proves S-72.
#[tokio::test]
async fn a_folder_is_what_it_really_is() {
    let fixture = Fixture::new().await;
    let folder = fixture.folder("project");
    let shown = |path: PathBuf| {
        let fixture = &fixture;
        async move {
            fixture.looks_at(&path).await.map(|looked| match looked {
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
        let link = fixture.folder("links").join("to project");
        std::os::unix::fs::symlink(&folder, &link).unwrap();
        assert_eq!(shown(link).await.unwrap(), real, "a link is what it leads to");
    }
    let file = folder.join("file");
    std::fs::write(&file, "x").unwrap();
    for bad in [
        file,
        folder.join("missing"),
        PathBuf::from("project"),
        fixture.data.path().to_owned(),
        fixture
            .data
            .path()
            .join("..")
            .join(fixture.data.path().file_name().unwrap()),
    ] {
        let error = shown(bad).await.unwrap_err();
        assert_eq!(error.code, Code::BadInput);
    }
    fixture.host.close().await;
}

// Proves S-72.
#[tokio::test]
async fn more_than_a_project_needs_a_second_yes() {
    let fixture = Fixture::new().await;
    let plain = fixture.folder("project");
    let whole = plain.ancestors().last().unwrap();
    let wide = async || match fixture.looks_at(whole).await.unwrap() {
        LookedAtRoot::Wide(wide) => wide,
        LookedAtRoot::Plain(chosen) => panic!("nothing is asked about {chosen:?}"),
    };
    assert!(wide().await.warnings().len() >= 2);
    assert!(wide().await.answered(false).is_none());
    let chosen = wide().await.answered(true).unwrap();
    assert_eq!(fixture.host.add_root(chosen).await.unwrap().folders.len(), 1);
    let LookedAtRoot::Plain(chosen) = fixture.looks_at(&plain).await.unwrap() else {
        panic!("a folder of the test is wide");
    };
    std::fs::remove_dir(&plain).unwrap();
    let error = fixture.host.add_root(chosen).await.unwrap_err();
    assert_eq!(error.code, Code::BadInput, "what is gone meanwhile is not added");
    fixture.host.close().await;
}

// Proves CAN-06.
#[tokio::test]
async fn a_server_that_goes_away_leaves_no_question_about_folders() {
    let fixture = Fixture::new().await;
    let (asked, token) = fixture.asks_in("2026-07-28", "roots/list", &Value::Null);
    fixture.asked().await;
    token.cancel();
    fixture.not_asked_any_more().await;
    assert_eq!(answer(asked).await, Err(Refusal::INTERNAL));
    assert_eq!(
        fixture.host.roots(fixture.server()).await.unwrap().access,
        RootsAccess::Ask
    );
    fixture.host.close().await;
}

// Proves ROO-03.
#[tokio::test]
async fn folders_go_with_their_server() {
    let fixture = Fixture::new().await;
    fixture.gives(&fixture.folder("a")).await;
    fixture.host.remove_server(fixture.server()).await.unwrap();
    let left: i64 = fixture
        .host
        .0
        .store
        .read(|db| Ok(db.query_row("SELECT count(*) FROM roots", [], |row| row.get(0))?))
        .await
        .unwrap();
    assert_eq!(left, 0);
    fixture.host.close().await;
}

#[tokio::test]
async fn a_server_is_removed_and_said_to_be_where_permissions_cannot_be_reloaded() {
    let fixture = Fixture::new().await;
    fixture
        .host
        .0
        .store
        .write(|db| Ok(db.execute("DROP TABLE flow_classes", [])?))
        .await
        .unwrap();
    let mut events = fixture.host.events();
    fixture.host.remove_server(fixture.server()).await.unwrap();
    assert!(fixture.host.servers().is_empty());
    let mut told = Vec::new();
    while let Some((_, event)) = events.ready() {
        if let HostEvent::Problem { problem } = event {
            told.push(problem.sentence);
        }
    }
    let [sentence] = <[String; 1]>::try_from(told).unwrap();
    assert!(sentence.starts_with("“Notes” was removed, but"), "{sentence}");
    fixture.host.close().await;
}
