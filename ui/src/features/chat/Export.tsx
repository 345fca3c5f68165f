import { Button } from "@mantine/core";
import type { ConversationSummary } from "../../bindings/host";
import { ProblemNote } from "../../elements";
import { useHostCommand } from "../../store";
import css from "./InPlace.module.css";

/** Takes a conversation away as a file, and says what is in it and where it went. */
export function Export(props: { summary: ConversationSummary; onDone: () => void }) {
  const { id, title } = props.summary;
  const exported = useHostCommand("export_conversation");
  const save = (format: string) => exported.mutate({ id, format });
  return (
    <section className={css.box} aria-label="Export the conversation">
      {exported.data != null ? (
        <p className="small" role="status">
          Saved to <code>{exported.data}</code>.
        </p>
      ) : (
        <p className="small">
          Export “<bdi>{title}</bdi>”? Markdown has what is shown, to be read. JSON has every branch. Secrets
          that Portcullis knows are left out; everything else that was said is in the file.
        </p>
      )}
      {exported.error ? <ProblemNote problem={exported.error} live /> : null}
      <div className={css.buttons}>
        <Button size="xs" onClick={props.onDone}>
          {exported.data != null ? "Done" : "Cancel"}
        </Button>
        {exported.data != null ? null : (
          <>
            <Button size="xs" disabled={exported.isPending} onClick={() => save("json")}>
              JSON…
            </Button>
            <Button size="xs" disabled={exported.isPending} onClick={() => save("markdown")} autoFocus>
              Markdown…
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
