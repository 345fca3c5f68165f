// @ts-expect-error: a test runs in Node.js, whose types the page must not know; without a style sheet from disk nothing is measured
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const tokens: string = readFileSync("src/theme/tokens.css", "utf8");
const mantine: string = readFileSync("src/theme/mantine.css", "utf8");

/** The colours of the first block with this selector. */
function colours(selector: string): Map<string, string> {
  const from = tokens.indexOf(`\n${selector} {`);
  const block = tokens.slice(from, tokens.indexOf("\n}", from));
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name = "", hex = ""]) => [name, hex]),
  );
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe.each([":root", '[data-mantine-color-scheme="dark"]'])("in %s", (selector) => {
  const named = colours(selector);
  it.each(["bg", "panel", "side", "code", "soft", "hover", "slot"])("text is read on --%s", (surface) => {
    for (const text of ["ink", "dim", "faint"]) {
      expect(contrast(named.get(text) ?? "", named.get(surface) ?? ""), text).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe("a button that cannot be pressed", () => {
  const style = document.createElement("style");
  style.textContent = mantine;
  document.head.append(style);
  const drawn = (variant: string) => {
    const button = document.createElement("button");
    button.className = "mantine-Button-root";
    button.dataset.variant = variant;
    document.body.append(button);
    return button;
  };
  it.each(["filled", "default", "subtle"])("is read, also where it is %s", (variant) => {
    const button = drawn(variant);
    button.disabled = true;
    expect(getComputedStyle(button).color).toBe("var(--faint)");
    expect(getComputedStyle(button).background).toContain("var(--code)");
  });
  it("is read where it keeps the focus and would be blue", () => {
    const button = drawn("filled");
    button.setAttribute("aria-disabled", "true");
    expect(getComputedStyle(button).color).toBe("var(--faint)");
    expect(getComputedStyle(button).background).toContain("var(--code)");
  });
});
