/** Sizes at which the page can be drawn, in percent. */
export const ZOOMS = [75, 90, 100, 110, 125, 150, 175, 200] as const;

/** The next size after this one; the same where there is none. */
export function nextZoom(now: number, larger: boolean): number {
  const next = larger ? ZOOMS.find((it) => it > now) : ZOOMS.findLast((it) => it < now);
  return next ?? now;
}
