import type { Payload } from "../../bindings/host";
import { found } from "./make";

/** The handles that a fake host gave away. The real host has no content under any other. */
export class GivenPayloads {
  readonly #given = new Set<string>();

  /** Whoever gets this may ask for each payload in it. */
  give(value: unknown): void {
    const left = [value];
    const seen = new Set<object>();
    while (left.length > 0) {
      const it = left.pop();
      if (typeof it !== "object" || it === null || seen.has(it)) continue;
      seen.add(it);
      if (isPayload(it)) this.#given.add(it.handle);
      for (const inner of it instanceof Map ? it.values() : Object.values(it)) left.push(inner);
    }
  }

  /** The handle, or the problem that there is no content under it. */
  known(handle: string): string {
    return found(this.#given.has(handle) ? handle : null, "content");
  }
}

function isPayload(value: object): value is Payload {
  const { handle, bytes } = value as Partial<Payload>;
  return typeof handle === "string" && typeof bytes === "number";
}
