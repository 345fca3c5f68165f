/** What a server says about a resource without proof: type, size, for whom, how important, how old. */
import { Fragment, type ReactNode } from "react";
import type { Annotations, Foreign } from "../../../bindings/host";
import { ForeignText, When } from "../../../elements";
import { audienceWord, bytes } from "../../../words";

export function Claims(props: { mime: Foreign | null; size?: number | null; annotations: Annotations }) {
  const { mime, size = null, annotations } = props;
  const { audience, priority, modified_at } = annotations;
  const claims: ReactNode[] = [
    mime === null ? null : <ForeignText key="mime" value={mime} />,
    size === null ? null : bytes(size),
    audience.length === 0 ? null : audience.map((it) => audienceWord(it)).join(" and "),
    priority === null ? null : `importance ${priority} of 1`,
    modified_at === null ? null : (
      <Fragment key="changed">
        changed <When at={modified_at} style="both" />
      </Fragment>
    ),
  ].filter((it) => it !== null);
  if (claims.length === 0) return null;
  return (
    <p className="small dim">
      The server claims, checked by nobody:{" "}
      {claims.map((claim, index) => (
        <Fragment key={index}>
          {index > 0 ? " · " : null}
          {claim}
        </Fragment>
      ))}
    </p>
  );
}
