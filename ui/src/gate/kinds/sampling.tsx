import { type RefObject, useRef } from "react";
import { AutosizeTextarea } from "../../elements/AutosizeTextarea";
import { LinkButton } from "../../elements/LinkButton";
import { Tag } from "../../elements/Tag";
import { Say, say } from "../../l10n";
import { allow, deny } from "../actions";
import { DenyAll } from "../DenyAll";
import { LastRow } from "../LastRow";
import { leaveField } from "../leaveField";
import { type ReadThrough, ReadToEnd, useReadThrough } from "../ReadToEnd";
import { Loud, Notes, Warnings } from "../Remarks";
import type { RequestKind } from "../request";
import { Steps } from "../Steps";
import { EditTexts } from "../sampling/EditTexts";
import { Give } from "../sampling/Give";
import { shortenedIn } from "../sampling/parts";
import { Sent } from "../sampling/Sent";
import css from "../sampling/sampling.module.css";
import { isUnused, Terms, Wishes } from "../sampling/Terms";
import { textsOfRequest } from "../sampling/texts";
import { type GateCommand, useCommand } from "../session";
import { useDraft } from "../useDraft";
import { type Expanded, useExpanded } from "../useExpanded";
import { WhoAsks } from "../WhoAsks";

/** What is in front of the person: the request, its texts as fields, or an answer of their own. */
type Doing = "reading" | "editing" | "writing";

interface State {
  opened: Expanded;
  /** All that would be sent. */
  read: ReadThrough;
  doing: Doing;
  turn: (next: Doing) => void;
  /** The limit of tokens as it is typed, used or not. */
  tokens: string;
  setTokens: (tokens: string) => void;
  /** The person's own answer. */
  text: string;
  setText: (text: string) => void;
  amend: GateCommand<"amend">;
  editor: RefObject<HTMLButtonElement | null>;
}

/** First of two approvals of a sampling request. Everything that would be sent, before it is (SAM-01, SAM-02). */
export const sampling: RequestKind<"sampling", State> = {
  useSheet({ request, asked, guard }) {
    const [doing, setDoing] = useDraft<Doing>(request, "doing", "reading");
    const [tokens, setTokens] = useDraft(request, "tokens", String(asked.max_tokens));
    const [text, setText] = useDraft(request, "answer", "");
    const editor = useRef<HTMLButtonElement>(null);
    const amend = useCommand("amend");
    const opened = useExpanded(shortenedIn(asked), guard.again);
    // The sheet moves by it, so the guard starts again.
    const turn = (next: Doing) => {
      setDoing(next);
      guard.again();
    };
    const read = useReadThrough();
    return { opened, read, doing, turn, tokens, setTokens, text, setText, amend, editor };
  },

  Under: WhoAsks,

  actions({ request, asked, answering, opened, read, doing, turn, tokens, text, amend }) {
    const no = deny(answering, say("gate-kinds-deny"));
    if (doing === "writing") {
      const back = () => turn("reading");
      const give = <Give to={request.server.label} />;
      return {
        no: [no],
        yes: [
          { label: say("words-back"), variant: "subtle", active: true, run: back },
          allow(answering, give, text.trim() !== "", { kind: "write", text }),
        ],
      };
    }
    const write = () => turn("writing");
    const reading = doing === "reading";
    const send = (
      <span className={css.to}>
        <Say id="gate-kinds-sampling-send" args={{ model: <bdi>{asked.model}</bdi> }} />
      </span>
    );
    // While a change is on its way, what is shown is not what would be sent.
    const shown = reading && !isUnused(tokens, asked) && !amend.pending;
    return {
      no: [no, { label: say("gate-kinds-sampling-write"), variant: "subtle", active: reading, run: write }],
      yes: [allow(answering, send, shown && opened.all && read.all)],
    };
  },

  hold({ asked, doing, tokens, text, opened, read }) {
    if (doing === "editing") return say("gate-kinds-sampling-hold-request");
    if (doing === "writing") return text.trim() === "" ? say("gate-kinds-sampling-hold-own") : null;
    if (isUnused(tokens, asked)) return say("gate-kinds-sampling-hold-tokens");
    return opened.hold() ?? read.hold();
  },

  question: ({ request, doing }) =>
    doing === "writing"
      ? say("gate-kinds-sampling-own-question", { server: request.server.label })
      : request.question,

  // An answer of their own goes to the server as it is; only a secret in it is asked about once more.
  covers: ({ request, doing }) =>
    doing === "writing" ? say("gate-kinds-sampling-own-covers") : request.covers,

  Body({ request, asked, opened, read, doing, turn, tokens, setTokens, text, setText, amend, editor }) {
    const { label } = request.server;
    return (
      <>
        {doing === "writing" ? null : (
          <Steps
            label={say("gate-kinds-sampling-steps")}
            now={0}
            steps={[
              say("gate-kinds-sampling-step-request"),
              say("gate-kinds-sampling-step-answer", { server: label }),
            ]}
          />
        )}
        <Loud warnings={asked.warnings} remarks={asked.remarks} />
        <Warnings warnings={asked.warnings} />
        {doing === "editing" ? (
          <EditTexts
            request={request}
            json={asked.request_json}
            texts={textsOfRequest(asked.request_json)}
            what="request"
            onDone={() => {
              turn("reading");
              requestAnimationFrame(() => editor.current?.focus());
            }}
          />
        ) : (
          <>
            <ReadToEnd onEnd={read.ended}>
              <Sent asked={asked} label={label} opened={opened} />
            </ReadToEnd>
            {doing === "reading" ? (
              <Terms request={request} asked={asked} amend={amend} tokens={tokens} onTokens={setTokens} />
            ) : null}
          </>
        )}
        {doing === "reading" ? (
          <>
            <Wishes asked={asked} />
            <p className="dim small">{asked.context}</p>
            <Notes notes={[...asked.remarks, ...asked.notes]} />
            <LastRow
              actions={
                <>
                  <DenyAll />
                  <LinkButton ref={editor} onClick={() => turn("editing")}>
                    {say("gate-kinds-sampling-edit")}
                  </LinkButton>
                </>
              }
            >
              {asked.edited ? <Tag tone="wait">{say("gate-changed-by-you")}</Tag> : null}
            </LastRow>
          </>
        ) : null}
        {doing === "writing" ? <Writing text={text} label={label} onText={setText} /> : null}
      </>
    );
  },
};

function Writing(props: { text: string; label: string; onText: (text: string) => void }) {
  return (
    <AutosizeTextarea
      label={say("gate-kinds-sampling-own")}
      description={say("gate-kinds-sampling-own-help", { server: props.label })}
      value={props.text}
      onChange={(event) => props.onText(event.currentTarget.value)}
      onKeyDown={leaveField}
      autoFocus
      minRows={3}
      maxRows={10}
    />
  );
}
