import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import type { GateView, Problem } from "../bindings/host";
import { asProblem } from "../platform/problem";
import { type PendingGate, startGate } from "./attach";
import { Drafts } from "./drafts";
import type { GateArgs, GateCommandName, GatePlatform, GateReplyOf } from "./platform";

/** Before the first view, with it, or without hope of one. */
export type GateState =
  | { kind: "attaching" }
  | { kind: "ready"; view: GateView }
  | { kind: "failed"; problem: Problem };

/** How long after the last key a draft is kept. */
const KEEP_AFTER_MS = 150;

/** What the page of the gate knows: the host's last view, and nothing beside it. Which request is in front, the host decides. */
export class GateSession {
  readonly drafts = new Drafts((request, draft) => this.#keepSoon(request, draft));
  #keeping = new Map<string, ReturnType<typeof setTimeout>>();
  #kept = Promise.resolve();
  #state: GateState = { kind: "attaching" };
  #heard = new Set<() => void>();
  #turn = 0;

  constructor(readonly platform: GatePlatform) {}

  /**
   * Attaches; `first` is an attach that is under way. A second call attaches again, and what is heard by the attach before counts
   * no more.
   */
  async start(first: PendingGate = startGate(this.platform)): Promise<void> {
    this.#turn += 1;
    const mine = this.#turn;
    let restored = false;
    let heard: GateView | null = null;
    first.handOver((now) => {
      heard = now;
      if (mine === this.#turn && restored) {
        this.#show(now);
      }
    });
    try {
      const view = await first.view;
      await this.#restore(first.drafts);
      restored = true;
      // What was heard meanwhile is newer.
      if (mine === this.#turn) {
        this.#show(heard ?? view);
      }
    } catch (thrown) {
      if (mine === this.#turn) {
        this.#set({ kind: "failed", problem: asProblem(thrown) });
      }
    }
  }

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#heard.add(changed);
    return () => this.#heard.delete(changed);
  };

  readonly read = (): GateState => this.#state;

  /** What was begun before this page was loaded. Without it the page is as good as new. */
  async #restore(drafts: PendingGate["drafts"]): Promise<void> {
    try {
      this.drafts.restore(await drafts);
    } catch {
      // The attach that follows says what is wrong, if anything is.
    }
  }

  /** Has a draft kept, a moment after its last change. */
  #keepSoon(request: string, draft: () => string): void {
    clearTimeout(this.#keeping.get(request));
    const keep = () => {
      this.#keeping.delete(request);
      // One after the other: the application runs commands side by side, and an older draft would replace a newer one.
      this.#kept = this.#kept
        .then(() => this.platform.call("keep_draft", { request, draft: draft() }))
        // A request that is gone has nothing to keep.
        .then(
          () => {},
          () => {},
        );
    };
    this.#keeping.set(request, setTimeout(keep, KEEP_AFTER_MS));
  }

  #show(view: GateView): void {
    this.drafts.keep(view);
    this.#set({ kind: "ready", view });
  }

  #set(state: GateState): void {
    this.#state = state;
    for (const changed of this.#heard) {
      changed();
    }
  }
}

export const Session = createContext<GateSession | null>(null);

export function useSession(): GateSession {
  const session = useContext(Session);
  if (!session) throw new Error("outside of a Session");
  return session;
}

export function useGateState(): GateState {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.read);
}

/** A command of the gate. What it was given is not kept: an answer may hold a secret. */
export interface GateCommand<K extends GateCommandName> {
  run: (
    args: GateArgs<K>,
    then?: { onSuccess?: (reply: GateReplyOf<K>) => void; onError?: (problem: Problem) => void },
  ) => void;
  pending: boolean;
  problem: Problem | null;
}

export function useCommand<K extends GateCommandName>(name: K): GateCommand<K> {
  const { platform } = useSession();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const run: GateCommand<K>["run"] = (args, then = {}) => {
    setPending(true);
    setProblem(null);
    platform.call(name, args).then(
      (reply) => {
        setPending(false);
        then.onSuccess?.(reply);
      },
      (thrown: unknown) => {
        const failure = asProblem(thrown);
        setPending(false);
        setProblem(failure);
        then.onError?.(failure);
      },
    );
  };
  return { run, pending, problem };
}

/** The host's reply to a question about the request, asked again when `args` change. */
export function useReply<K extends GateCommandName>(
  name: K,
  args: GateArgs<K>,
  when: boolean,
): { data: GateReplyOf<K> | null; problem: Problem | null } {
  const { platform } = useSession();
  const asked = JSON.stringify(args);
  const [reply, setReply] = useState<{
    asked: string;
    data: GateReplyOf<K> | null;
    problem: Problem | null;
  }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the arguments are compared as JSON
  useEffect(() => {
    let live = true;
    const keep = (data: GateReplyOf<K> | null, problem: Problem | null) => {
      if (live) {
        setReply({ asked, data, problem });
      }
    };
    if (when) {
      platform.call(name, args).then(
        (data) => keep(data, null),
        (thrown: unknown) => keep(null, asProblem(thrown)),
      );
    }
    return () => {
      live = false;
    };
  }, [platform, name, asked, when]);
  return reply?.asked === asked ? reply : { data: null, problem: null };
}
