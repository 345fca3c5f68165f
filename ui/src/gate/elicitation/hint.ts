import type { FieldKind } from "../../bindings/host";
import { range } from "../../elements/inputs/range";

/** What a field takes, in our words; `null` when there is nothing to say. */
export function hint(kind: FieldKind): string | null {
  switch (kind.kind) {
    case "text": {
      const said = [
        kind.format === null ? null : formatWord[kind.format],
        range(kind.min, kind.max, "characters"),
      ].filter((it) => it !== null);
      return said.length === 0 ? null : sentence(said.join(", "));
    }
    case "number": {
      const said = range(kind.min, kind.max);
      const words = kind.integer ? "A whole number" : "A number";
      return said === null ? (kind.integer ? `${words}.` : null) : `${words}, ${said}.`;
    }
    case "several": {
      const said = range(kind.min, kind.max, "choices");
      return said === null ? null : sentence(said);
    }
    default:
      return null;
  }
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

const formatWord = {
  email: "An address for mail",
  uri: "An address with its scheme, such as https://",
  date: "A day, such as 2026-11-20",
  "date-time": "A day and a time, such as 2026-11-20T09:41:00Z",
} as const;
