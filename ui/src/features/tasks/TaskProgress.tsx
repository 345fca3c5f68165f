/** How far a server says it is. Nothing where it does not say so. */
import { Progress } from "@mantine/core";
import type { CallView } from "../../bindings/host";
import { ForeignText } from "../../elements";

export function TaskProgress({ call }: { call: CallView }) {
  const { progress } = call;
  if (progress === null) {
    return null;
  }
  const { value, total, message } = progress;
  const share = total !== null && total > 0 ? Math.min(100, Math.max(0, (value / total) * 100)) : null;
  return (
    <div>
      {share !== null && <Progress value={share} size="sm" aria-label="Progress" />}
      <p className="small dim">
        {total === null ? `${value}` : `${value} of ${total}`}
        {message !== null && (
          <>
            {" · the server says: "}
            <ForeignText value={message} />
          </>
        )}
      </p>
    </div>
  );
}
