import { useStore } from "./store";

/** Most drafts that are kept; the one that was left alone longest goes first. */
export const MOST = 50;

/** What was typed and not sent yet, by where it belongs. In the memory of this window alone: it may hold secrets. */
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
      if (this.#kept.size <= MOST) {
        break;
      }
      this.#kept.delete(oldest);
    }
    this.#tell();
  }

  /** Drops those that this is true of. */
  drop(which: (key: string) => boolean): void {
    for (const key of [...this.#kept.keys()].filter(which)) {
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
  const drafts = all.get(store) ?? new Drafts();
  all.set(store, drafts);
  return drafts;
}
