import { Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import {
  ActivityIcon,
  ChatIcon,
  GateIcon,
  Mark,
  PermissionsIcon,
  ServersIcon,
  SettingsIcon,
  StateDot,
} from "../../elements";
import { type Room, to } from "../../route";
import { useHost } from "../../store";
import { many, phaseWord } from "../../words";
import css from "./rail.module.css";
import { StopEverything } from "./StopEverything";

const links: { room: Room; name: string; icon: ReactNode }[] = [
  { room: "chat", name: "Chat", icon: <ChatIcon /> },
  { room: "servers", name: "Servers", icon: <ServersIcon /> },
  { room: "waiting", name: "Waiting for you", icon: <GateIcon /> },
  { room: "activity", name: "Activity", icon: <ActivityIcon /> },
  { room: "permissions", name: "Permissions", icon: <PermissionsIcon /> },
];

/** The rooms, the servers with their state, and at the bottom what must always be at hand. */
export function Rail(props: { room: Room; path: string[]; folded: boolean }) {
  const { room, path, folded } = props;
  const servers = useHost((host) => host.servers);
  const waiting = useHost((host) => host.waiting.length);
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
          waiting={link.room === "waiting" ? waiting : 0}
        />
      ))}
      {waiting > 0 ? (
        <span className="heard" id="rail-waiting">
          {many(waiting, "request waits", "requests wait")}
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
                <Tooltip
                  label={`${server.label} · ${server.state.words}`}
                  position="right"
                  disabled={!folded}
                  withinPortal
                >
                  <a
                    href={to("servers", server.id)}
                    className={css.server}
                    aria-current={room === "servers" && path[0] === server.id ? "page" : undefined}
                  >
                    <StateDot phase={server.state.phase} said />
                    <span className={css.word}>{server.label}</span>
                    <span className="heard">, {phaseWord[server.state.phase]}</span>
                  </a>
                </Tooltip>
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
        waiting={0}
      />
    </nav>
  );
}

function RoomLink(props: {
  href: string;
  name: string;
  icon: ReactNode;
  here: boolean;
  folded: boolean;
  waiting: number;
}) {
  const count = props.waiting > 0;
  return (
    <div className={css.entry}>
      <Tooltip label={props.name} position="right" disabled={!props.folded} withinPortal>
        <a
          href={props.href}
          className={css.link}
          aria-label={props.name}
          aria-current={props.here ? "page" : undefined}
          aria-describedby={count ? "rail-waiting" : undefined}
        >
          {props.icon}
          <span className={css.word}>{props.name}</span>
        </a>
      </Tooltip>
      {count ? (
        <span className={css.count} aria-hidden="true">
          {props.waiting}
        </span>
      ) : null}
    </div>
  );
}
