/** Every digit: a limit is not rounded. */
const exact = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 20 });

/** `3 to 20 characters`, `at least 1 choice`, `at most 80`; `null` where there is no limit. A number has no unit. */
export function range(
  min: number | bigint | null,
  max: number | bigint | null,
  unit?: readonly [one: string, more: string],
): string | null {
  const of = (value: number | bigint) => {
    const [one, more] = unit ?? ["", ""];
    return `${exact.format(value)} ${Number(value) === 1 ? one : more}`.trim();
  };
  if (min !== null && max !== null) {
    return min === max ? `exactly ${of(min)}` : `${exact.format(min)} to ${of(max)}`;
  }
  if (min !== null && !(Number(min) === 0 && unit !== undefined)) {
    return `at least ${of(min)}`;
  }
  return max === null ? null : `at most ${of(max)}`;
}
