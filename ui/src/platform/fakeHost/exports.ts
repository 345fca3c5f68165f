import type { FakeHost, Handlers } from "./fakeHost";
import { found, noServer, setting } from "./make";

/** Servers that are written into files of other applications. */
export function exportHandlers(fake: FakeHost) {
  const { world } = fake;
  return {
    preview_export: ({ draft }) => ({
      ...found(world.exportPreview ?? undefined, "file"),
      path: draft.path,
    }),
    kubernetes_manifest: ({ id }) => {
      const name = fake.server(id).summary.label.toLowerCase().replaceAll(" ", "-");
      return { name, text: `kind: "MCPServer"`, notes: [`Create the secret first: ${name}-secrets`] };
    },
    propose_export: ({ draft: { servers, host } }) =>
      fake.propose(
        `Write ${servers.length} servers to the configuration file of ${host}?`,
        noServer(),
        setting(),
      ),
    export_result: ({ request }) => world.exportResults.get(request) ?? null,
  } satisfies Partial<Handlers>;
}
