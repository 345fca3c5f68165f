import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { SeenBehavior, ToolDetail } from "../../../bindings/host";
import { foreign } from "../../../platform/fakeHost/make";
import { expectAxeClean } from "../../../test/axe";
import { withHeights } from "../../../test/heights";
import { show } from "../../../test/show";
import { ServersRoom } from "../ServersRoom";

withHeights();

/** The first tool of the server, of which this was seen. */
async function seen(
  over: Partial<ToolDetail["entry"]>,
  path: string[] = ["list_directory"],
  it: Pick<SeenBehavior, "kind" | "what"> = {
    kind: "contacted",
    what: foreign("api.example.com:443"),
  },
) {
  const room = (
    <main>
      <ServersRoom path={["srv-files", "tools", ...path]} />
    </main>
  );
  return show(room, {
    prepare: (world) => {
      const tool = world.tool("srv-files", "list_directory");
      if (tool === undefined) throw new Error("no such tool");
      tool.entry = { ...tool.entry, ...over };
      tool.seen = [{ ...it, at: Date.UTC(2020, 10, 27, 12) }];
    },
  });
}

describe("what was seen during calls of a tool", () => {
  // Proves TOL-07.
  it("stands against the claim that it reads only", async () => {
    await seen({ claims: ["read_only"], against_claims: true });
    const section = within(await screen.findByRole("region", { name: "Seen during calls" }));
    expect(section.getByText(/^The server claims that this tool only reads\./)).toBeVisible();
    expect(section.getByText(/^contacted/)).toHaveTextContent(
      /^contacted api\.example\.com:443 \(27 Nov 2020\)$/,
    );
    await expectAxeClean();
  });

  it("names a changed file and other programs", async () => {
    await seen({ claims: ["read_only", "closed_world"], against_claims: true }, undefined, {
      kind: "wrote",
      what: foreign("/home/ada/notes/today.md"),
    });
    const section = within(await screen.findByRole("region", { name: "Seen during calls" }));
    expect(section.getByText(/^The server claims that this tool only reads\./)).toBeVisible();
    expect(section.getByText(/^changed/)).toHaveTextContent(
      /^changed \/home\/ada\/notes\/today\.md, or another program did \(27 Nov 2020\)$/,
    );
  });

  it("is no charge where nothing was claimed", async () => {
    await seen({ claims: ["open_world"], against_claims: false });
    const section = within(await screen.findByRole("region", { name: "Seen during calls" }));
    expect(section.getByText("During calls of this tool, the server:")).toBeVisible();
    expect(screen.queryByText("Not as claimed")).toBeNull();
  });

  it("marks the tool in the list", async () => {
    await seen({ claims: ["read_only"], against_claims: true }, []);
    expect(await screen.findByText("Not as claimed")).toBeVisible();
  });
});
