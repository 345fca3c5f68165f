import type { Foreign } from "../bindings/host";
import { ForeignText, HiddenBadge } from "../elements/ForeignText";
import { LinkButton } from "../elements/LinkButton";
import { aloud, Say, say } from "../l10n";
import { clamp } from "./clamp";
import css from "./gate.module.css";
import { ScrolledValue } from "./ScrolledValue";
import type { Expanded } from "./useExpanded";

/**
 * A value of an argument or of a launch: whole, or its beginning and end with a marker between. That must be opened, and the
 * whole read to its end, before anything can be allowed (S-10).
 */
export function Value(props: {
  name: string;
  value: Foreign;
  bytes: number;
  id: string;
  opened: Expanded;
  /** It is not taken as it stands: words of ours. */
  words?: boolean;
}) {
  const { value, opened, id } = props;
  const mono = props.words !== true;
  const cut = clamp(value.text, props.bytes);
  if (!cut) {
    return (
      <div className={css.value}>
        {value.text === "" ? (
          <span className="dim">{say("words-empty-text")}</span>
        ) : (
          <ForeignText value={value} mono={mono} />
        )}
      </div>
    );
  }
  if (opened.has(id)) {
    return (
      <div className={css.value}>
        <ScrolledValue
          name={props.name}
          value={value}
          bytes={props.bytes}
          mono={mono}
          focused={opened.latest === id}
          onEnd={() => opened.ended(id)}
        />
      </div>
    );
  }
  return (
    <div className={css.value}>
      <ForeignText value={{ ...value, text: cut.head }} mono={mono} badge={false} />
      <div className={`row ${css.marker}`}>
        <LinkButton look="link" small onClick={() => opened.open(id)}>
          <Say id="gate-clamp-show" args={{ left: cut.between, name: props.name }} tags={{ name: aloud }} />
        </LinkButton>
        <HiddenBadge value={value} />
      </div>
      <ForeignText value={{ ...value, text: cut.tail }} mono={mono} badge={false} />
    </div>
  );
}
