import type { FieldKind } from "../../bindings/host";
import { formats, say } from "../../l10n";

/** What a field takes, in our words; `null` when there is nothing to say. */
export function hint(kind: FieldKind): string | null {
  switch (kind.kind) {
    case "text": {
      const format = kind.format === null ? null : say(`gate-elicitation-format-${kind.format}`);
      const length = howMany("length", kind.min, kind.max);
      return format !== null && length !== null
        ? say("gate-elicitation-format-length", { format, length })
        : (format ?? length);
    }
    case "number":
      return number(kind.integer ? "whole" : "number", kind.min, kind.max);
    case "several":
      return howMany("choices", kind.min, kind.max);
    default:
      return null;
  }
}

/** A limit on how many characters or choices there are. */
function howMany(of: "length" | "choices", least: number | null, most: number | null): string | null {
  const min = least === 0 ? null : least;
  if (min !== null && most !== null) {
    return min === most
      ? say(`gate-elicitation-${of}-exactly`, { count: min })
      : say(`gate-elicitation-${of}-between`, { min: exact(min), max: exact(most) });
  }
  if (min !== null) return say(`gate-elicitation-${of}-least`, { count: min });
  return most === null ? null : say(`gate-elicitation-${of}-most`, { count: most });
}

function number(kind: "number" | "whole", min: number | null, max: number | null): string | null {
  if (min !== null && max !== null) {
    return min === max
      ? say(`gate-elicitation-${kind}-exactly`, { value: exact(min) })
      : say(`gate-elicitation-${kind}-between`, { min: exact(min), max: exact(max) });
  }
  if (min !== null) return say(`gate-elicitation-${kind}-least`, { value: exact(min) });
  if (max !== null) return say(`gate-elicitation-${kind}-most`, { value: exact(max) });
  return kind === "whole" ? say("gate-elicitation-whole") : null;
}

/** Every digit: a limit is not rounded. */
function exact(value: number): string {
  return new Intl.NumberFormat(formats(), { maximumFractionDigits: 20 }).format(value);
}
