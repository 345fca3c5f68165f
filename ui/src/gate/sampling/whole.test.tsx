import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { type PayloadSource, Payloads } from "../../elements/payloads";
import { expectAxeClean } from "../../test/axe";
import { Whole } from "./Whole";

it("draws as many lines of a large text as were scrolled to", async () => {
  const text = Array.from({ length: 1_000 }, (_, index) => `line ${index + 1}`).join("\n");
  const source: PayloadSource = {
    read: async () => ({ text, next: null, bytes: text.length }),
    url: async () => "",
    save: async () => null,
  };
  render(
    <Payloads value={source}>
      <Whole payload={{ handle: "large", bytes: text.length }} name="large.txt" label="The whole text" />
    </Payloads>,
  );
  await screen.findByText(/1,000 lines/);
  const box = screen.getByRole("group", { name: "The whole text" });
  expect(box.children).toHaveLength(200);
  await expectAxeClean();
  Object.defineProperty(box, "scrollHeight", { value: 4_000, configurable: true });
  fireEvent.scroll(box);
  expect(box.children).toHaveLength(200);
  box.scrollTop = 3_600;
  fireEvent.scroll(box);
  expect(box.children).toHaveLength(400);
  expect(screen.getByText("line 400")).toBeInTheDocument();
  expect(screen.queryByText("line 401")).toBeNull();
});
