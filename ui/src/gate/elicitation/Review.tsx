import type { RefObject } from "react";
import type { FormField, JsonValue } from "../../bindings/host";
import { Description, DescriptionList } from "../../elements/DescriptionList";
import { ForeignText, RawText } from "../../elements/ForeignText";
import { Tag } from "../../elements/Tag";
import { Say, say } from "../../l10n";
import { escapeInvisible } from "../../words";
import { clamp } from "../clamp";
import type { Expanded, Shortened } from "../useExpanded";
import { Value } from "../Value";
import css from "./elicitation.module.css";
import { type Filling, isSuggested } from "./filling";

/** Everything that would be sent, field by field, and what would not (ELI-10, S-81). */
export function Review(props: {
  label: string;
  fields: FormField[];
  filling: Filling;
  opened: Expanded;
  heading: RefObject<HTMLHeadingElement | null>;
}) {
  const { label, fields, filling, opened } = props;
  return (
    <section className={css.review}>
      <h2 ref={props.heading} tabIndex={-1}>
        <Say id="gate-elicitation-review" args={{ server: <bdi>{label}</bdi> }} />
      </h2>
      {fields.length === 0 ? (
        <p>{say("gate-elicitation-review-nothing")}</p>
      ) : (
        <DescriptionList label={say("gate-elicitation-review-fields")}>
          {fields.map((field, index) => (
            <Description key={field.name} name={<Name field={field} />}>
              {field.refused !== null ? (
                <span className="dim">
                  {say("gate-elicitation-review-refused", { reason: field.refused })}
                </span>
              ) : (
                <Sent field={field} value={filling.get(field.name)} id={`${index}`} opened={opened} />
              )}
              {isSuggested(field, filling) ? (
                <div className={css.suggested}>
                  <Tag>{say("gate-elicitation-review-suggested")}</Tag>
                </div>
              ) : null}
            </Description>
          ))}
        </DescriptionList>
      )}
    </section>
  );
}

/** The values of a review that are shown shortened (S-10). */
export function reviewKeys(fields: FormField[], filling: Filling): Shortened[] {
  return fields.flatMap((field, index) => {
    const value = filling.get(field.name);
    return field.refused === null &&
      typeof value === "string" &&
      clamp(escapeInvisible(value, { lines: true }).text, value.length)
      ? [{ key: `${index}`, name: field.label.text }]
      : [];
  });
}

/** The label, and the name under which it is sent where that is another. */
function Name(props: { field: FormField }) {
  const { field } = props;
  return (
    <>
      <ForeignText value={field.label} />
      {field.label.text.toLowerCase() === field.shown.text.toLowerCase() ? null : (
        <div className={css.sentAs}>
          <ForeignText value={field.shown} mono />
        </div>
      )}
    </>
  );
}

function Sent(props: { field: FormField; value: JsonValue | undefined; id: string; opened: Expanded }) {
  const { field, value, id, opened } = props;
  if (value === undefined) return <span className="dim">{say("gate-elicitation-review-left-out")}</span>;
  switch (field.kind.kind) {
    case "boolean":
      return say(value === true ? "gate-elicitation-review-yes" : "gate-elicitation-review-no");
    case "choice":
    case "several": {
      const { options } = field.kind;
      const values = Array.isArray(value) ? value : [value];
      if (values.length === 0) {
        return <span className="dim">{say("gate-elicitation-review-choose-none")}</span>;
      }
      return (
        <ul className="unmarked">
          {values.map((it, index) => (
            <Chosen
              key={index}
              value={String(it)}
              title={options.find((option) => option.value === it)?.title ?? null}
            />
          ))}
        </ul>
      );
    }
    default: {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return (
        <Value
          id={id}
          name={field.label.text}
          value={escapeInvisible(text, { lines: true })}
          bytes={new TextEncoder().encode(text).length}
          opened={opened}
          words
        />
      );
    }
  }
}

/** The choice by its title, and what is sent for it where that is another. */
function Chosen(props: { value: string; title: FormField["label"] | null }) {
  const { value, title } = props;
  return (
    <li>
      {title === null || title.text === value ? (
        <RawText text={value} />
      ) : (
        <>
          <ForeignText value={title} />{" "}
          <span className="dim small">
            <Say id="gate-elicitation-review-sent-as" args={{ value: <RawText text={value} mono /> }} />
          </span>
        </>
      )}
    </li>
  );
}
