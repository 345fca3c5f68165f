import { lazyComponent } from "../elements";

/** What the first paint does not need. It is loaded as soon as that was drawn. */
export const Palette = lazyComponent(async () => (await import("./palette/Palette")).Palette);
export const Quit = lazyComponent(async () => (await import("./Quit")).Quit);
