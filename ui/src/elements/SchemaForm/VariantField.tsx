/** A choice between shapes: first which one, then its fields. */
import { Select } from "@mantine/core";
import { useMemo, useState } from "react";
import { say } from "../../l10n";
import { FormProvider, forgetTyped, useForm } from "./context";
import { Field } from "./Field";
import type { ReadField } from "./fields";
import { Group } from "./Group";
import { initial, variantOf } from "./initial";
import styles from "./SchemaForm.module.css";
import type { Variant } from "./schema";

export function VariantField(props: ReadField & { variants: Variant[] }) {
  const { variants, value, onChange, required, pointer, reading, label } = props;
  const form = useForm();
  const [picked, setPicked] = useState<number | null>(() =>
    value === undefined && !required ? null : variantOf(variants, value, form.root),
  );
  const index = value === undefined && !required ? picked : (picked ?? variantOf(variants, value, form.root));
  const chosen = index === null ? undefined : variants[index];
  // Both have one pointer: what is wrong is said once, above the choice.
  const inner = useMemo(
    () => ({ ...form, errorAt: (at: string) => (at === pointer ? null : form.errorAt(at)) }),
    [form, pointer],
  );
  return (
    <Group field={{ ...props, reading: { ...reading, hint: null } }}>
      <Select
        aria-label={say("elements-form-type", {
          name: label === "" ? say("elements-form-item-name") : label,
        })}
        data={variants.map((variant, place) => ({ value: String(place), label: variant.label }))}
        value={index === null ? null : String(index)}
        placeholder={say("words-not-set")}
        clearable={!required}
        allowDeselect={!required}
        limit={100}
        searchable={variants.length > 8}
        className={styles.kind}
        renderOption={({ option }) => <bdi>{option.label}</bdi>}
        comboboxProps={{ transitionProps: { duration: 0 } }}
        onChange={(next) => {
          form.touch(pointer);
          forgetTyped(form, pointer);
          const place = next === null ? null : Number(next);
          setPicked(place);
          const variant = place === null ? undefined : variants[place];
          onChange(variant === undefined ? undefined : initial(variant.schema, form.root));
        }}
      />
      {chosen !== undefined ? (
        <FormProvider value={inner}>
          <Field
            key={index}
            pointer={pointer}
            schema={chosen.schema}
            value={value}
            label={chosen.label}
            required
            onChange={onChange}
          />
        </FormProvider>
      ) : null}
    </Group>
  );
}
