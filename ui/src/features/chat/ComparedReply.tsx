import { Skeleton } from "@mantine/core";
import { memo } from "react";
import type { Branch } from "../../bindings/host";
import { ProblemNote } from "../../elements";
import { say } from "../../l10n";
import { useHostQuery } from "../../store";
import css from "./ComparedReply.module.css";
import { Branches } from "./MessageFoot";
import { MessageParts } from "./MessageParts";
import { ReplyUsage } from "./ReplyUsage";

/** Another version of a reply, beside the one that is shown and read only. While the model writes that one it is not drawn again. */
export const ComparedReply = memo(function ComparedReply(props: {
  id: string;
  conversation: string;
  seq: number;
  /** The version that is shown, and its place: the arrows step over it. */
  shown: number;
  place: Branch | undefined;
  onChoose: (seq: number) => void;
}) {
  const { conversation, shown, place } = props;
  const asked = useHostQuery("message", { id: conversation, seq: props.seq }, { keepPrevious: true });
  const { branch, by } = asked.data ?? {};
  return (
    // The log is told as it grows: what was said before is no news.
    <section id={props.id} className={css.other} aria-label={say("chat-compare-other")} aria-live="off">
      <div className={css.head}>
        {branch !== undefined && branch.of > 2 ? (
          <Branches
            beside
            branch={{
              ...branch,
              before: branch.before === shown ? (place?.before ?? null) : branch.before,
              after: branch.after === shown ? (place?.after ?? null) : branch.after,
            }}
            busy={false}
            onShow={props.onChoose}
          />
        ) : null}
        {by ? <ReplyUsage by={by} /> : null}
      </div>
      {asked.error ? (
        <ProblemNote problem={asked.error} live />
      ) : asked.data ? (
        <MessageParts key={asked.data.seq} conversation={conversation} message={asked.data} />
      ) : (
        <Skeleton height={60} />
      )}
    </section>
  );
});
