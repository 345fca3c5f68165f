import type { FakeHost, Handlers } from "./fakeHost";
import { found } from "./fakeHost";
import { freshId, request, waitingOf } from "./make";

/** Servers that are written into files of other applications. */
export function exportHandlers(fake: FakeHost) {
  const { world } = fake;
  return {
    export_targets: () => world.exportTargets,
    preview_export: ({ draft }) => ({
      ...found(world.exportPreview ?? undefined, "file"),
      path: draft.path,
    }),
    kubernetes_manifest: ({ id }) => {
      const { label } = fake.server(id).summary;
      const name = label.toLowerCase().replaceAll(" ", "-");
      return { name, text: `kind: "MCPServer"`, notes: [`Create the secret first: ${name}-secrets`] };
    },
    export_kubernetes: () => "/home/ada/Downloads/notes.yaml",
    choose_export_file: () => world.exportFile,
    propose_export: ({ draft }) => {
      const ref = { id: "", label: "", whereabouts: "local" as const, origin: "", mark: null };
      const asked = { kind: "setting" as const, rows: [], notes: [], warnings: [] };
      const question = `Write ${draft.servers.length} servers to the configuration file of ${draft.host}?`;
      const made = request(freshId("req"), question, ref, asked, { kind: "person" });
      fake.ask(made);
      return waitingOf(made);
    },
    export_result: ({ request: id }) => world.exportResults.get(id) ?? null,
  } satisfies Partial<Handlers>;
}
