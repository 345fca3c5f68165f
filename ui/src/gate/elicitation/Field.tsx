import { Checkbox, Radio } from "@mantine/core";
import type { ReactNode } from "react";
import type { FieldKind, FormField, JsonValue } from "../../bindings/host";
import { ForeignText } from "../../elements/ForeignText";
import { Check } from "../../elements/inputs/Check";
import { ChoiceInput, SeveralInput } from "../../elements/inputs/ChoiceInput";
import { NumberInput } from "../../elements/inputs/NumberInput";
import { RadioOption } from "../../elements/inputs/RadioOption";
import { StringInput } from "../../elements/inputs/StringInput";
import { LinkButton } from "../../elements/LinkButton";
import { Tag } from "../../elements/Tag";
import { aloud, Say, say } from "../../l10n";
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
      return <Numeric {...props} kind={kind} />;
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
        {field.required && group ? <span className="visually-hidden"> {say("gate-required")}</span> : null}
        {props.suggested ? (
          <span className={css.suggested}>
            {" "}
            <Tag>{say("gate-elicitation-suggested")}</Tag>
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
          <Say id="gate-elicitation-pattern" args={{ pattern: <ForeignText value={pattern} mono /> }} />
        </span>
      )}
    </>
  );
}

function Text(props: Of<"text">) {
  const { kind, value, onChange } = props;
  const text = typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
  const set = (next: string) => onChange(next === "" ? undefined : next);
  return (
    <div>
      <StringInput
        frame={{ ...frame(props), ...needed(props.field) }}
        text={text}
        format={kind.format}
        multiline={kind.multiline}
        onChange={set}
      />
      <Hidden text={text} onChange={set} />
    </div>
  );
}

function Numeric(props: Of<"number">) {
  return (
    <NumberInput
      frame={{ ...frame(props), ...needed(props.field) }}
      value={props.value}
      integer={props.kind.integer}
      // The host takes no number here that some reader would round, and says so: it is sent to it as it was typed.
      onChange={(value, text) =>
        props.onChange(typeof value === "bigint" ? text : (value as JsonValue | undefined))
      }
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
      <RadioOption value="yes" label={say("words-yes")} onChange={() => onChange(true)} />
      <RadioOption value="no" label={say("words-no")} onChange={() => onChange(false)} />
    </Group>
  );
}

/** Options are known by their place, so that two that look alike stay two. */
function Choice(props: Of<"choice">) {
  const { kind, value, onChange } = props;
  const at = kind.options.findIndex((it) => it.value === value);
  if (kind.options.length > SPREAD) {
    return (
      <ChoiceInput
        frame={{ ...frame(props), ...needed(props.field) }}
        labels={kind.options.map((it) => it.title.text)}
        required={props.field.required}
        chosen={at < 0 ? null : at}
        onChange={(place) => onChange(place === null ? undefined : kind.options[place]?.value)}
        placeholder={say("gate-elicitation-choose")}
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
          <Say id="gate-elicitation-leave-out" args={{ field: field.label.text }} tags={{ field: aloud }} />
        </LinkButton>
      )}
    </div>
  );
}

function Several(props: Of<"several">) {
  const { kind, value, onChange, field } = props;
  const chosen = (Array.isArray(value) ? value : [])
    .map((it) => kind.options.findIndex((option) => option.value === it))
    .filter((place) => place >= 0);
  const choose = (places: number[]) => {
    // In the server's order, whatever the order of the clicks.
    const values = [...places].sort((a, b) => a - b).map((it) => kind.options[it]?.value ?? "");
    onChange(values.length === 0 && !field.required ? undefined : values);
  };
  if (kind.options.length > SPREAD) {
    return (
      <SeveralInput
        frame={{ ...frame(props), ...needed(field) }}
        labels={kind.options.map((it) => it.title.text)}
        required={field.required}
        chosen={chosen}
        onChange={choose}
        placeholder={say("gate-elicitation-choose")}
      />
    );
  }
  return (
    <div className={css.group}>
      <Checkbox.Group
        {...frame(props, true)}
        value={chosen.map(String)}
        onChange={(places) => choose(places.map(Number))}
      >
        <div className={css.options}>
          {kind.options.map((it, index) => (
            <Check key={index} value={String(index)} label={<ForeignText value={it.title} />} />
          ))}
        </div>
      </Checkbox.Group>
      {/* Where there has to be an answer, none of them is one. */}
      {field.required && value === undefined ? (
        <LinkButton onClick={() => onChange([])}>
          <Say id="gate-elicitation-choose-none" args={{ field: field.label.text }} tags={{ field: aloud }} />
        </LinkButton>
      ) : null}
    </div>
  );
}
