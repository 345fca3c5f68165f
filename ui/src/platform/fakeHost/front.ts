/** Which of the requests that wait is in front, as the host decides it (`src-tauri/src/gate/front.rs`). */
export class Front {
  #waiting: string[] = [];
  #left = new Set<string>();
  #wanted: string | null = null;
  #shown: string | null = null;

  /** The one in front of those that wait now. */
  choose(waiting: string[]): string | null {
    this.#waiting = waiting;
    this.#left = new Set([...this.#left].filter((it) => waiting.includes(it)));
    const open = waiting.filter((it) => !this.#left.has(it));
    if (this.#wanted !== null && open.includes(this.#wanted)) {
      this.#shown = this.#wanted;
      this.#wanted = null;
    } else if (this.#shown === null || !open.includes(this.#shown)) {
      this.#shown = open[0] ?? null;
    }
    return this.#shown;
  }

  /** Brings one in front, as soon as it is known to wait; the others follow it. */
  open(id: string): void {
    this.#left.clear();
    this.#wanted = id;
  }

  /** Leaves everything that waits now. */
  leave(): void {
    this.#left = new Set(this.#waiting);
    this.#wanted = null;
  }
}
