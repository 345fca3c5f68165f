import { say } from "../../l10n";

type Unit = "characters" | "items" | undefined;

/** Every digit: a limit is not rounded. */
const exact = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 20 });

/** `3 to 20 characters.`, `At least 1 item.`, `At most 80.`; `null` where there is no limit. A number has no unit. */
export function range(min: number | bigint | null, max: number | bigint | null, unit?: Unit): string | null {
  if (min !== null && max !== null) {
    return min === max ? limit("exactly", min, unit) : between(min, max, unit);
  }
  if (min !== null && !(Number(min) === 0 && unit !== undefined)) return limit("least", min, unit);
  return max === null ? null : limit("most", max, unit);
}

function limit(kind: "exactly" | "least" | "most", value: number | bigint, unit: Unit): string {
  return unit === undefined
    ? say(`elements-form-${kind}`, { value: exact.format(value) })
    : say(`elements-form-${kind}-${unit}`, { count: Number(value) });
}

function between(min: number | bigint, max: number | bigint, unit: Unit): string {
  return unit === undefined
    ? say("elements-form-between", { min: exact.format(min), max: exact.format(max) })
    : say(`elements-form-between-${unit}`, { min: Number(min), max: Number(max) });
}
