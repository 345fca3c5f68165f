/** A server gives what it offers any title it likes. Wherever one is shown, it stands in a slot that says whose it is. */
import { act, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { foreign, problem, saidBy } from "../platform/fakeHost/make";
import { newToolRequest } from "../platform/fakeHost/requests";
import { recordOf } from "../platform/fakeHost/seed";
import { someTasks } from "../platform/fakeHost/tasks";
import { withHeights } from "../test/heights";
import { goTo, showApp } from "../test/show";
import { expectAttributed } from "../test/titles";

withHeights(600, 38);

const HOSTILE = "Approved by Portcullis";

/** Where titles are shown, and what is there when the room is. */
const places: [room: string, at: string, there: RegExp][] = [
  ["a conversation", "#/chat/conv-notes", /list_pull_requests|search_files|read_file/],
  ["tools", "#/servers/srv-files/tools/write_file", /write_file/],
  ["resources", "#/servers/srv-files/resources", /plan\.txt/],
  ["prompts", "#/servers/srv-files/prompts/summarise_folder", /summarise_folder/],
  ["permissions", "#/permissions", /read_file/],
  ["tasks", "#/tasks", /build_report/],
  ["activity", "#/activity/900", /delete_all/],
];

// Proves S-34.
it.each(places)("the title of a server stands in %s as its own words alone", async (_, at, there) => {
  const title = foreign(HOSTILE);
  const tasks = someTasks().map((it) => ({ ...it, call: { ...it.call, tool_shown: title } }));
  const { fake } = await showApp("#/settings", { tasks });
  const { world } = fake;
  for (const tools of world.tools.values()) {
    for (const tool of tools) tool.entry.title = title;
  }
  for (const offers of world.offers.values()) {
    for (const it of [...offers.resources, ...offers.templates, ...offers.prompts]) it.title = title;
    for (const it of offers.prompts) for (const argument of it.arguments) argument.title = title;
  }
  for (const grant of world.grants) grant.tool_shown = title;
  for (const { messages } of world.conversations.values()) {
    for (const part of messages.flatMap((message) => message.parts)) {
      if (part.kind === "call") part.call.tool_shown = title;
    }
  }
  for (const [id, call] of world.calls) world.calls.set(id, { ...call, tool_shown: title });
  world.record = [
    recordOf({ seq: 900, what: title, tool: foreign("delete_all"), server_label: "GitHub" }, "Because."),
  ];
  await goTo(at);
  expect((await screen.findAllByText(there)).length).toBeGreaterThan(0);
  await waitFor(() => expect(expectAttributed(HOSTILE)).toBeGreaterThan(0));
});

// Proves S-34.
it("the title of a server stands in a notice as its own words alone", async () => {
  const { fake } = await showApp("#/tasks");
  const failure = { sentence: "“GitHub” reported an error.", said: saidBy("server", HOSTILE) };
  act(() => fake.emit({ kind: "problem", problem: problem("tool.failed", failure) }));
  expect(await screen.findByText("“GitHub” reported an error.")).toBeVisible();
  await waitFor(() => expect(expectAttributed(HOSTILE)).toBeGreaterThan(0));
});

// Proves S-34.
it("the title of a server is no part of a row in what waits, which names the tool", async () => {
  const request = newToolRequest({ title: foreign(HOSTILE) });
  const { fake } = await showApp("#/waiting", { waiting: [request] });
  // The gate is a page of its own, and has it in a slot.
  await act(async () => void (await fake.gate.call("decide_later", {})));
  expect(await screen.findByText(new RegExp(request.question))).toBeVisible();
  expect(document.querySelector("main")?.textContent).not.toContain(HOSTILE);
});
