import { Suspense } from "react";
import type { Block, CallView } from "../../bindings/host";
import { ended } from "../../calls/useCall";
import { lazyComponent } from "../../elements";
import { say } from "../../l10n";
import { useHostQuery } from "../../store";
import css from "./CallCard.module.css";

const BlockView = lazyComponent(async () => (await import("../../elements/ResultViewBlock")).BlockView);

/** As many as a card shows without a click. */
const MOST = 4;

/** The pictures and sounds of a result, on its card. The host keeps them while it runs: afterwards there is none to show. */
export function CallMedia({ call }: { call: CallView }) {
  const some = call.media > 0 && ended(call.state);
  const whole = useHostQuery("call", { call: call.id }, { when: some, keepPrevious: true });
  if (whole.error?.code === "not_found") {
    return <p className="dim small">{say("chat-call-media-gone", { count: call.media })}</p>;
  }
  if (!some || whole.data === undefined) return null;
  const all = (whole.data.result?.blocks ?? [])
    .map((block, index) => ({ block, place: index + 1 }))
    .filter(isMedia);
  return (
    <Suspense>
      <div className={css.media}>
        {all.slice(0, MOST).map(({ block, place }) => (
          <BlockView key={place} block={block} place={place} />
        ))}
        {all.length > MOST ? (
          <p className="dim small">{say("chat-call-media-more", { count: all.length - MOST })}</p>
        ) : null}
      </div>
    </Suspense>
  );
}

function isMedia({ block }: { block: Block }): boolean {
  return block.kind === "image" || block.kind === "audio";
}
