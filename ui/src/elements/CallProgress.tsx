import { Progress } from "@mantine/core";
import type { Progress as Said } from "../bindings/host";
import { ForeignText } from "./ForeignText";

/** How far a server says it is with a call. Nothing where it does not say so. */
export function CallProgress(props: { progress: Said | null }) {
  if (props.progress === null) {
    return null;
  }
  const { value, total, message } = props.progress;
  const share = total !== null && total > 0 ? Math.min(100, Math.max(0, (value / total) * 100)) : null;
  return (
    <div>
      {share !== null ? <Progress value={share} size="sm" aria-label="Progress" /> : null}
      <p className="small dim">
        {total === null ? `${value}` : `${value} of ${total}`}
        {message !== null ? (
          <>
            {" · the server says: "}
            <ForeignText value={message} />
          </>
        ) : null}
      </p>
    </div>
  );
}
