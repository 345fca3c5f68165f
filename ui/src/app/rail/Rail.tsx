import { type ReactNode, useRef, useState } from "react";
import type { ServerSummary } from "../../bindings/host";
import {
  ActivityIcon,
  ChatIcon,
  GateIcon,
  Mark,
  PermissionsIcon,
  ServersIcon,
  SettingsIcon,
  StateDot,
  TasksIcon,
  useTooltip,
} from "../../elements";
import { ServerMark } from "../../elements/ServerMark";
import { list, say } from "../../l10n";
import { type Room, to } from "../../route";
import { useHost, useSignIns } from "../../store";
import { phaseWord } from "../../words";
import css from "./rail.module.css";
import { StopEverything } from "./StopEverything";

const links: { room: Room; icon: ReactNode }[] = [
  { room: "chat", icon: <ChatIcon /> },
  { room: "servers", icon: <ServersIcon /> },
  { room: "waiting", icon: <GateIcon /> },
  { room: "tasks", icon: <TasksIcon /> },
  { room: "activity", icon: <ActivityIcon /> },
  { room: "permissions", icon: <PermissionsIcon /> },
];

/** The rooms, the servers with their state, and at the bottom what must always be at hand. */
export function Rail(props: { room: Room; path: string[]; folded: boolean }) {
  const { room, path, folded } = props;
  const servers = useHost((host) => host.servers);
  const requests = useHost((host) => host.waiting.length);
  const signIns = useSignIns().length;
  const waiting = requests + signIns;
  const unread = useHost((host) => host.unread.size);
  const tasks = useHost((host) => host.tasks.filter((it) => it.state !== "ended").length);
  const counts: Partial<Record<Room, number>> = { chat: unread, waiting, tasks };
  return (
    <nav className={css.rail} data-folded={folded} aria-label={say("app-pages")}>
      <div className={css.brand}>
        <Mark />
        <span className={`cut ${css.word}`}>{say("app-name")}</span>
      </div>
      {links.map((link) => (
        <RoomLink
          key={link.room}
          href={to(link.room)}
          icon={link.icon}
          here={room === link.room}
          folded={folded}
          room={link.room}
          count={counts[link.room] ?? 0}
        />
      ))}
      {unread > 0 ? (
        <span className="visually-hidden" id="rail-chat">
          {say("app-rail-unread", { count: unread })}
        </span>
      ) : null}
      {waiting > 0 ? (
        <span className="visually-hidden" id="rail-waiting">
          {list([
            ...(requests > 0 ? [say("app-rail-requests", { count: requests })] : []),
            ...(signIns > 0 ? [say("app-rail-sign-ins", { count: signIns })] : []),
          ])}
        </span>
      ) : null}
      {tasks > 0 ? (
        <span className="visually-hidden" id="rail-tasks">
          {say("app-rail-tasks", { count: tasks })}
        </span>
      ) : null}
      {servers.length > 0 ? (
        <>
          <h2 className={css.sub} id="rail-servers">
            {say("app-room-servers")}
          </h2>
          <ul className={`unmarked ${css.servers}`} aria-labelledby="rail-servers">
            {servers.map((server) => (
              <li key={server.id}>
                <ServerLink
                  server={server}
                  here={room === "servers" && path[0] === server.id}
                  folded={folded}
                />
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <span className={css.grow} />
      <StopEverything folded={folded} />
      <RoomLink
        href={to("settings")}
        icon={<SettingsIcon />}
        here={room === "settings"}
        folded={folded}
        room="settings"
        count={0}
      />
    </nav>
  );
}

/** A label that does not fit is read in full beside it. */
function ServerLink(props: { server: ServerSummary; here: boolean; folded: boolean }) {
  const { server, here, folded } = props;
  const word = useRef<HTMLSpanElement>(null);
  const [cut, setCut] = useState(false);
  const look = () => setCut(word.current !== null && word.current.scrollWidth > word.current.clientWidth);
  const words = `${server.label} · ${server.state.words}`;
  const { described, tooltip } = useTooltip<HTMLAnchorElement>(words, folded || cut);
  return (
    <>
      <a
        href={to("servers", server.id)}
        className={css.server}
        aria-current={here ? "page" : undefined}
        {...described}
        onPointerEnter={(event) => {
          look();
          described.onPointerEnter(event);
        }}
        onFocus={() => {
          look();
          described.onFocus();
        }}
      >
        <StateDot phase={server.state.phase} said />
        <ServerMark mark={server.mark} />
        <span ref={word} className={`cut ${css.word}`}>
          {server.label}
        </span>
        <span className="visually-hidden">, {phaseWord(server.state.phase)}</span>
      </a>
      {tooltip}
    </>
  );
}

function RoomLink(props: {
  href: string;
  icon: ReactNode;
  here: boolean;
  folded: boolean;
  room: Room;
  /** The number next to it: new replies, requests that wait, tasks that run. */
  count: number;
}) {
  const count = props.count > 0;
  const name = say(`app-room-${props.room}`);
  const { described, tooltip } = useTooltip<HTMLAnchorElement>(name, props.folded);
  return (
    <div className={css.entry}>
      <a
        href={props.href}
        className={css.link}
        aria-label={name}
        aria-current={props.here ? "page" : undefined}
        aria-describedby={count ? `rail-${props.room}` : undefined}
        {...described}
      >
        {props.icon}
        <span className={`cut ${css.word}`}>{name}</span>
      </a>
      {tooltip}
      {count ? (
        <span className={css.count} data-quiet={props.room !== "waiting"} aria-hidden="true">
          {props.count}
        </span>
      ) : null}
    </div>
  );
}
