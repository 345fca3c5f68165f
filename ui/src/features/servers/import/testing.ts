import type { FoundServer } from "../../../bindings/host";
import { foreign } from "../../../platform/fakeHost/make";

/** A server as the host describes it, for tests. */
export function foundServer(own: Partial<FoundServer> = {}): FoundServer {
  return {
    at: 0,
    label: "time",
    runs: ["uvx", "mcp-server-time"].map((word) => foreign(word)),
    whereabouts: "local",
    open: [],
    secrets: [],
    off: false,
    known: null,
    remarks: [],
    problem: null,
    draft: null,
    ...own,
  };
}
