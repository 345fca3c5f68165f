/** Calls that servers continue in the background: what runs, what needs an answer, what ended. */
import { Button } from "@mantine/core";
import type { TaskView } from "../../bindings/host";
import { Bar, EmptyRoom, Page, ProblemNote, Tag } from "../../elements";
import { say } from "../../l10n";
import { useHost, useHostCommand } from "../../store";
import { TaskCard } from "./TaskCard";
import css from "./tasks.module.css";

export function TasksRoom({ path }: { path: string[] }) {
  const tasks = useHost((host) => host.tasks);
  const forget = useHostCommand("forget_tasks");
  const asking = tasks.filter((it) => it.state === "needs_input");
  const running = tasks.filter((it) => it.state !== "needs_input" && it.state !== "ended");
  const ended = tasks.filter((it) => it.state === "ended");
  const open = asking.length + running.length;
  return (
    <Page
      bar={
        <Bar
          title={say("app-room-tasks")}
          beside={open > 0 ? <Tag>{say("tasks-open", { count: open })}</Tag> : null}
          actions={
            ended.length > 0 ? (
              <Button loading={forget.isPending} onClick={() => forget.mutate({})}>
                {say("tasks-clear")}
              </Button>
            ) : null
          }
        />
      }
    >
      {forget.error !== null ? <ProblemNote problem={forget.error} live /> : null}
      {tasks.length === 0 ? (
        <EmptyRoom title={say("tasks-empty")}>{say("tasks-empty-help")}</EmptyRoom>
      ) : (
        <div className={css.room}>
          <Part title={say("tasks-part-asking")} tasks={asking} chosen={path[0]} />
          <Part title={say("tasks-part-running")} tasks={running} chosen={path[0]} />
          <Part title={say("tasks-part-ended")} tasks={ended} chosen={path[0]} />
        </div>
      )}
    </Page>
  );
}

function Part(props: { title: string; tasks: TaskView[]; chosen: string | undefined }) {
  if (props.tasks.length === 0) return null;
  return (
    <section aria-label={props.title}>
      <h2 className={`small dim ${css.part}`}>{props.title}</h2>
      <ul className={`unmarked ${css.list}`}>
        {props.tasks.map((task) => (
          <li key={task.id}>
            <TaskCard task={task} chosen={task.id === props.chosen} />
          </li>
        ))}
      </ul>
    </section>
  );
}
