/** An authorization server: its host large, because that is what a person recognises, and all of it below. */
import type { Foreign } from "../bindings/host";
import { ForeignText } from "./ForeignText";
import css from "./Issuer.module.css";

export function Issuer({ host, whole }: { host: string; whole: Foreign }) {
  return (
    <span className={css.issuer}>
      <strong>
        <bdi>{host}</bdi>
      </strong>
      <span className="small dim">
        <ForeignText value={whole} mono />
      </span>
    </span>
  );
}
