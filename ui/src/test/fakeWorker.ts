import { vi } from "vitest";
import { draw } from "../diagrams/draw";

/** What stands for the worker that draws: jsdom has none. It counts what it drew; `hangs` never answers. */
export function fakeWorker(behaves: "draws" | "hangs" | "breaks" | "cannot" = "draws") {
  const did = { begun: 0, ended: 0, sources: [] as string[] };
  class FakeWorker {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    onerror: ((event: { preventDefault: () => void }) => void) | null = null;
    constructor() {
      if (behaves === "cannot") {
        throw new Error("refused by the policy");
      }
      did.begun += 1;
      this.#later(() => this.onmessage?.({ data: { ready: true } }));
    }
    postMessage({ source }: { source: string }) {
      did.sources.push(source);
      if (behaves === "breaks") {
        this.#later(() => this.onerror?.({ preventDefault: () => {} }));
      } else if (behaves === "draws") {
        this.#later(() => this.onmessage?.({ data: { drawing: draw(source) } }));
      }
    }
    terminate() {
      did.ended += 1;
      this.onmessage = null;
      this.onerror = null;
    }
    #later(work: () => void) {
      setTimeout(work);
    }
  }
  vi.stubGlobal("Worker", FakeWorker);
  return did;
}
