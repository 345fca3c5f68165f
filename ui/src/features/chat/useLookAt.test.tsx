import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { go } from "../../route";
import { showApp } from "../../test/show";

afterEach(() => {
  vi.restoreAllMocks();
});

it("looks at the conversation that is shown, not at one behind the list or hidden", async () => {
  const { store } = await showApp("#/chat/conv-flaky");
  const lookedAt = () => store.host()?.lookedAt;
  expect(lookedAt()).toBe("conv-flaky");
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  fireEvent(document, new Event("visibilitychange"));
  expect(lookedAt()).toBeNull();
  visibility.mockReturnValue("visible");
  fireEvent(document, new Event("visibilitychange"));
  expect(lookedAt()).toBe("conv-flaky");
  // In a narrow window the address of the room shows the list alone.
  const box = screen.getByTestId("messages");
  box.checkVisibility = () => box.closest("[data-open=false]") === null;
  act(() => go("chat"));
  expect(screen.getByTestId("messages")).toBe(box);
  expect(lookedAt()).toBeNull();
  box.checkVisibility = () => true;
  fireEvent(window, new Event("resize"));
  expect(lookedAt()).toBe("conv-flaky");
});
