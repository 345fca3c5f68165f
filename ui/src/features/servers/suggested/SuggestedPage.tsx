/** One suggested server: who makes it and what it needs, then the form that is filled with it. */
import { Button } from "@mantine/core";
import { useState } from "react";
import type { SuggestedServer } from "../../../bindings/host";
import { draftOf, NEW } from "../../../drafts";
import { Bar, Copy, Description, DescriptionList, EmptyRoom, ProblemNote, RawText } from "../../../elements";
import { say } from "../../../l10n";
import { go } from "../../../route";
import { useHost, useHostQuery } from "../../../store";
import form from "../form/form.module.css";
import { ServerForm } from "../form/ServerForm";
import { InstallHelp } from "../page/Doctor";
import { formOf } from "./place";
import { needs } from "./Suggested";
import css from "./suggested.module.css";

export function SuggestedPage({ id }: { id: string | null }) {
  const list = useHostQuery("suggested_servers", {});
  const suggested = list.data?.find((it) => it.id === id);
  if (list.error !== null) return <ProblemNote problem={list.error} live />;
  if (list.data === undefined) return null;
  if (suggested === undefined)
    return (
      <EmptyRoom
        title={say("servers-unknown")}
        action={<Button onClick={() => go("servers", "add")}>{say("servers-add-title")}</Button>}
      />
    );
  return (
    <>
      <Bar room={false} title={say("servers-suggested-title", { server: suggested.name })} />
      <div className={form.scroll}>
        <div className={form.reading}>
          <Facts suggested={suggested} />
          {suggested.installed ? null : (
            <Missing
              suggested={suggested}
              checking={list.isFetching}
              onCheck={() => {
                // What goes wrong stands in the place of this page.
                void list.refetch();
              }}
            />
          )}
          <Filled suggested={suggested} />
        </div>
      </div>
    </>
  );
}

function Facts({ suggested }: { suggested: SuggestedServer }) {
  const keys = suggested.needs.filter((need) => need.kind === "key");
  return (
    <section className={css.facts} aria-label={say("servers-suggested-about")}>
      <p>{suggested.purpose}</p>
      <DescriptionList>
        <Description name={say("servers-suggested-publisher")}>{suggested.publisher}</Description>
        <Description name={say("servers-source")}>
          <RawText text={suggested.source} mono /> <Copy text={suggested.source} />
        </Description>
        <Description name={say("words-field-package")}>
          {say("servers-suggested-package-of", {
            package: suggested.package,
            version: suggested.version,
            registry: suggested.registry,
          })}
        </Description>
        <Description name={say("servers-suggested-needed")}>{needs(suggested)}</Description>
        {keys.map((key) => (
          <Description key={key.variable} name={key.variable}>
            {say("servers-suggested-key-from")} <RawText text={key.page} mono /> <Copy text={key.page} />
          </Description>
        ))}
      </DescriptionList>
      <p className="small dim">{say("servers-suggested-note")}</p>
    </section>
  );
}

/** What runs it is not there. It can be added all the same, and starts once that is. */
function Missing(props: { suggested: SuggestedServer; checking: boolean; onCheck: () => void }) {
  const { runtime, install } = props.suggested;
  return (
    <section className={css.missing} aria-label={say("servers-suggested-missing-name", { runtime })}>
      <p>{say("servers-suggested-missing", { runtime })}</p>
      <InstallHelp install={install} />
      <div>
        <Button size="xs" loading={props.checking} onClick={props.onCheck}>
          {say("words-check-again")}
        </Button>
      </div>
    </section>
  );
}

function Filled({ suggested }: { suggested: SuggestedServer }) {
  const servers = useHost((host) => host.servers);
  const [start] = useState(() =>
    formOf(
      suggested,
      servers.map((it) => it.label),
    ),
  );
  return (
    <ServerForm
      start={start}
      kept={draftOf(NEW, "suggested", suggested.id)}
      changes={null}
      suggested={suggested}
      submit={say("servers-form-review")}
      note={say("servers-form-review-note")}
      onCancel={() => go("servers", "add")}
    />
  );
}
