/** What a diagram may be. Its source is untrusted content, so each of these has an end. */

/** Longest source, in characters. */
export const LONGEST_SOURCE = 20_000;
/** Boxes of one diagram, with its groups. */
export const MOST_NODES = 200;
/** Lines and messages of one diagram. */
export const MOST_EDGES = 400;
/** Groups within groups. */
export const DEEPEST = 6;
/** Longest text at a box or a line, in characters. */
export const LONGEST_TEXT = 400;
/** A text at a box or a line is broken after so many columns; a Chinese character takes two. */
export const COLUMNS = 36;
/** Longest drawing, in characters of SVG. */
export const LONGEST_DRAWING = 1_000_000;
/** Longest side of a drawing, in pixels. */
export const LONGEST_SIDE = 20_000;
/** A drawing that takes longer is given up, in milliseconds. */
export const DRAWING_MS = 5_000;
/** How long the worker may take to begin, in milliseconds: it is a large file. */
export const BEGINNING_MS = 20_000;
/** Without work the worker ends after so many milliseconds: it holds about 60 MB. */
export const IDLE_MS = 30_000;
/** Drawings that are kept, so that a message that is shown again need not be drawn again. */
export const KEPT = 24;
