import type { FlowMeeting, FlowSource } from "../bindings/host";
import { Description, DescriptionList } from "../elements/DescriptionList";
import { ForeignText } from "../elements/ForeignText";
import { ProblemNote } from "../elements/ProblemNote";
import { When } from "../elements/small";
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
      <DescriptionList label="What meets in this call">
        {marks.map(({ mark, from }) => (
          <Description key={mark} name={flowWord(mark)}>
            <ul className={css.sources}>
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
  const { source } = props;
  return (
    <>
      {source.server === null ? "you" : `“${source.label}”`}
      {source.at === null ? (
        " by this very call"
      ) : (
        <>
          {" by "}
          <ForeignText value={source.what} mono /> at <When at={source.at} />
        </>
      )}
      {source.known ? null : <span className="dim"> · nobody has said that it is not so</span>}
    </>
  );
}
