import type { Conversation } from "../../bindings/host";
import { say } from "../../l10n";
import { BarPopover } from "./BarPopover";
import { Compact } from "./Compact";
import { ContextMeter } from "./ContextMeter";

/** How full the context is, and behind it what makes room in it. */
export function ContextOpener(props: { conversation: Conversation }) {
  const { conversation } = props;
  return (
    <ContextMeter
      use={conversation.context}
      opener={(words) => (
        <BarPopover label={say("words-context")} position="bottom-end" width={340} opener={words}>
          {(close) => (
            <Compact
              conversation={conversation}
              onDone={() => {
                close();
                requestAnimationFrame(showLastMark);
              }}
            />
          )}
        </BarPopover>
      )}
    />
  );
}

/** What was just made may be above all that is in view. */
function showLastMark(): void {
  const marks = document.querySelectorAll<HTMLElement>("[role=log] [data-compaction]");
  const last = marks.item(marks.length - 1);
  if (last !== null && last.getBoundingClientRect().height > 0) {
    last.scrollIntoView({ block: "nearest" });
  }
}
