/** Adds a server: pasted, imported or filled in, then the review at the gate. Nothing is saved or started before that. */
import { Button } from "@mantine/core";
import { useCallbackRef, useDebouncedValue } from "@mantine/hooks";
import { memo, useMemo, useState } from "react";
import type { FoundServer } from "../../../bindings/host";
import { draftOf, NEW, useDrafts } from "../../../drafts";
import { AutosizeTextarea, Bar, ProblemNote } from "../../../elements";
import { say } from "../../../l10n";
import { go, REGISTRY, to } from "../../../route";
import { useHost, useHostQuery } from "../../../store";
import { useOpenBundle } from "../bundle/useOpenBundle";
import { ImportServers } from "../import/ImportServers";
import { Suggested } from "../suggested/Suggested";
import { TryDemo } from "../TryDemo";
import { EMPTY, fromDraft } from "./draft";
import css from "./form.module.css";
import { ServerForm } from "./ServerForm";

/** Milliseconds after the last key until a text is read. */
const PAUSE = 250;

/** A link of another program, and how many others came while it waits. */
export interface FoundLink {
  text: string;
  dropped: number;
}

interface Props {
  /** A link of another program, to begin with. */
  link?: FoundLink;
  onProposed?: () => void;
  onCancel?: () => void;
}

const toServers = () => go("servers");

/** Where the form is kept, with what is typed in it. */
const FORM = draftOf(NEW, "form");

export function AddPage({ link, onProposed, onCancel = toServers }: Props) {
  const drafts = useDrafts();
  // The same functions each time, for the form that is not drawn with a key in the text.
  const proposed = useCallbackRef(() => onProposed?.());
  const cancel = useCallbackRef(onCancel);
  const demo = useHost((host) => host.servers.some((it) => it.demo));
  const first = useHost((host) => host.servers.every((it) => it.demo));
  const [text, setText] = useState(link?.text ?? "");
  const [settled] = useDebouncedValue(text, PAUSE);
  const wanted = settled.trim() !== "" && text.trim() !== "";
  // What is pasted may hold a secret: it is kept no longer than this page is.
  const read = useHostQuery("read_servers", { text: settled }, { when: wanted, fleeting: true });
  const bundle = useOpenBundle();
  const found = wanted ? (read.data ?? []) : [];
  const pasted = link === undefined && found.length === 1 && found[0]?.draft != null;
  const write = useCallbackRef((next: string) => {
    setText(next);
    // What the text before filled in is gone with it.
    if (pasted) drafts.drop(FORM);
  });
  return (
    <>
      <Bar room={false} title={say("servers-add-title")} />
      <div className={css.scroll}>
        <div className={css.reading}>
          <div className={css.sources}>
            <div className={css.ways}>
              {bundle.button}
              <Button component="a" href={to("servers", "import")}>
                {say("servers-first-import")}
              </Button>
              <Button component="a" href={to("servers", REGISTRY)}>
                {say("servers-registry-browse")}
              </Button>
            </div>
            <p className="small dim">{say("servers-form-drop")}</p>
          </div>
          {bundle.problem}
          {link !== undefined ? <FromLink link={link} onDiscard={cancel} /> : null}
          <div className={css.paste}>
            <AutosizeTextarea
              autoFocus={link === undefined}
              label={say("servers-form-paste")}
              description={say("servers-form-paste-help")}
              placeholder="npx -y @modelcontextprotocol/server-everything"
              minRows={1}
              maxRows={8}
              spellCheck={false}
              value={text}
              classNames={{ input: css.mono }}
              onChange={(event) => write(event.currentTarget.value)}
            />
            {wanted && read.error !== null ? <ProblemNote problem={read.error} tone="wait" live /> : null}
            <Read found={found} />
          </div>
          {link === undefined && !wanted ? (
            <details className={css.more} open={first}>
              <summary>{say("servers-suggested")}</summary>
              <div className={css.moreFields}>
                <p className="dim">{say("servers-suggested-help")}</p>
                <Suggested />
              </div>
            </details>
          ) : null}
          {found.length > 1 ? (
            <ImportServers
              key={settled}
              text={settled}
              groups={[{ path: null, name: null, servers: found, problem: null }]}
              onProposed={proposed}
              onCancel={cancel}
            />
          ) : (
            <Filled
              found={found[0]}
              text={settled}
              kept={link === undefined ? FORM : draftOf(NEW, "link")}
              from={link !== undefined ? undefined : pasted ? "paste" : "kept"}
              onConfiguration={write}
              onProposed={proposed}
              onCancel={cancel}
            />
          )}
          {demo ? null : (
            <div className={`row ${css.demo}`}>
              <p className="dim">{say("servers-form-demo")}</p>
              <TryDemo />
            </div>
          )}
        </div>
      </div>
    </>
  );
}

/** The form, with what the text says in it. */
const Filled = memo(function Filled(props: {
  found: FoundServer | undefined;
  text: string;
  kept: string;
  from: "kept" | "paste" | undefined;
  onConfiguration: (text: string) => void;
  onProposed: () => void;
  onCancel: () => void;
}) {
  const draft = props.found?.draft ?? null;
  const start = useMemo(() => (draft === null ? EMPTY : fromDraft(draft)), [draft]);
  return (
    <ServerForm
      key={draft === null ? "" : props.text}
      start={start}
      changes={null}
      kept={props.kept}
      from={props.from}
      submit={say("servers-form-review")}
      note={say("servers-form-review-note")}
      onProposed={props.onProposed}
      onCancel={props.onCancel}
      onConfiguration={props.onConfiguration}
    />
  );
});

/** Says that the settings below come from an install link, which anyone can make. */
function FromLink({ link, onDiscard }: { link: FoundLink; onDiscard: () => void }) {
  return (
    <section className={css.link} aria-label={say("app-offer-link")}>
      <div>
        <p>{say("servers-form-link-from")}</p>
        <p className="small dim">{say("servers-form-link-help")}</p>
        {link.dropped > 0 ? (
          <p className="small dim">{say("app-offer-dropped", { count: link.dropped })}</p>
        ) : null}
      </div>
      <Button variant="subtle" onClick={onDiscard}>
        {say("app-offer-discard")}
      </Button>
    </section>
  );
}

/** What became of a text. */
function Read({ found }: { found: FoundServer[] }) {
  const [one] = found;
  if (one === undefined) return null;
  if (found.length > 1)
    return (
      <p className={css.pasted} role="status">
        {say("servers-form-paste-several", { count: found.length })}
      </p>
    );
  if (one.problem !== null)
    return <ProblemNote problem={{ sentence: one.problem, remedy: null }} tone="wait" live />;
  return (
    <div className={css.pasted} role="status">
      <p>{say("servers-form-paste-filled")}</p>
      {one.known !== null ? <p>{say("servers-form-paste-known", { server: one.known })}</p> : null}
      {one.remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
    </div>
  );
}
