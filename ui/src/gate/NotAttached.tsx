import { Button } from "@mantine/core";
import { useState } from "react";
import type { Problem } from "../bindings/host";
import { EmptyRoom } from "../elements/EmptyRoom";
import { ProblemNote } from "../elements/ProblemNote";
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
        title="What waits for you cannot be shown"
        action={
          <Button loading={trying} onClick={() => void again()}>
            Try again
          </Button>
        }
      >
        Nothing was answered.
      </EmptyRoom>
      <ProblemNote problem={problem} live />
    </div>
  );
}
