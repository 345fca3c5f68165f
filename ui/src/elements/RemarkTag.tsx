import type { Remark } from "../bindings/host";
import { ForeignText } from "./ForeignText";
import { Tag } from "./Tag";

/** A remark of ours, never a verdict, with the words of the server that it speaks of. */
export function RemarkTag({ remark }: { remark: Remark }) {
  return (
    <Tag tone="wait">
      {/* One part: a tag sets its parts apart. */}
      <span>
        {remark.sentence}
        {remark.quote === null ? null : (
          <>
            : “<ForeignText value={remark.quote} />” (the server’s words)
          </>
        )}
      </span>
    </Tag>
  );
}
