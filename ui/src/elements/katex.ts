/** Draws formulas. In a file of its own with its sheet and fonts, which is read with the first formula. */
import katex from "katex";
import "katex/dist/katex.min.css";

/** Largest size that a formula may ask for, in em. */
const SIZE = 20;
/** Macros that are replaced in one formula. */
const EXPANSIONS = 200;

/**
 * Puts the formula into the element, node by node. `trust` is off: no address, no class and no picture comes from the text.
 * Throws where it is not TeX.
 */
export function draw(tex: string, into: HTMLElement, display: boolean): void {
  katex.render(tex, into, {
    displayMode: display,
    throwOnError: true,
    trust: false,
    strict: "ignore",
    maxSize: SIZE,
    maxExpand: EXPANSIONS,
    output: "htmlAndMathml",
  });
}
