import { Button } from "@mantine/core";
import { useState } from "react";
import type { Problem } from "../bindings/host";
import { Attribution, Mark } from "../elements";
import { say } from "../l10n";
import { useHostCommand, useStore } from "../store";
import { time } from "../words";
import css from "./app.module.css";

/** What stands in the window while there is no host to show: nothing for a moment, that the start is slow, or why it failed. */
export function NotAttached(props: { problem: Problem | null; slow: boolean }) {
  const { problem, slow } = props;
  const store = useStore();
  const quit = useHostCommand("quit");
  const [trying, setTrying] = useState(false);
  const [triedAt, setTriedAt] = useState<number | null>(null);
  if (!problem) {
    return (
      <main className={css.apart}>
        {/* What is busy is not read aloud, so the sentence is beside it. */}
        <div aria-busy="true">{slow ? <Mark size={44} /> : null}</div>
        <p role="status">{slow ? say("app-start-slow") : ""}</p>
      </main>
    );
  }
  const again = async () => {
    setTrying(true);
    await store.start();
    setTrying(false);
    setTriedAt(Date.now());
  };
  return (
    <main className={css.apart}>
      <Mark size={44} />
      <h1>{say(store.host() === null ? "app-start-failed" : "app-host-lost")}</h1>
      <div role="alert">
        <p>{problem.sentence}</p>
        {problem.remedy ? <p className="dim">{problem.remedy}</p> : null}
        {problem.said ? <Attribution value={problem.said} /> : null}
      </div>
      <div className={css.apartButtons}>
        <Button loading={quit.isPending} onClick={() => quit.mutate({})}>
          {say("app-quit")}
        </Button>
        <Button loading={trying} onClick={() => void again()}>
          {say("elements-try-again")}
        </Button>
      </div>
      <p className="faint small" role="status">
        {triedAt === null ? "" : say("app-try-again-failed", { time: time(triedAt, "clock") })}
      </p>
    </main>
  );
}
