import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { CallView, TaskView } from "../../bindings/host";
import { formRequest } from "../../platform/fakeHost/asking";
import { doneCall, someTasks, task } from "../../platform/fakeHost/tasks";
import { expectAxeClean } from "../../test/axe";
import { show, showApp } from "../../test/show";
import { TasksRoom } from "./TasksRoom";

async function room(chosen: string[] = []) {
  return show(
    <main>
      <TasksRoom path={chosen} />
    </main>,
    { tasks: someTasks() },
  );
}

function card(name: string): HTMLElement {
  return screen.getAllByRole("article", { name })[0] as HTMLElement;
}

describe("the tasks", () => {
  it.each(["light", "dark"] as const)("are axe clean in the %s", async (appearance) => {
    await showApp("#/tasks", { appearance, tasks: someTasks() });
    await screen.findByRole("heading", { name: "Tasks" });
    await expectAxeClean();
  });

  it("stand under what they want: an answer, time, or nothing more", async () => {
    await room();
    const names = ["Needs an answer", "Running", "Finished"].map((name) =>
      within(screen.getByRole("region", { name }))
        .getAllByRole("article")
        .map((it) => it.querySelector("h3")?.textContent),
    );
    expect(names).toEqual([["release"], ["build_report", "index"], ["build_report", "build_report"]]);
    expect(screen.getByText("3 tasks in progress")).toBeInTheDocument();
    // A card says only the state that the heading of its list does not say.
    expect(within(card("build_report")).queryByText("running as a task")).toBeNull();
    expect(within(card("release")).queryByText("needs an answer")).toBeNull();
    expect(within(card("index")).getByText("server not connected")).toBeInTheDocument();
  });

  it("say what the server says apart from what we say, and when it is asked again", async () => {
    await room();
    const works = card("build_report");
    expect(within(works).getByRole("figure", { name: /GitHub/ })).toHaveTextContent("Reading 812 commits");
    expect(within(works).getByText("“GitHub” works on it.")).toBeInTheDocument();
    expect(works).toHaveTextContent(/next check .*kept by the server until/);
    expect(within(works).getByRole("progressbar")).toBeInTheDocument();
    expect(card("index")).not.toHaveTextContent("next check");
  });

  it("are asked to stop, and are not waited for when that is pressed again", async () => {
    const { user, fake } = await room();
    const tell = (state: TaskView["state"], words: string, call: Partial<CallView> = {}) =>
      act(() =>
        fake.emit({
          kind: "task",
          task: task({ id: "task-works", state, words, stop_at: Date.now(), call }),
        }),
      );
    await user.click(within(card("build_report")).getByRole("button", { name: "Stop" }));
    tell("stopping", "You asked “GitHub” to stop it. It has not said yet that it did.");
    const again = await within(card("build_report")).findByRole("button", { name: "Stop waiting" });
    expect(card("build_report")).toHaveTextContent("It has not said yet that it did.");
    await user.click(again);
    tell("ended", "You stopped the task at “GitHub”.", { state: "cancelled", ended_at: Date.now() });
    expect(await screen.findByText("stopped", { exact: false, selector: "span" })).toBeInTheDocument();
    expect(fake.sent("stop_task")).toHaveLength(2);
  });

  it("show the result where it is still kept, and say so where it is not", async () => {
    const { user, fake } = await room();
    fake.world.calls.set("task-done", doneCall());
    await user.click(screen.getByRole("button", { name: "Show result" }));
    expect(await screen.findByText("The report is ready.")).toBeInTheDocument();
    // How it ended is said by the card alone.
    expect(within(screen.getByRole("region", { name: "Result" })).queryByText(/^done/)).toBeNull();
    act(() =>
      fake.emit({ kind: "task", task: task({ id: "task-done", state: "ended", call: { state: "done" } }) }),
    );
    expect(await screen.findByText("The result is no longer in memory.")).toBeInTheDocument();
  });

  it("open the request that one of them waits for", async () => {
    const asked = formRequest({ cause: { record: 118, call: "task-asks", tool: null, asked_by: null } });
    const { user } = await showApp("#/tasks", { waiting: [asked], tasks: someTasks() });
    await user.keyboard("{Escape}");
    await user.click(within(card("release")).getByRole("button", { name: "Open request" }));
    expect(await screen.findByRole("alertdialog")).toHaveAccessibleName(asked.question);
  });

  it("come and go with the host's events, and those that ended can be cleared", async () => {
    const { user, fake } = await room();
    act(() =>
      fake.emit({
        kind: "task",
        task: task({ id: "new", call: { tool: "new_one" } }),
      }),
    );
    expect(await screen.findByRole("article", { name: "new_one" })).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Clear finished" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Finished" })).toBeNull());
    expect(screen.getByRole("region", { name: "Running" })).toBeInTheDocument();
  });

  it("are counted in the rail while they go on", async () => {
    await showApp("#/chat", { tasks: someTasks() });
    const link = screen.getByRole("link", { name: "Tasks" });
    expect(link).toHaveAccessibleDescription("3 tasks running");
  });

  it("say what to expect when there is none", async () => {
    await show(<TasksRoom path={[]} />, { tasks: [] });
    expect(screen.getByRole("heading", { name: "No tasks" })).toBeInTheDocument();
    expect(screen.queryByRole("button")).toBeNull();
  });
});
