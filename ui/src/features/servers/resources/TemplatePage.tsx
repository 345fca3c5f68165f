/** A template: fields for its variables, the address they lead to, and what is read there (RES-04). */
import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type FormEvent, useMemo, useState } from "react";
import type { ServerSummary, TemplateEntry } from "../../../bindings/host";
import { Address, LongText, ProblemNote, UntrustedBlock } from "../../../elements";
import { list, say } from "../../../l10n";
import { useHostQuery } from "../../../store";
import { escapedText } from "../../../words";
import css from "../catalog/catalog.module.css";
import { Head } from "../catalog/Head";
import { Picture } from "../catalog/Picture";
import { CompletedField } from "../offers/CompletedField";
import { filled } from "../offers/filled";
import { Claims } from "./Claims";
import { Contents } from "./Contents";
import { useReading } from "./useReading";

/** After the last key, before the host is asked for the address. */
const PAUSE = 200;

interface Props {
  server: ServerSummary;
  template: TemplateEntry;
  completes: boolean;
}

export function TemplatePage({ server, template, completes }: Props) {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const reading = useReading(server);
  const values = useMemo(() => filled(typed, template.variables), [typed, template.variables]);
  const [settled] = useDebouncedValue(values, PAUSE);
  const address = useHostQuery(
    "expand_template",
    { server: server.id, template: template.template, values: settled },
    { keepPrevious: true },
  );
  const ready = server.state.phase === "ready";
  // Only the address that is in view is read.
  const current = settled === values && !address.isPlaceholderData ? address.data : undefined;

  function read(event: FormEvent) {
    event.preventDefault();
    if (ready && current !== undefined) reading.read(current.uri, current.uri === reading.got?.uri);
  }

  return (
    <div className={`scrolls ${css.page}`}>
      <Head
        mark={
          template.icon ? (
            <Picture server={server.id} of={{ kind: "template", template: template.template }} has />
          ) : null
        }
        shown={template.shown}
        title={template.title ?? template.name}
        of={template.title === null ? "name" : "title"}
        server={server.label}
      />
      {template.description.text !== "" ? (
        <UntrustedBlock>
          <LongText value={template.description} />
        </UntrustedBlock>
      ) : null}
      <Claims mime={template.mime} annotations={template.annotations} />
      <form className={css.run} onSubmit={read} noValidate aria-label={say("servers-resources-variables")}>
        {template.variables.map((variable) => (
          <CompletedField
            key={variable.name}
            server={server}
            of={{ kind: "template", template: template.template }}
            name={variable.name}
            label={variable.shown}
            description={NONE}
            required={false}
            error={null}
            completes={completes}
            value={typed[variable.name] ?? ""}
            context={filled(typed, template.variables, variable.name)}
            onChange={(value) => setTyped((before) => ({ ...before, [variable.name]: value }))}
          />
        ))}
        {address.error !== null ? <ProblemNote problem={address.error} server={server.label} /> : null}
        {address.data !== undefined ? (
          <section className={css.outcome} aria-label={say("servers-resources-uri")} aria-live="polite">
            <h3>{say("servers-resources-uri")}</h3>
            <Address uri={address.data.shown} />
            {address.data.missing.length > 0 ? (
              <p className="small dim">
                {say("servers-resources-empty", {
                  names: list(address.data.missing.map((it) => escapedText(it.name))),
                })}
              </p>
            ) : null}
          </section>
        ) : null}
        <div className="buttons">
          <Button
            type="submit"
            variant={ready ? "filled" : "default"}
            loading={reading.busy}
            disabled={!ready || current === undefined}
          >
            {say("servers-resources-read")}
          </Button>
          {reading.busy ? <Button onClick={reading.stop}>{say("words-stop")}</Button> : null}
          {!ready ? (
            <span className="small dim">{say("servers-offers-not-ready", { server: server.label })}</span>
          ) : null}
        </div>
      </form>
      <Contents
        server={server}
        reading={reading}
        mime={template.mime}
        named={reading.got?.uri !== address.data?.uri}
      />
    </div>
  );
}

const NONE = { text: "", hidden: 0 };
