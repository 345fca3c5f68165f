import type { Foreign } from "../bindings/host";
import css from "./elements.module.css";
import { Escaped } from "./ForeignText";

/** Characters at the end that stay in view. */
const END = 18;

/** An address on one line: what does not fit is left out of its middle, because its end tells two apart. */
export function TruncateMiddle(props: { value: Foreign }) {
  const { text } = props.value;
  const at = Math.max(0, text.length - END);
  // A written escape stays in one piece.
  const open = text.lastIndexOf("⟨", at);
  const cut = open >= 0 && text.indexOf("⟩", open) >= at ? open : at;
  return (
    <bdi className={css.middle} title={text}>
      {cut > 0 ? (
        <span>
          <Escaped text={text.slice(0, cut)} />
        </span>
      ) : null}
      <span>
        <Escaped text={text.slice(cut)} />
      </span>
    </bdi>
  );
}
