import type { QueryClient } from "@tanstack/react-query";
import type { About, EventBatch, Locale, Problem, Settings } from "../bindings/host";
import { asProblem, type PendingAttach, type Platform, startAttach } from "../platform";
import { apply, fromSnapshot, type HostState, withLookedAt, withProblem } from "./apply";
import { applyToQueries, markStale } from "./invalidate";

/**
 * Before the first snapshot, with it, or without hope of one. The window as a whole is drawn again when this changes, which
 * it does with the settings alone, and not with what happens.
 */
export type ConnectionState =
  | { kind: "attaching" }
  | { kind: "ready"; settings: Settings; language: Locale }
  | { kind: "failed"; problem: Problem };

/**
 * Keeps the window's picture of the host: a snapshot, then events by sequence. When something was missed it
 * attaches again and every cached reply is stale; nothing is guessed. Created once by `app/`.
 */
export class HostStore {
  #state: ConnectionState = { kind: "attaching" };
  #host: HostState | null = null;
  #heard = new Set<() => void>();
  #held: EventBatch[] = [];
  #attaching = false;

  constructor(
    readonly platform: Platform,
    readonly queries: QueryClient,
  ) {}

  /** Attaches, or goes on with an attach that is under way. A second call attaches again. */
  start(first?: PendingAttach): Promise<void> {
    return this.#attach(first);
  }

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#heard.add(changed);
    return () => this.#heard.delete(changed);
  };

  readonly read = (): ConnectionState => this.#state;

  /** What did not work and belongs to no place in a room. */
  tell(problem: Problem): void {
    const host = this.#host;
    if (this.#state.kind === "ready" && host !== null) {
      this.#ready(withProblem(host, problem));
    }
  }

  /** The person has read it. */
  putAway(problem: Problem): void {
    const host = this.#host;
    if (this.#state.kind === "ready" && host !== null) {
      this.#ready({ ...host, problems: host.problems.filter((it) => it !== problem) });
    }
  }

  /** The person looks at this conversation from now on, or at none. */
  readonly lookAt = (conversation: string | null): void => {
    const host = this.#host;
    if (this.#state.kind === "ready" && host !== null && host.lookedAt !== conversation) {
      this.#ready(withLookedAt(host, conversation));
    }
  };

  /** What a command has just said about this computer: the keychain or the database may work again. */
  learn(about: About): void {
    const host = this.#host;
    if (this.#state.kind === "ready" && host !== null) {
      this.#ready({ ...host, about });
    }
  }

  #hear(batch: EventBatch): void {
    if (this.#attaching) {
      this.#held.push(batch);
      return;
    }
    if (this.#state.kind !== "ready" || this.#host === null) return;
    const applied = apply(this.#host, batch);
    if (applied.kind === "gap") {
      void this.#attach();
      return;
    }
    this.#ready(applied.state);
    applyToQueries(this.queries, applied.fresh);
  }

  async #attach(first?: PendingAttach): Promise<void> {
    if (this.#attaching) return;
    this.#attaching = true;
    const { snapshot: asked, handOver } = first ?? startAttach(this.platform);
    handOver((batch) => this.#hear(batch));
    // Also after an attach that failed: what was asked for before it may be old.
    const again = this.#host !== null;
    try {
      const snapshot = await asked;
      this.#ready(fromSnapshot(snapshot, this.#host));
      if (again) {
        markStale(this.queries);
      }
    } catch (thrown) {
      this.#held = [];
      this.#set({ kind: "failed", problem: asProblem(thrown) });
      return;
    } finally {
      this.#attaching = false;
    }
    const held = this.#held;
    this.#held = [];
    for (const batch of held) {
      this.#hear(batch);
    }
  }

  /** The last known host, also while a later attach failed; `null` before the first. */
  readonly host = (): HostState | null => this.#host;

  #ready(host: HostState): void {
    this.#host = host;
    const same = this.#state.kind === "ready" && this.#state.settings === host.settings;
    const { settings, about } = host;
    const language = settings.language === "system" ? about.system_language : settings.language;
    // The host made its sentences in the language of their moment.
    if (this.#state.kind === "ready" && this.#state.language !== language) {
      markStale(this.queries);
    }
    this.#set(same ? this.#state : { kind: "ready", settings, language });
  }

  #set(state: ConnectionState): void {
    this.#state = state;
    for (const changed of this.#heard) {
      changed();
    }
  }
}
