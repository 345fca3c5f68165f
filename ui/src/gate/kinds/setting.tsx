import type { Request } from "../../bindings/host";
import { DescriptionList } from "../../elements/DescriptionList";
import { Say, say } from "../../l10n";
import { allowLasting, deny } from "../actions";
import { type ReadThrough, ReadToEnd, useReadThrough } from "../ReadToEnd";
import { Loud, Warnings } from "../Remarks";
import { Row, shortened } from "../ReviewRows";
import type { RequestKind } from "../request";
import { type Expanded, useExpanded } from "../useExpanded";
import { AskedByWords, AskerLocation } from "../WhoAsks";

/** Something that the main window wants done once, on a system that tells of no presses there. */
function isAct(request: Request): boolean {
  return request.asked_by.kind === "main_page";
}

/** A setting that makes something possible which was not before: every field of it, and what a yes means. */
export const setting: RequestKind<"setting", { opened: Expanded; read: ReadThrough }> = {
  useSheet({ asked, guard }) {
    return { opened: useExpanded(asked.rows.flatMap(shortened), guard.again), read: useReadThrough() };
  },

  Under({ request }) {
    return (
      <>
        {request.server.origin === "" ? null : (
          <>
            <AskerLocation request={request} /> ·{" "}
          </>
        )}
        <Say
          id={isAct(request) ? "gate-kinds-setting-act-asked" : "gate-kinds-setting-asked"}
          args={{ asked: <AskedByWords by={request.asked_by} /> }}
        />
      </>
    );
  },

  actions({ request, answering, opened, read }) {
    return {
      no: [deny(answering, say("words-cancel"))],
      yes: [
        allowLasting(
          answering,
          say(isAct(request) ? "gate-kinds-setting-act-do" : "gate-kinds-setting-save"),
          opened.all && read.all,
        ),
      ],
    };
  },

  hold: ({ opened, read }) => opened.hold() ?? read.hold(),

  Body({ request, asked, opened, read }) {
    return (
      <>
        <Loud warnings={asked.warnings} />
        <ReadToEnd onEnd={read.ended}>
          <DescriptionList
            label={say(isAct(request) ? "gate-kinds-setting-act-rows" : "gate-kinds-setting-rows")}
          >
            {asked.rows.map((row, index) => (
              <Row key={`${index}`} row={row} id={`${index}`} opened={opened} />
            ))}
          </DescriptionList>
        </ReadToEnd>
        <Warnings warnings={asked.warnings} />
        {asked.notes.map((note) => (
          <p key={note} className="small">
            {note}
          </p>
        ))}
      </>
    );
  },
};
