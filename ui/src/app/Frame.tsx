import { useMediaQuery } from "@mantine/hooks";
import { type RefObject, Suspense, useEffect, useLayoutEffect, useRef } from "react";
import { afterPaint, Boundary, focusRoom, preloadAll, useBusyFocus } from "../elements";
import { say } from "../l10n";
import { type Room, useRoute } from "../route";
import { isOpen } from "../shortcuts";
import css from "./app.module.css";
import { Banner } from "./Banner";
import { DropTarget } from "./DropTarget";
import { InstallOffer } from "./InstallOffer";
import { Notices } from "./Notices";
import { Palette, Quit } from "./parts";
import { RoomKeys } from "./RoomKeys";
import { Rail } from "./rail/Rail";
import { rooms } from "./rooms";
import { Welcome } from "./welcome/Welcome";
import { Zoom } from "./Zoom";

/** The rail and the room. The gate is a window of its own, and this one can be used while it is open. */
export function Frame() {
  const { room, path } = useRoute();
  const Here = rooms[room];
  const folded = useMediaQuery("(max-width: 899px)", false, { getInitialValueInEffect: false });
  const before = useRef(room);
  useBusyFocus();
  useLayoutEffect(() => {
    void afterFirst();
  }, []);
  return (
    <div className={css.app} data-folded={folded}>
      <button type="button" className={css.skip} onClick={focusRoom}>
        {say("app-skip")}
      </button>
      <Rail room={room} path={path} folded={folded} />
      <main className={css.main}>
        <div className={css.stage}>
          <div className={`column ${css.room}`}>
            <Banner />
            <InstallOffer />
            <Suspense fallback={<div aria-busy="true" />}>
              <Welcome>
                <Boundary key={room} part="room">
                  <Suspense fallback={<div aria-busy="true" />}>
                    <Here path={path} />
                    <Arrived room={room} before={before} />
                  </Suspense>
                </Boundary>
              </Welcome>
            </Suspense>
          </div>
          <Notices />
        </div>
        <DropTarget />
        {/* Where menus and lists are drawn: what opens belongs to the room for those who hear it as well. */}
        <div data-mantine-shared-portal-node="true" />
      </main>
      <RoomKeys />
      <Zoom />
      <Boundary part="palette">
        <Suspense>
          <Palette />
        </Suspense>
      </Boundary>
      <Boundary part="quit">
        <Suspense>
          <Quit />
        </Suspense>
      </Boundary>
    </div>
  );
}

/** Whether a field of the room has the focus. */
function isWriting(): boolean {
  const at = document.activeElement;
  return (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) && at.closest("main") !== null;
}

/** Once the first room was drawn. */
async function afterFirst(): Promise<void> {
  await afterPaint();
  // They should be there when they are asked for. What could not be read is read again then, and said.
  await preloadAll().catch(() => {});
}

/** A new room takes the focus to its heading, except at the start. It stands beside the room, so that it waits for the room's file as well. */
function Arrived(props: { room: Room; before: RefObject<Room> }) {
  const { room, before } = props;
  useEffect(() => {
    if (before.current !== room) {
      before.current = room;
      // The palette may have been opened while the room was still being read, or the room has a field that is typed in next.
      if (!isOpen("palette") && !isWriting()) {
        focusRoom();
      }
    }
  }, [room, before]);
  return null;
}
