import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { expectAxeClean } from "../../test/axe";
import { show, showApp } from "../../test/show";
import { SpendingLimit } from "../settings/models/SpendingLimit";
import { ContextMeter } from "./ContextMeter";
import { ofMonth } from "./Costs";

describe("the context of a model", () => {
  it("is said as counted, as an estimate, or without its size", async () => {
    const { rerender } = await show(
      <ContextMeter use={{ tokens: 41_312, context: 200_000, is_estimate: false }} />,
    );
    const meter = screen.getByRole("meter");
    expect(meter).toHaveAccessibleName(/^41,312 of 200,000 tokens .* as counted by the provider/);
    expect(screen.getByText(/21% of context/)).toHaveTextContent(/^21% of context$/);
    rerender(<ContextMeter use={{ tokens: 41_312, context: 200_000, is_estimate: true }} />);
    expect(screen.getByRole("meter")).toHaveAccessibleName(/^About 41,000 of 200,000 .* an estimate/);
    expect(screen.getByText(/21% of context/)).toHaveTextContent("≈ 21% of context");
    rerender(<ContextMeter use={{ tokens: 41_312, context: null, is_estimate: true }} />);
    expect(screen.queryByRole("meter")).toBeNull();
    screen.getByText("≈ 41,000 tokens");
  });
});

describe("costs", () => {
  it("says what a conversation and the month cost, and what is unknown", async () => {
    const { user, fake } = await showApp("#/chat/conv-notes");
    await user.click(await screen.findByRole("button", { name: /servers/ }));
    const costs = await screen.findByRole("region", { name: "Cost" });
    expect(fake.sent("spending").at(-1)).toEqual({ conversation: "conv-notes" });
    expect(costs).toHaveTextContent("This conversation: about $0.25");
    expect(costs).toHaveTextContent("All requests this month (UTC): about $3.40");
    expect(costs).toHaveTextContent("2 requests this month have an unknown price and are not included.");
    within(costs).getByRole("link", { name: "Spending limit" });
    await expectAxeClean();
  });

  it("never says nothing of what is not known", () => {
    expect(ofMonth({ dollars: 0, replies: 3, unpriced: 3 }, null)).toBe(
      "All requests this month (UTC): unknown",
    );
    expect(ofMonth({ dollars: 0, replies: 3, unpriced: 3 }, 5)).toBe(
      "All requests this month (UTC): unknown, limit $5.00",
    );
    expect(ofMonth({ dollars: 0.5, replies: 3, unpriced: 2 }, 5)).toBe(
      "All requests this month (UTC): about $0.50 of $5.00",
    );
  });

  it("sets a limit and takes it away", async () => {
    const { user, fake } = await show(<SpendingLimit />);
    const field = await screen.findByRole("textbox", { name: /Spending limit per month/ });
    expect(screen.queryByRole("button", { name: "Remove limit" })).toBeNull();
    await user.type(field, "lots");
    await user.click(screen.getByRole("button", { name: "Save limit" }));
    expect(field).toBeInvalid();
    expect(fake.sent("set_spending_limit")).toEqual([]);
    await user.clear(field);
    await user.type(field, "20{Enter}");
    await waitFor(() => expect(fake.sent("set_spending_limit")).toContainEqual({ limit: 20 }));
    await user.click(await screen.findByRole("button", { name: "Remove limit" }));
    await waitFor(() => expect(field).toHaveValue(""));
  });
});
