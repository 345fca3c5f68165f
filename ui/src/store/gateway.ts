import type { Request } from "../bindings/host";

/**
 * Which waiting request is in front of the person. One at a time; the one that is shown stays until it is
 * answered, gone or left, so that nothing can slide under the pointer. Left requests come back only when the
 * person opens one or a new one arrives.
 */
export class Gateway {
  #shown: string | null = null;
  #left = new Set<string>();
  #heard = new Set<() => void>();
  #version = 0;

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#heard.add(changed);
    return () => this.#heard.delete(changed);
  };

  /** Changes whenever `choose` could answer differently. */
  readonly version = (): number => this.#version;

  /** The request to show. Call it with every new list of waiting requests. */
  choose(waiting: Request[]): Request | null {
    const shown = waiting.find((it) => it.id === this.#shown);
    if (shown && !this.#left.has(shown.id)) {
      return shown;
    }
    const next = waiting.find((it) => !this.#left.has(it.id)) ?? null;
    this.#shown = next?.id ?? null;
    return next;
  }

  /** Brings a request in front; the others that wait follow it. */
  open(id: string): void {
    this.#left.clear();
    this.#shown = id;
    this.#tell();
  }

  /** Leaves everything that waits now in the inbox. */
  leave(waiting: Request[]): void {
    this.#left = new Set(waiting.map((it) => it.id));
    this.#shown = null;
    this.#tell();
  }

  #tell(): void {
    this.#version += 1;
    for (const changed of this.#heard) {
      changed();
    }
  }
}
