/** Tasks of the fake host: one of each kind, for tests. */
import type { CallView, TaskView } from "../../bindings/host";
import type { FakeHost, Handlers } from "./fakeHost";
import { call, foreign, HOUR, MINUTE, problem } from "./make";

/** A task with its call; what is not said is as in one that works. */
export function task(
  over: Omit<Partial<TaskView>, "call"> & Pick<TaskView, "id"> & { call?: Partial<CallView> },
): TaskView {
  const { call: of, ...rest } = over;
  const now = Date.now();
  return {
    task: foreign(`task-${over.id}`),
    state: "working",
    words: "“GitHub” works on it.",
    said: null,
    call: call({
      id: over.id,
      server: "srv-github",
      server_label: "GitHub",
      tool: "build_report",
      tool_shown: foreign("Build report"),
      arguments_line: foreign("repo: ada/portal"),
      state: "running",
      sent_at: now - 12 * MINUTE,
      ended_at: null,
      record: 118,
      task: over.id,
      ...of,
    }),
    asked_by: "you",
    conversation: null,
    began_at: now - 12 * MINUTE,
    seen_at: now - 4_000,
    next_look: now + 6_000,
    kept_until: now + 2 * HOUR,
    stop_at: null,
    result_kept: false,
    ...rest,
  };
}

/** One of each kind. */
export function someTasks(): TaskView[] {
  return [
    task({
      id: "task-works",
      said: foreign("Reading 812 commits"),
      call: { progress: { value: 318, total: 812, message: null } },
    }),
    task({
      id: "task-asks",
      state: "needs_input",
      words: "“GitHub” needs an answer to go on with it.",
      call: { tool: "release", tool_shown: foreign("Release") },
    }),
    task({
      id: "task-away",
      state: "away",
      words:
        "“Project files” is not connected. It may be going on there; it is asked when it is connected again.",
      next_look: null,
      kept_until: null,
      call: {
        server: "srv-files",
        server_label: "Project files",
        tool: "index",
        tool_shown: foreign("Index everything"),
      },
    }),
    task({
      id: "task-done",
      state: "ended",
      words: "“GitHub” finished it.",
      next_look: null,
      result_kept: true,
      call: { state: "done", ended_at: Date.now() - MINUTE, outcome: "1 text, 2 B" },
    }),
    task({
      id: "task-gone",
      state: "ended",
      words: "“GitHub” does not know this task any more. Whether it was finished is not known.",
      next_look: null,
      call: {
        state: "failed",
        ended_at: Date.now() - HOUR,
        problem: problem("task.gone", {
          sentence: "“GitHub” does not know this task any more. Whether it was finished is not known.",
        }),
      },
    }),
  ];
}

/** What came back of the one that is done. */
export function doneCall(): CallView {
  const done = someTasks().find((it) => it.id === "task-done");
  return {
    ...(done as TaskView).call,
    result: {
      blocks: [{ kind: "text", text: foreign("The report is ready."), whole: null, bytes: 20 }],
      more_blocks: 0,
      for_person: [],
      structured: null,
      structured_whole: null,
      matches_schema: null,
      mismatch: [],
      raw: { handle: "raw", bytes: 64 },
    },
  };
}

/** The commands about tasks. */
export function taskHandlers(fake: FakeHost): Pick<Handlers, "tasks" | "stop_task" | "forget_tasks"> {
  return {
    tasks: () => fake.world.tasks,
    stop_task: ({ task: id }) => {
      const found = fake.world.tasks.find((it) => it.id === id && it.state !== "ended");
      if (!found) {
        throw problem("not_found", {
          sentence: "This task has ended or is no longer listed. Activity has its row.",
        });
      }
      if (found.stop_at === null) {
        found.state = "stopping";
        found.stop_at = Date.now();
        found.words = `You asked “${found.call.server_label}” to stop it. It has not said yet that it did.`;
      } else {
        found.state = "ended";
        found.call = { ...found.call, state: "cancelled", ended_at: Date.now() };
        found.words = `You stopped the task at “${found.call.server_label}”. You did not wait for it to say so.`;
      }
      fake.emit({ kind: "task", task: found });
      return null;
    },
    forget_tasks: () => {
      fake.world.tasks = fake.world.tasks.filter((it) => it.state !== "ended");
      fake.emit({ kind: "tasks_forgotten" });
      return null;
    },
  };
}
