import { Button } from "@mantine/core";
import type { Backup } from "../bindings/host";
import { ProblemNote } from "../elements";
import { ConfirmButton } from "../elements/ConfirmButton";
import { say } from "../l10n";
import { useAbout, useHostCommand, useStore } from "../store";
import { time } from "../words";
import css from "./app.module.css";

/** Says quietly that the keychain or the database does not work, and what to do. */
export function Banner() {
  const { about, check, checking } = useAbout();
  const problems = [about.store, about.keychain].filter((it) => it !== null);
  if (problems.length === 0) return null;
  return (
    <section className={css.banner} aria-label={say("app-banner")}>
      {problems.map((problem) => {
        const backup = problem === about.store ? about.restorable : null;
        const again = (
          <Button size="xs" variant="subtle" loading={checking} onClick={check}>
            {say("words-check-again")}
          </Button>
        );
        return (
          <ProblemNote key={problem.code} problem={problem} tone="wait" action={backup ? null : again}>
            {backup ? <Restore backup={backup} /> : null}
          </ProblemNote>
        );
      })}
    </section>
  );
}

/** Offers the last backup that is whole in the place of a database that was damaged. */
function Restore({ backup }: { backup: Backup }) {
  const store = useStore();
  const restore = useHostCommand("restore_backup");
  const when = time(backup.made_at, "both");
  const go = () => restore.mutate({ backup: backup.name }, { onSuccess: () => store.start() });
  return (
    <div className={css.restore}>
      <ConfirmButton
        label={say("app-restore", { time: when })}
        question={say("app-restore-question", { time: when })}
        yes={say("app-restore-yes")}
        no={say("app-restore-no")}
        framed
        onYes={go}
        busy={restore.isPending}
      />
      {restore.error !== null ? <ProblemNote problem={restore.error} live /> : null}
    </div>
  );
}
