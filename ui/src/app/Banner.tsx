import { Button } from "@mantine/core";
import { useState } from "react";
import type { About } from "../bindings/host";
import { ProblemNote } from "../elements";
import { useAct, useHost } from "../store";
import css from "./app.module.css";

/** Says quietly that the keychain or the database does not work, and what to do. */
export function Banner() {
  const first = useHost((host) => host.about);
  const [checked, setChecked] = useState<About | null>(null);
  const check = useAct("about");
  const about = checked ?? first;
  const problems = [about.store, about.keychain].filter((it) => it !== null);
  if (problems.length === 0) {
    return null;
  }
  return (
    <section className={css.banner} aria-label="Problems of this computer">
      {problems.map((problem) => (
        <ProblemNote
          key={problem.code}
          problem={problem}
          tone="wait"
          action={
            <Button
              size="xs"
              variant="subtle"
              loading={check.isPending}
              onClick={() => check.mutate({}, { onSuccess: setChecked })}
            >
              Check again
            </Button>
          }
        />
      ))}
    </section>
  );
}
