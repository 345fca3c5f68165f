import type { ArgumentIssue, Filled, FormField, JsonValue } from "../../bindings/host";

/** What is wrong with what is filled in, about as the host would say it. */
export function checkForm(fields: FormField[], content: Filled): ArgumentIssue[] {
  const values = new Map(Object.entries(content ?? {}));
  return fields.flatMap((field) => {
    const message = wrong(field, values.get(field.name) ?? null);
    const pointer = field.name.replaceAll("~", "~0").replaceAll("/", "~1");
    return message === null ? [] : [{ path: `/${pointer}`, message }];
  });
}

function wrong({ kind, required, refused }: FormField, value: JsonValue): string | null {
  if (value === null) {
    return required && refused === null ? "This is required." : null;
  }
  if (kind.kind === "number" && typeof value !== "number") {
    return "This is not a number.";
  }
  const size = typeof value === "string" || Array.isArray(value) ? value.length : Number(value);
  if (kind.kind === "number") {
    const fits = (kind.min === null || size >= kind.min) && (kind.max === null || size <= kind.max);
    return fits ? null : `From ${kind.min} to ${kind.max}.`;
  }
  if (kind.kind === "text" && size < (kind.min ?? 0)) {
    return `At least ${kind.min} characters.`;
  }
  const limited = kind.kind === "text" || kind.kind === "several";
  const of = kind.kind === "text" ? " characters" : "";
  return limited && kind.max !== null && size > kind.max ? `At most ${kind.max}${of}.` : null;
}

/** Whether every argument is of its kind and the needed ones are there. */
export function checkArguments(schema: string, text: string): ArgumentIssue[] {
  const { properties = {}, required = [] } = JSON.parse(schema);
  const given = JSON.parse(text);
  const missing = (required as string[]).filter((name) => given[name] === undefined || given[name] === "");
  const odd = Object.keys(properties).filter((name) => {
    const { type } = properties[name];
    const kind = Number.isInteger(given[name]) ? "integer" : typeof given[name];
    return given[name] !== undefined && type !== undefined && type !== kind;
  });
  return [
    ...missing.map((name) => ({ path: `/${name}`, message: "is required" })),
    ...odd.map((name) => ({ path: `/${name}`, message: `is not of the type “${properties[name].type}”` })),
  ];
}
