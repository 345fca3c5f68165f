import { later } from "../elements";

/** What the first paint does not need. It is read as soon as that was drawn. */
export const parts = {
  gate: later(async () => (await import("./gate/Gate")).Gate),
  palette: later(async () => (await import("./palette/Palette")).Palette),
  quit: later(async () => (await import("./Quit")).Quit),
};
