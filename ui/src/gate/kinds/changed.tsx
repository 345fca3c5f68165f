import { Checkbox } from "@mantine/core";
import { useState } from "react";
import type { VaryingPart } from "../../bindings/host";
import { DiffText } from "../../elements/DiffText";
import { ForeignText } from "../../elements/ForeignText";
import { When } from "../../elements/small";
import { UntrustedBlock } from "../../elements/UntrustedBlock";
import { many } from "../../words";
import css from "../gate.module.css";
import { Notes } from "../Remarks";
import type { RequestKind } from "../request";

interface State {
  /** Places of the parts that may vary from now on. */
  parts: number[];
  setParts: (parts: number[]) => void;
}

/** A tool is no longer what was approved. The one filled button keeps things as they are. */
export const changed: RequestKind<"changed", State> = {
  useSheet() {
    const [parts, setParts] = useState<number[]>([]);
    return { parts, setParts };
  },

  Under({ asked }) {
    return (
      <>
        <ForeignText value={asked.shown} mono /> · changed at <When at={asked.seen_at} />
        {asked.on_hold > 0 ? ` · ${many(asked.on_hold, "permission is", "permissions are")} on hold` : null}
      </>
    );
  },

  actions({ answering, parts }) {
    const active = answering.may;
    return {
      no: [
        {
          label: "Keep it blocked",
          shortcut: "deny",
          variant: "filled",
          active,
          run: () => answering.answer({ kind: "deny" }),
        },
      ],
      yes: [
        { label: "Turn the server off", active, run: () => answering.answer({ kind: "turn_off" }) },
        parts.length > 0
          ? {
              label: `Accept, and let ${many(parts.length, "part", "parts")} vary`,
              active,
              run: () => answering.answer({ kind: "accept_varying", parts }),
            }
          : {
              label: "Accept the new definition",
              active,
              run: () => answering.answer({ kind: "allow_once" }),
            },
      ],
    };
  },

  hold: () => null,

  Body({ asked, answering, parts, setParts }) {
    return (
      <>
        {asked.diff.map((field) => (
          <UntrustedBlock key={field.field} from={`${field.field} · text from the server`}>
            <DiffText spans={field.spans} mono={field.field !== "Description" && field.field !== "Title"} />
          </UntrustedBlock>
        ))}
        {asked.diff.length === 0 ? (
          <p className="dim">The difference is not in anything that can be shown.</p>
        ) : null}
        {asked.varying.length > 0 ? (
          <MayVary parts={asked.varying} chosen={parts} active={answering.may} onChange={setParts} />
        ) : null}
        <Notes notes={asked.notes} />
      </>
    );
  },
};

/** Parts that a server writes differently each time: a person may stop being asked about them. */
function MayVary(props: {
  parts: VaryingPart[];
  chosen: number[];
  active: boolean;
  onChange: (chosen: number[]) => void;
}) {
  const { chosen } = props;
  const toggle = (place: number) =>
    props.onChange(chosen.includes(place) ? chosen.filter((it) => it !== place) : [...chosen, place]);
  return (
    <section aria-label="Parts that may vary">
      <h2 className={css.label}>Does the server write a part differently each time?</h2>
      <p className="dim">
        Of a part that may vary only the kind and the length are checked, and a model reads what it says. All
        other parts are still held to. The tool’s page takes it back.
      </p>
      {props.parts.map((part, place) => (
        <Checkbox
          key={part.place.text}
          size="xs"
          disabled={!props.active}
          checked={chosen.includes(place)}
          onChange={() => toggle(place)}
          label={
            <>
              <ForeignText value={part.place} mono /> may vary: now <ForeignText value={part.after} mono />,
              before <ForeignText value={part.before} mono />
            </>
          }
        />
      ))}
    </section>
  );
}
