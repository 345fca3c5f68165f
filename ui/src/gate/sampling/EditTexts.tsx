import { Button } from "@mantine/core";
import type { Request } from "../../bindings/host";
import { AutosizeTextarea } from "../../elements/AutosizeTextarea";
import { LinkButton } from "../../elements/LinkButton";
import { ProblemNote } from "../../elements/ProblemNote";
import { say } from "../../l10n";
import { EditJson } from "../EditJson";
import { Hidden } from "../Hidden";
import { leaveField } from "../leaveField";
import { useAmend } from "../useAmend";
import { useDraft } from "../useDraft";
import css from "./sampling.module.css";
import { type TextAt, withTexts } from "./texts";

/** The drafts that say that this is shown, of a request and of an answer, and which way. */
const SHOWN = ["doing", "editing", "raw"];

/**
 * Every text of a request or an answer as a field, and the whole as JSON for the rest. The host makes a changed
 * request of it; nothing is sent by this.
 */
export function EditTexts(props: {
  request: Request;
  json: string;
  texts: TextAt[];
  what: "request" | "answer";
  onDone: () => void;
}) {
  const { request, json, what } = props;
  const [raw, setRaw, dropRaw] = useDraft(request, "raw", props.texts.length === 0);
  const [texts, setTexts, dropTexts] = useDraft(request, "texts", props.texts);
  // Where the person types, which is in front again when this is shown again.
  const [at, setAt, dropAt] = useDraft(request, "at", 0);
  const amend = useAmend(request, props.onDone);
  const changed = withTexts(json, texts);
  const leave = () => {
    dropRaw();
    dropTexts();
    dropAt();
    props.onDone();
  };
  if (raw || changed === null) {
    return (
      <EditJson
        request={request}
        json={changed ?? json}
        label={say(`gate-sampling-edit-${what}-json`)}
        use={say(`gate-sampling-edit-${what}-use`)}
        carried={SHOWN}
        onDone={leave}
      />
    );
  }
  const type = (index: number, text: string) => {
    amend.type([...SHOWN, "texts", "at"]);
    setAt(index);
    setTexts(texts.map((old, it) => (it === index ? { ...old, text } : old)));
  };
  return (
    <div className={css.edit}>
      {texts.map((it, index) => (
        <Text key={it.path.join(".")} at={it} first={index === at} onChange={(text) => type(index, text)} />
      ))}
      {amend.problem ? <ProblemNote problem={amend.problem} server={request.server.label} live /> : null}
      <div className="buttons">
        <LinkButton disabled={amend.pending} onClick={() => setRaw(true)}>
          {say("gate-sampling-edit-json")}
        </LinkButton>
        <span className="grow" />
        <Button onClick={leave}>{say("words-discard")}</Button>
        <Button loading={amend.pending} onClick={() => amend.send(changed)}>
          {say(`gate-sampling-edit-${what}-use`)}
        </Button>
      </div>
    </div>
  );
}

/** One text. What cannot be seen in a field is counted below it (S-41). */
function Text(props: { at: TextAt; first: boolean; onChange: (text: string) => void }) {
  const { at } = props;
  return (
    <div>
      <AutosizeTextarea
        label={at.label}
        value={at.text}
        onChange={(event) => props.onChange(event.currentTarget.value)}
        onKeyDown={leaveField}
        autoFocus={props.first}
        spellCheck={false}
        minRows={2}
        maxRows={10}
      />
      <Hidden text={at.text} onChange={props.onChange} />
    </div>
  );
}
