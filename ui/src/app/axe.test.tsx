import { act, screen } from "@testing-library/react";
import { it } from "vitest";
import type { FakeHostOptions } from "../platform/fakeHost";
import { changedRequest, launchRequest, newToolRequest, writeRequest } from "../platform/fakeHost/requests";
import { expectAxeClean } from "../test/axe";
import { showApp } from "../test/show";

const screens: [string, string, FakeHostOptions][] = [
  ["the chat", "#/chat", {}],
  ["a conversation with every state", "#/chat/conv-flaky", {}],
  ["no conversation", "#/chat", { fresh: true }],
  ["the servers", "#/servers", {}],
  ["a server", "#/servers/srv-files", {}],
  ["its tools", "#/servers/srv-files/tools", {}],
  ["a tool", "#/servers/srv-files/tools/edit_file", {}],
  ["its logs", "#/servers/srv-files/logs", {}],
  ["its protocol", "#/servers/srv-files/protocol", {}],
  ["adding a server", "#/servers/add", {}],
  ["a server that stopped", "#/servers/srv-weather", {}],
  ["the inbox", "#/waiting", {}],
  ["no task", "#/tasks", {}],
  ["the record", "#/activity", {}],
  ["a row of the record", "#/activity/120", {}],
  ["the permissions", "#/permissions", {}],
  ["the settings", "#/settings", {}],
  ["a request", "#/chat", { waiting: [writeRequest("call-write"), newToolRequest()] }],
  ["a launch", "#/chat", { waiting: [launchRequest()] }],
  ["a change", "#/chat", { waiting: [changedRequest()] }],
];

// In one appearance: what differs in the other one is contrast, which the window's tests look at.
it.each(screens)("%s is axe clean", async (_name, at, options) => {
  await showApp(at, options);
  await act(async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  await screen.findAllByRole("heading");
  await expectAxeClean();
});
