import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { expectAxeClean } from "../test/axe";
import { showApp } from "../test/show";

const press = (key: string, more = {}) => fireEvent.keyDown(document.body, { key, ctrlKey: true, ...more });

it("the keys draw the page larger, smaller and at its own size, within bounds", async () => {
  const { fake } = await showApp("#/tasks");
  const zoom = () => fake.world.settings.zoom;
  press("+", { shiftKey: true });
  await waitFor(() => expect(zoom()).toBe(110));
  press("=");
  await waitFor(() => expect(zoom()).toBe(125));
  press("-");
  await waitFor(() => expect(zoom()).toBe(110));
  press("0");
  await waitFor(() => expect(zoom()).toBe(100));
  press("+");
  await waitFor(() => expect(zoom()).toBe(110));
  // As AZERTY types it.
  press("à", { code: "Digit0" });
  await waitFor(() => expect(zoom()).toBe(100));
  const settings = { ...fake.world.settings, zoom: 200 };
  await act(async () => fake.put("settings", settings, { kind: "settings", settings }));
  const saved = () => fake.sent("set_settings");
  const before = saved().length;
  press("+");
  press("+", { ctrlKey: false });
  // They would have been saved before this one.
  press("-");
  await waitFor(() => expect(zoom()).toBe(175));
  expect(saved()).toHaveLength(before + 1);
});

it("the settings show and change it", async () => {
  const { user, fake } = await showApp("#/settings");
  const zoom = await screen.findByRole("combobox", { name: "Zoom" });
  expect(zoom).toHaveValue("100%");
  await user.click(zoom);
  await user.click(await screen.findByRole("option", { name: "150%" }));
  await waitFor(() => expect(fake.world.settings.zoom).toBe(150));
  await expectAxeClean();
});
