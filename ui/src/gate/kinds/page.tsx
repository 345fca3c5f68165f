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

  actions({ answering }) {
    const active = answering.may;
    return {
      no: [
        {
          label: "Give up the call",
          shortcut: "deny",
          active,
          run: () => answering.answer({ kind: "deny" }),
        },
      ],
      yes: [
        {
          label: "I have finished: try again",
          shortcut: "allow",
          active,
          run: () => answering.answer({ kind: "done" }),
        },
      ],
    };
  },

  hold: () => null,

  Body({ request, asked }) {
    const { label } = request.server;
    return (
      <>
        {asked.hosts.length === 0 ? null : (
          <p className={css.leads}>
            It is open in your browser, at{" "}
            {asked.hosts.map((host, index) => (
              <span key={index}>
                {index === 0 ? "" : " and "}
                <strong>
                  <bdi>{host}</bdi>
                </strong>
              </span>
            ))}
            .
          </p>
        )}
        <p className="small">
          “{label}” waits for what you do there. When you are done, the same request is made again, with
          nothing new in it. Giving it up changes nothing on the page.
        </p>
        <LastRow />
      </>
    );
  },
};
