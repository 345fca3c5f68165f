import { type ComponentProps, Suspense } from "react";
import type { ArgumentRow, Foreign } from "../../bindings/host";
import { Description, DescriptionList } from "../../elements/DescriptionList";
import { ForeignText } from "../../elements/ForeignText";
import { lazyComponent } from "../../elements/lazyComponent";
import { Tag } from "../../elements/Tag";
import { Listed, Say, say } from "../../l10n";
import { clamp } from "../clamp";
import type { Expanded, Shortened } from "../useExpanded";
import { Value } from "../Value";
import { ValueFacts } from "../ValueFacts";
import css from "./arguments.module.css";

const Editor = lazyComponent(
  async () => (await import("./EditArguments")).EditArguments,
  () => Promise.resolve(),
);

/** With fields, which are much, in a file of its own. The rest of the dialog stays while it comes: it can be denied. */
export function EditArguments(props: ComponentProps<typeof Editor>) {
  return (
    <Suspense fallback={<p className="dim">…</p>}>
      <Editor {...props} />
    </Suspense>
  );
}

/** The arguments of a call, each whole or shortened; `call` tells them apart from those of calls that are shown together. */
export function ArgumentRows(props: { rows: ArgumentRow[]; label: string; opened: Expanded; call?: string }) {
  if (props.rows.length === 0) return <p className="dim">{say("gate-together-no-arguments")}</p>;
  return (
    <DescriptionList label={props.label}>
      {props.rows.map((row, index) => (
        <Description key={`${index}`} name={<Name row={row} />}>
          <Value
            id={keyOf(index, props.call)}
            name={row.name.text}
            value={row.value}
            bytes={row.bytes}
            opened={props.opened}
          />
          <ValueFacts row={row} />
        </Description>
      ))}
    </DescriptionList>
  );
}

/** Which of them are shortened. */
export function shortenedRows(rows: ArgumentRow[], call?: string): Shortened[] {
  return rows.flatMap(({ name, value, bytes }, index) =>
    clamp(value.text, bytes) ? [{ key: keyOf(index, call), name: name.text }] : [],
  );
}

function keyOf(index: number, call = ""): string {
  return `${call} ${index}`;
}

/** With a mark where the argument is not as it was asked for. */
function Name({ row }: { row: ArgumentRow }) {
  return (
    <>
      <ForeignText value={row.name} />
      {row.changed ? (
        <>
          {" "}
          <span className={css.changed}>
            <Tag tone="wait">{say("gate-changed-by-you")}</Tag>
          </span>
        </>
      ) : null}
    </>
  );
}

/** The arguments that were asked for and are not there any more. */
export function LeftOut({ names }: { names: Foreign[] }) {
  if (names.length === 0) return null;
  return (
    <p className="small">
      <Say id="gate-arguments-left-out" args={{ names: <Listed items={names.map(quoted)} /> }} />
    </p>
  );
}

function quoted(name: Foreign) {
  return <Say id="gate-arguments-name" args={{ name: <ForeignText value={name} /> }} />;
}
