import type { GateView, Request } from "../bindings/host";

/** What the host keeps with the request itself, or what cannot be begun. */
const NOT_WRITTEN = ["filling"];

/** How a map is written down: JSON has none. */
const MAP = "portcullis.map";

/** What was begun at one request: by what it is, its state. */
class Draft extends Map<string, unknown> {
  /** Hears of each change. */
  changed: () => void = () => {};

  /** What something begins with: it is no change. */
  begin(what: string, value: unknown): void {
    super.set(what, value);
  }

  override set(what: string, value: unknown): this {
    const before = this.get(what);
    super.set(what, value);
    if (before !== value && !NOT_WRITTEN.includes(what)) {
      this.changed();
    }
    return this;
  }

  override delete(what: string): boolean {
    const was = super.delete(what);
    if (was) {
      this.changed();
    }
    return was;
  }
}

/**
 * What was begun at requests that were left for later. It lives as long as its request waits unchanged, in the memory of this
 * page and of the application alone: it may hold a secret.
 */
export class Drafts {
  readonly #all = new Map<string, { nonce: string; draft: Draft; carried?: readonly string[] }>();

  /** `write` hears, for each change, what is to be kept of a request. */
  constructor(readonly write: (request: string, draft: () => string) => void = () => {}) {}

  of({ id, nonce }: Request): Draft {
    const known = this.#all.get(id);
    return known?.nonce === nonce ? known.draft : this.#begin(id, nonce, []);
  }

  /** Takes what a page before this one wrote down. What cannot be read was never there. */
  restore(written: Record<string, string>): void {
    for (const [id, text] of Object.entries(written)) {
      const draft = read(text);
      if (draft !== null) {
        this.#begin(id, draft.nonce, draft.parts);
      }
    }
  }

  /** Has these parts go on when the request changes next: the person is about to change it themselves. */
  carry({ id, nonce }: Request, parts: readonly string[]): void {
    const known = this.#all.get(id);
    if (known?.nonce === nonce) {
      known.carried = parts;
    }
  }

  /** Forgets what belongs to requests that are gone or that changed. */
  keep({ request, waiting }: GateView): void {
    for (const [id, { nonce, draft, carried = [] }] of this.#all) {
      const stays = waiting.includes(id) || request?.id === id;
      if (stays && (request?.id !== id || request.nonce === nonce)) continue;
      this.#all.delete(id);
      const parts = carried.filter((it) => draft.has(it)).map((it): [string, unknown] => [it, draft.get(it)]);
      if (request?.id === id && parts.length > 0) {
        this.#begin(id, request.nonce, parts).changed();
      }
    }
  }

  #begin(id: string, nonce: string, parts: [string, unknown][]): Draft {
    const draft = new Draft();
    for (const [what, value] of parts) {
      draft.begin(what, value);
    }
    draft.changed = () => this.write(id, () => written(nonce, draft));
    this.#all.set(id, { nonce, draft });
    return draft;
  }
}

function written(nonce: string, draft: Draft): string {
  const parts = [...draft].filter(([what]) => !NOT_WRITTEN.includes(what));
  return JSON.stringify({ nonce, parts }, (_, value) =>
    value instanceof Map ? { [MAP]: [...value] } : value,
  );
}

function read(text: string): { nonce: string; parts: [string, unknown][] } | null {
  try {
    const { nonce, parts } = JSON.parse(text, (_, value) =>
      Array.isArray(value?.[MAP]) ? new Map(value[MAP]) : value,
    );
    return typeof nonce === "string" && Array.isArray(parts) ? { nonce, parts } : null;
  } catch {
    return null;
  }
}
