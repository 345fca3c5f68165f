import { Checkbox, MultiSelect, Radio, Select, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { FieldKind, FieldOption, FormField, JsonValue } from "../../../bindings/host";
import { AutosizeTextarea } from "../../../elements/AutosizeTextarea";
import { ForeignText } from "../../../elements/ForeignText";
import { LinkButton } from "../../../elements/LinkButton";
import { RadioOption } from "../../../elements/RadioOption";
import { Check } from "../../../elements/SchemaForm/Check";
import { parseNumber } from "../../../elements/SchemaForm/number";
import { Tag } from "../../../elements/Tag";
import { Hidden } from "../Hidden";
import css from "./elicitation.module.css";
import { hint } from "./hint";

interface FieldProps {
  field: FormField;
  id: string;
  value: JsonValue | undefined;
  onChange: (value: JsonValue | undefined) => void;
  /** It still holds what the server suggested. */
  suggested: boolean;
  /** What is wrong with it, when it may be said already. */
  error: string | null;
  onTouch: () => void;
}

type Of<K extends FieldKind["kind"]> = FieldProps & { kind: Extract<FieldKind, { kind: K }> };

/** More than these are chosen from a list that opens. */
const SPREAD = 6;

/** One field of a form. Its label, description and choices are the server's words; limits and formats are said in ours. */
export function Field(props: FieldProps) {
  const { field } = props;
  if (field.refused !== null) {
    return (
      <div className={css.refused}>
        <p className={css.label}>
          <ForeignText value={field.label} />
        </p>
        <p className={css.reason}>{field.refused}</p>
      </div>
    );
  }
  const { kind } = field;
  switch (kind.kind) {
    case "text":
      return <Text {...props} kind={kind} />;
    case "number":
      return <Numeric {...props} />;
    case "boolean":
      return <YesOrNo {...props} />;
    case "choice":
      return <Choice {...props} kind={kind} />;
    case "several":
      return <Several {...props} kind={kind} />;
  }
}

/** What Mantine's inputs need alike. A group cannot be marked as needed, so there it is said. */
function frame(props: FieldProps, group = false) {
  const { field, id, error } = props;
  return {
    id,
    label: (
      <>
        <ForeignText value={field.label} />
        {field.required ? (
          <span className={css.star} aria-hidden="true">
            {" *"}
          </span>
        ) : null}
        {field.required && group ? <span className="heard"> needed</span> : null}
        {props.suggested ? (
          <span className={css.suggested}>
            {" "}
            <Tag>suggested by the server</Tag>
          </span>
        ) : null}
      </>
    ),
    description: <Description field={field} />,
    error,
    onBlur: props.onTouch,
  };
}

function needed(field: FormField) {
  return { "aria-required": field.required };
}

function Description(props: { field: FormField }) {
  const { description, kind } = props.field;
  const limits = hint(kind);
  const pattern = kind.kind === "text" ? kind.pattern : null;
  return (
    <>
      {description === null ? null : <ForeignText value={description} />}
      {limits === null ? null : <span className={css.hint}>{limits}</span>}
      {pattern === null ? null : (
        <span className={css.hint}>
          The server names a pattern for it, which is not checked here: <ForeignText value={pattern} mono />
        </span>
      )}
    </>
  );
}

// A day is written as it is sent: a field of the web view shows today in grey before anything is filled in, in the
// order of a language that may not be the person's.
const TYPES: Record<string, string> = { email: "email", uri: "url" };
const EXAMPLES: Record<string, string> = {
  "date-time": "2026-11-20T09:41:00Z",
  // Not a day: one would be taken for an answer.
  date: "yyyy-mm-dd",
  email: "name@example.org",
  uri: "https://",
};

function Text(props: Of<"text">) {
  const { kind, value, onChange } = props;
  const text = typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
  const [long] = useState(kind.multiline || text.includes("\n") || text.length > 80);
  const set = (next: string) => onChange(next === "" ? undefined : next);
  const common = {
    ...frame(props),
    ...needed(props.field),
    value: text,
    autoComplete: "off",
    spellCheck: false,
  };
  return (
    <div>
      {long ? (
        <AutosizeTextarea
          {...common}
          minRows={2}
          maxRows={10}
          onChange={(event) => set(event.currentTarget.value)}
        />
      ) : (
        <TextInput
          {...common}
          type={TYPES[kind.format ?? ""] ?? "text"}
          placeholder={EXAMPLES[kind.format ?? ""]}
          onChange={(event) => set(event.currentTarget.value)}
        />
      )}
      <Hidden text={text} onChange={set} />
    </div>
  );
}

/** The host takes no number here that some reader would round, and says so: it is sent to it as it was typed. */
function typedNumber(text: string): JsonValue | undefined {
  const parsed = parseNumber(text);
  return typeof parsed === "bigint" ? text : (parsed as JsonValue | undefined);
}

function Numeric(props: FieldProps) {
  const { value, onChange } = props;
  const [typed, setTyped] = useState("");
  const text = Object.is(typedNumber(typed), value) ? typed : value === undefined ? "" : String(value);
  return (
    <TextInput
      {...frame(props)}
      {...needed(props.field)}
      classNames={{ wrapper: css.number }}
      inputMode={props.field.kind.kind === "number" && props.field.kind.integer ? "numeric" : "decimal"}
      autoComplete="off"
      value={text}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(typedNumber(event.currentTarget.value));
      }}
    />
  );
}

/** Neither yes nor no until a person said so: an empty box would be taken for a no. */
function YesOrNo(props: FieldProps) {
  const { value, onChange } = props;
  return (
    <Group
      {...props}
      value={value === true ? "yes" : value === false ? "no" : null}
      onClear={() => onChange(undefined)}
    >
      <RadioOption value="yes" label="Yes" onChange={() => onChange(true)} />
      <RadioOption value="no" label="No" onChange={() => onChange(false)} />
    </Group>
  );
}

/** Options are known by their place, so that two that look alike stay two. */
function Choice(props: Of<"choice">) {
  const { kind, value, onChange } = props;
  const at = kind.options.findIndex((it) => it.value === value);
  if (kind.options.length > SPREAD) {
    return (
      <Select
        {...frame(props)}
        {...needed(props.field)}
        data={asData(kind.options)}
        value={at < 0 ? null : String(at)}
        onChange={(chosen) => onChange(chosen === null ? undefined : kind.options[Number(chosen)]?.value)}
        placeholder="Choose"
        clearable={!props.field.required}
        searchable
        limit={100}
        comboboxProps={{ transitionProps: { duration: 0 }, zIndex: 450 }}
        nothingFoundMessage="Nothing matches."
      />
    );
  }
  return (
    <Group {...props} value={at < 0 ? null : String(at)} onClear={() => onChange(undefined)}>
      {kind.options.map((it, index) => (
        <RadioOption
          key={index}
          value={String(index)}
          label={<ForeignText value={it.title} />}
          onChange={() => onChange(it.value)}
        />
      ))}
    </Group>
  );
}

function Group(props: FieldProps & { value: string | null; onClear: () => void; children: ReactNode }) {
  const { value, field } = props;
  return (
    <div className={css.group}>
      <Radio.Group {...frame(props, true)} value={value}>
        <div className={css.options}>{props.children}</div>
      </Radio.Group>
      {value === null || field.required ? null : (
        <LinkButton onClick={props.onClear}>
          Leave out<span className="heard"> {field.label.text}</span>
        </LinkButton>
      )}
    </div>
  );
}

function Several(props: Of<"several">) {
  const { kind, value, onChange, field } = props;
  const chosen = (Array.isArray(value) ? value : [])
    .map((it) => kind.options.findIndex((option) => option.value === it))
    .filter((index) => index >= 0)
    .map(String);
  const choose = (next: string[]) => {
    // In the server's order, whatever the order of the clicks.
    const values = [...next]
      .sort((a, b) => Number(a) - Number(b))
      .map((it) => kind.options[Number(it)]?.value ?? "");
    onChange(values.length === 0 && !field.required ? undefined : values);
  };
  if (kind.options.length > SPREAD) {
    return (
      <MultiSelect
        {...frame(props)}
        {...needed(field)}
        data={asData(kind.options)}
        value={chosen}
        onChange={choose}
        placeholder={chosen.length > 0 ? undefined : "Choose"}
        searchable
        clearable
        limit={100}
        comboboxProps={{ transitionProps: { duration: 0 }, zIndex: 450 }}
        nothingFoundMessage="Nothing matches."
      />
    );
  }
  return (
    <div className={css.group}>
      <Checkbox.Group {...frame(props, true)} value={chosen} onChange={choose}>
        <div className={css.options}>
          {kind.options.map((it, index) => (
            <Check key={index} value={String(index)} label={<ForeignText value={it.title} />} />
          ))}
        </div>
      </Checkbox.Group>
      {/* Where there has to be an answer, none of them is one. */}
      {field.required && value === undefined ? (
        <LinkButton onClick={() => onChange([])}>
          None of them<span className="heard"> for {field.label.text}</span>
        </LinkButton>
      ) : null}
    </div>
  );
}

function asData(options: FieldOption[]) {
  return options.map((it, index) => ({ value: String(index), label: it.title.text || "(empty)" }));
}
