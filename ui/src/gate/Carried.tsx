import { Checkbox } from "@mantine/core";
import type { Carried as Item } from "../bindings/host";
import { say } from "../l10n";
import css from "./gate.module.css";

/** What was given for another program or address: each permission ends unless it is kept, each secret is confirmed. */
export function Carried(props: { carried: Item[]; keep: number[]; onKeep: (keep: number[]) => void }) {
  const { carried, keep, onKeep } = props;
  const of = (kind: Item["kind"]) =>
    carried.map((item, place) => ({ item, place })).filter(({ item }) => item.kind === kind);
  const list = (kind: Item["kind"], label: string, note: string) => {
    const found = of(kind);
    return found.length === 0 ? null : (
      <fieldset className={css.carried}>
        <legend>{label}</legend>
        <p className="dim small">{note}</p>
        {found.map(({ item, place }) => (
          <Checkbox
            key={`${place}`}
            size="xs"
            label={item.sentence}
            checked={keep.includes(place)}
            onChange={(event) =>
              onKeep(event.currentTarget.checked ? [...keep, place] : keep.filter((it) => it !== place))
            }
          />
        ))}
      </fieldset>
    );
  };
  return (
    <>
      {list("secret", say("gate-carried-secrets"), say("gate-carried-secrets-note"))}
      {list("permission", say("gate-carried-permissions"), say("gate-carried-permissions-note"))}
    </>
  );
}

/** Whether every secret that would go somewhere else is confirmed. */
export function confirmed(carried: Item[], keep: number[]): boolean {
  return carried.every((item, place) => item.kind !== "secret" || keep.includes(place));
}
