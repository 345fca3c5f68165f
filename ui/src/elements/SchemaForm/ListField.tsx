/** A list of anything: entries are added, removed and moved. */
import { useState } from "react";
import type { Json } from "../../json";
import { say } from "../../l10n";
import { forgetTyped, useForm } from "./context";
import { Field } from "./Field";
import type { ReadField } from "./fields";
import { Group } from "./Group";
import { blank } from "./initial";
import { join } from "./pointer";
import styles from "./SchemaForm.module.css";
import type { InputKind } from "./schema";

const PAGE = 50;

export function ListField(props: ReadField & { list: Extract<InputKind, { kind: "list" }> }) {
  const { list, value, onChange, required, pointer, label } = props;
  const form = useForm();
  const entries = Array.isArray(value) ? value : [];
  const [more, setMore] = useState(PAGE);
  // Entries keep their inputs when they move.
  const [keys, setKeys] = useState<number[]>([]);
  const known = entries.map((_, index) => keys[index] ?? index);
  // Not by `Math.max(...known)`: an engine takes only so many arguments, WebKit 65,536.
  const fresh = known.reduce((most, key) => Math.max(most, key), -1) + 1;

  const change = (next: Json[], nextKeys: number[]) => {
    setKeys(nextKeys);
    form.touch(pointer);
    // An entry that moves writes down again what is typed in it.
    for (let index = 0; index < Math.max(known.length, nextKeys.length); index += 1) {
      if (known[index] !== nextKeys[index]) forgetTyped(form, join(pointer, index));
    }
    onChange(next.length === 0 && !required ? undefined : next);
  };
  const move = (from: number, to: number) => change(moved(entries, from, to), moved(known, from, to));
  const schemaOf = (index: number) => list.prefix[index] ?? list.items ?? true;
  const full =
    (list.most !== null && entries.length >= list.most) ||
    (list.items === null && entries.length >= list.prefix.length);
  const name = label === "" ? say("elements-form-item-name") : label;

  return (
    <Group field={props}>
      {entries.slice(0, more).map((entry, index) => (
        <div key={known[index]} className={styles.entry}>
          <span className={styles.index}>{index + 1}</span>
          <div className={styles.grow}>
            <Field
              pointer={join(pointer, index)}
              schema={schemaOf(index)}
              value={entry}
              label={`${name} ${index + 1}`}
              required
              onChange={(next) => change(entries.with(index, next ?? null), known)}
            />
          </div>
          <div className={styles.entryActions}>
            <button
              type="button"
              className={styles.icon}
              aria-label={say("elements-form-move-up", { name, place: index + 1 })}
              disabled={index === 0}
              onClick={() => move(index, index - 1)}
            >
              ↑
            </button>
            <button
              type="button"
              className={styles.icon}
              aria-label={say("elements-form-move-down", { name, place: index + 1 })}
              disabled={index === entries.length - 1}
              onClick={() => move(index, index + 1)}
            >
              ↓
            </button>
            <button
              type="button"
              className={styles.icon}
              aria-label={say("elements-form-remove-item", { name, place: index + 1 })}
              onClick={() => change(entries.toSpliced(index, 1), known.toSpliced(index, 1))}
            >
              ×
            </button>
          </div>
        </div>
      ))}
      {entries.length > more ? (
        <button type="button" className={styles.add} onClick={() => setMore(more + PAGE)}>
          {say("elements-form-show-more", {
            count: Math.min(PAGE, entries.length - more),
            total: entries.length - more,
          })}
        </button>
      ) : null}
      <button
        type="button"
        className={styles.add}
        disabled={full}
        onClick={() => change([...entries, blank(schemaOf(entries.length), form.root)], [...known, fresh])}
      >
        {say("elements-form-add-to", { name })}
      </button>
    </Group>
  );
}

function moved<Item>(list: Item[], from: number, to: number): Item[] {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1));
}
