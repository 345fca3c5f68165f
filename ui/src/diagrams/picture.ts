/**
 * Makes a picture of a drawing. It is shown as an image, in which nothing runs, is fetched or can be pressed; and of what the
 * worker sent stay only shapes and texts that are known here, with the colours of this page (S-19, S-24).
 */
import { escapedText } from "../words";
import { LONGEST_SIDE } from "./limits";
import { readable } from "./text";

export interface DiagramPicture {
  /** A `data:` address. */
  url: string;
  width: number;
  height: number;
}

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = new Set(
  "svg defs marker g rect circle ellipse line polyline polygon path text tspan".split(" "),
);
const GEOMETRY = new Set(
  "x y x1 y1 x2 y2 cx cy r rx ry width height points d dy viewBox transform markerWidth markerHeight refX refY orient".split(
    " ",
  ),
);
const STYLE = new Set(
  "id font-size font-weight font-style text-anchor text-decoration stroke-width stroke-dasharray stroke-linejoin".split(
    " ",
  ),
);
/** The library's own words in an entity without attributes; the same from a source would be opaque. */
const EMPTY = "(no attributes)";
const LETTERED = new Set(["text", "tspan"]);
const MARKED = /^url\(#([\w-]+)\)$/;

type Tone = "paper" | "ink" | "dim" | "line" | "box" | "head" | "edge" | Part;

/** Colours that tell parts of a chart apart; each is read with `ink` on it. */
type Part = "blue" | "orange" | "green" | "purple" | "yellow" | "teal" | "brown" | "red";

/** What the library calls its colours. */
const TONES: Record<string, Tone> = {
  "--bg": "paper",
  "--_group-fill": "paper",
  "--_text": "ink",
  "--_arrow": "ink",
  "--_text-sec": "ink",
  "--_text-muted": "dim",
  "--_text-faint": "dim",
  "--_line": "edge",
  "--_node-fill": "box",
  "--_node-stroke": "edge",
  "--_group-hdr": "head",
  "--_inner-stroke": "line",
  "--_key-badge": "head",
  // Of our own charts.
  "--part-0": "blue",
  "--part-1": "orange",
  "--part-2": "green",
  "--part-3": "purple",
  "--part-4": "yellow",
  "--part-5": "teal",
  "--part-6": "brown",
  "--part-7": "red",
};

/** Of `theme/tokens.css`, for a picture does not know the sheets of its page. */
const LIGHT: Record<Tone, string> = {
  paper: "#f4f2ed",
  ink: "#1d1f23",
  dim: "#565a62",
  line: "#d2cec5",
  box: "#ffffff",
  head: "#efede8",
  edge: "#8d8a83",
  blue: "#c5daf3",
  orange: "#f6d3b8",
  green: "#c9e6c9",
  purple: "#e6cdea",
  yellow: "#f2e3a6",
  teal: "#c0e6e4",
  brown: "#e2d5bf",
  red: "#f3c9ce",
};
const DARK: Record<Tone, string> = {
  paper: "#191a1d",
  ink: "#e9e9e6",
  dim: "#a7aab1",
  line: "#3b3f46",
  box: "#26282d",
  head: "#1f2125",
  edge: "#6d727b",
  blue: "#2f4a6b",
  orange: "#6b4630",
  green: "#34573a",
  purple: "#5b3a5e",
  yellow: "#5f5224",
  teal: "#275658",
  brown: "#554b3b",
  red: "#6b3a42",
};

/** `null` where the drawing is not what a drawing can be. */
export function pictureOf(svg: string, dark: boolean): DiagramPicture | null {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const width = Number(root.getAttribute("width"));
  const height = Number(root.getAttribute("height"));
  const sized = [width, height].every((it) => it >= 1 && it <= LONGEST_SIDE);
  const unread = root.ownerDocument.getElementsByTagName("parsererror").length > 0;
  if (unread || root.nodeName !== "svg" || root.namespaceURI !== SVG || !sized) return null;
  const tones = dark ? DARK : LIGHT;
  const waiting: Element[] = [root];
  for (let it = waiting.pop(); it !== undefined; it = waiting.pop()) {
    for (const node of [...it.childNodes]) {
      if (node.nodeType === Node.TEXT_NODE && LETTERED.has(it.nodeName)) {
        const text = node.nodeValue ?? "";
        node.nodeValue = text === EMPTY ? "" : escapedText(readable(text));
      } else if (node instanceof Element && SHAPES.has(node.nodeName) && node.namespaceURI === SVG) {
        waiting.push(node);
      } else {
        node.remove();
      }
    }
    clean(it, tones);
  }
  root.setAttribute("font-family", "Inter, system-ui, sans-serif");
  const text = new XMLSerializer().serializeToString(root);
  return { url: `data:image/svg+xml,${encodeURIComponent(text)}`, width, height };
}

function clean(element: Element, tones: Record<Tone, string>): void {
  const mono = /(?:^|\s)mono(?:\s|$)/.test(element.getAttribute("class") ?? "");
  for (const { name, value } of [...element.attributes]) {
    if (name === "fill" || name === "stroke") {
      const tone = TONES[/^var\((--[\w-]+)\)$/.exec(value)?.[1] ?? ""];
      element.setAttribute(name, tone === undefined ? "none" : tones[tone]);
    } else if (name === "marker-end" || name === "marker-start") {
      if (!MARKED.test(value)) {
        element.removeAttribute(name);
      }
    } else if (name !== "xmlns" && !(GEOMETRY.has(name) || STYLE.has(name))) {
      element.removeAttribute(name);
    }
  }
  if (mono) {
    element.setAttribute("font-family", "ui-monospace, Menlo, Consolas, monospace");
  }
}
