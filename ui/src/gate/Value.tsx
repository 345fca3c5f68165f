import type { Foreign } from "../bindings/host";
import { ForeignText } from "../elements/ForeignText";
import { LinkButton } from "../elements/LinkButton";
import { Tag } from "../elements/Tag";
import { many } from "../words";
import { clamp } from "./clamp";
import css from "./gate.module.css";
import type { Expanded } from "./useExpanded";

/** A value of an argument or of a launch: whole, or shortened with a marker that must be opened (S-10). */
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
  if (!cut || opened.has(id)) {
    return (
      <div className={css.value}>
        {value.text === "" ? (
          <span className="dim">empty text</span>
        ) : (
          <ForeignText value={value} mono={mono} />
        )}
      </div>
    );
  }
  return (
    <div className={css.value}>
      <ForeignText value={{ text: cut.head, hidden: value.hidden }} mono={mono} badge={false} />
      <div className={css.marker}>
        <LinkButton look="link" small onClick={() => opened.open(id)}>
          {cut.left} · open
          <span className="visually-hidden"> {props.name}</span>
        </LinkButton>
        {value.hidden > 0 ? <Tag tone="wait">{many(value.hidden, "hidden character")}</Tag> : null}
      </div>
    </div>
  );
}
