/** The frame of a part that holds other parts: its name, its words, what is wrong with it as a whole. */
import type { ReactNode } from "react";
import { say } from "../../l10n";
import { useForm } from "./context";
import { described, type ReadField } from "./fields";
import styles from "./SchemaForm.module.css";

export function Group({
  field,
  actions,
  children,
}: {
  field: ReadField;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const form = useForm();
  const { pointer, label, required, reading } = field;
  const error = form.errorAt(pointer);
  const words = described(reading);
  return (
    <fieldset className={styles.group} id={form.idOf(pointer)} tabIndex={-1}>
      <legend className={styles.legend}>
        {label === "" ? say("elements-form-item") : label}
        {required ? (
          <span className={styles.star} aria-hidden>
            {" *"}
          </span>
        ) : null}
      </legend>
      <div className={styles.groupHead}>
        {words !== undefined ? <p className="small dim">{words}</p> : null}
        {actions}
      </div>
      {error !== null ? <p className={styles.error}>{error}</p> : null}
      {children}
    </fieldset>
  );
}

/** A part that is not there yet: it is only read further when the person adds it, so a schema that contains itself ends here. */
export function Absent({ field, onAdd }: { field: ReadField; onAdd: () => void }) {
  return (
    <Group field={field}>
      <div>
        <button type="button" className={styles.add} onClick={onAdd}>
          {field.label === ""
            ? say("elements-form-add-group-unnamed")
            : say("elements-form-add-group", { name: field.label })}
        </button>
      </div>
    </Group>
  );
}
