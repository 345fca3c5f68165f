import { LinkButton } from "../elements/LinkButton";
import { Tag } from "../elements/Tag";
import { say } from "../l10n";
import { escapeInvisible } from "../words";
import css from "./gate.module.css";

/** Under a field: what cannot be seen in it is counted, and can be taken out (S-41). */
export function Hidden(props: { text: string; onChange: (text: string) => void }) {
  const { hidden } = escapeInvisible(props.text, { lines: true });
  if (hidden === 0) return null;
  return (
    <div className={`row ${css.hidden}`}>
      <Tag tone="wait">{say("elements-hidden", { count: hidden })}</Tag>
      <LinkButton onClick={() => props.onChange(without(props.text))}>
        {say("gate-hidden-remove", { count: hidden })}
      </LinkButton>
    </div>
  );
}

function without(text: string): string {
  const seen = [...text].filter((it) => escapeInvisible(it, { lines: true }).hidden === 0).join("");
  // Of a run of blanks that was too long one is left, so that words stay apart.
  return escapeInvisible(seen, { lines: true }).hidden === 0 ? seen : seen.replaceAll(/[ \t]{65,}/g, " ");
}
