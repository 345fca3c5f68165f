import type { HostEvent } from "../bindings/host";
import type { Args, Command, ReplyOf } from "../platform";
import { appendDelta, withMessage } from "./conversation";

type Kind = HostEvent["kind"];
type EventOf<E extends Kind> = Extract<HostEvent, { kind: E }>;

/** What a reply is cached under. A hook that reads page by page and caches them as one leaves out what names the page. */
type KeyArgs<K extends Command> = Partial<Args<K>>;

/** A command whose reply is cached, and what happens to that when the host tells of something. */
interface Definition<K extends Command> {
  /** Events after which the reply is stale. */
  invalidatedBy?: { [E in Kind]?: (event: EventOf<E>, args: KeyArgs<K>) => boolean };
  /** Those of them that come in bursts, while each time costs the whole reply: refetched at most every 300 ms. */
  throttled?: readonly Kind[];
  /** Events that hold the reply or a part of it; `null` where that does not fit, so that it is fetched. */
  updatedBy?: {
    [E in Kind]?: (event: EventOf<E>, args: KeyArgs<K>, cached: ReplyOf<K>) => ReplyOf<K> | null;
  };
  /** Events after which it must not be kept. */
  removedBy?: { [E in Kind]?: (event: EventOf<E>, args: KeyArgs<K>) => boolean };
}

const always = () => true;
const sameServer = (event: { server: string }, args: { server?: string }) => event.server === args.server;

/** What is asked of the host and cached. A command without a place here cannot be a query. */
export const queries = {
  server: {
    invalidatedBy: {
      server: (event, args) => event.server.id === args.id,
      tools: (event, args) => event.server === args.id,
    },
  },
  fetches: { invalidatedBy: { fetches: always } },
  suggest_fence: { invalidatedBy: { settings: always } },
  fence: { invalidatedBy: { server: (event, args) => event.server.id === args.id }, throttled: ["server"] },
  diagnose: {
    invalidatedBy: {
      server: (event, args) => event.server.id === args.id,
      account: (event, args) => event.account.server === args.id,
    },
  },
  tools: { invalidatedBy: { tools: sameServer } },
  read_servers: {},
  dropped: { invalidatedBy: { dropped: always } },
  suggested_servers: {},
  offered_install: { invalidatedBy: { offered_install: always } },
  bundle: { invalidatedBy: { bundle: always } },
  // While a list is copied it grows with each page.
  registry: { invalidatedBy: { registry: always }, throttled: ["registry"] },
  search_registry: { invalidatedBy: { registry: always }, throttled: ["registry"] },
  // Only the latest version is in the copy: for another one the registry would be asked each time.
  registry_server: {
    invalidatedBy: {
      registry: (_event, args) => args.version === null,
      server: (_event, args) => args.version === null,
      server_removed: (_event, args) => args.version === null,
    },
    throttled: ["registry", "server"],
  },
  registry_icon: {},
  registry_versions: {},
  profiles: {
    invalidatedBy: { profiles: always, grants: always, server: always, server_removed: always },
    throttled: ["server"],
  },
  configurations: { invalidatedBy: { server: always, server_removed: always }, throttled: ["server"] },
  export_targets: { invalidatedBy: { exported: always } },
  preview_export: {
    invalidatedBy: { exported: always, server: always, server_removed: always },
    throttled: ["server"],
  },
  kubernetes_manifest: {
    invalidatedBy: { server: (event, args) => event.server.id === args.id },
    throttled: ["server"],
  },
  export_result: { invalidatedBy: { exported: (event, args) => event.request === args.request } },
  tool: { invalidatedBy: { tools: sameServer } },
  check_arguments: { invalidatedBy: { tools: sameServer } },
  resources: { invalidatedBy: { resources: sameServer } },
  prompts: { invalidatedBy: { prompts: sameServer } },
  complete: { invalidatedBy: { resources: sameServer, prompts: sameServer } },
  expand_template: {},
  icon: { invalidatedBy: { tools: sameServer, resources: sameServer, prompts: sameServer } },
  roots: { invalidatedBy: { roots: sameServer } },
  flows: {
    invalidatedBy: {
      flows: always,
      server: (event, args) => event.server.id === args.server,
      tools: sameServer,
    },
  },
  // Put in place also where it is not shown: the page of a sign-in must not outlive it (S-56).
  account: {
    updatedBy: {
      account: (event, args, cached) => (event.account.server === args.server ? event.account : cached),
    },
    removedBy: { server_removed: (event, args) => event.id === args.server },
  },
  logs: { invalidatedBy: { logs: sameServer }, throttled: ["logs"] },
  frames: { invalidatedBy: { frames: sameServer }, throttled: ["frames"] },
  find_frames: { invalidatedBy: { frames: sameServer }, throttled: ["frames"] },
  frame_text: {},
  call: { invalidatedBy: { call: (event, args) => event.call.id === args.call } },
  payload_url: {},
  conversation: {
    // What a model could use is counted with every reply, and dozens of servers change many times while they start.
    invalidatedBy: {
      server: always,
      server_removed: always,
      tools: always,
      models: always,
      conversations: always,
    },
    throttled: ["server", "tools"],
    updatedBy: {
      message: (event, args, cached) =>
        event.conversation === args.id ? withMessage(cached, event.message) : cached,
      words: (event, args, cached) => (event.conversation === args.id ? appendDelta(cached, event) : cached),
    },
  },
  message: { invalidatedBy: { conversations: always }, throttled: ["conversations"] },
  spending: { invalidatedBy: { conversations: always }, throttled: ["conversations"] },
  instructions: { invalidatedBy: { conversations: always } },
  conversation_folders: { invalidatedBy: { conversations: always } },
  compaction_preview: { invalidatedBy: { conversations: always } },
  find_chats: { invalidatedBy: { conversations: always } },
  conversation_flows: { invalidatedBy: { flows: always } },
  media_url: {},
  models: { updatedBy: { models: (event) => event.providers } },
  find_providers: { invalidatedBy: { models: always } },
  record: { invalidatedBy: { record: always }, throttled: ["record"] },
  record_detail: { invalidatedBy: { record: always } },
  grants: { invalidatedBy: { grants: always, server_removed: always } },
  client_document: {},
  autostart: {},
} satisfies { [K in Command]?: Definition<K> };

export type Query = keyof typeof queries;

/** The key under which the reply of a query is cached. */
export function keyOf<K extends Query>(name: K, args: KeyArgs<K>): readonly [K, KeyArgs<K>] {
  return [name, args];
}

/** What an event means for one cached reply. */
export interface Effect {
  stale: boolean;
  throttled: boolean;
  removed: boolean;
  /** The reply with what the event says; absent where the event says nothing of it. */
  update?: (cached: unknown) => unknown;
}

type Loose = { [E in Kind]?: (event: HostEvent, args: unknown, cached?: unknown) => unknown };

/** `null`: nothing. */
export function effectOf(event: HostEvent, [name, args]: readonly unknown[]): Effect | null {
  const definition: Definition<Command> | undefined = (queries as Record<string, Definition<Command>>)[
    name as string
  ];
  const of = (part: "invalidatedBy" | "updatedBy" | "removedBy") =>
    (definition?.[part] as Loose | undefined)?.[event.kind];
  const update = of("updatedBy");
  const effect: Effect = {
    stale: of("invalidatedBy")?.(event, args) === true,
    throttled: definition?.throttled?.includes(event.kind) === true,
    removed: of("removedBy")?.(event, args) === true,
    ...(update ? { update: (cached: unknown) => update(event, args, cached) } : {}),
  };
  return effect.stale || effect.removed || effect.update ? effect : null;
}
