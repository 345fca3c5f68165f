import { Button } from "@mantine/core";
import type { MouseEvent } from "react";
import { Columns, EmptyRoom } from "../../elements";
import { say } from "../../l10n";
import { CHAT_IMPORT, go, to } from "../../route";
import { useHost, useHostCommand, useStore } from "../../store";
import { ConversationList } from "./ConversationList";
import { ConversationView } from "./ConversationView";
import { useShown } from "./drafts";
import { ImportChats } from "./ImportChats";

/**
 * Conversations with a model that uses the servers. `path[0]` is the conversation, the last one looked at without it;
 * `path[1]` a message in it that was searched for.
 */
export function ChatRoom(props: { path: string[] }) {
  const conversations = useHost((host) => host.conversations);
  const store = useStore();
  const create = useHostCommand("create_conversation");
  const [first, message] = props.path;
  const importing = first === CHAT_IMPORT;
  const place = message !== undefined && /^\d{1,3}$/.test(message) ? Number(message) : null;
  const asked = importing ? undefined : first;
  const sought = message !== undefined && /^[1-9]\d{0,8}$/.test(message) ? Number(message) : null;
  const chosen = useShown(asked);
  const start = (event: MouseEvent) => {
    // The second press of a double click would begin a second one.
    if (event.detail < 2) {
      create.mutate(
        {},
        {
          onSuccess: (made) => go("chat", made.summary.id),
          onError: (problem) => store.tell(problem),
        },
      );
    }
  };
  return (
    <Columns
      shape="narrow"
      open={first !== undefined || conversations.length === 0}
      backTo={say("chat-conversations")}
      onBack={() => go("chat")}
      list={
        <ConversationList
          conversations={conversations}
          chosen={importing ? null : (chosen?.id ?? null)}
          onNew={start}
          starting={create.isPending}
        />
      }
      detail={
        importing ? (
          <ImportChats dropped={place} />
        ) : chosen ? (
          <ConversationView key={chosen.id} summary={chosen} sought={sought} />
        ) : (
          <EmptyRoom
            title={say(asked ? "chat-deleted" : "chat-empty")}
            action={
              <>
                <Button variant="filled" onClick={start} loading={create.isPending}>
                  {say("chat-new-name")}
                </Button>
                <Button component="a" variant="subtle" href={to("chat", CHAT_IMPORT)}>
                  {say("chat-import-open")}
                </Button>
              </>
            }
          >
            {say(asked ? "chat-deleted-help" : "chat-empty-help")}
          </EmptyRoom>
        )
      }
    />
  );
}
