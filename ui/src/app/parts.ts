import { later } from "../elements";

/** What the first paint does not need. It is read as soon as that was drawn. */
export const parts = {
  gate: later(async () => (await import("./gate/Gate")).Gate),
  palette: later(async () => (await import("./palette/Palette")).Palette),
  quit: later(async () => (await import("./Quit")).Quit),
};

/** Reads all of it, for who does not want to wait for a paint. */
export async function readParts(): Promise<void> {
  await Promise.all(Object.values(parts).map((part: { read: () => Promise<unknown> }) => part.read()));
}
