import { Button } from "@mantine/core";
import { useState } from "react";
import type { About, Backup } from "../bindings/host";
import { ProblemNote } from "../elements";
import { Asking } from "../elements/Confirm";
import { useAct, useHost, useStore } from "../store";
import { time } from "../words";
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
      {problems.map((problem) => {
        const backup = problem === about.store ? about.restorable : null;
        const again = (
          <Button
            size="xs"
            variant="subtle"
            loading={check.isPending}
            onClick={() => check.mutate({}, { onSuccess: setChecked })}
          >
            Check again
          </Button>
        );
        return (
          <div key={problem.code}>
            <ProblemNote problem={problem} tone="wait" action={backup ? null : again} />
            {backup ? <Restore backup={backup} done={() => setChecked(null)} /> : null}
          </div>
        );
      })}
    </section>
  );
}

/** Offers the last backup that is whole in the place of a database that was damaged. */
function Restore({ backup, done }: { backup: Backup; done: () => void }) {
  const store = useStore();
  const restore = useAct("restore_backup");
  const when = time(backup.made_at, "both");
  const go = () =>
    restore.mutate(
      { backup: backup.name },
      {
        onSuccess: async () => {
          done();
          await store.start();
        },
      },
    );
  return (
    <div>
      <Asking
        label={`Restore the backup of ${when}`}
        question={`Use the backup of ${when}? What was added since this start is kept beside it, all servers will be off and nothing will be allowed.`}
        yes="Restore"
        onYes={go}
        busy={restore.isPending}
      />
      {restore.error !== null && <ProblemNote problem={restore.error} live />}
    </div>
  );
}
