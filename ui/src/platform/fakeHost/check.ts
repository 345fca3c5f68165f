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
    return required && refused === null ? "This is needed." : null;
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
