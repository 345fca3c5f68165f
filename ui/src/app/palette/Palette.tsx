import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight } from "@mantine/spotlight";

import { type ReactNode, useLayoutEffect, useState, useSyncExternalStore } from "react";
import type { Appearance, Problem } from "../../bindings/host";
import { focusRoom, messageField, openerNow, StateDot } from "../../elements";
import { say } from "../../l10n";
import { ACCOUNT, CHAT_IMPORT, go, REGISTRY, type Room, SIGN_IN } from "../../route";
import { runShortcut, useLayer, useShortcut } from "../../shortcuts";
import { useHost, useHostCommand, useHostQueries, useSignIns, useStore } from "../../store";
import { openToWrite } from "../../writing";
import { useNewConversation } from "../useNewConversation";
import css from "./palette.module.css";

/** One thing to go to or to do. */
interface Entry {
  id: string;
  title: string;
  /** The title is a name as a machine has it. */
  mono?: boolean;
  beside?: string;
  left?: ReactNode;
  run: () => unknown;
}

const rooms: Room[] = ["chat", "servers", "waiting", "tasks", "activity", "permissions", "settings"];

/** Tools that are shown of one server, and conversations; a search narrows them. */
const TOOLS_EACH = 12;
const CONVERSATIONS = 12;

/** Every server that is ready is asked, so not for each letter. */
const DEBOUNCE = 150;

const [palette, { open }] = createSpotlight();

/** Every room, server, conversation, tool and action. */
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
      returnFocus={false}
      zIndex={500}
      scrollable
      maxHeight={420}
      title={say("app-palette")}
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
      <Spotlight.Search
        data-autofocus
        placeholder={say("app-palette-hint")}
        aria-label={say("app-palette-search")}
      />
      {opened ? <Found query={query.trim()} /> : null}
    </Spotlight.Root>
  );
}

/** As long as the palette can be seen. Afterwards the focus is where it was, or, where the palette led elsewhere, in that room. */
function Shown() {
  useLayer("palette");
  useLayoutEffect(() => {
    const opener = openerNow();
    const { hash } = window.location;
    return () => {
      // The field of the palette is still there, and so may be the room before.
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        if (window.location.hash === hash && opener?.isConnected) opener.focus();
        else if (messageField() === null) focusRoom();
        // A user who goes to a conversation usually writes there next.
        else messageField()?.focus();
      });
    };
  }, []);
  return null;
}

function Found(props: { query: string }) {
  const { query } = props;
  const words = query.toLowerCase();
  const matching = (entries: Entry[]) =>
    entries.filter((it) => `${it.title} ${it.beside ?? ""}`.toLowerCase().includes(words));
  const pages = rooms.map((room) => ({
    id: `page-${room}`,
    title: say(`app-room-${room}`),
    run: () => go(room),
  }));
  const conversations = useConversations();
  const groups: [string, Entry[]][] = [
    [say("app-pages"), matching(pages)],
    [say("app-room-servers"), matching(useServers())],
    // Of hundreds none is meant before a word is there.
    [say("chat-conversations"), query === "" ? [] : matching(conversations).slice(0, CONVERSATIONS)],
    // The host looked for these.
    [say("app-palette-tools"), useTools(query)],
    [say("app-palette-actions"), matching(useActions())],
  ];
  const found = groups.filter(([, entries]) => entries.length > 0);
  return (
    <Spotlight.ActionsList>
      {found.length === 0 ? <Spotlight.Empty>{say("app-palette-none")}</Spotlight.Empty> : null}
      {found.map(([name, entries]) => (
        <Spotlight.ActionsGroup key={name} label={name}>
          {entries.map((entry) => (
            <Spotlight.Action key={entry.id} onClick={entry.run} className={css.action}>
              {entry.left}
              <span className={entry.mono === true ? `${css.title} ${css.mono}` : css.title}>
                {entry.title}
              </span>
              {entry.beside ? <span className={`small dim ${css.beside}`}>{entry.beside}</span> : null}
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

/** By their titles, the newest first. What was said in them is searched in their room. */
function useConversations(): Entry[] {
  const store = useStore();
  return useHost((host) => host.conversations).map(({ id, title, section }) => ({
    id: `conversation-${id}`,
    title,
    ...(section === "archived" ? { beside: say("chat-found-archived") } : {}),
    run: () => {
      openToWrite(store, id);
      go("chat", id);
    },
  }));
}

/** Tools are asked of the host, so that a catalogue of 10,000 costs nothing. */
function useTools(query: string): Entry[] {
  const ready = useHost((host) => host.servers).filter(
    ({ state }) => state.phase === "ready" || state.phase === "asleep",
  );
  const [settled] = useDebouncedValue(query, DEBOUNCE);
  const replies = useHostQueries(
    "tools",
    ready.map((server) => ({ server: server.id, query })),
    { when: query !== "" && query === settled },
  );
  if (query === "") return [];
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
  const store = useStore();
  const start = useNewConversation();
  const save = useHostCommand("set_settings");
  const signIns = useSignIns();
  const appear = (appearance: Appearance): Entry => ({
    id: `appearance-${appearance}`,
    title: say(`app-action-${appearance}`),
    // The palette is closed before the reply is there.
    run: () =>
      save.mutateAsync({ settings: { appearance } }).catch((problem: Problem) => store.tell(problem)),
  });
  return [
    {
      id: "new-conversation",
      title: say("words-shortcut-conversation"),
      run: start,
    },
    ...signIns.map(({ server }) => ({
      id: `sign-in-${server.id}`,
      title: say("app-action-sign-in", { server: server.label }),
      beside: say("app-action-sign-in-note"),
      run: () => go("servers", server.id, ACCOUNT, SIGN_IN),
    })),
    { id: "import", title: say("chat-import"), run: () => go("chat", CHAT_IMPORT) },
    { id: "add-server", title: say("servers-add-title"), run: () => go("servers", "add") },
    { id: "registry", title: say("servers-registry-browse"), run: () => go("servers", REGISTRY) },
    {
      id: "stop",
      title: say("app-stop"),
      beside: say("app-action-stop-note"),
      run: () => runShortcut("stop"),
    },
    {
      id: "quit",
      title: say("app-action-quit"),
      beside: say("app-action-quit-note"),
      run: () => runShortcut("quit"),
    },
    appear("light"),
    appear("dark"),
    appear("system"),
  ];
}
