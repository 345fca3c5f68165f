import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { foreign } from "../platform/fakeHost/make";
import { TruncateMiddle } from "./TruncateMiddle";

function parts(text: string) {
  const { container } = render(<TruncateMiddle value={foreign(text)} />);
  return [...(container.querySelector("bdi")?.children ?? [])].map((it) => it.textContent);
}

it("an address keeps its end in view, and all of it can be read", () => {
  const text = "file:///home/ada/portal/docs/releases/2.4.md";
  const [start, end] = parts(text);
  expect(`${start}${end}`).toBe(text);
  expect(end).toBe("cs/releases/2.4.md");
  expect(document.querySelector("bdi")).toHaveAttribute("title", text);
});

// Proves S-41.
it("a written escape is never cut in two", () => {
  expect(parts("file:///a/photo⟨U+202E⟩0123456789abcd")).toEqual([
    "file:///a/photo",
    "⟨U+202E⟩0123456789abcd",
  ]);
  expect(parts("short")).toEqual(["short"]);
});
