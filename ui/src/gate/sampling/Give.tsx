import { Say } from "../../l10n";
import css from "./sampling.module.css";

/** On the yes that gives an answer to a server. */
export function Give({ to }: { to: string }) {
  return (
    <span className={css.to}>
      <Say id="gate-kinds-sampling-give" args={{ server: <bdi>{to}</bdi> }} />
    </span>
  );
}
