import type { Block } from "../bindings/host";
import { Markdown } from "./Markdown";
import { PlainBlock } from "./PlainBlock";
import { PayloadText } from "./ResultViewPayload";

const parts = { markdown: Markdown, payload: PayloadText };

/** One block of a result, by its kind. */
export function BlockView(props: { block: Block; place: number; addressed?: boolean }) {
  return <PlainBlock {...props} parts={parts} />;
}
