import type { Block } from "../bindings/host";
import { Markdown } from "./Markdown";
import { PlainBlock } from "./PlainBlock";

/** One block of a result, by its kind. */
export function BlockView(props: { block: Block; place: number }) {
  return <PlainBlock {...props} markdown={Markdown} />;
}
