import { Listed, Say, say } from "../../l10n";
import { allow, deny } from "../actions";
import css from "../elicitation/elicitation.module.css";
import { LastRow } from "../LastRow";
import type { RequestKind } from "../request";
import { WhoAsks } from "../WhoAsks";

/**
 * A page was opened, and what waits for it goes on only when the person is done there: nothing is asked again by
 * itself, and it can be given up at any time (ELI-25).
 */
export const page: RequestKind<"page"> = {
  useSheet: () => ({}),

  Under: WhoAsks,

  actions: ({ answering }) => ({
    no: [deny(answering, say("gate-kinds-page-stop"))],
    yes: [allow(answering, say("gate-kinds-page-done"), true, { kind: "done" })],
  }),

  hold: () => null,

  Body({ request, asked }) {
    const { label } = request.server;
    return (
      <>
        {asked.hosts.length === 0 ? null : (
          <p className={css.leads}>
            <Say id="gate-kinds-page-at" args={{ hosts: <Listed items={asked.hosts.map(bold)} /> }} />
          </p>
        )}
        <p className="small">{say("gate-kinds-page-help", { server: label })}</p>
        <LastRow />
      </>
    );
  },
};

function bold(host: string) {
  return (
    <strong>
      <bdi>{host}</bdi>
    </strong>
  );
}
