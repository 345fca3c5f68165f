import { ForeignText } from "../../elements/ForeignText";
import { Tag } from "../../elements/Tag";
import { many } from "../../words";
import { Endings, noAnswers } from "../elicitation/Endings";
import css from "../elicitation/elicitation.module.css";
import { Message, messageKeys } from "../elicitation/Message";
import { Warnings } from "../Remarks";
import type { RequestKind } from "../request";
import { type Expanded, useExpanded } from "../useExpanded";
import { WhoAsks } from "../WhoAsks";

/**
 * A server wants a page opened. The whole address is text that leads nowhere; only the button opens it, and no key
 * of the gate does (ELI-18, ELI-20, S-82).
 */
export const link: RequestKind<"link", { opened: Expanded }> = {
  useSheet({ asked, guard }) {
    return { opened: useExpanded(messageKeys(asked.message), guard.again) };
  },

  Under: WhoAsks,

  actions(sheet) {
    const { answering, opened } = sheet;
    return {
      no: noAnswers(sheet),
      yes: [
        {
          label: "Open in your browser",
          active: answering.may && opened.all,
          run: () => answering.answer({ kind: "open" }),
        },
      ],
    };
  },

  hold: ({ opened }) => opened.hold(),

  Body({ request, asked, opened }) {
    const { label } = request.server;
    const { parts } = asked;
    return (
      <>
        <Message value={asked.message} label={label} opened={opened} />
        <Warnings warnings={asked.warnings} />
        <section className={css.address} aria-label="The whole address">
          <p className={css.leads}>
            It leads to <strong>{parts.host}</strong>
            {parts.reads === null ? null : (
              <span className={css.reads}>
                , which in its own letters reads “<ForeignText value={parts.reads} />
                ”. Letters of other alphabets can look like ones you know.
              </span>
            )}
          </p>
          <p className={css.url}>
            <bdi>
              {parts.before}
              <strong>{parts.host}</strong>
              {parts.after}
            </bdi>
          </p>
          {asked.url.hidden > 0 ? (
            <p>
              <Tag tone="wait">{many(asked.url.hidden, "hidden character")}</Tag>
            </p>
          ) : null}
        </section>
        <p className="dim small">
          Nothing was fetched: Portcullis knows no more of this page than its address. When you open it, “
          {label}” learns only that you agreed; what you do there stays between you and the page, and “{label}
          ” goes on when it hears from it.
        </p>
        <Endings />
      </>
    );
  },
};
