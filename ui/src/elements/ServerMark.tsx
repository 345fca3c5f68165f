import type { ServerMark as Mark } from "../bindings/host";
import css from "./ServerMark.module.css";

/** Letters and a colour by which a server is recognised. Its label stands beside it and says the same. */
export function ServerMark(props: { mark: Mark; large?: boolean }) {
  const { letters, color } = props.mark;
  return (
    <bdi
      className={props.large ? `${css.mark} ${css.large}` : css.mark}
      data-color={color}
      data-mark={letters}
      aria-hidden="true"
    >
      {letters}
    </bdi>
  );
}
