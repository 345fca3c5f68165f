import {
  QueryClient,
  QueryClientProvider,
  type Updater,
  type UseMutationResult,
  type UseQueryResult,
  useIsMutating,
  useMutation,
  useQueries,
  useQuery,
} from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useSyncExternalStore } from "react";
import type { About, Problem, WaitingRequest } from "../bindings/host";
import type { Args, Command, Platform, ReplyOf } from "../platform";
import { asProblem } from "../platform";
import type { HostState } from "./apply";
import type { ConnectionState, HostStore } from "./host";
import { keyOf, type Query } from "./queries";

const Store = createContext<HostStore | null>(null);

/** A query client for a host that says itself when something is old: nothing is fetched on a timer or on focus. */
export function makeQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        networkMode: "always",
      },
      // What a command was given may be a secret: it is not kept once no caller waits for the answer.
      mutations: { networkMode: "always", gcTime: 1_000 },
    },
  });
}

export function StoreProvider(props: { store: HostStore; children: ReactNode }) {
  return (
    <Store value={props.store}>
      <QueryClientProvider client={props.store.queries}>{props.children}</QueryClientProvider>
    </Store>
  );
}

export function useStore(): HostStore {
  const store = useContext(Store);
  if (!store) throw new Error("outside of StoreProvider");
  return store;
}

/** Whether there is a snapshot yet. Only `app/` needs it. */
export function useConnection(): ConnectionState {
  const store = useStore();
  return useSyncExternalStore(store.subscribe, store.read);
}

/** A part of the host's state. Rooms are shown only when there is one. `pick` must return what it was given, not a copy. */
export function useHost<T>(pick: (host: HostState) => T): T {
  const store = useStore();
  return useSyncExternalStore(store.subscribe, () => {
    const host = store.host();
    if (!host) throw new Error("not attached");
    return pick(host);
  });
}

/** This computer as it was last found, for the whole window, and a way to try the keychain again. */
export function useAbout(): {
  about: About;
  check: () => void;
  checking: boolean;
  problem: Problem | null;
} {
  const store = useStore();
  const about = useHost((host) => host.about);
  const { mutate, isPending, error } = useMutation<void, Problem>({
    mutationFn: async () => store.learn(await ask(store.platform, "about", {})),
  });
  const check = useCallback(() => mutate(), [mutate]);
  return { about, check, checking: isPending, problem: error };
}

/** Asks the host; whatever goes wrong is a `Problem`. */
export function ask<K extends Command>(platform: Platform, name: K, args: Args<K>): Promise<ReplyOf<K>> {
  return platform.call(name, args).catch((thrown) => Promise.reject(asProblem(thrown)));
}

interface QueryOptions<K extends Query> {
  when?: boolean;
  keepPrevious?: boolean;
  /** Nothing of it is kept once it is not shown: what was asked with may be a secret. */
  fleeting?: boolean;
  /** Not compared part by part with the reply before it, which takes longer than showing it. */
  large?: boolean;
  /** Makes what is cached of the reply before and the new one. */
  join?: (before: ReplyOf<K> | undefined, now: ReplyOf<K>) => ReplyOf<K>;
}

function queryOf<K extends Query>(platform: Platform, name: K, args: Args<K>, options: QueryOptions<K>) {
  return {
    queryKey: keyOf(name, args),
    queryFn: () => ask(platform, name, args),
    enabled: options.when ?? true,
    ...(options.fleeting ? { gcTime: 0 } : {}),
    ...(options.large ? { structuralSharing: false } : {}),
    ...(options.join ? { structuralSharing: options.join as never } : {}),
    ...(options.keepPrevious
      ? { placeholderData: ((previous: ReplyOf<K> | undefined) => previous) as never }
      : {}),
  };
}

/** Asks the host and caches the reply until an event makes it stale, as `queries.ts` says. `when: false` asks nothing. */
export function useHostQuery<K extends Query>(
  name: K,
  args: Args<K>,
  options: QueryOptions<K> = {},
): UseQueryResult<ReplyOf<K>, Problem> {
  const { platform } = useStore();
  return useQuery<ReplyOf<K>, Problem>(queryOf(platform, name, args, options));
}

/** The same of several servers at once, in their order. */
export function useHostQueries<K extends Query>(
  name: K,
  each: readonly Args<K>[],
  options: QueryOptions<K> = {},
): UseQueryResult<ReplyOf<K>, Problem>[] {
  const { platform } = useStore();
  return useQueries({
    queries: each.map((args) => queryOf(platform, name, args, options)) as never[],
  }) as UseQueryResult<ReplyOf<K>, Problem>[];
}

/** Puts what a command replied in the place of what a query has cached: with some the host replies with the whole again. */
export function useWriteReply<K extends Query>(name: K) {
  const { queries } = useStore();
  return useCallback(
    (args: Args<K>, reply: Updater<ReplyOf<K> | undefined, ReplyOf<K> | undefined>) =>
      queries.setQueryData<ReplyOf<K>>(keyOf(name, args), reply as never) as ReplyOf<K> | undefined,
    [queries, name],
  );
}

/** Tells the host to do something. `act.mutate(args)`; `act.error` is a `Problem`. `onReply` gets the reply also where what asked is gone. */
export function useHostCommand<K extends Command>(
  name: K,
  onReply?: (reply: ReplyOf<K>) => void,
): UseMutationResult<ReplyOf<K>, Problem, Args<K>> {
  const { platform } = useStore();
  return useMutation<ReplyOf<K>, Problem, Args<K>>({
    mutationKey: [name],
    mutationFn: (args) => ask(platform, name, args),
    onSuccess: (reply) => onReply?.(reply),
  });
}

/** Whether one of these commands is under way, whichever part of the window gave it. */
export function useCommandsUnderWay(names: readonly Command[]): boolean {
  return useIsMutating({ predicate: (it) => names.some((name) => it.options.mutationKey?.[0] === name) }) > 0;
}

/**
 * Brings the gate's window up with this request in front, or with all that can be answered together with it. What goes wrong
 * stands among the notices of the window.
 */
export function useShowRequest(): (request: string, together?: boolean) => void {
  const store = useStore();
  return useCallback(
    (request, together = false) => {
      ask(store.platform, "show_request", { request, together }).catch((problem: Problem) =>
        store.tell(problem),
      );
    },
    [store],
  );
}

/** Commands that are not done but asked about. */
type Proposal = { [K in Command]: WaitingRequest extends ReplyOf<K> ? K : never }[Command];

/**
 * Has the host ask for an approval: `act.ask(args, first)` brings its request up, after `first` was told which one it is. Where what
 * asked is gone by then, `onAsked` alone is told that there is one.
 */
export function useProposal<K extends Proposal>(name: K, onAsked?: () => void) {
  const act = useHostCommand(name, (reply) => {
    if (reply !== null) onAsked?.();
  });
  const showRequest = useShowRequest();
  const { mutate } = act;
  const propose = useCallback(
    (args: Args<K>, first?: (request: WaitingRequest) => void) =>
      mutate(args, {
        onSuccess: (reply) => {
          const request = reply as WaitingRequest | null;
          if (request === null) return;
          first?.(request);
          showRequest(request.id);
        },
      }),
    [mutate, showRequest],
  );
  return { ...act, ask: propose };
}
