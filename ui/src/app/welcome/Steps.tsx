import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { ServerSummary } from "../../bindings/host";
import { CheckIcon, Mark, ProblemNote, TITLE } from "../../elements";
import { TryDemo } from "../../features/servers/TryDemo";
import { go, to } from "../../route";
import { useHost, useHostCommand } from "../../store";
import { useWelcomed } from "./useWelcomed";
import css from "./welcome.module.css";

/** The three steps of the first minute. `onAsked` is told when the demo model was asked. */
export function Steps(props: { onAsked: (at: number) => void }) {
  const demos = useHost((host) => host.servers).filter((it) => it.demo);
  const demo = demos.find((it) => it.state.phase === "ready") ?? demos[0];
  const ready = demo?.state.phase === "ready";
  const create = useHostCommand("create_conversation");
  const say = useHostCommand("say");
  const skip = useWelcomed();
  const ask = async () => {
    const { summary } = await create.mutateAsync({});
    props.onAsked(Date.now());
    go("chat", summary.id);
    await say.mutateAsync({ conversation: summary.id, text: "Show me what you can do" });
  };
  const problem = create.error ?? say.error ?? skip.error;
  return (
    <div className={css.page}>
      <div className={css.inner}>
        <Mark size={44} />
        <h1 id={TITLE} tabIndex={-1} className={css.title}>
          Welcome to Portcullis
        </h1>
        <p className="dim">
          It runs the servers you choose and stands between them, the model and you. Three steps show how,
          without a key and without the network.
        </p>
        <ol className={css.steps}>
          <Step number={1} done={ready} title="Add the demo server">
            <p>You see exactly what will start before anything does.</p>
            {demo === undefined ? <TryDemo filled /> : ready ? null : <Added demo={demo} />}
          </Step>
          <Step number={2} done={false} title="Let the demo model ask for a tool">
            <p>It is scripted and talks to nobody. It wants to call a tool of the demo server.</p>
            <Button
              variant={ready ? "filled" : "default"}
              disabled={!ready}
              loading={create.isPending || say.isPending}
              onClick={() => void ask().catch(() => {})}
            >
              Ask the demo model
            </Button>
          </Step>
          <Step number={3} done={false} title="Decide at the gate">
            <p>
              Read what it wants and allow or deny it. The call and your answer are in{" "}
              <a href={to("activity")}>Activity</a>.
            </p>
          </Step>
        </ol>
        {problem ? <ProblemNote problem={problem} live /> : null}
        <Button variant="subtle" loading={skip.isPending} onClick={skip.done}>
          Skip the welcome
        </Button>
      </div>
    </div>
  );
}

/** The demo server is there and not ready: what it is doing, or what can be done about it. */
function Added({ demo }: { demo: ServerSummary }) {
  const turn = useHostCommand("set_enabled");
  if (demo.state.phase === "starting") {
    return <p role="status">Starting…</p>;
  }
  if (demo.state.phase !== "off") {
    return (
      <p>
        It was added and is not ready: {demo.state.words}.{" "}
        <a href={to("servers", demo.id)}>Look at “{demo.label}”</a>
      </p>
    );
  }
  return (
    <>
      <p>It was added and is off.</p>
      <Button
        variant="filled"
        loading={turn.isPending}
        onClick={() => turn.mutate({ id: demo.id, enabled: true })}
      >
        Turn it on
      </Button>
      {turn.error ? <ProblemNote problem={turn.error} server={demo.label} live /> : null}
    </>
  );
}

function Step(props: { number: number; done: boolean; title: string; children: ReactNode }) {
  return (
    <li className={css.step} data-done={props.done}>
      <span className={css.number} aria-hidden="true">
        {props.done ? <CheckIcon /> : props.number}
      </span>
      <div className={css.words}>
        <h2>
          {props.title}
          {props.done ? <span className="visually-hidden"> (done)</span> : null}
        </h2>
        {props.children}
      </div>
    </li>
  );
}
