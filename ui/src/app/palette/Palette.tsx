import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight } from "@mantine/spotlight";

import { type ReactNode, useState, useSyncExternalStore } from "react";
import type { Appearance } from "../../bindings/host";
import { StateDot } from "../../elements";
import { ACCOUNT, go, type Room, SIGN_IN } from "../../route";
import { runShortcut, useLayer, useShortcut } from "../../shortcuts";
import { useHost, useHostCommand, useHostQueries, useSignIns } from "../../store";
import css from "./palette.module.css";

/** One thing to go to or to do. */
interface Entry {
  id: string;
  title: string;
  /** The title is a name as a machine has it. */
  mono?: boolean;
  beside?: string;
  left?: ReactNode;
  run: () => void;
}

const rooms: [Room, string][] = [
  ["chat", "Chat"],
  ["servers", "Servers"],
  ["waiting", "Waiting for you"],
  ["tasks", "Tasks"],
  ["activity", "Activity"],
  ["permissions", "Permissions"],
  ["settings", "Settings"],
];

/** Tools that are shown of one server; a search narrows them. */
const TOOLS_EACH = 12;

/** Every server that is ready is asked, so not for each letter. */
const DEBOUNCE = 150;

const [palette, { open }] = createSpotlight();

/** Every room, server, tool and action. */
export function Palette() {
  const [query, setQuery] = useState("");
  const opened = useSyncExternalStore(palette.subscribe, () => palette.getState().opened);
  useShortcut("palette", open);
  return (
    <Spotlight.Root
      store={palette}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      clearQueryOnClose
      lockScroll={false}
      zIndex={500}
      scrollable
      maxHeight={420}
      title="Go to or do"
      overlayProps={{ blur: 0 }}
      classNames={{
        content: css.content,
        overlay: css.overlay,
        header: "visually-hidden",
        search: css.search,
        actionsGroup: css.group,
      }}
    >
      <Shown />
      <Spotlight.Search placeholder="Go to a room, a server, a tool, or do something" aria-label="Search" />
      {opened ? <Found query={query.trim()} /> : null}
    </Spotlight.Root>
  );
}

/** As long as the palette can be seen. */
function Shown() {
  useLayer("palette");
  return null;
}

function Found(props: { query: string }) {
  const { query } = props;
  const groups: [string, Entry[]][] = [
    ["Rooms", rooms.map(([room, title]) => ({ id: `room-${room}`, title, run: () => go(room) }))],
    ["Servers", useServers()],
    ["Tools", useTools(query)],
    ["Actions", useActions()],
  ];
  const words = query.toLowerCase();
  const matching = groups
    .map(([name, entries]): [string, Entry[]] => [
      name,
      name === "Tools"
        ? entries
        : entries.filter((it) => `${it.title} ${it.beside ?? ""}`.toLowerCase().includes(words)),
    ])
    .filter(([, entries]) => entries.length > 0);
  return (
    <Spotlight.ActionsList>
      {matching.length === 0 ? <Spotlight.Empty>Nothing is called that.</Spotlight.Empty> : null}
      {matching.map(([name, entries]) => (
        <Spotlight.ActionsGroup key={name} label={name}>
          {entries.map((entry) => (
            <Spotlight.Action key={entry.id} onClick={entry.run} className={css.action}>
              {entry.left}
              <span className={entry.mono === true ? `${css.title} ${css.mono}` : css.title}>
                {entry.title}
              </span>
              {entry.beside ? <span className={css.beside}>{entry.beside}</span> : null}
            </Spotlight.Action>
          ))}
        </Spotlight.ActionsGroup>
      ))}
    </Spotlight.ActionsList>
  );
}

function useServers(): Entry[] {
  return useHost((host) => host.servers).map((server) => ({
    id: `server-${server.id}`,
    title: server.label,
    beside: server.state.words,
    left: <StateDot phase={server.state.phase} said />,
    run: () => go("servers", server.id),
  }));
}

/** Tools are asked of the host, so that a catalogue of 10,000 costs nothing. */
function useTools(query: string): Entry[] {
  const ready = useHost((host) => host.servers).filter((it) => it.state.phase === "ready");
  const [settled] = useDebouncedValue(query, DEBOUNCE);
  const replies = useHostQueries(
    "tools",
    ready.map((server) => ({ server: server.id, query })),
    { when: query !== "" && query === settled },
  );
  if (query === "") {
    return [];
  }
  return ready.flatMap((server, index) =>
    (replies[index]?.data?.tools ?? []).slice(0, TOOLS_EACH).map((tool) => ({
      id: `tool-${server.id}-${tool.name}`,
      title: tool.shown.text,
      mono: true,
      beside: server.label,
      run: () => go("servers", server.id, "tools", tool.name),
    })),
  );
}

function useActions(): Entry[] {
  const create = useHostCommand("create_conversation");
  const save = useHostCommand("set_settings");
  const signIns = useSignIns();
  const appear = (appearance: Appearance, title: string): Entry => ({
    id: `appearance-${appearance}`,
    title,
    run: () => save.mutate({ settings: { appearance } }),
  });
  return [
    {
      id: "new-conversation",
      title: "New conversation",
      run: () => create.mutate({}, { onSuccess: (made) => go("chat", made.summary.id) }),
    },
    ...signIns.map(({ server }) => ({
      id: `sign-in-${server.id}`,
      title: `Sign in to ${server.label}`,
      beside: "reviews it first",
      run: () => go("servers", server.id, ACCOUNT, SIGN_IN),
    })),
    { id: "add-server", title: "Add a server", run: () => go("servers", "add") },
    { id: "stop", title: "Stop everything", beside: "asks first", run: () => runShortcut("stop") },
    { id: "quit", title: "Quit Portcullis", beside: "stops every server", run: () => runShortcut("quit") },
    appear("light", "Light appearance"),
    appear("dark", "Dark appearance"),
    appear("system", "Appearance as the system"),
  ];
}
