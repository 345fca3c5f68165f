import type { Block, ResourceContent } from "../../bindings/host";
import { foreign, textBlock } from "./make";

/** A picture that can be told from a broken one: bars of eight days. */
export const picture =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAKAAAABaAgMAAABCqLXBAAAADFBMVEX29fIvVdTSzsUabj95n8R2AAAASklEQVR42mNgGAV0AP///x9VOLwVhoaGDlOFrKGhAaMKaaYQLDxyFYIZw1whnDfyFMLlRxWSoxBTflThqMJRhTgVriISjPZJ6AwA6XMLvIxo6HIAAAAASUVORK5CYII=";

/** A small mark of a server. */
export const mark =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAX0lEQVR42u3XwQ0AIAgDQDZyP6d1E93AoIAU0ya+ez+LCFMpo7epfWnF7hBLuRnhUX6N8Cw/RkSUqxGR5SpEKuBF+RZBAAEEEEAAPyOIPQCxiCA2IcQqhrgLIC6jr7MA5EUF46k+XnsAAAAASUVORK5CYII=";

/** A sound without a sample: it can be played and is over. */
export const sound = "data:audio/wav;base64,UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

const chart: Block = { kind: "image", mime: "image/png", data: { handle: "chart", bytes: 1_204 } };
const zip: Block = {
  kind: "resource",
  uri: foreign("archive.zip"),
  mime: foreign("application/zip"),
  text: null,
  whole: { handle: "zip", bytes: 18_400_000 },
  bytes: 18_400_000,
};
const notes = textBlock(
  "# Portal 2.4\n\n- Sign-in stays open for **30 days**\n- Exports keep their time zone\n\n![chart](https://pictures.example/chart.png)",
);

/** What resources hold, by the end of their address: media type and content. All others hold notes. */
const held: [end: string, mime: string, Block][] = [
  [".png", "image/png", chart],
  [".zip", "application/zip", zip],
  ["exe", "text/html", textBlock("<script>alert(1)</script>\n<h1>Hello</h1>")],
  ["", "text/markdown", notes],
];

export function contentsOf(uri: string): ResourceContent[] {
  const parts = uri.endsWith("/releases/") ? ["2.2.md", "2.3.md", "2.4.md"] : [""];
  const [, mime, block] = held.find(([end]) => uri.endsWith(end)) ?? ["", "", notes];
  return (uri.endsWith("empty.md") ? [] : parts).map((part) => {
    const of = uri + part;
    return { uri: of, shown: foreign(of), as_asked: of === uri, mime: foreign(mime), block };
  });
}
