/** Packages that are being fetched for servers that are to come. */
import { Button } from "@mantine/core";
import { Elapsed, ForeignText, ProblemNote } from "../../elements";
import { Say, say } from "../../l10n";
import { useHostCommand, useHostQuery } from "../../store";
import { bytes } from "../../words";
import css from "./servers.module.css";

export function Fetches() {
  const fetches = useHostQuery("fetches", {});
  const cancel = useHostCommand("cancel_fetch");
  const all = fetches.data ?? [];
  if (all.length === 0 && cancel.error === null) return null;
  return (
    <section className={css.fetches} aria-label={say("servers-fetches")} aria-live="polite">
      {all.map(({ id, package: name, label, since, bytes: size }) => (
        <div key={id} className={css.fetch}>
          <span>
            <Say id="servers-fetching" args={{ package: <ForeignText value={name} mono />, server: label }} />{" "}
            <span className="dim small" aria-live="off">
              <Elapsed since={since} />
              {size > 0 ? ` · ${bytes(size)}` : null}
            </span>
          </span>
          <Button
            size="xs"
            aria-label={say("servers-fetch-stop-of", { server: label })}
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ id })}
          >
            {say("words-stop")}
          </Button>
        </div>
      ))}
      {cancel.error !== null ? <ProblemNote problem={cancel.error} live /> : null}
    </section>
  );
}
