/** Reads a pie chart strictly, and draws it. */
import { LINE, lettered, MARGIN, partFill, picture, shape, widthOf } from "./chart";
import { Refused, refuseLine, type SourceLine } from "./source";
import { linesOf, opaque } from "./text";

/** Slices that can be told apart. */
const MOST = 30;
const RADIUS = 110;
const SWATCH = 12;

export function pie(lines: SourceLine[], head: string): string {
  let { values: shown, title } = headOf(head);
  const slices: { name: string; value: number; written: string }[] = [];
  for (const line of lines) {
    const text = line.text.replace(/\s*;$/, "");
    const titled = /^title\s+(.+)$/.exec(text)?.[1];
    const slice = /^"([^"]+)"\s*:\s*(\d{1,15}(?:\.\d{1,15})?)$/.exec(text);
    if (titled !== undefined) {
      title = titled;
    } else if (text === "showData") {
      shown = true;
    } else if (slice !== null && Number(slice[2]) > 0) {
      slices.push({ name: slice[1] ?? "", value: Number(slice[2]), written: slice[2] ?? "" });
    } else if (!/^acc(?:Title|Descr)(?=[\s:]|$)/.test(text)) {
      refuseLine(line);
    }
  }
  if (slices.length === 0) throw new Refused({ reason: "failed" });
  if (slices.length > MOST) throw new Refused({ reason: "large" });
  return drawn(title === null ? [] : linesOf(title), slices, shown);
}

function headOf(head: string): { values: boolean; title: string | null } {
  const [, values, title = null] = /^pie(\s+showData)?(?:\s+title\s+(.+?))?\s*;?$/.exec(head) ?? [];
  return { values: values !== undefined, title };
}

function drawn(
  title: readonly string[],
  slices: readonly { name: string; value: number; written: string }[],
  shown: boolean,
): string {
  const whole = slices.reduce((sum, it) => sum + it.value, 0);
  const top = MARGIN + title.length * LINE + (title.length > 0 ? 10 : 0);
  const [x, y] = [MARGIN + RADIUS, top + RADIUS];
  const at = (share: number, radius: number) => {
    const angle = share * 2 * Math.PI - Math.PI / 2;
    return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) };
  };
  const shapes = [lettered(title, { x: MARGIN, y: MARGIN + LINE / 2 }, { bold: true })];
  const legendAt = MARGIN + 2 * RADIUS + 30;
  let [before, row, width] = [0, top + LINE / 2, widthOf(title) + 2 * MARGIN];
  for (const [index, slice] of slices.entries()) {
    const share = slice.value / whole;
    const [from, to] = [at(before, RADIUS), at(before + share, RADIUS)];
    const look = { fill: partFill(index), stroke: "var(--bg)", "stroke-width": 1.5 };
    shapes.push(
      share > 0.9999
        ? shape("circle", { cx: x, cy: y, r: RADIUS, ...look })
        : shape("path", {
            d: `M${fixed(x)} ${fixed(y)}L${fixed(from.x)} ${fixed(from.y)}A${RADIUS} ${RADIUS} 0 ${share > 0.5 ? 1 : 0} 1 ${fixed(to.x)} ${fixed(to.y)}Z`,
            ...look,
          }),
    );
    const percent = percentOf(share);
    if (share >= 0.05) {
      shapes.push(lettered([opaque(percent)], at(before + share / 2, RADIUS * 0.68), { anchor: "middle" }));
    }
    const words = linesOf(`${slice.name} · ${shown ? `${slice.written} · ` : ""}${percent}`);
    shapes.push(
      shape("rect", {
        x: legendAt,
        y: row - SWATCH / 2,
        width: SWATCH,
        height: SWATCH,
        rx: 2,
        fill: look.fill,
        stroke: "var(--_line)",
        "stroke-width": 0.75,
      }),
      lettered(words, { x: legendAt + SWATCH + 8, y: row }),
    );
    width = Math.max(width, legendAt + SWATCH + 8 + widthOf(words) + MARGIN);
    row += words.length * LINE + 5;
    before += share;
  }
  return picture(width, Math.max(top + 2 * RADIUS, row - LINE / 2) + MARGIN, shapes);
}

/** Of a slice that is there, never nothing. */
function percentOf(share: number): string {
  const percent = share * 100;
  return percent < 0.1 ? "<0.1%" : `${percent < 10 ? percent.toFixed(1) : Math.round(percent)}%`;
}

function fixed(value: number): number {
  return Math.round(value * 100) / 100;
}
