import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { ServerDraft } from "../../bindings/host";
import { withHeights } from "../../test/heights";
import { showServers } from "../../test/servers";
import { EMPTY, toDraft } from "./form/draft";
import { foundServer } from "./import/testing";

withHeights();

const DRAFT: ServerDraft = {
  ...toDraft(EMPTY),
  label: "Time",
  endpoint: { kind: "command", program: "uvx", arguments: ["mcp-server-time"], folder: null },
};

async function lookElsewhere(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole("link", { name: /Project files/ }));
  expect(await screen.findByRole("tab", { name: "Overview" })).toBeVisible();
}

const add = (user: UserEvent) => user.click(screen.getByRole("link", { name: "Add" }));

it("keeps a new server that is typed over pages, until it is cancelled", async () => {
  const { user } = await showServers("/add");
  await user.type(screen.getByLabelText("Label"), "Time");
  await user.type(screen.getByRole("textbox", { name: "Command" }), "uvx");
  await lookElsewhere(user);
  await add(user);
  expect(await screen.findByLabelText("Label")).toHaveValue("Time");
  expect(screen.getByRole("textbox", { name: "Command" })).toHaveValue("uvx");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await add(user);
  expect(await screen.findByLabelText("Label")).toHaveValue("");
});

it("keeps a pasted configuration with what was changed in it, until it was proposed", async () => {
  const { user, fake } = await showServers("/add", {
    prepare: (world) => {
      world.answers.read_servers = [foundServer({ label: "Time", draft: DRAFT })];
    },
  });
  const pasted = () => screen.findByRole("textbox", { name: /^Paste a command/ });
  await user.click(await pasted());
  await user.paste("uvx mcp-server-time");
  await waitFor(() => expect(screen.getByLabelText("Label")).toHaveValue("Time"));
  await user.type(screen.getByLabelText("Label"), " UTC");
  await lookElsewhere(user);
  await add(user);
  expect(await pasted()).toHaveValue("uvx mcp-server-time");
  await waitFor(() => expect(screen.getByLabelText("Label")).toHaveValue("Time UTC"));
  await user.click(screen.getByRole("button", { name: "Review" }));
  await waitFor(() => expect(fake.sent("show_request")).toHaveLength(1));
  await lookElsewhere(user);
  await add(user);
  expect(await pasted()).toHaveValue("");
  expect(screen.getByLabelText("Label")).toHaveValue("");
});
