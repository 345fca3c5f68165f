import type { Remark } from "../bindings/host";
import { Say } from "../l10n";
import { ForeignText } from "./ForeignText";
import { Tag } from "./Tag";

/** A remark of ours, never a verdict, with the words of the server that it speaks of. */
export function RemarkTag({ remark }: { remark: Remark }) {
  return (
    <Tag tone={remark.severity === "low" ? "plain" : "wait"}>
      {/* One part: a tag sets its parts apart. */}
      <span>
        <RemarkWords remark={remark} />
      </span>
    </Tag>
  );
}

/** The same without a tag. */
export function RemarkWords({ remark }: { remark: Remark }) {
  return remark.quote === null ? (
    remark.sentence
  ) : (
    <Say
      id="elements-remark-quote"
      args={{ sentence: remark.sentence, quote: <ForeignText value={remark.quote} /> }}
    />
  );
}
