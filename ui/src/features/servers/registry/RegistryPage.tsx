/** Servers of a registry: turned on by a request, searched in its copy on this computer, added through the usual review. */
import { Bar, ProblemNote } from "../../../elements";
import { say } from "../../../l10n";
import { useHostQuery } from "../../../store";
import form from "../form/form.module.css";
import { EntryPage } from "./EntryPage";
import { SearchRegistry } from "./SearchRegistry";
import { TurnOn } from "./TurnOn";

/** `name`: of the entry that is shown; without one, the search. */
export function RegistryPage({ name }: { name: string | null }) {
  const registry = useHostQuery("registry", {});
  if (registry.error !== null) return <ProblemNote problem={registry.error} live />;
  if (registry.data === undefined) return null;
  if (registry.data.address === null) {
    return (
      <>
        <Bar room={false} title={say("servers-registry-title")} />
        <div className={form.scroll}>
          <div className={form.reading}>
            <TurnOn address={registry.data.public} />
          </div>
        </div>
      </>
    );
  }
  return name === null ? <SearchRegistry state={registry.data} /> : <EntryPage key={name} name={name} />;
}
