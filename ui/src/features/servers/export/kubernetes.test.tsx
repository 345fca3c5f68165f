import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ContainerView } from "../../../bindings/host";
import { command, foreign } from "../../../platform/fakeHost/make";
import { expectAxeClean } from "../../../test/axe";
import { showApp } from "../../../test/show";

const CONTAINER: ContainerView = {
  engine: "Docker",
  image: foreign("ghcr.io/ada/notes:1.2"),
  pinned: false,
  fenced: true,
  notes: ["Docker cannot restrict a container by host name."],
};

function show(route: string, container: ContainerView | null) {
  return showApp(route, {
    prepare: (world) => {
      const server = world.server("srv-files");
      server.container = container;
      if (container?.fenced)
        server.draft.fence = { read: [], write: [], hosts: [], any_host: false, nested: false };
      server.draft.endpoint = command("docker");
    },
  });
}

describe("a server that comes as an image", () => {
  it("says on its page what its engine does not hold", async () => {
    await show("#/servers/srv-files", CONTAINER);
    expect(await screen.findByText("Docker cannot restrict a container by host name.")).toBeVisible();
    expect(screen.getByText("ghcr.io/ada/notes:1.2")).toBeVisible();
    expect(screen.getByText(/may refer to a different image at each start/)).toBeVisible();
    expect(screen.queryByText(/Runs as typed/)).toBeNull();
    await expectAxeClean();
  });

  it("says that a container without a fence runs as it was typed", async () => {
    await show("#/servers/srv-files", { ...CONTAINER, fenced: false, pinned: true });
    expect(await screen.findByText(/Runs as typed/)).toBeVisible();
    expect(screen.queryByText(/may refer to a different image/)).toBeNull();
  });

  it("is exported as a manifest, and others are not", async () => {
    const { user, fake } = await show("#/servers/export/srv-files", CONTAINER);
    const section = await screen.findByRole("region", { name: "Kubernetes" });
    expect(await within(section).findByText(/Create the secret first/)).toBeVisible();
    expect(fake.sent("kubernetes_manifest").at(-1)).toEqual({ id: "srv-files" });
    await user.click(within(section).getByRole("button", { name: "Save manifest…" }));
    expect(await within(section).findByText("/home/ada/Downloads/notes.yaml")).toBeVisible();
    expect(fake.sent("export_kubernetes").at(-1)).toEqual({ id: "srv-files" });
    await expectAxeClean();
  });

  it("has no manifest where it is a program", async () => {
    await show("#/servers/export/srv-files", null);
    await screen.findByRole("button", { name: "Review and write…" });
    expect(screen.queryByRole("region", { name: "Kubernetes" })).toBeNull();
  });
});
