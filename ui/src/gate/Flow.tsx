import type { FlowMeeting, FlowSource } from "../bindings/host";
import { Description, DescriptionList } from "../elements/DescriptionList";
import { ForeignText } from "../elements/ForeignText";
import { ProblemNote } from "../elements/ProblemNote";
import { When } from "../elements/small";
import { Say, say } from "../l10n";
import { flowWord } from "../words";
import css from "./gate.module.css";

/** Why no permission counts here: whose data may go where, and who may have asked for it (S-78). */
export function Flow(props: { flow: FlowMeeting }) {
  const { flow } = props;
  const marks = (["private", "strangers", "sends"] as const)
    .map((mark) => ({ mark, from: flow.sources.filter((it) => it.mark === mark) }))
    .filter((it) => it.from.length > 0);
  return (
    <div className={css.flow}>
      <ProblemNote tone="wait" problem={{ sentence: flow.sentence, remedy: flow.remedy }} />
      <DescriptionList label={say("gate-flow")}>
        {marks.map(({ mark, from }) => (
          <Description key={mark} name={flowWord(mark)}>
            <ul className={`unmarked ${css.sources}`}>
              {from.map((source) => (
                <li key={`${source.server} ${source.what.text} ${source.at}`}>
                  <Source source={source} />
                </li>
              ))}
            </ul>
          </Description>
        ))}
      </DescriptionList>
    </div>
  );
}

function Source(props: { source: FlowSource }) {
  const { known } = props.source;
  return (
    <>
      <From source={props.source} />
      {known ? null : <span className="dim"> · {say("gate-flow-unset")}</span>}
    </>
  );
}

function From({ source }: { source: FlowSource }) {
  const { server, label, at } = source;
  if (at === null) {
    return server === null ? say("gate-flow-you-now") : say("gate-flow-server-now", { server: label });
  }
  const args = { what: <ForeignText value={source.what} mono />, time: <When at={at} /> };
  return server === null ? (
    <Say id="gate-flow-you" args={args} />
  ) : (
    <Say id="gate-flow-server" args={{ ...args, server: label }} />
  );
}
