/** One resource: what the server says about it, and its contents when the person reads it. */
import { Button } from "@mantine/core";
import type { ResourceEntry, ServerSummary } from "../../../bindings/host";
import { LongText, ProblemNote, Tag, UntrustedBlock } from "../../../elements";
import { Copy } from "../../../elements/Copy";
import { say } from "../../../l10n";
import { useHostCommand } from "../../../store";
import { escapeInvisible } from "../../../words";
import css from "../catalog/catalog.module.css";
import { Head } from "../catalog/Head";
import { Picture } from "../catalog/Picture";
import { Claims } from "./Claims";
import { Contents } from "./Contents";
import { useReading } from "./useReading";

interface Props {
  server: ServerSummary;
  uri: string;
  /** As it is listed; an address that is not can be read all the same. */
  entry: ResourceEntry | undefined;
  canWatch: boolean;
}

export function ResourcePage({ server, uri, entry, canWatch }: Props) {
  const reading = useReading(server);
  const watch = useHostCommand("subscribe_resource");
  const ready = server.state.phase === "ready";
  const address = entry?.shown ?? escapeInvisible(uri);
  const fresh = reading.got !== null && entry?.updated !== true;
  return (
    <div className={`scrolls ${css.page}`}>
      <Head
        mark={entry?.icon ? <Picture server={server.id} of={{ kind: "resource", uri }} has /> : null}
        shown={address}
        title={entry === undefined ? null : (entry.title ?? entry.name)}
        of={entry !== undefined && entry.title === null ? "name" : "title"}
        server={server.label}
      >
        <Copy text={address.text} label={say("elements-copy-uri")} />
        {entry?.updated ? <Tag tone="wait">{say("servers-resources-updated-since")}</Tag> : null}
        {entry?.subscribed ? <Tag>{say("servers-resources-watched")}</Tag> : null}
      </Head>
      {entry === undefined ? (
        <p className="small dim">{say("servers-resources-unlisted", { server: server.label })}</p>
      ) : null}
      {entry !== undefined && entry.description.text !== "" ? (
        <UntrustedBlock>
          <LongText value={entry.description} />
        </UntrustedBlock>
      ) : null}
      {entry !== undefined ? (
        <Claims mime={entry.mime} size={entry.size} annotations={entry.annotations} />
      ) : null}
      <div className="buttons">
        <Button
          variant={ready && !fresh ? "filled" : "default"}
          loading={reading.busy}
          disabled={!ready}
          onClick={() => reading.read(uri, reading.got !== null || entry?.updated === true)}
        >
          {say(reading.got === null ? "servers-resources-read" : "servers-resources-read-again")}
        </Button>
        {reading.busy ? <Button onClick={reading.stop}>{say("words-stop")}</Button> : null}
        {entry !== undefined && (canWatch || entry.subscribed) ? (
          <Button
            disabled={!ready}
            loading={watch.isPending}
            onClick={() => watch.mutate({ server: server.id, uri, on: !entry.subscribed })}
          >
            {say(entry.subscribed ? "servers-resources-unwatch" : "servers-resources-watch")}
          </Button>
        ) : null}
        <span className="small dim">{remark(server, ready, entry, canWatch)}</span>
      </div>
      {watch.error !== null ? <ProblemNote problem={watch.error} server={server.label} live /> : null}
      <Contents server={server} reading={reading} mime={entry?.mime ?? null} />
    </div>
  );
}

function remark(
  { label }: ServerSummary,
  ready: boolean,
  entry: ResourceEntry | undefined,
  canWatch: boolean,
): string {
  if (!ready) return say("servers-offers-not-ready", { server: label });
  if (entry?.subscribed) return say("servers-resources-watch-on", { server: label });
  return canWatch ? "" : say("servers-resources-watch-none", { server: label });
}
