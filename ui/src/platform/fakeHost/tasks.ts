import type { CallView, TaskView } from "../../bindings/host";
import { callTo, files, foreign, github, HOUR, MINUTE, problem, textResult } from "./make";

/** A task with its call; what is not said is as in one that works. */
export function task(
  over: Omit<Partial<TaskView>, "call"> & Pick<TaskView, "id"> & { call?: Partial<CallView> },
): TaskView {
  const { call: of, ...rest } = over;
  const now = Date.now();
  const began_at = now - 12 * MINUTE;
  return {
    task: foreign(`task-${over.id}`),
    state: "working",
    words: "“GitHub” works on it.",
    said: null,
    call: callTo(github, over.id, "build_report", "Build report", "repo: ada/portal", {
      state: "running",
      sent_at: began_at,
      ended_at: null,
      record: 118,
      task: over.id,
      ...of,
    }),
    asked_by: "you",
    conversation: null,
    began_at,
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
  const unknown = "“GitHub” does not know this task any more. Whether it was finished is not known.";
  const away =
    "“Project files” is not connected. The task may still be running there; Portcullis checks when it reconnects.";
  const index = { tool: "index", tool_shown: foreign("Index everything") };
  const gone = problem("task.gone", { sentence: unknown });
  const ended = { state: "ended", next_look: null } as const;
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
      words: away,
      next_look: null,
      kept_until: null,
      call: { server: files.id, server_label: files.label, ...index },
    }),
    task({
      id: "task-done",
      ...ended,
      words: "“GitHub” finished it.",
      result_kept: true,
      call: { state: "done", ended_at: Date.now() - MINUTE, outcome: "1 text, 2 B" },
    }),
    task({
      id: "task-gone",
      ...ended,
      words: unknown,
      call: { state: "failed", ended_at: Date.now() - HOUR, problem: gone },
    }),
  ];
}

/** The result of the one that is done. */
export function doneCall(): CallView {
  const done = someTasks().find((it) => it.id === "task-done") as TaskView;
  return { ...done.call, result: textResult("The report is ready.") };
}
