import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import type { Filled, JsonValue } from "../../bindings/host";
import { textFrom } from "../../elements/Attribution";
import type { Action } from "../../elements/DecisionDialog";
import { Description, DescriptionList } from "../../elements/DescriptionList";
import { ForeignText } from "../../elements/ForeignText";
import { ProblemNote } from "../../elements/ProblemNote";
import { UntrustedBlock } from "../../elements/UntrustedBlock";
import { say } from "../../l10n";
import { allow } from "../actions";
import { Endings, noAnswers } from "../elicitation/Endings";
import css from "../elicitation/elicitation.module.css";
import { Field } from "../elicitation/Field";
import { type Filling, isSuggested, submitted, useFilling } from "../elicitation/filling";
import { Message, messageKeys } from "../elicitation/Message";
import { Review, reviewKeys } from "../elicitation/Review";
import { type Check, useCheck } from "../elicitation/useCheck";
import { focusFirst, leaveField } from "../leaveField";
import { type ReadThrough, ReadToEnd, useReadThrough } from "../ReadToEnd";
import { Notes } from "../Remarks";
import type { Asked, RequestKind } from "../request";
import { Steps } from "../Steps";
import { type Expanded, useExpanded } from "../useExpanded";
import { WhoAsks } from "../WhoAsks";

interface State {
  filling: Filling;
  fill: (name: string, value: JsonValue | undefined) => void;
  content: Filled;
  check: Check;
  opened: Expanded;
  /** All that would be sent. */
  read: ReadThrough;
  reviewing: boolean;
  /** To the review or back to the form. */
  turn: (reviewing: boolean) => void;
  /** Reviews what is filled in, if it fits. */
  review: (event?: FormEvent) => void;
  /** A review was asked for: from then on everything that does not fit is said. */
  insist: boolean;
  form: RefObject<HTMLFormElement | null>;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** A server wants a form filled in: the fields, then what it gets, then one of three endings (ELI-05, ELI-10). */
export const form: RequestKind<"form", State> = {
  useSheet({ request, asked, guard }) {
    const { fields } = asked;
    const [reviewing, setReviewing] = useState(fields.length === 0);
    const [insist, setInsist] = useState(false);
    const [filling, fill] = useFilling(request, fields);
    const content = submitted(fields, filling);
    const check = useCheck(request, content);
    const written = JSON.stringify(content);
    const latest = useRef(written);
    latest.current = written;
    const form = useRef<HTMLFormElement>(null);
    const heading = useRef<HTMLHeadingElement>(null);
    const opened = useExpanded(
      [...messageKeys(asked.message), ...(reviewing ? reviewKeys(fields, filling) : [])],
      guard.again,
    );
    const read = useReadThrough(written);
    // The sheet changes by it, so the guard starts again, and the focus stays away from the yes.
    const turn = (next: boolean) => {
      setReviewing(next);
      guard.again();
    };
    const wasReviewing = useRef(reviewing);
    useEffect(() => {
      if (reviewing && !wasReviewing.current) {
        heading.current?.focus();
      } else if (!reviewing && wasReviewing.current) {
        focusFirst(form.current);
      }
      wasReviewing.current = reviewing;
    }, [reviewing]);
    const review = async (event?: FormEvent) => {
      event?.preventDefault();
      const fits = await check.now();
      // A field that changed during the check was not checked: the form stays open.
      if (latest.current !== written) return;
      if (fits) {
        turn(true);
      } else {
        setInsist(true);
        requestAnimationFrame(() => focusFirst(form.current, "[aria-invalid=true]"));
      }
    };
    return {
      filling,
      fill,
      content,
      check,
      opened,
      read,
      reviewing,
      turn,
      review: (event) => void review(event),
      insist,
      form,
      heading,
    };
  },

  Under: WhoAsks,

  actions(sheet) {
    const { asked, answering, content, opened, read, reviewing, turn, review } = sheet;
    const no = noAnswers(sheet);
    if (asked.refusals.length > 0) return { no, yes: [toReview(false, () => {})] };
    if (!reviewing) return { no, yes: [toReview(true, () => review())] };
    const back = () => turn(false);
    return {
      no,
      yes: [
        ...(asked.fields.length === 0
          ? []
          : [{ label: say("gate-kinds-form-back"), variant: "subtle" as const, active: true, run: back }]),
        allow(answering, say("words-send"), opened.all && read.all, { kind: "submit", content }),
      ],
    };
  },

  hold({ asked, reviewing, opened, read, insist, check }) {
    if (asked.refusals.length > 0) return say("gate-kinds-form-unsendable");
    if (reviewing) return opened.hold() ?? read.hold();
    const wrong = insist ? check.issues.size : 0;
    return wrong === 0 ? null : say("gate-kinds-form-wrong", { count: wrong });
  },

  covers: ({ request, asked }) => (asked.refusals.length > 0 ? null : request.covers),

  Body({ request, asked, filling, fill, check, opened, read, reviewing, review, insist, form, heading }) {
    const { label } = request.server;
    const { fields } = asked;
    const refused = asked.refusals.length > 0;
    const asksNothing = fields.length === 0;
    const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
    const id = useId();
    return (
      <>
        {refused || asksNothing ? null : (
          <Steps
            label={say("gate-kinds-form-steps")}
            now={reviewing ? 1 : 0}
            steps={[say("gate-kinds-form-step-fill"), say("gate-kinds-form-step-review", { server: label })]}
          />
        )}
        <Message value={asked.message} label={label} opened={opened} />
        {asked.refusals.map((it) => (
          <ProblemNote key={it.code + it.sentence} problem={{ sentence: it.sentence, remedy: null }} />
        ))}
        {refused ? (
          <Wanted fields={fields} said={asked.refusals.map((it) => it.sentence)} />
        ) : reviewing ? (
          <ReadToEnd onEnd={read.ended}>
            <Review label={label} fields={fields} filling={filling} opened={opened} heading={heading} />
          </ReadToEnd>
        ) : (
          <UntrustedBlock
            from={say(
              fields.some((it) => it.required) ? "gate-kinds-form-from-required" : "gate-kinds-form-from",
              { from: textFrom(label) },
            )}
          >
            {/* Enter in a field reviews; nothing is sent from here. */}
            <form
              ref={form}
              className={css.form}
              noValidate
              onSubmit={review}
              onKeyDown={leaveField}
              aria-label={say("gate-form")}
            >
              {fields.map((field, index) => (
                <Field
                  key={field.name}
                  id={`${id}-${index}`}
                  field={field}
                  value={filling.get(field.name)}
                  onChange={(value) => fill(field.name, value)}
                  suggested={isSuggested(field, filling)}
                  error={insist || touched.has(field.name) ? (check.issues.get(field.name) ?? null) : null}
                  onTouch={() => setTouched((before) => new Set(before).add(field.name))}
                />
              ))}
              <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
                {say("gate-kinds-form-review")}
              </button>
            </form>
          </UntrustedBlock>
        )}
        {insist && check.issues.has("") ? (
          <ProblemNote problem={{ sentence: check.issues.get("") ?? "", remedy: null }} live />
        ) : null}
        {check.problem ? <ProblemNote problem={check.problem} server={label} live /> : null}
        <Notes notes={asked.notes} />
        <Endings />
      </>
    );
  },
};

/** The way on to the yes: its key moves there and sends nothing. */
function toReview(active: boolean, run: () => void): Action {
  return { label: say("gate-kinds-form-review"), shortcut: "allow", active, run };
}

/** What a form asks for that cannot be filled in. */
function Wanted(props: {
  fields: Asked<"form">["fields"];
  /** Reasons that stand above already. */
  said: string[];
}) {
  return (
    <DescriptionList label={say("gate-kinds-form-fields")}>
      {props.fields.map((field) => (
        <Description key={field.name} name={<ForeignText value={field.label} />}>
          {field.refused === null ? (
            <span className="dim">{say(field.required ? "gate-required" : "gate-kinds-form-optional")}</span>
          ) : props.said.includes(field.refused) ? (
            say("gate-kinds-form-refused")
          ) : (
            field.refused
          )}
        </Description>
      ))}
    </DescriptionList>
  );
}
