import { Button } from "@mantine/core";
import type { ConversationSummary } from "../../bindings/host";
import { ProblemNote } from "../../elements";
import { Say, say } from "../../l10n";
import { useHostCommand } from "../../store";
import css from "./InPlace.module.css";

/** Takes a conversation away as a file, and says what is in it and where it went. */
export function Export(props: { summary: ConversationSummary; onDone: () => void }) {
  const { id, title } = props.summary;
  const exported = useHostCommand("export_conversation");
  const save = (format: string) => exported.mutate({ id, format });
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
          <Say
            id="chat-export-saved"
            args={{ path: exported.data.path }}
            tags={{ code: (it) => <code>{it}</code> }}
          />
          {exported.data.folder === null ? null : (
            <>
              {" "}
              <Say
                id="chat-export-pictures"
                args={{ count: exported.data.pictures, folder: exported.data.folder }}
                tags={{ code: (it) => <code>{it}</code> }}
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
        <Button size="xs" onClick={props.onDone}>
          {say(exported.data != null ? "chat-export-done" : "words-cancel")}
        </Button>
        {exported.data != null ? null : (
          <div className={`row ${css.buttons}`}>
            <Button size="xs" disabled={exported.isPending} onClick={() => save("json")}>
              {say("chat-export-json")}
            </Button>
            <Button size="xs" disabled={exported.isPending} onClick={() => save("markdown")} autoFocus>
              {say("chat-export-markdown")}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
