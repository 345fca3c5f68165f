import { Button } from "@mantine/core";
import type { ConversationSummary } from "../../bindings/host";
import { ProblemNote, takeFocus } from "../../elements";
import { code, Say, say } from "../../l10n";
import { useHostCommand } from "../../store";
import css from "./InPlace.module.css";

/** Takes a conversation away as a file, and says what is in it and where it went. */
export function Export(props: { summary: ConversationSummary; onDone: () => void }) {
  const { id, title } = props.summary;
  const exported = useHostCommand("export_conversation");
  const save = (format: string) => {
    if (!exported.isPending) exported.mutate({ id, format });
  };
  // Not `disabled`: the focus stays on what was pressed.
  const busy = exported.isPending || undefined;
  return (
    <div
      className={css.box}
      role="group"
      aria-label={say("chat-export-label")}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          props.onDone();
        }
      }}
    >
      {exported.data != null ? (
        <p className="small" role="status">
          <Say id="chat-export-saved" args={{ path: exported.data.path }} tags={{ code }} />
          {exported.data.folder === null ? null : (
            <>
              {" "}
              <Say
                id="chat-export-pictures"
                args={{ count: exported.data.pictures, folder: exported.data.folder }}
                tags={{ code }}
              />
            </>
          )}
        </p>
      ) : (
        <p className="small">
          <Say id="chat-export-question" args={{ title: <bdi>{title}</bdi> }} />
        </p>
      )}
      {exported.error ? <ProblemNote problem={exported.error} live /> : null}
      <div className={`row ${css.buttons}`}>
        <Button size="xs" ref={exported.data != null ? takeFocus : undefined} onClick={props.onDone}>
          {say(exported.data != null ? "chat-export-done" : "words-cancel")}
        </Button>
        {exported.data != null ? null : (
          <div className={`row ${css.buttons}`}>
            <Button size="xs" aria-disabled={busy} onClick={() => save("json")}>
              {say("chat-export-json")}
            </Button>
            <Button size="xs" aria-disabled={busy} onClick={() => save("markdown")} autoFocus>
              {say("chat-export-markdown")}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
