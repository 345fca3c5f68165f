import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { ForeignText, Pair, Pairs, ProblemNote, Slot, textFrom } from "../../../elements";
import { clamp } from "../clamp";
import type { RequestProps } from "../Gate";
import { AnswerButton, GateFrame } from "../GateFrame";
import { NoAnswers } from "../NoAnswers";
import { Notes } from "../Remarks";
import { Steps } from "../Steps";
import { useAnswer } from "../useAnswer";
import { useGuard } from "../useGuard";
import { useOpened } from "../useOpened";
import { WhoAsks } from "../WhoAsks";
import { Endings } from "./Endings";
import css from "./elicitation.module.css";
import { Field } from "./Field";
import { isSuggested, submitted, useFilling } from "./filling";
import { Message } from "./Message";
import { Review, reviewKeys } from "./Review";
import { useCheck } from "./useCheck";

/** A server wants a form filled in: the fields, then what it gets, then one of three endings (ELI-05, ELI-10). */
export function FormRequest(props: RequestProps<"form">) {
  const { request, asked } = props;
  const { label } = request.server;
  const { fields } = asked;
  const refused = asked.refusals.length > 0;
  const asksNothing = fields.length === 0;
  const [reviewing, setReviewing] = useState(asksNothing);
  const [insist, setInsist] = useState(false);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [filling, fill] = useFilling(request, fields);
  const content = submitted(fields, filling);
  const check = useCheck(request, content);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const guard = useGuard(request);
  const answering = useAnswer(request, guard);
  const opened = useOpened(
    [
      ...(clamp(asked.message.text, asked.message.text.length) ? ["message"] : []),
      ...(reviewing ? reviewKeys(fields, filling) : []),
    ],
    guard.again,
  );
  const mayAnswer = answering.may;
  const maySend = mayAnswer && reviewing && !refused && opened.all;
  const decline = answering.by({ kind: "decline" });
  const send = answering.by({ kind: "submit", content }, maySend);
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
    if (await check.now()) {
      turn(true);
    } else {
      setInsist(true);
      requestAnimationFrame(() => focusFirst(form.current, "[aria-invalid=true]"));
    }
  };
  const wrong = insist ? check.issues.size : 0;
  return (
    <GateFrame
      request={request}
      place={props.place}
      of={props.of}
      width="wide"
      guard={guard}
      answering={answering}
      hold={hold(reviewing, refused, opened.all, wrong)}
      {...(reviewing ? { onA: send } : {})}
      onD={decline}
      under={<WhoAsks request={request} cause={asked.cause} />}
      foot={
        <>
          <NoAnswers active={mayAnswer} decline={decline} answering={answering} />
          {refused ? null : reviewing ? (
            <>
              {asksNothing ? null : (
                <AnswerButton variant="subtle" active onClick={() => turn(false)}>
                  Back to the form
                </AnswerButton>
              )}
              <AnswerButton active={maySend} onClick={send} shortcut="A">
                Send
              </AnswerButton>
            </>
          ) : (
            <AnswerButton active onClick={() => void review()}>
              Review
            </AnswerButton>
          )}
        </>
      }
    >
      {refused || asksNothing ? null : (
        <Steps label="Two steps" now={reviewing ? 1 : 0} steps={["Fill in", `Read what “${label}” gets`]} />
      )}
      <Message value={asked.message} label={label} opened={opened} />
      {asked.refusals.map((it) => (
        <ProblemNote key={it.code + it.sentence} problem={{ sentence: it.sentence, remedy: null }} />
      ))}
      {refused ? (
        <Wanted fields={fields} said={asked.refusals.map((it) => it.sentence)} />
      ) : reviewing ? (
        <Review label={label} fields={fields} filling={filling} opened={opened} heading={heading} />
      ) : (
        <Slot
          from={`Form · labels and choices are ${textFrom(label)}${fields.some((it) => it.required) ? " · * is needed" : ""}`}
        >
          {/* Enter in a field reviews; nothing is sent from here. */}
          <form
            ref={form}
            className={css.form}
            noValidate
            onSubmit={review}
            onKeyDown={leaveField}
            aria-label="Form"
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
            <button type="submit" className="heard" tabIndex={-1} aria-hidden="true">
              Review
            </button>
          </form>
        </Slot>
      )}
      {insist && check.issues.has("") ? (
        <ProblemNote problem={{ sentence: check.issues.get("") ?? "", remedy: null }} live />
      ) : null}
      {check.problem ? <ProblemNote problem={check.problem} server={label} live /> : null}
      <Notes notes={asked.notes} />
      <Endings request={request} guard={guard} answering={answering} />
    </GateFrame>
  );
}

function hold(reviewing: boolean, refused: boolean, all: boolean, wrong: number): string | null {
  if (refused) {
    return null;
  }
  if (!reviewing) {
    return wrong === 0
      ? null
      : wrong === 1
        ? "One field does not fit yet."
        : `${wrong} fields do not fit yet.`;
  }
  return all ? null : "Open what is shortened, then you can send it.";
}

/** `Esc` in a field leaves the field; a second one is for the gate. A list that is open closes first. */
function leaveField(event: KeyboardEvent<HTMLFormElement>): void {
  const at = event.target as HTMLElement;
  if (event.key === "Escape" && !event.defaultPrevented && at.getAttribute("aria-expanded") !== "true") {
    event.preventDefault();
    at.closest<HTMLElement>("[role=alertdialog]")?.querySelector<HTMLElement>("h1")?.focus();
  }
}

function focusFirst(form: HTMLFormElement | null, which = "input, textarea"): void {
  const it = form?.querySelector<HTMLElement>(which);
  const field = it?.matches("input, textarea") ? it : it?.querySelector<HTMLElement>("input, textarea");
  (field ?? it)?.focus({ preventScroll: true });
  // With its name and what is wrong with it in view.
  (field?.closest(".mantine-InputWrapper-root") ?? it)?.scrollIntoView({ block: "nearest" });
}

/** What a form asks for that cannot be filled in. */
function Wanted(props: {
  fields: RequestProps<"form">["asked"]["fields"];
  /** Reasons that stand above already. */
  said: string[];
}) {
  return (
    <Pairs label="What it asks for">
      {props.fields.map((field) => (
        <Pair key={field.name} name={<ForeignText value={field.label} />}>
          {field.refused === null ? (
            <span className="dim">{field.required ? "needed" : "may be left out"}</span>
          ) : props.said.includes(field.refused) ? (
            "refused"
          ) : (
            field.refused
          )}
        </Pair>
      ))}
    </Pairs>
  );
}
