/** What a program would like to use: as its publisher proposes, or a place in one of its fields. A tick puts a line into the fields of the fence. */
import { RawText } from "../../../elements";
import { Check } from "../../../elements/inputs/Check";
import { say } from "../../../l10n";
import { type FenceForm, hasLine, type Proposals, withLine, withoutLine } from "./fence";
import css from "./form.module.css";

type Place = "read" | "write" | "hosts";

export function ProposedGrants(props: {
  fence: FenceForm;
  proposals: Proposals;
  /** The field whose places these are, by its name. */
  field?: string;
  onChange: (fence: FenceForm) => void;
}) {
  const { fence, proposals, onChange } = props;
  const title =
    props.field === undefined
      ? say(`servers-form-fence-proposed-${proposals.by}`)
      : say("servers-form-fence-place");
  const name = props.field === undefined ? title : say("servers-form-fence-place-of", { name: props.field });
  const box = (place: Place, line: string) => {
    const has = hasLine(fence[place], line);
    const word = say(`servers-form-fence-proposed-${place}`);
    return (
      <Check
        label={word}
        aria-label={`${word} ${line}`}
        checked={has}
        onChange={() =>
          onChange({
            ...fence,
            [place]: has ? withoutLine(fence[place], line) : withLine(fence[place], line),
          })
        }
      />
    );
  };
  return (
    <section className={css.proposals} aria-label={name}>
      <p className="small dim">{title}</p>
      <ul className="unmarked">
        {proposals.paths.map((path) => (
          <li key={path} className={`row ${css.proposal}`}>
            <RawText text={path} mono />
            {box("read", path)}
            {box("write", path)}
          </li>
        ))}
        {proposals.hosts.map((host) => (
          <li key={host} className={`row ${css.proposal}`}>
            <RawText text={host} mono />
            {box("hosts", host)}
          </li>
        ))}
      </ul>
    </section>
  );
}
