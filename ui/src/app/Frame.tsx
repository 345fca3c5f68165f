import { useMediaQuery } from "@mantine/hooks";
import { type RefObject, Suspense, useEffect, useRef, useSyncExternalStore } from "react";
import { focusRoom, type Later, useLater } from "../elements";
import { type Room, useRoute } from "../route";
import { useGateway, useHost } from "../store";
import css from "./app.module.css";
import { Banner } from "./Banner";
import { Boundary } from "./Boundary";
import { covered as underPalette } from "./gate/useKeys";
import { Notices } from "./Notices";
import { parts } from "./parts";
import { Rail } from "./rail/Rail";
import { roomOf } from "./rooms";
import { Welcome } from "./welcome/Welcome";

/**
 * The rail, the room and the gate above the room. The rail stays reachable while the gate is open, so that
 * everything can be stopped at any time; the room does not.
 */
export function Frame() {
  const { room, path } = useRoute();
  const Here = roomOf(room);
  const folded = useMediaQuery("(max-width: 899px)", false, { getInitialValueInEffect: false });
  const waiting = useHost((host) => host.waiting);
  const gateway = useGateway();
  useSyncExternalStore(gateway.subscribe, gateway.version);
  const request = gateway.choose(waiting);
  const before = useRef(room);
  return (
    <div className={css.app} data-folded={folded}>
      <button type="button" className={css.skip} onClick={focusRoom}>
        Skip to the room
      </button>
      <Rail room={room} path={path} folded={folded} />
      <main className={css.stage}>
        <div className={css.room} inert={request !== null}>
          <Banner />
          <Suspense fallback={<div aria-busy="true" />}>
            <Welcome>
              <Boundary key={room} what="This room">
                <Suspense fallback={<div aria-busy="true" />}>
                  <Here path={path} />
                  <Arrived room={room} before={before} covered={request !== null} />
                </Suspense>
              </Boundary>
            </Welcome>
          </Suspense>
        </div>
        <Boundary key={request?.id} what="The request">
          <AfterFirst part={parts.gate} with={{ request, waiting }} />
        </Boundary>
        <Notices />
      </main>
      <Boundary what="The palette">
        <AfterFirst part={parts.palette} with={{}} />
      </Boundary>
      <Boundary what="The question before the end">
        <AfterFirst part={parts.quit} with={{}} />
      </Boundary>
    </div>
  );
}

/**
 * What the first paint does not need: it is read as soon as that was drawn. A request that waits already holds the room
 * back meanwhile, and nothing is answered without the gate.
 */
function AfterFirst<P extends object>(props: { part: Later<P>; with: P }) {
  const Part = useLater(props.part);
  return Part ? <Part {...props.with} /> : null;
}

/**
 * A new room takes the focus to its heading, except at the start and under the gate. It stands beside the room, so
 * that it waits for the room's file as well.
 */
function Arrived(props: { room: Room; before: RefObject<Room>; covered: boolean }) {
  const { room, before, covered } = props;
  useEffect(() => {
    if (before.current !== room) {
      before.current = room;
      // The palette may have been opened while the room was still being read.
      if (!covered && !underPalette()) {
        focusRoom();
      }
    }
  }, [room, before, covered]);
  return null;
}
