import type { ArgumentIssue, Filled, FormField, JsonValue } from "../../bindings/host";

/** What is wrong with what is filled in, about as the host would say it. */
export function checkForm(fields: FormField[], content: Filled): ArgumentIssue[] {
  const values = new Map(
    Object.entries(typeof content === "object" && content !== null && !Array.isArray(content) ? content : {}),
  );
  return fields.flatMap((field) => {
    const message = wrong(field, values.get(field.name));
    const pointer = field.name.replaceAll("~", "~0").replaceAll("/", "~1");
    return message === null ? [] : [{ path: `/${pointer}`, message }];
  });
}

function wrong(field: FormField, value: JsonValue | undefined): string | null {
  const { kind } = field;
  if (value === undefined || value === null) {
    return field.required && field.refused === null ? "This is needed." : null;
  }
  switch (kind.kind) {
    case "text":
      if (typeof value !== "string" || (kind.min !== null && value.length < kind.min)) {
        return `At least ${kind.min ?? 0} characters.`;
      }
      return kind.max !== null && value.length > kind.max ? `At most ${kind.max} characters.` : null;
    case "number":
      if (typeof value !== "number") {
        return "This is not a number.";
      }
      return (kind.max !== null && value > kind.max) || (kind.min !== null && value < kind.min)
        ? `From ${kind.min} to ${kind.max}.`
        : null;
    case "several":
      return Array.isArray(value) && kind.max !== null && value.length > kind.max
        ? `At most ${kind.max}.`
        : null;
    default:
      return null;
  }
}
