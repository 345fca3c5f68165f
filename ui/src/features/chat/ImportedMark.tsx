import type { ImportedFrom } from "../../bindings/host";
import { say } from "../../l10n";
import { time } from "../../words";
import css from "./Marks.module.css";

/** Where an imported conversation is from, and how its messages count. */
export function ImportedMark(props: { imported: ImportedFrom | null }) {
  const { imported } = props;
  if (imported === null) return null;
  return (
    <div className={css.marks}>
      <p className="dim small">
        {say(`chat-imported-${imported.product}`, { date: time(imported.at, "day") })}
      </p>
    </div>
  );
}
