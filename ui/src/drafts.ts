import { useEffect, useSyncExternalStore } from "react";
import { type HostStore, useStore } from "./store";

/** Most drafts that are kept; the one that was left alone longest goes first. */
export const MOST = 50;

/** The owner of what is typed for a server that is to be added. No id is like it. */
export const NEW = "+";

/** The key of a draft: the server or conversation that it goes with, and what it is there. */
export function draftOf(owner: string, ...what: string[]): string {
  return [owner, ...what].join(" ");
}

/**
 * What was typed and not sent yet, by where it belongs. In the memory of this window alone, and without the values of secrets: its
 * page may be taken over (docs/security/threat-model.md). Who writes a draft leaves them out.
 */
export class Drafts {
  readonly #kept = new Map<string, unknown>();
  readonly #heard = new Set<() => void>();

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#heard.add(changed);
    return () => this.#heard.delete(changed);
  };

  read<T>(key: string): T | undefined {
    return this.#kept.get(key) as T | undefined;
  }

  write(key: string, draft: unknown): void {
    this.#kept.delete(key);
    this.#kept.set(key, draft);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST) break;
      this.#kept.delete(oldest);
    }
    this.#tell();
  }

  drop(key: string): void {
    if (this.#kept.delete(key)) {
      this.#tell();
    }
  }

  /** Whether there is one for this, or for a part of it. */
  has(key: string): boolean {
    return [...this.#kept.keys()].some((it) => it === key || it.startsWith(`${key} `));
  }

  /** Drops what belongs to none of these. */
  keepOnly(owners: ReadonlySet<string>): void {
    for (const key of [...this.#kept.keys()].filter((it) => !owners.has(it.split(" ")[0] ?? ""))) {
      this.#kept.delete(key);
    }
    this.#tell();
  }

  #tell(): void {
    for (const changed of this.#heard) {
      changed();
    }
  }
}

const all = new WeakMap<object, Drafts>();

export function useDrafts(): Drafts {
  const store = useStore();
  const drafts = all.get(store) ?? draftsIn(store);
  all.set(store, drafts);
  return drafts;
}

/** Keeps what is typed as a draft while it is not saved. */
export function useKeepDraft(key: string, typed: unknown, isSaved: boolean): void {
  const drafts = useDrafts();
  useEffect(() => {
    if (isSaved) drafts.drop(key);
    else drafts.write(key, typed);
  }, [drafts, key, typed, isSaved]);
}

/** Which of these parts of a server have something typed that is not saved. */
export function useUnsaved(owner: string, parts: readonly string[]): readonly string[] {
  const drafts = useDrafts();
  const unsaved = useSyncExternalStore(drafts.subscribe, () =>
    parts.filter((it) => drafts.has(draftOf(owner, it))).join(" "),
  );
  return unsaved.split(" ");
}

/** What was typed for a server or conversation does not outlive it. */
export function draftsIn(store: HostStore): Drafts {
  const drafts = new Drafts();
  let before = store.host();
  store.subscribe(() => {
    const now = store.host();
    if (now !== null && (now.servers !== before?.servers || now.conversations !== before?.conversations)) {
      drafts.keepOnly(new Set([NEW, ...[...now.servers, ...now.conversations].map((it) => it.id)]));
    }
    before = now;
  });
  return drafts;
}
