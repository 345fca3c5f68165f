import type { Problem } from "../bindings/host";
import { say } from "../l10n";
import { LinkButton } from "./LinkButton";
import { ProblemNote } from "./ProblemNote";
import css from "./ResultView.module.css";

/** Saves something through the system's dialog, and says where it went. */
export function SavedTo(props: {
  saving: boolean;
  path: string | null;
  problem: Problem | null;
  onSave: () => void;
}) {
  return (
    <div className={css.save}>
      <LinkButton disabled={props.saving} onClick={props.onSave}>
        {say("elements-save-as")}
      </LinkButton>
      {props.path !== null ? (
        <span className="small dim" role="status">
          {say("elements-saved-to", { path: props.path })}
        </span>
      ) : null}
      {props.problem !== null ? <ProblemNote problem={props.problem} live /> : null}
    </div>
  );
}
