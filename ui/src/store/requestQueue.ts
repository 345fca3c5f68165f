import type { Request } from "../bindings/host";

/**
 * Which waiting request is in front of the person. One at a time; the one that is shown stays until it is
 * answered, gone or left, so that nothing can slide under the pointer. Left requests come back only when the
 * person opens one or a new one arrives.
 */
export class RequestQueue {
  #shown: string | null = null;
  #wanted: string | null = null;
  #left = new Set<string>();
  #dropped = new Set<string>();
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
    this.#forgetGone(waiting);
    const open = waiting.filter((it) => !this.#left.has(it.id) && !this.#dropped.has(version(it)));
    const wanted = open.find((it) => it.id === this.#wanted);
    if (wanted) {
      this.#shown = wanted.id;
      this.#wanted = null;
    }
    const shown = open.find((it) => it.id === this.#shown);
    if (shown) {
      return shown;
    }
    const next = open[0] ?? null;
    this.#shown = next?.id ?? null;
    return next;
  }

  /** Brings a request in front, as soon as it is known to wait; the others that wait follow it. */
  open(id: string): void {
    this.#left.clear();
    this.#wanted = id;
    this.#tell();
  }

  /** Leaves everything that waits now in the inbox. */
  leave(waiting: Request[]): void {
    this.#left = new Set(waiting.map((it) => it.id));
    this.#shown = null;
    this.#wanted = null;
    this.#tell();
  }

  /** Closes a request that the host says is no longer this one (S-39). As a changed one it may come back. */
  drop(request: Request): void {
    this.#dropped.add(version(request));
    this.#tell();
  }

  /** What was closed and does not wait any more cannot come back as it was. */
  #forgetGone(waiting: Request[]): void {
    if (this.#dropped.size > 0) {
      const there = new Set(waiting.map(version));
      this.#dropped = new Set([...this.#dropped].filter((it) => there.has(it)));
    }
  }

  /** How many are remembered as closed. */
  get closed(): number {
    return this.#dropped.size;
  }

  #tell(): void {
    this.#version += 1;
    for (const changed of this.#heard) {
      changed();
    }
  }
}

function version(request: Request): string {
  return `${request.id} ${request.nonce}`;
}
