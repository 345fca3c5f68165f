import { useMediaQuery } from "@mantine/hooks";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { focusRoom } from "../elements";
import { ActivityRoom } from "../features/activity";
import { ChatRoom } from "../features/chat";
import { PermissionsRoom } from "../features/permissions";
import { ServersRoom } from "../features/servers";
import { SettingsRoom } from "../features/settings";
import { WaitingRoom } from "../features/waiting";
import { type Room, useRoute } from "../route";
import { useGateway, useHost } from "../store";
import css from "./app.module.css";
import { Banner } from "./Banner";
import { Boundary } from "./Boundary";
import { Gate } from "./gate/Gate";
import { Notices } from "./Notices";
import { Palette } from "./palette/Palette";
import { Quit } from "./Quit";
import { Rail } from "./rail/Rail";
import { Welcome } from "./welcome/Welcome";

const shown: Record<Room, (props: { path: string[] }) => React.ReactNode> = {
  chat: ChatRoom,
  servers: ServersRoom,
  waiting: WaitingRoom,
  activity: ActivityRoom,
  permissions: PermissionsRoom,
  settings: SettingsRoom,
};

/**
 * The rail, the room and the gate above the room. The rail stays reachable while the gate is open, so that
 * everything can be stopped at any time; the room does not.
 */
export function Frame() {
  const { room, path } = useRoute();
  const Here = shown[room];
  const folded = useMediaQuery("(max-width: 899px)", false, { getInitialValueInEffect: false });
  const waiting = useHost((host) => host.waiting);
  const gateway = useGateway();
  useSyncExternalStore(gateway.subscribe, gateway.version);
  const request = gateway.choose(waiting);
  useFocusOnRoom(room, request !== null);
  return (
    <div className={css.app} data-folded={folded}>
      <button type="button" className={css.skip} onClick={focusRoom}>
        Skip to the room
      </button>
      <Rail room={room} path={path} folded={folded} />
      <main className={css.stage}>
        <div className={css.room} inert={request !== null}>
          <Banner />
          <Welcome>
            <Boundary key={room} what="This room">
              <Here path={path} />
            </Boundary>
          </Welcome>
        </div>
        <Boundary key={request?.id} what="The request">
          <Gate request={request} waiting={waiting} />
        </Boundary>
        <Notices />
      </main>
      <Palette />
      <Quit />
    </div>
  );
}

/** A new room takes the focus to its heading, except at the start and under the gate. */
function useFocusOnRoom(room: Room, covered: boolean): void {
  const before = useRef(room);
  useEffect(() => {
    if (before.current !== room) {
      before.current = room;
      if (!covered) {
        focusRoom();
      }
    }
  }, [room, covered]);
}
