import type { GateView, Request } from "../bindings/host";

/** What was begun at one request: by what it is, its state. */
type Draft = Map<string, unknown>;

/**
 * What was begun at requests that were left for later. It lives as long as its request waits unchanged, in this page's memory
 * alone: it may hold a secret.
 */
export class Drafts {
  readonly #all = new Map<string, { nonce: string; draft: Draft }>();

  of({ id, nonce }: Request): Draft {
    const known = this.#all.get(id);
    if (known?.nonce === nonce) {
      return known.draft;
    }
    const draft: Draft = new Map();
    this.#all.set(id, { nonce, draft });
    return draft;
  }

  /** Forgets what belongs to requests that are gone or that changed. */
  keep({ request, waiting }: GateView): void {
    for (const [id, { nonce }] of this.#all) {
      const stays = waiting.includes(id) || request?.id === id;
      if (!stays || (request?.id === id && request.nonce !== nonce)) {
        this.#all.delete(id);
      }
    }
  }
}
