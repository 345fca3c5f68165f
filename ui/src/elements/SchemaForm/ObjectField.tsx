/** A group of properties, and the free ones as name and value. */

import { TextInput } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { type Json, writeJson } from "../../json";
import { say } from "../../l10n";
import { Description, DescriptionList } from "../DescriptionList";
import { RawText } from "../ForeignText";
import { escapedText } from "../inputs/escape";
import { LinkButton } from "../LinkButton";
import { forgetTyped, useForm } from "./context";
import { Field } from "./Field";
import type { ReadField } from "./fields";
import { Absent, Group } from "./Group";
import { blank, initial } from "./initial";
import {
  isObject,
  type JsonObject,
  join,
  own,
  renameProperty,
  withoutProperty,
  withProperty,
} from "./pointer";
import styles from "./SchemaForm.module.css";
import type { InputKind, Property } from "./schema";

/** Properties shown at once besides the required and the set ones. */
const PAGE = 40;

type ObjectKind = Extract<InputKind, { kind: "object" }>;

export function ObjectField(props: ReadField & { object: ObjectKind }) {
  const { value, onChange, required, schema, pointer } = props;
  const form = useForm();
  if (!isObject(value)) {
    return <Absent field={props} onAdd={() => onChange(initial(schema, form.root) ?? {})} />;
  }
  const actions = required ? null : (
    <LinkButton onClick={() => onChange(undefined)}>{say("elements-form-leave-out")}</LinkButton>
  );
  return (
    <Group field={props} actions={actions}>
      <Properties object={props.object} value={value} onChange={onChange} pointer={pointer} />
    </Group>
  );
}

/** The properties without a frame: also the whole form. */
export function Properties(props: {
  object: ObjectKind;
  value: JsonObject;
  onChange: (value: JsonObject) => void;
  pointer: string;
  /** What is said where the schema names nothing; the free ones are put away then. */
  none?: string | undefined;
}) {
  const { object, value, onChange, pointer } = props;
  const none = object.properties.length === 0 ? props.none : undefined;
  const [more, setMore] = useState(PAGE);
  const [search, setSearch] = useState("");
  const { shown, hidden } = inView(object.properties, value, search, more);
  const long = object.properties.length > PAGE;
  return (
    <div className={styles.fields}>
      {long ? (
        <TextInput
          type="search"
          aria-label={say("elements-form-find")}
          placeholder={say("elements-form-find-among", { count: object.properties.length })}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      ) : null}
      {shown.map((property) => (
        <Field
          key={property.name}
          pointer={join(pointer, property.name)}
          schema={property.schema}
          value={own(value, property.name)}
          label={escapedText(property.name)}
          required={property.required}
          onChange={(next) =>
            onChange(
              next === undefined
                ? withoutProperty(value, property.name)
                : withProperty(value, property.name, next),
            )
          }
        />
      ))}
      {hidden > 0 ? (
        <button type="button" className={styles.add} onClick={() => setMore(more + PAGE)}>
          {say("elements-form-show-more", { count: Math.min(hidden, PAGE), total: hidden })}
        </button>
      ) : null}
      {none !== undefined ? <p className="dim">{none}</p> : null}
      {object.others === null ? <Undeclared known={object.properties} value={value} /> : null}
      {object.others !== null ? (
        <Away away={none !== undefined} open={Object.keys(value).length > 0}>
          <Others
            schema={object.others}
            known={object.properties}
            value={value}
            onChange={onChange}
            pointer={pointer}
          />
        </Away>
      ) : null}
    </div>
  );
}

/** What is in the value and has no field: it goes along as it is. */
function Undeclared({ known, value }: { known: Property[]; value: JsonObject }) {
  const names = new Set(known.map((property) => property.name));
  const rest = Object.entries(value).filter(([name]) => !names.has(name));
  if (rest.length === 0) return null;
  return (
    <div className={styles.undeclared}>
      <p className="small dim">{say("elements-form-undeclared", { count: rest.length })}</p>
      <DescriptionList label={say("elements-form-undeclared-label")}>
        {rest.map(([name, part]) => (
          <Description key={name} name={<RawText text={name} />}>
            <div className={styles.rest}>
              <RawText text={typeof part === "string" ? part : writeJson(part, 2)} mono lines />
            </div>
          </Description>
        ))}
      </DescriptionList>
    </div>
  );
}

/** What few people need, behind “More”. */
function Away({ away, open, children }: { away: boolean; open: boolean; children: ReactNode }) {
  if (!away) return children;
  return (
    <details className={styles.more} open={open || undefined}>
      <summary>{say("words-more")}</summary>
      {children}
    </details>
  );
}

function inView(properties: Property[], value: JsonObject, search: string, most: number) {
  const words = search.trim().toLowerCase();
  if (words !== "") {
    const found = properties.filter((property) => property.name.toLowerCase().includes(words));
    return { shown: found.slice(0, most), hidden: Math.max(0, found.length - most) };
  }
  const shown = properties.slice(0, most);
  // Past the first page only what has to be filled in or is filled in, up to another page.
  const rest = properties.slice(shown.length);
  const needed = rest
    .filter((property) => property.required || Object.hasOwn(value, property.name))
    .slice(0, most);
  return { shown: [...shown, ...needed], hidden: rest.length - needed.length };
}

function Others(props: {
  schema: Json;
  known: Property[];
  value: JsonObject;
  onChange: (value: JsonObject) => void;
  pointer: string;
}) {
  const { schema, known, value, onChange, pointer } = props;
  const form = useForm();
  const names = new Set(known.map((property) => property.name));
  const rows = Object.entries(value).filter(([name]) => !names.has(name));
  // A row keeps its inputs while its name is typed, and when one above it is removed.
  const keys = useRef(new Map<string, number>());
  const fresh = useRef(0);
  const keyOf = (name: string) => {
    const known = keys.current.get(name);
    if (known !== undefined) return known;
    fresh.current += 1;
    keys.current.set(name, fresh.current);
    return fresh.current;
  };
  const rename = (from: string, to: string) => {
    keys.current.set(to, keyOf(from));
    keys.current.delete(from);
    // It writes down again, under its new name, what is typed in it.
    forgetTyped(form, join(pointer, from));
    onChange(renameProperty(value, from, to));
  };
  const remove = (name: string) => {
    keys.current.delete(name);
    forgetTyped(form, join(pointer, name));
    onChange(withoutProperty(value, name));
  };
  const add = () => {
    let name = "name";
    for (let number = 2; Object.hasOwn(value, name) || names.has(name); number += 1) name = `name_${number}`;
    onChange(withProperty(value, name, blank(schema, form.root)));
  };
  return (
    <div className={styles.others}>
      {rows.map(([name, part]) => (
        <div key={keyOf(name)} className={styles.pair}>
          <Name
            name={name}
            taken={(next) => next !== name && (Object.hasOwn(value, next) || names.has(next))}
            onRename={(next) => rename(name, next)}
          />
          <Field
            pointer={join(pointer, name)}
            schema={schema}
            value={part}
            label={say("words-value")}
            required
            onChange={(next) => onChange(withProperty(value, name, next ?? null))}
          />
          <button
            type="button"
            className={styles.icon}
            aria-label={say("words-remove-named", { name: escapedText(name) })}
            onClick={() => remove(name)}
          >
            ×
          </button>
        </div>
      ))}
      <button type="button" className={styles.add} onClick={add}>
        {say("elements-form-add-pair")}
      </button>
    </div>
  );
}

function Name({
  name,
  taken,
  onRename,
}: {
  name: string;
  taken: (name: string) => boolean;
  onRename: (name: string) => void;
}) {
  const [typed, setTyped] = useState(name);
  const refused = taken(typed);
  return (
    <TextInput
      label={say("words-name")}
      value={refused ? typed : name}
      error={refused ? say("elements-form-name-taken") : null}
      className={styles.name}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setTyped(next);
        if (!taken(next)) onRename(next);
      }}
    />
  );
}
