import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { problem } from "../../../platform/fakeHost/make";
import { modelLine, provider } from "../../../platform/fakeHost/models";
import { expectAxeClean } from "../../../test/axe";
import { show } from "../../../test/show";
import { Models } from "./Models";

const room = (
  <main>
    <h1>Settings</h1>
    <h2>Models</h2>
    <Models />
  </main>
);

it("adds a provider with a key in a few keys, and keeps nothing of the key", async () => {
  const { user, fake } = await show(room);
  await user.click(await screen.findByRole("button", { name: "Add a provider…" }));
  expect(screen.getByRole("combobox", { name: "Provider" })).toHaveFocus();
  await user.keyboard("{Tab}");
  await user.type(screen.getByLabelText("API key"), " sk-secret ");
  await user.keyboard("{Enter}");
  const card = await screen.findByRole("region", { name: "Provider Anthropic" });
  expect(within(card).getByText("working")).toBeVisible();
  expect(fake.sent("add_provider")[0]).toEqual({
    draft: { kind: "anthropic", label: null, address: null, key: "sk-secret" },
  });
  expect(document.body.innerHTML).not.toContain("sk-secret");
  await waitFor(() => expect(screen.getByRole("button", { name: "Add a provider…" })).toHaveFocus());
  await expectAxeClean();
});

it("leaves the focus where the person is by the time a provider is added", async () => {
  const { user, fake } = await show(room);
  const answer = fake.hold("add_provider");
  await user.click(await screen.findByRole("button", { name: "Add a provider…" }));
  await user.type(screen.getByLabelText("API key"), "sk-secret{Enter}");
  await waitFor(() => expect(fake.sent("add_provider")).toHaveLength(1));
  const limit = await screen.findByLabelText("Spending limit per month, in US dollars");
  await user.click(limit);
  await act(async () => answer());
  expect(await screen.findByRole("button", { name: "Add a provider…" })).toBeVisible();
  expect(limit).toHaveFocus();
});

it("says that a key is wrong, keeps the provider, and takes another key", async () => {
  const { user, fake } = await show(room);
  const sentence = "“Anthropic” does not accept the key. Nothing was answered.";
  const wrong = provider({ problem: problem("model.key", { sentence }), models: [] });
  fake.reply("add_provider", () => {
    fake.tellModels([wrong]);
    return wrong;
  });
  await user.click(await screen.findByRole("button", { name: "Add a provider…" }));
  await user.type(screen.getByLabelText("API key"), "wrong");
  await user.click(screen.getByRole("button", { name: "Add and check" }));
  expect(await screen.findByText(sentence)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Replace key…" }));
  await user.type(screen.getByLabelText("New key for Anthropic"), "right{Enter}");
  expect(await screen.findByText("working")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("button", { name: "Replace key…" })).toHaveFocus());
});

it("adds nothing without what it needs", async () => {
  const { user, fake } = await show(room);
  await user.click(await screen.findByRole("button", { name: "Add a provider…" }));
  await user.click(screen.getByRole("button", { name: "Add and check" }));
  await user.click(screen.getByRole("combobox", { name: "Provider" }));
  await user.click(await screen.findByRole("option", { name: "OpenAI-compatible server" }));
  await user.click(screen.getByRole("button", { name: "Add and check" }));
  expect(fake.sent("add_provider")).toEqual([]);
  await user.type(screen.getByLabelText("Base URL"), "https://models.example/v1{Enter}");
  await waitFor(() => expect(fake.world.models).toHaveLength(1));
});

it("offers what runs on this computer, with one click", async () => {
  const found = [{ kind: "ollama" as const, address: "http://127.0.0.1:11434", models: 3 }];
  const { user, fake } = await show(room, { answers: { find_providers: found } });
  const offer = await screen.findByRole("region", { name: "Ollama, found on this computer" });
  expect(offer).toHaveTextContent("at http://127.0.0.1:11434 and may forward them. Cost unknown.");
  await user.click(screen.getByRole("button", { name: "Use Ollama" }));
  expect(await screen.findByRole("region", { name: "Provider Ollama" })).toHaveTextContent(
    "on this computer, may forward your messages",
  );
  await waitFor(() => expect(screen.queryByRole("button", { name: "Use Ollama" })).toBeNull());
  expect(fake.world.models[0]?.key).toBe(false);
});

it("chooses among models, changes what is known of one, and adds one by name", async () => {
  const { user, fake } = await show(room, { models: [provider()] });
  await user.click(await screen.findByRole("checkbox", { name: "claude-small" }));
  await waitFor(() => expect(fake.world.models[0]?.models[1]?.used).toBe(true));
  await user.click(screen.getByRole("button", { name: "Edit details of claude-large" }));
  const form = screen.getByRole("form", { name: "Details of claude-large" });
  await user.clear(within(form).getByLabelText("Output price per million"));
  await user.type(within(form).getByLabelText("Output price per million"), "20.50");
  await user.click(within(form).getByLabelText("Images"));
  await expectAxeClean();
  await user.click(within(form).getByRole("button", { name: "Save" }));
  expect(await screen.findByText("$3.00 / $20.50")).toBeVisible();
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Edit details of claude-large" })).toHaveFocus(),
  );
  expect(fake.world.models[0]?.models[0]?.facts.images).toBe(false);
  await user.type(screen.getByLabelText("Find or add a model from Anthropic"), "claude-next");
  await user.click(screen.getByRole("button", { name: "Add model" }));
  expect(await screen.findByRole("checkbox", { name: "claude-next" })).toBeChecked();
});

it("says why a model cannot be chosen, and keeps the focus", async () => {
  const { user, fake } = await show(room, { models: [provider()] });
  const sentence = "The database is full. Nothing was changed.";
  fake.failNext("set_model", { code: "store.full", sentence });
  const box = await screen.findByRole("checkbox", { name: "claude-small" });
  await user.click(box);
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(box).not.toBeChecked();
  expect(box).toHaveFocus();
  await user.click(box);
  await waitFor(() => expect(fake.world.models[0]?.models[1]?.used).toBe(true));
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
});

it("shows a few of many models, finds the others, and says which are gone", async () => {
  const many = Array.from({ length: 300 }, (_, at) => modelLine("prov-1", `model-${at}`, { used: at === 0 }));
  many[0] = modelLine("prov-1", "model-0", { gone: true });
  const { user } = await show(room, { models: [provider({ models: many })] });
  expect(await screen.findAllByRole("checkbox")).toHaveLength(8);
  expect(screen.getByText("no longer listed")).toBeVisible();
  await user.type(screen.getByLabelText("Find or add a model from Anthropic"), "model-299");
  expect(screen.getAllByRole("checkbox")).toHaveLength(1);
  await user.clear(screen.getByLabelText("Find or add a model from Anthropic"));
  await user.click(screen.getByRole("button", { name: "Show all 300" }));
  expect(screen.getAllByRole("checkbox")).toHaveLength(100);
  // What only says how to find the rest is no button.
  expect(screen.getByText("200 more. Type to find them.").tagName).toBe("P");
  expect(screen.getByLabelText("Find or add a model from Anthropic")).toHaveFocus();
});

it("removes a provider only after a second look", async () => {
  const { user, fake } = await show(room, { models: [provider()] });
  await user.click(await screen.findByRole("button", { name: "Remove…" }));
  await user.click(screen.getByRole("button", { name: "Keep" }));
  expect(fake.world.models).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Remove…" }));
  await user.click(screen.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(fake.world.models).toHaveLength(0));
  expect(await screen.findByText(/Conversations use the demo model/)).toBeVisible();
  await waitFor(() => expect(screen.getByRole("button", { name: "Add a provider…" })).toHaveFocus());
});

it("leaves the focus at the spending limit when it is removed", async () => {
  const { user, fake } = await show(room, {
    prepare: (world) => Object.assign(world.spending, { limit: 20 }),
  });
  const limit = await screen.findByLabelText("Spending limit per month, in US dollars");
  await user.type(limit, "x{Enter}");
  expect(limit).toBeInvalid();
  await user.click(screen.getByRole("button", { name: "Remove limit" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Remove limit" })).toBeNull());
  expect(fake.sent("set_spending_limit")).toEqual([{ limit: null }]);
  expect(limit).toBeValid();
  await waitFor(() => expect(limit).toHaveFocus());
  expect(limit).toHaveValue("");
});
