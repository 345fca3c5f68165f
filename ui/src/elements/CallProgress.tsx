import { Progress } from "@mantine/core";
import type { Progress as Said } from "../bindings/host";
import { Say, say } from "../l10n";
import { ForeignText } from "./ForeignText";

/** How far a server says it is with a call. Nothing where it does not say so. */
export function CallProgress(props: { progress: Said | null }) {
  if (props.progress === null) return null;
  const { value, total, message } = props.progress;
  const progress =
    total === null
      ? String(value)
      : say("elements-progress-of", { value: String(value), total: String(total) });
  const share = total !== null && total > 0 ? Math.min(100, Math.max(0, (value / total) * 100)) : null;
  return (
    <div>
      {share !== null ? <Progress value={share} size="sm" aria-label={say("elements-progress")} /> : null}
      <p className="small dim">
        {message === null ? (
          progress
        ) : (
          <Say id="elements-progress-said" args={{ progress, message: <ForeignText value={message} /> }} />
        )}
      </p>
    </div>
  );
}
