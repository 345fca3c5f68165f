import { useMediaQuery } from "@mantine/hooks";
import {
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from "react";
import type { Request } from "../bindings/host";
import { afterPaint, focusRoom, preloadAll } from "../elements";
import { type Room, useRoute } from "../route";
import { isOpen } from "../shortcuts";
import { useHost, useRequestQueue } from "../store";
import css from "./app.module.css";
import { Banner } from "./Banner";
import { Boundary } from "./Boundary";
import { Notices } from "./Notices";
import { Gate, Palette, Quit } from "./parts";
import { Rail } from "./rail/Rail";
import { rooms } from "./rooms";
import { useRestoreFocus } from "./useRestoreFocus";
import { Welcome } from "./welcome/Welcome";

/**
 * The rail, the room and the gate above the room. The rail stays reachable while the gate is open, so that
 * everything can be stopped at any time; the room does not.
 */
export function Frame() {
  const { room, path } = useRoute();
  const Here = rooms[room];
  const folded = useMediaQuery("(max-width: 899px)", false, { getInitialValueInEffect: false });
  const before = useRef(room);
  useLayoutEffect(() => {
    void afterFirst();
  }, []);
  return (
    <div className={css.app} data-folded={folded}>
      <button type="button" className={css.skip} onClick={focusRoom}>
        Skip to the room
      </button>
      <Rail room={room} path={path} folded={folded} />
      <Stage>
        <Banner />
        <Suspense fallback={<div aria-busy="true" />}>
          <Welcome>
            <Boundary key={room} what="This room">
              <Suspense fallback={<div aria-busy="true" />}>
                <Here path={path} />
                <Arrived room={room} before={before} />
              </Suspense>
            </Boundary>
          </Welcome>
        </Suspense>
      </Stage>
      <Boundary what="The palette">
        <Suspense>
          <Palette />
        </Suspense>
      </Boundary>
      <Boundary what="The question before the end">
        <Suspense>
          <Quit />
        </Suspense>
      </Boundary>
    </div>
  );
}

/** Once the first room was drawn. */
async function afterFirst(): Promise<void> {
  await afterPaint();
  // They should be there when they are asked for. What could not be read is read again then, and said.
  await preloadAll().catch(() => {});
}

/** The room with the gate above it. The room is not drawn anew for each request that comes and goes. */
function Stage(props: { children: ReactNode }) {
  const waiting = useHost((host) => host.waiting);
  const request = useInFront();
  // Beside the gate and not in it: each request has a sheet of its own, and the last one is gone when the gate closes.
  useRestoreFocus(request !== null);
  return (
    <main className={css.stage}>
      <div className={css.room} inert={request !== null}>
        {props.children}
      </div>
      <Boundary key={request?.id} what="The request">
        {/* A request that waits holds the room back while the gate is still being loaded, and nothing is answered without it. */}
        <Suspense>
          <Gate request={request} waiting={waiting} />
        </Suspense>
      </Boundary>
      <Notices />
    </main>
  );
}

/** The request that is in front of the person. */
function useInFront(): Request | null {
  const waiting = useHost((host) => host.waiting);
  const queue = useRequestQueue();
  useSyncExternalStore(queue.subscribe, queue.version);
  return queue.choose(waiting);
}

/**
 * A new room takes the focus to its heading, except at the start and under the gate. It stands beside the room, so
 * that it waits for the room's file as well.
 */
function Arrived(props: { room: Room; before: RefObject<Room> }) {
  const { room, before } = props;
  const covered = useInFront() !== null;
  useEffect(() => {
    if (before.current !== room) {
      before.current = room;
      // The palette may have been opened while the room was still being read.
      if (!covered && !isOpen("palette")) {
        focusRoom();
      }
    }
  }, [room, before, covered]);
  return null;
}
