import { lazyComponent } from "../elements";

/** What the first paint does not need. It is loaded as soon as that was drawn. */
export const Gate = lazyComponent(async () => (await import("./gate/Gate")).Gate);
export const Palette = lazyComponent(async () => (await import("./palette/Palette")).Palette);
export const Quit = lazyComponent(async () => (await import("./Quit")).Quit);
