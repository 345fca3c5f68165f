import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { CallState } from "../bindings/host";
import { call, foreign } from "../platform/fakeHost/make";
import { show } from "../test/show";
import { useCall } from "./useCall";

const at = (state: CallState) => call({ id: "c", server: "s", tool: "t", tool_shown: foreign("T"), state });

function Shown(props: { state: CallState }) {
  return <p>{useCall(at(props.state)).state}</p>;
}

it("follows what is heard of a call after it was fetched", async () => {
  const { fake } = await show(<Shown state="waiting" />);
  expect(screen.getByText("waiting")).toBeInTheDocument();
  act(() => fake.emit({ kind: "call", call: at("running") }));
  expect(screen.getByText("running")).toBeInTheDocument();
  act(() => fake.emit({ kind: "call", call: at("done") }));
  expect(screen.getByText("done")).toBeInTheDocument();
});

it("leaves a call ended whose events are older than its end", async () => {
  const { fake } = await show(<Shown state="done" />);
  act(() => fake.emit({ kind: "call", call: at("running") }));
  expect(screen.getByText("done")).toBeInTheDocument();
});
