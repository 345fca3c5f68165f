import type { EndedRequest, Request, TogetherRequest } from "../../bindings/host";

/** Which of the requests that wait are in front, as the host decides it (`src-tauri/src/gate/front.rs`). */
export class Front {
  #left: string[] = [];
  #shown: TogetherRequest[] = [];

  /** What is in front: none, one, or those that are shown together. */
  choose(waiting: Request[]): TogetherRequest[] {
    this.#shown = this.#shown.flatMap((it) => {
      const request = waiting.find(({ id }) => id === it.request.id);
      return it.ended ? [it] : request ? [{ request, ended: null }] : [];
    });
    if (this.#shown.length === 0) {
      const next = waiting.find((it) => !this.#left.includes(it.id));
      this.#shown = next ? [{ request: next, ended: null }] : [];
    }
    return this.#shown;
  }

  /** Says how one ends that goes on its own. */
  end(id: string, ended: EndedRequest): void {
    this.#shown = this.#shown.map((it) => (it.request.id === id ? { ...it, ended } : it));
  }

  /** Brings these in front, or the first that waits; the others follow. */
  open(requests: Request[]): void {
    this.#left = [];
    this.#shown = requests.map((request) => ({ request, ended: null }));
  }

  /** Leaves everything that waits now, and what ended. */
  leave(waiting: Request[]): void {
    this.#left = waiting.map((it) => it.id);
    this.#shown = [];
  }

  /** Leaves what ended. */
  next(): void {
    this.open(this.#shown.filter((it) => !it.ended).map((it) => it.request));
  }

  /** Shows those that are shown together one by one. */
  apart(): void {
    this.open(this.#shown.slice(0, 1).map((it) => it.request));
  }
}
