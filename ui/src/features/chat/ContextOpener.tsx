import { useState } from "react";
import type { Conversation } from "../../bindings/host";
import { DownIcon, Popover } from "../../elements";
import { say } from "../../l10n";
import { Compact } from "./Compact";
import { ContextMeter } from "./ContextMeter";
import bar from "./ConversationBar.module.css";

/** How full the context is, and behind it what makes room in it. */
export function ContextOpener(props: { conversation: Conversation }) {
  const { conversation } = props;
  const [open, setOpen] = useState(false);
  return (
    <ContextMeter
      use={conversation.context}
      opener={(words) => (
        <Popover
          opened={open}
          onChange={setOpen}
          label={say("chat-compact-context")}
          position="bottom-end"
          width={340}
          target={
            <button type="button" className={bar.opener} onClick={() => setOpen(!open)}>
              {words} <DownIcon />
            </button>
          }
        >
          <div className={bar.list}>
            <Compact
              conversation={conversation}
              onDone={() => {
                setOpen(false);
                requestAnimationFrame(showLastMark);
              }}
            />
          </div>
        </Popover>
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
