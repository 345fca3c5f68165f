import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { attached } from "../test/show";
import { StoreProvider, useHostQueries } from ".";

it("several replies at once say what went wrong as a problem, each for itself", async () => {
  const { fake, store } = await attached();
  fake.reply("tools", (args, usual) => {
    if (args.server === "srv-files") throw new Error("the pipe broke");
    return usual(args);
  });
  const wrapper = (props: { children: ReactNode }) => (
    <StoreProvider store={store}>{props.children}</StoreProvider>
  );
  const each = ["srv-files", "srv-github"].map((server) => ({ server, query: "" }));
  const { result } = renderHook(() => useHostQueries("tools", each), { wrapper });
  await waitFor(() => expect(result.current.every((it) => !it.isPending)).toBe(true));
  expect(result.current[0]?.error).toMatchObject({ code: "internal" });
  expect(result.current[1]?.data?.tools).toBeDefined();
});
