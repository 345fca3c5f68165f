import type { Block, ResourceContent } from "../../bindings/host";
import { foreign } from "./make";

/** A picture that can be told from a broken one: bars of eight days. */
export const picture =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAKAAAABaAgMAAABCqLXBAAAADFBMVEX29fIvVdTSzsUabj95n8R2AAAASklEQVR42mNgGAV0AP///x9VOLwVhoaGDlOFrKGhAaMKaaYQLDxyFYIZw1whnDfyFMLlRxWSoxBTflThqMJRhTgVriISjPZJ6AwA6XMLvIxo6HIAAAAASUVORK5CYII=";

/** A small mark of a server. */
export const mark =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAX0lEQVR42u3XwQ0AIAgDQDZyP6d1E93AoIAU0ya+ez+LCFMpo7epfWnF7hBLuRnhUX6N8Cw/RkSUqxGR5SpEKuBF+RZBAAEEEEAAPyOIPQCxiCA2IcQqhrgLIC6jr7MA5EUF46k+XnsAAAAASUVORK5CYII=";

/** A sound without a sample: it can be played and is over. */
export const sound = "data:audio/wav;base64,UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

export function block(text: string): Block {
  return { kind: "text", text: foreign(text), whole: null, bytes: text.length };
}

/** What a resource of the fake host holds, by the end of its address. */
export function contentsOf(uri: string): ResourceContent[] {
  const content = (over: Partial<ResourceContent> & Pick<ResourceContent, "block">): ResourceContent => ({
    uri,
    shown: foreign(uri),
    as_asked: true,
    mime: null,
    ...over,
  });
  if (uri.endsWith("empty.md")) return [];
  if (uri.endsWith(".png")) {
    return [
      content({
        mime: foreign("image/png"),
        block: { kind: "image", mime: "image/png", data: { handle: "chart", bytes: 1_204 } },
      }),
    ];
  }
  if (uri.endsWith(".wav")) {
    return [
      content({
        mime: foreign("audio/wav"),
        block: { kind: "audio", mime: "audio/wav", data: { handle: "sound", bytes: 96_044 } },
      }),
    ];
  }
  if (uri.endsWith(".zip")) {
    return [
      content({
        mime: foreign("application/zip"),
        block: {
          kind: "resource",
          uri: foreign(uri),
          mime: foreign("application/zip"),
          text: null,
          whole: { handle: "zip", bytes: 18_400_000 },
          bytes: 18_400_000,
        },
      }),
    ];
  }
  if (uri.endsWith("/releases/")) {
    return ["2.2", "2.3", "2.4"].map((version) =>
      content({
        uri: `${uri}${version}.md`,
        shown: foreign(`${uri}${version}.md`),
        as_asked: false,
        mime: foreign("text/markdown"),
        block: block(`# Portal ${version}\n\nWhat is new in **${version}**.`),
      }),
    );
  }
  if (uri.endsWith("exe")) {
    return [
      content({ mime: foreign("text/html"), block: block("<script>alert(1)</script>\n<h1>Hello</h1>") }),
    ];
  }
  return [
    content({
      mime: foreign("text/markdown"),
      block: block(
        "# Portal 2.4\n\n- Sign-in stays open for **30 days**\n- Exports keep their time zone\n\n![chart](https://pictures.example/chart.png)",
      ),
    }),
  ];
}
