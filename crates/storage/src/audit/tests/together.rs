//! A change and the row about it stand together or not at all.

use super::{Ended, Room, call};
use crate::store::settings;
use portcullis_core::error::{Code, Error};
use portcullis_domain::Outcome;

async fn changed(room: &Room) -> Option<u32> {
    room.store.read(|db| settings::get(db, "answer")).await.unwrap()
}

// Proves S-91.
#[tokio::test]
async fn what_is_changed_together_with_its_row_is_there_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    let done = room
        .audit
        .once_with(|db| {
            settings::set(db, "answer", &42)?;
            Ok(("done", Some(call("Changed"))))
        })
        .await;
    assert_eq!(done, Ok("done"));
    assert_eq!(changed(&room).await, Some(42));
    let head = room.audit.head().await.unwrap().seq;
    assert_eq!((head, *room.audit.last().borrow()), (1, 1));
    let row = room.audit.detail(head).await.unwrap().row;
    assert_eq!((row.what.text.as_str(), row.outcome), ("Changed", Outcome::Done));
    assert_eq!(super::verify(&room.audit).await.first_broken, None);
}

// Proves S-91.
#[tokio::test]
async fn what_fails_leaves_neither_and_what_has_nothing_to_say_leaves_no_row() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    let failed = room
        .audit
        .once_with::<(), _>(|db| {
            settings::set(db, "answer", &42)?;
            Err(Error::new(Code::BadInput, "No.").into())
        })
        .await;
    assert_eq!(failed.unwrap_err().code, Code::BadInput);
    assert_eq!(changed(&room).await, None);
    room.audit
        .once_with(|db| Ok((settings::set(db, "answer", &7)?, None)))
        .await
        .unwrap();
    assert_eq!(changed(&room).await, Some(7));
    assert_eq!(room.audit.head().await.unwrap().seq, 0);
}

// Proves S-91.
#[tokio::test]
async fn what_is_to_be_on_disk_with_an_intention_stands_or_falls_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    let commits = room.store.commits();
    let with = |answer: u32, works: bool| {
        room.audit.intend_with(call("Called"), move |db| {
            settings::set(db, "answer", &answer)?;
            match works {
                true => Ok(()),
                false => Err(Error::new(Code::BadInput, "No.").into()),
            }
        })
    };
    let seq = with(42, true).await.unwrap();
    assert_eq!((seq, room.store.commits() - commits), (1, 1));
    assert_eq!(changed(&room).await, Some(42));
    assert_eq!(with(7, false).await.unwrap_err().code, Code::BadInput);
    assert_eq!(
        (changed(&room).await, room.audit.head().await.unwrap().seq),
        (Some(42), 1)
    );
    // Among others that share its commit, and are run again without it, so is the end of the chain.
    let (first, failed, last) = tokio::join!(
        room.audit.intend(call("first")),
        with(7, false),
        room.audit.end_with(seq, Ended::new(Outcome::Done, "done"), |db| {
            settings::set(db, "answer", &43)
        }),
    );
    assert_eq!(failed.unwrap_err().code, Code::BadInput);
    let mut rows = [first.unwrap(), last.unwrap()];
    rows.sort_unstable();
    assert_eq!(rows, [2, 3]);
    assert_eq!(changed(&room).await, Some(43));
    let check = super::verify(&room.audit).await;
    assert_eq!((check.rows, check.first_broken), (3, None), "{}", check.sentence);
}

// Proves S-90.
#[tokio::test]
async fn a_row_that_was_taken_back_is_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    let first = room.audit.intend(call("first")).await.unwrap();
    // One alone, then one that shares its commit with others which stay.
    for together in [1, 8] {
        let taken_back = async {
            let (rows, end) = (room.audit.clone(), room.store.last_row());
            let written = room.store.write(move |db| {
                super::super::append(db, &end, &mut rows.0.rows.intended(call("taken back")))?;
                Err::<(), _>(portcullis_core::Error::internal("something after it").into())
            });
            written.await.unwrap_err();
        };
        let others = futures::future::join_all((1..together).map(|_| room.audit.intend(call("stays"))));
        let (others, ()) = tokio::join!(others, taken_back);
        assert!(others.iter().all(Result::is_ok));
    }
    let last = room.audit.intend(call("last")).await.unwrap();
    assert_eq!(last, first + 8);
    let check = super::verify(&room.audit).await;
    assert_eq!(
        (check.rows, check.first_broken),
        (last, None),
        "{}",
        check.sentence
    );
}
