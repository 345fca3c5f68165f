import type { EndedRequest, Request, TogetherRequest } from "../../bindings/host";

/** Which of the requests that wait is in front, as the host decides it (`src-tauri/src/gate/front.rs`). */
export class Front {
  #waiting: string[] = [];
  #left = new Set<string>();
  #wanted: string[] = [];
  #shown: TogetherRequest[] = [];
  #ended = new Map<string, EndedRequest>();

  /** What is in front: none, one, or those that are shown together. */
  choose(waiting: Request[]): TogetherRequest[] {
    this.#waiting = waiting.map((it) => it.id);
    const now = (id: string) => waiting.find((it) => it.id === id);
    this.#left = new Set([...this.#left].filter(now));
    this.#shown = this.#shown.flatMap(({ request, ended }): TogetherRequest[] => {
      const waits = now(request.id);
      const how = ended ?? this.#ended.get(request.id) ?? null;
      return waits ? [{ request: waits, ended: null }] : how ? [{ request, ended: how }] : [];
    });
    const [first] = this.#wanted;
    if (first !== undefined && now(first)) {
      this.#shown = this.#wanted.flatMap((id) => now(id) ?? []).map((request) => ({ request, ended: null }));
      this.#wanted = [];
    } else if (this.#shown.length === 0) {
      const next = waiting.find((it) => !this.#left.has(it.id));
      this.#shown = next ? [{ request: next, ended: null }] : [];
    }
    return this.#shown;
  }

  /** Says how one ends that goes on its own. */
  end(id: string, how: EndedRequest): void {
    this.#ended.set(id, how);
  }

  /** Brings one in front, as soon as it is known to wait, or several together; the others follow. */
  open(...ids: string[]): void {
    this.#left.clear();
    this.#wanted = ids;
  }

  /** Leaves everything that waits now, and what ended. */
  leave(): void {
    this.#left = new Set(this.#waiting);
    this.#wanted = [];
    this.#shown = [];
  }

  /** Leaves what ended. */
  next(): void {
    if (this.#shown.some((it) => it.ended)) {
      const rest = this.#shown.filter((it) => !it.ended).map((it) => it.request.id);
      this.#shown = [];
      this.open(...rest);
    }
  }

  /** Shows those that are shown together one by one. */
  apart(): void {
    const [first] = this.#shown;
    if (first) {
      this.open(first.request.id);
    }
  }
}
