import { DescriptionList } from "../../elements/DescriptionList";
import { Warnings } from "../Remarks";
import { Row, shortened } from "../ReviewRows";
import type { RequestKind } from "../request";
import { type Expanded, useExpanded } from "../useExpanded";
import { askedBy, Whereabouts } from "../WhoAsks";

/** A setting that makes something possible which was not before: every field of it, and what a yes means. */
export const setting: RequestKind<"setting", { opened: Expanded }> = {
  useSheet({ asked, guard }) {
    return { opened: useExpanded(asked.rows.flatMap(shortened), guard.again) };
  },

  Under({ request }) {
    return (
      <>
        <Whereabouts request={request} /> · {askedBy(request.asked_by)} · nothing has been changed
      </>
    );
  },

  actions({ answering, opened }) {
    return {
      no: [
        {
          label: "Cancel",
          shortcut: "deny",
          active: answering.may,
          run: () => answering.answer({ kind: "deny" }),
        },
      ],
      yes: [
        {
          label: "Save it",
          active: answering.may && opened.all,
          run: () => answering.answer({ kind: "allow_once" }),
        },
      ],
    };
  },

  hold: ({ opened }) => opened.hold(),

  Body({ asked, opened }) {
    return (
      <>
        <DescriptionList label="What would be set">
          {asked.rows.map((row, index) => (
            <Row key={`${index}`} row={row} id={`${index}`} opened={opened} />
          ))}
        </DescriptionList>
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
