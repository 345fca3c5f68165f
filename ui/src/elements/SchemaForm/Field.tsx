/** Picks the input for a part of a schema. */

import { useMemo } from "react";
import { say } from "../../l10n";
import { Check } from "../inputs/Check";
import { ChoiceField, ManyField } from "./ChoiceField";
import { type FieldProps, useForm } from "./context";
import { BooleanField, FixedField, NumberField, TextField } from "./fields";
import { initial } from "./initial";
import { ListField } from "./ListField";
import { ObjectField } from "./ObjectField";
import { RawField } from "./RawField";
import styles from "./SchemaForm.module.css";
import { read } from "./schema";
import { VariantField } from "./VariantField";

export function Field(props: FieldProps) {
  const form = useForm();
  const { schema, value, onChange, required } = props;
  const reading = useMemo(() => read(schema, form.root), [schema, form.root]);
  const label = reading.title ?? props.label;
  const described = { ...props, label, reading };
  // Where leaving it out means the same, `null` needs no switch of its own.
  const offersNull =
    reading.nullable &&
    (required || value === null || (reading.preset !== null && reading.preset !== undefined));
  if (!offersNull) return <Input {...described} />;
  return (
    <div className={styles.nullable}>
      {value === null ? (
        <FixedField {...described} reading={{ ...reading, input: { kind: "fixed", value: null } }} />
      ) : (
        <Input {...described} />
      )}
      <Check
        label={say("elements-form-null", { name: label === "" ? say("elements-form-item") : label })}
        checked={value === null}
        onChange={(event) => {
          form.touch(props.pointer);
          onChange(
            event.currentTarget.checked
              ? null
              : initial({ ...asObject(schema), default: undefined as never }, form.root),
          );
        }}
      />
    </div>
  );
}

function asObject(schema: FieldProps["schema"]) {
  return typeof schema === "object" && schema !== null && !Array.isArray(schema) ? schema : {};
}

function Input(props: FieldProps & { reading: ReturnType<typeof read> }) {
  switch (props.reading.input.kind) {
    case "text":
      return <TextField {...props} />;
    case "number":
      return <NumberField {...props} />;
    case "boolean":
      return <BooleanField {...props} />;
    case "fixed":
      return <FixedField {...props} />;
    case "choice":
      return <ChoiceField {...props} options={props.reading.input.options} />;
    case "many":
      return <ManyField {...props} options={props.reading.input.options} />;
    case "list":
      return <ListField {...props} list={props.reading.input} />;
    case "object":
      return <ObjectField {...props} object={props.reading.input} />;
    case "variants":
      return <VariantField {...props} variants={props.reading.input.variants} />;
    case "raw":
      return <RawField {...props} reason={props.reading.input.reason} />;
  }
}
