import { Button } from "@mantine/core";
import { ProblemNote } from "../elements";
import { say } from "../l10n";
import { useHost, useStore } from "../store";
import css from "./app.module.css";

/**
 * What did not work after it was decided, such as a server that was allowed to start and did not. It stays until
 * it is put away, in whatever room the person is.
 */
export function Notices() {
  const problems = useHost((host) => host.problems);
  const store = useStore();
  return (
    <div className={css.notices}>
      {problems.map((problem, index) => (
        <ProblemNote
          key={`${index} ${problem.sentence}`}
          problem={problem}
          live
          action={
            <Button size="xs" variant="subtle" onClick={() => store.putAway(problem)}>
              {say("words-dismiss")}
            </Button>
          }
        />
      ))}
    </div>
  );
}
