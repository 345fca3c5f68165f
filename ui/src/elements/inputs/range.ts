import { say } from "../../l10n";

type Limit = number | bigint;
type Unit = "characters" | "items" | undefined;

/** Which limits of a number are not allowed values themselves. */
interface Open {
  above: boolean;
  below: boolean;
}

/** Every digit: a limit is not rounded. */
const exact = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 20 });

/**
 * `3 to 20 characters.`, `At least 1 item.`, `At most 80.`, `More than 0.`; `null` where there is no limit. A number has no unit,
 * and only a number has open ends.
 */
export function range(
  min: Limit | null,
  max: Limit | null,
  unit?: Unit,
  { above, below }: Open = { above: false, below: false },
): string | null {
  if (min !== null && max !== null) {
    if (min === max && !above && !below) return limit("exactly", min, unit);
    if (unit !== undefined) {
      return say(`elements-form-between-${unit}`, { min: Number(min), max: Number(max) });
    }
    const lower = above ? "more" : "least";
    const upper = below ? "less" : "most";
    return say(`elements-form-${lower}-${upper}`, { min: exact.format(min), max: exact.format(max) });
  }
  if (min !== null && above) return say("elements-form-more", { value: exact.format(min) });
  if (max !== null && below) return say("elements-form-less", { value: exact.format(max) });
  if (min !== null && !(Number(min) === 0 && unit !== undefined)) return limit("least", min, unit);
  return max === null ? null : limit("most", max, unit);
}

function limit(kind: "exactly" | "least" | "most", value: Limit, unit: Unit): string {
  return unit === undefined
    ? say(`elements-form-${kind}`, { value: exact.format(value) })
    : say(`elements-form-${kind}-${unit}`, { count: Number(value) });
}
