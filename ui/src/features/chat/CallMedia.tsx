import { Suspense, useRef, useState } from "react";
import type { Block, CallView, KeptMedia } from "../../bindings/host";
import { ended } from "../../calls/useCall";
import { LinkButton, lazyComponent } from "../../elements";
import { say } from "../../l10n";
import { useHostQuery } from "../../store";
import css from "./CallCard.module.css";
import { ConversationMedia } from "./ConversationMedia";

const BlockView = lazyComponent(async () => (await import("../../elements/ResultViewBlock")).BlockView);

/** As many as a card shows without a click. */
const MOST = 4;

/**
 * The pictures and sounds of a result, on its card. As long as the host has the result they are from it, and an opened
 * card shows them there; afterwards they are those that were kept with the conversation.
 */
export function CallMedia(props: { call: CallView; conversation: string; open: boolean }) {
  const { call, conversation, open } = props;
  const some = call.media > 0 && ended(call.state);
  const whole = useHostQuery("call", { call: call.id }, { when: some, keepPrevious: true });
  if (some && whole.error?.code === "not_found") {
    return <KeptOfCall call={call} conversation={conversation} />;
  }
  if (open || !some || whole.data === undefined) return null;
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

function KeptOfCall({ call, conversation }: { call: CallView; conversation: string }) {
  const [all, setAll] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const { kept } = call;
  const more = all ? 0 : kept.length - MOST;
  const gone = call.media - kept.length;
  return (
    <div className={css.media} ref={box} tabIndex={-1}>
      {kept.slice(0, all ? kept.length : MOST).map((media) => (
        <Kept key={media.place} media={media} conversation={conversation} />
      ))}
      {more > 0 ? (
        <LinkButton
          look="link"
          onClick={() => {
            // The button goes, and the focus stays here.
            box.current?.focus({ preventScroll: true });
            setAll(true);
          }}
        >
          {say("chat-call-media-show", { count: more })}
        </LinkButton>
      ) : null}
      {gone > 0 ? <p className="dim small">{say("chat-call-media-gone", { count: gone })}</p> : null}
    </div>
  );
}

/** It has the names that it had in the result. */
function Kept({ media, conversation }: { media: KeptMedia; conversation: string }) {
  const { mime, place } = media;
  const kind = mime.startsWith("image/") ? "image" : "audio";
  const name = `${kind === "image" ? "picture" : "sound"}-${place}.${mime.split("/")[1] ?? "bin"}`;
  const alt = say(`elements-media-name-${kind}`, { place });
  return <ConversationMedia conversation={conversation} media={media} kind={kind} alt={alt} name={name} />;
}

function isMedia({ block }: { block: Block }): boolean {
  return block.kind === "image" || block.kind === "audio";
}
