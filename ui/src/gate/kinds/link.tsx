import type { ReactNode } from "react";
import { ForeignText } from "../../elements/ForeignText";
import { Tag } from "../../elements/Tag";
import { Say, say } from "../../l10n";
import { allowLasting } from "../actions";
import { Endings, noAnswers } from "../elicitation/Endings";
import css from "../elicitation/elicitation.module.css";
import { Message, messageKeys } from "../elicitation/Message";
import { type ReadThrough, ReadToEnd, useReadThrough } from "../ReadToEnd";
import { Loud, Warnings } from "../Remarks";
import type { RequestKind } from "../request";
import { type Expanded, useExpanded } from "../useExpanded";
import { WhoAsks } from "../WhoAsks";

/** A server wants a page opened. The whole address is text that leads nowhere; only the yes opens it (ELI-18, ELI-20, S-82). */
export const link: RequestKind<"link", { opened: Expanded; read: ReadThrough }> = {
  useSheet({ asked, guard }) {
    return { opened: useExpanded(messageKeys(asked.message), guard.again), read: useReadThrough() };
  },

  Under: WhoAsks,

  actions(sheet) {
    const { answering, opened, read } = sheet;
    return {
      no: noAnswers(sheet),
      yes: [allowLasting(answering, say("gate-kinds-link-open"), opened.all && read.all, { kind: "open" })],
    };
  },

  hold: ({ opened, read }) => opened.hold() ?? read.hold(),

  Body({ request, asked, opened, read }) {
    const { label } = request.server;
    const { parts } = asked;
    return (
      <>
        <Loud warnings={asked.warnings} />
        <Message value={asked.message} label={label} opened={opened} />
        <Warnings warnings={asked.warnings} />
        <section className={css.address} aria-label={say("words-full-url")}>
          <p className={css.leads}>
            {parts.imitates !== null ? (
              <Say
                id="gate-kinds-link-host-imitates"
                args={{ host: parts.host, imitated: parts.imitates }}
                tags={{ host: bold, not: (it) => <span className={css.imitates}>{it}</span> }}
              />
            ) : parts.reads === null ? (
              <Say id="gate-kinds-link-host" args={{ host: parts.host }} tags={{ host: bold }} />
            ) : (
              <Say
                id="gate-kinds-link-host-reads"
                args={{ host: parts.host, reads: <ForeignText value={parts.reads} /> }}
                tags={{ host: bold, reads: (it) => <span className={css.reads}>{it}</span> }}
              />
            )}
          </p>
          <ReadToEnd onEnd={read.ended}>
            <p className={css.url}>
              <bdi>
                {parts.before}
                <strong>{parts.host}</strong>
                {parts.after}
              </bdi>
            </p>
          </ReadToEnd>
          {asked.url.hidden > 0 ? (
            <p>
              <Tag tone="wait">{say("elements-hidden", { count: asked.url.hidden })}</Tag>
            </p>
          ) : null}
        </section>
        <p className="dim small">{say("gate-kinds-link-help", { server: label })}</p>
        <Endings />
      </>
    );
  },
};

function bold(host: ReactNode) {
  return <strong>{host}</strong>;
}
