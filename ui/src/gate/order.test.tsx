import { describe, expect, it } from "vitest";
import type { Request } from "../bindings/host";
import { evilFormRequest, formRequest, linkRequest, rootsRequest } from "../platform/fakeHost/asking";
import { answerRequest, fullSamplingRequest, samplingRequest } from "../platform/fakeHost/sampling";
import { gate, openGate, pass } from "../test/gate";
import { withFakeTimers } from "../test/timers";

withFakeTimers();

/** What the Tab key reaches in the gate, in its order, by what is written on it. */
function stops(): string[] {
  return [...gate().querySelectorAll<HTMLElement>("button, input, textarea, select, a[href], [tabindex]")]
    .filter((it) => it.tabIndex >= 0 && !it.hasAttribute("disabled") && it.getAttribute("type") !== "hidden")
    .map((it) => (it.textContent || it.getAttribute("aria-label") || it.tagName.toLowerCase()).trim());
}

describe("the order of the keyboard at the gate", () => {
  const all: [string, () => Request, string[], string[]][] = [
    ["a form", () => formRequest(), ["Decide laterEsc"], ["DeclineD", "Dismiss", "ReviewA"]],
    ["an evil form", evilFormRequest, ["Decide laterEsc"], ["DeclineD", "Dismiss", "ReviewA"]],
    [
      "an address",
      () => linkRequest(),
      ["Decide laterEsc"],
      ["DeclineD", "Dismiss", "Open in your browserA"],
    ],
    [
      "folders",
      () => rootsRequest(),
      ["Decide laterEsc", "Add folder…"],
      ["DeclineD", "Dismiss", "Share these foldersA"],
    ],
    [
      "a request to a model",
      () => samplingRequest(),
      ["Decide laterEsc"],
      ["DenyD", "Reply myself", "Send to the model “demo-small”A"],
    ],
    [
      "a full request to a model",
      fullSamplingRequest,
      ["Decide laterEsc"],
      ["DenyD", "Reply myself", "Send to the model “demo-small”A"],
    ],
    ["an answer", () => answerRequest(), ["Decide laterEsc"], ["DenyD", "Send reply to “Linear”A"]],
  ];
  it.each(all)(
    "uic05 of %s: leaving first, what is read, the noes, and the yes last",
    async (_name, make, first, last) => {
      await openGate([make()]);
      await pass(0);
      const order = stops();
      expect(order.slice(0, first.length)).toEqual(first);
      expect(order.slice(-last.length)).toEqual(last);
      expect(document.activeElement?.tagName).toBe("H1");
    },
  );
});
