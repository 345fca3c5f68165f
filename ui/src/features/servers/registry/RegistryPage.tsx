/** The registry that is on: its list, or one entry of it. Where none is on, what turns one on. */
import { useEffect, useRef, useState } from "react";
import { Bar, ProblemNote } from "../../../elements";
import { say } from "../../../l10n";
import { useHostQuery } from "../../../store";
import { EntryPage } from "./EntryPage";
import { ResultsPage } from "./ResultsPage";
import { TurnOn } from "./TurnOn";

/** `name`: of the entry that is shown. */
export function RegistryPage({ name }: { name: string | null }) {
  const state = useHostQuery("registry", {});
  // They outlive the look at an entry.
  const [words, setWords] = useState("");
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (name !== null) seen.current = name;
  }, [name]);
  const on = state.data !== undefined && state.data.address !== null;
  return (
    <>
      <Bar room={false} title={say("servers-registry-title")} />
      {state.data === undefined && state.error !== null ? <ProblemNote problem={state.error} live /> : null}
      {state.data !== undefined && !on ? <TurnOn publicAddress={state.data.public} /> : null}
      {state.data !== undefined && on && name === null ? (
        <ResultsPage state={state.data} words={words} onWords={setWords} seen={seen.current} />
      ) : null}
      {on && name !== null ? <EntryPage key={name} name={name} icons={state.data.icons} /> : null}
    </>
  );
}
