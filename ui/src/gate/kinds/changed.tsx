import { Checkbox } from "@mantine/core";
import { useState } from "react";
import type { FieldDiff, VaryingPart } from "../../bindings/host";
import { textFrom } from "../../elements/Attribution";
import { Changes } from "../../elements/Changes";
import { DiffText } from "../../elements/DiffText";
import { ForeignText } from "../../elements/ForeignText";
import { When } from "../../elements/small";
import { UntrustedBlock } from "../../elements/UntrustedBlock";
import { Say, say } from "../../l10n";
import { allowLasting, deny } from "../actions";
import css from "../gate.module.css";
import { type ReadThrough, ReadToEnd, useReadThrough } from "../ReadToEnd";
import { Loud, Notes } from "../Remarks";
import type { RequestKind } from "../request";
import { AskerLocation } from "../WhoAsks";

interface State {
  /** Places of the parts that may vary from now on. */
  parts: number[];
  setParts: (parts: number[]) => void;
  read: ReadThrough;
}

/** A tool is no longer what was approved. The one filled button keeps things as they are. */
export const changed: RequestKind<"changed", State> = {
  useSheet() {
    const [parts, setParts] = useState<number[]>([]);
    return { parts, setParts, read: useReadThrough() };
  },

  Under({ request, asked }) {
    return (
      <>
        <ForeignText value={asked.shown} mono /> · <AskerLocation request={request} /> ·{" "}
        <Say id="gate-kinds-changed-at" args={{ when: <When at={asked.seen_at} /> }} />
        {asked.on_hold > 0 ? <> · {say("gate-kinds-changed-held", { count: asked.on_hold })}</> : null}
      </>
    );
  },

  actions({ answering, parts, read }) {
    const { may: active, answer } = answering;
    const varying = say("gate-kinds-changed-accept-varying", { count: parts.length });
    return {
      no: [{ ...deny(answering, say("gate-kinds-changed-keep")), variant: "filled" }],
      yes: [
        { label: say("gate-kinds-changed-off"), active, run: () => answer({ kind: "turn_off" }) },
        parts.length > 0
          ? allowLasting(answering, varying, read.all, { kind: "accept_varying", parts })
          : allowLasting(answering, say("gate-kinds-changed-accept"), read.all),
      ],
    };
  },

  hold: ({ read }) => read.hold(),

  Body({ request, asked, parts, setParts, read }) {
    return (
      <>
        <Loud remarks={asked.notes} />
        <ReadToEnd onEnd={read.ended}>
          <div className={css.parts}>
            <Changes changes={asked.changes} />
            {asked.diff.map((field) => (
              <ChangedPart key={field.field} field={field} server={request.server.label} />
            ))}
          </div>
        </ReadToEnd>
        {asked.diff.length === 0 ? <p className="dim">{say("gate-kinds-changed-unshown")}</p> : null}
        {asked.varying.length > 0 ? (
          <MayVary parts={asked.varying} chosen={parts} onChange={setParts} />
        ) : null}
        <Notes notes={asked.notes} />
      </>
    );
  },
};

/** Parts of a definition, as the host names them in some case. */
const PARTS = ["title", "description", "arguments", "result", "claims", "icons", "other"] as const;

function ChangedPart({ field, server }: { field: FieldDiff; server: string }) {
  const part = PARTS.find((it) => it === field.field.toLowerCase());
  const from = textFrom(server);
  const title =
    part === undefined
      ? say("gate-kinds-part", { part: field.field, from })
      : say(`gate-kinds-part-${part}`, { from });
  return (
    <UntrustedBlock from={title}>
      <DiffText spans={field.spans} mono={part !== "title" && part !== "description"} />
    </UntrustedBlock>
  );
}

/** Parts that a server writes differently each time: a person may stop being asked about them. */
function MayVary(props: { parts: VaryingPart[]; chosen: number[]; onChange: (chosen: number[]) => void }) {
  const { chosen } = props;
  const toggle = (place: number) =>
    props.onChange(chosen.includes(place) ? chosen.filter((it) => it !== place) : [...chosen, place]);
  return (
    <section aria-label={say("gate-kinds-vary")}>
      <h2 className={css.label}>{say("gate-kinds-vary")}</h2>
      <p className="dim">{say("gate-kinds-vary-help")}</p>
      {props.parts.map((part, place) => (
        <Checkbox
          key={part.place.text}
          size="xs"
          checked={chosen.includes(place)}
          onChange={() => toggle(place)}
          label={
            <Say
              id="gate-kinds-vary-part"
              args={{
                part: <ForeignText value={part.place} mono />,
                now: <ForeignText value={part.after} mono />,
                before: <ForeignText value={part.before} mono />,
              }}
            />
          }
        />
      ))}
    </section>
  );
}
