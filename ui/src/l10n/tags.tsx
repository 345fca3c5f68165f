import type { ReactNode } from "react";

/** What draws the tags that many messages have (see [Say]). */
export const code = (it: ReactNode) => <code>{it}</code>;
export const strong = (it: ReactNode) => <strong>{it}</strong>;

/** What is only read aloud. */
export const aloud = (it: ReactNode) => <span className="visually-hidden">{it}</span>;
