import { act, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { showApp } from "../test/show";

describe("the language of the window", () => {
  it("is that of the setting, on both pages, at once", async () => {
    const { fake } = await showApp("#/settings");
    expect(screen.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
    const change = (language: "en" | "zh-CN" | "system") =>
      act(() => fake.call("set_settings", { settings: { language } }));
    await change("zh-CN");
    expect(await screen.findByRole("heading", { level: 1, name: "设置" })).toBeVisible();
    await change("system");
    expect(await screen.findByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  });
});
