import { Button } from "@mantine/core";
import { useState } from "react";
import type { Problem } from "../bindings/host";
import { EmptyRoom } from "../elements/EmptyRoom";
import { ProblemNote } from "../elements/ProblemNote";
import { say } from "../l10n";
import css from "./gate.module.css";
import { useSession } from "./session";

/** What stands in the window while there is no host to ask what waits. */
export function NotAttached({ problem }: { problem: Problem }) {
  const session = useSession();
  const [trying, setTrying] = useState(false);
  const again = async () => {
    setTrying(true);
    await session.start();
    setTrying(false);
  };
  return (
    <div className={css.apart}>
      <EmptyRoom
        title={say("gate-apart")}
        action={
          <Button loading={trying} onClick={() => void again()}>
            {say("elements-try-again")}
          </Button>
        }
      >
        {say("gate-apart-help")}
      </EmptyRoom>
      <ProblemNote problem={problem} live />
    </div>
  );
}
