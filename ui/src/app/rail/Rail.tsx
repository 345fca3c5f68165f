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
import { type Room, to } from "../../route";
import { useHost, useSignIns } from "../../store";
import { many, phaseWord } from "../../words";
import css from "./rail.module.css";
import { StopEverything } from "./StopEverything";

const links: { room: Room; name: string; icon: ReactNode }[] = [
  { room: "chat", name: "Chat", icon: <ChatIcon /> },
  { room: "servers", name: "Servers", icon: <ServersIcon /> },
  { room: "waiting", name: "Waiting for you", icon: <GateIcon /> },
  { room: "tasks", name: "Tasks", icon: <TasksIcon /> },
  { room: "activity", name: "Activity", icon: <ActivityIcon /> },
  { room: "permissions", name: "Permissions", icon: <PermissionsIcon /> },
];

/** The rooms, the servers with their state, and at the bottom what must always be at hand. */
export function Rail(props: { room: Room; path: string[]; folded: boolean }) {
  const { room, path, folded } = props;
  const servers = useHost((host) => host.servers);
  const requests = useHost((host) => host.waiting.length);
  const signIns = useSignIns().length;
  const waiting = requests + signIns;
  const tasks = useHost((host) => host.tasks.filter((it) => it.state !== "ended").length);
  return (
    <nav className={css.rail} data-folded={folded} aria-label="Rooms">
      <div className={css.brand}>
        <Mark />
        <span className={css.word}>Portcullis</span>
      </div>
      {links.map((link) => (
        <RoomLink
          key={link.room}
          href={to(link.room)}
          name={link.name}
          icon={link.icon}
          here={room === link.room}
          folded={folded}
          room={link.room}
          count={link.room === "waiting" ? waiting : link.room === "tasks" ? tasks : 0}
        />
      ))}
      {waiting > 0 ? (
        <span className="visually-hidden" id="rail-waiting">
          {[
            ...(requests > 0 ? [many(requests, "request waits", "requests wait")] : []),
            ...(signIns > 0 ? [many(signIns, "sign-in waits", "sign-ins wait")] : []),
          ].join(", ")}
        </span>
      ) : null}
      {tasks > 0 ? (
        <span className="visually-hidden" id="rail-tasks">
          {many(tasks, "task goes on", "tasks go on")}
        </span>
      ) : null}
      {servers.length > 0 ? (
        <>
          <h2 className={css.sub} id="rail-servers">
            Servers
          </h2>
          <ul className={css.servers} aria-labelledby="rail-servers">
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
        name="Settings"
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
        <span ref={word} className={css.word}>
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
  name: string;
  icon: ReactNode;
  here: boolean;
  folded: boolean;
  room: Room;
  /** What stands beside it: requests that wait, tasks that go on. */
  count: number;
}) {
  const count = props.count > 0;
  const { described, tooltip } = useTooltip<HTMLAnchorElement>(props.name, props.folded);
  return (
    <div className={css.entry}>
      <a
        href={props.href}
        className={css.link}
        aria-label={props.name}
        aria-current={props.here ? "page" : undefined}
        aria-describedby={count ? `rail-${props.room}` : undefined}
        {...described}
      >
        {props.icon}
        <span className={css.word}>{props.name}</span>
      </a>
      {tooltip}
      {count ? (
        <span className={css.count} data-quiet={props.room === "tasks"} aria-hidden="true">
          {props.count}
        </span>
      ) : null}
    </div>
  );
}
