import { say } from "../l10n";
import css from "./elements.module.css";

/** What a new definition of a tool changes, a sentence each. The comparison word by word stands below it. */
export function Changes({ changes }: { changes: string[] }) {
  if (changes.length === 0) return null;
  return (
    <ul className={css.changes} aria-label={say("elements-changes")}>
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  );
}
