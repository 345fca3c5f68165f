/** What a server says about a resource without proof: type, size, for whom, how important, how old. */
import { Fragment, type ReactNode } from "react";
import type { Annotations, Foreign } from "../../../bindings/host";
import { ForeignText, When } from "../../../elements";
import { list, Say, say } from "../../../l10n";
import { audienceWord, bytes } from "../../../words";

export function Claims(props: { mime: Foreign | null; size?: number | null; annotations: Annotations }) {
  const { mime, size = null, annotations } = props;
  const { audience, priority, modified_at } = annotations;
  const claims: ReactNode[] = [
    mime === null ? null : <ForeignText key="mime" value={mime} />,
    size === null ? null : bytes(size),
    audience.length === 0 ? null : list(audience.map((it) => audienceWord(it))),
    priority === null ? null : say("servers-resources-importance", { value: priority }),
    modified_at === null ? null : (
      <Say
        key="changed"
        id="servers-resources-changed"
        args={{ time: <When at={modified_at} style="both" /> }}
      />
    ),
  ].filter((it) => it !== null);
  if (claims.length === 0) return null;
  return (
    <p className="small dim">
      <Say
        id="servers-tools-claims"
        args={{
          claims: claims.map((claim, index) => (
            <Fragment key={index}>
              {index > 0 ? " · " : null}
              {claim}
            </Fragment>
          )),
        }}
      />
    </p>
  );
}
