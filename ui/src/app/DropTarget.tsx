/** Files over the window: it says that they may be dropped, and goes where those that were dropped are reviewed. */
import { useEffect, useRef } from "react";
import type { DraggedFiles, DroppedFiles } from "../bindings/host";
import { say } from "../l10n";
import { BUNDLE, CHAT_IMPORT, DROPPED, go, useRoute } from "../route";
import { useHostQuery } from "../store";
import css from "./app.module.css";

export function DropTarget() {
  const view = useHostQuery("dropped", {}).data;
  const files = view?.files ?? null;
  // A page that is loaded again stays where it is.
  const seen = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (view === undefined) return;
    const before = seen.current;
    seen.current = files?.id ?? null;
    if (before === undefined || files === null || files.id === before) return;
    if (files.opened) go("servers", BUNDLE);
    else if (isOneOfChats(files)) go("chat", CHAT_IMPORT, "0");
    else go("servers", DROPPED);
  }, [view, files]);
  // Over a message field they are attached: it says so itself.
  const over = view?.over?.onto === null ? view.over : null;
  return (
    <div className={css.drop} role="status" data-over={over !== null || undefined}>
      {over === null ? null : <Held files={over} />}
    </div>
  );
}

/** Whether it is one file of conversations and nothing else. */
function isOneOfChats({ chats, configurations, bundles, refused }: DroppedFiles): boolean {
  return chats.length === 1 && configurations.length + bundles.length + refused.length === 0;
}

function Held({ files }: { files: DraggedFiles }) {
  const { fit, unfit } = files;
  const { room } = useRoute();
  return (
    <div className={css.dropWords}>
      <p className={css.dropTitle}>{say(fit > 0 ? "app-drop" : "app-drop-none")}</p>
      {fit > 0 && unfit > 0 ? <p className="dim">{say("app-drop-some", { fit, all: fit + unfit })}</p> : null}
      {fit === 0 ? <p className="dim">{say("app-drop-help")}</p> : null}
      {room === "chat" ? <p className="dim">{say("app-drop-attach")}</p> : null}
    </div>
  );
}
