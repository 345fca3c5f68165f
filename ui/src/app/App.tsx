import { useEffect, useState } from "react";
import { useLanguage, useWantedLanguage } from "../l10n";
import { type HostStore, StoreProvider, useConnection } from "../store";
import { Theme } from "../theme/Theme";
import { Frame } from "./Frame";
import { NotAttached } from "./NotAttached";
import { PayloadsFromHost } from "./PayloadsFromHost";

/** A start that takes longer than this says that it goes on. */
const SLOW_START_MS = 3_000;

/** The window. `still` takes transitions away (tests). */
export function App(props: { store: HostStore; still?: boolean }) {
  return (
    <StoreProvider store={props.store}>
      <Themed still={props.still ?? false} />
    </StoreProvider>
  );
}

function Themed(props: { still: boolean }) {
  const attached = useConnection();
  const appearance = attached.kind === "ready" ? attached.settings.appearance : "system";
  const told = attached.kind === "ready" ? attached.language : null;
  const slow = useSlowStart(attached.kind === "attaching");
  const language = useLanguage(useWantedLanguage(told, attached.kind === "failed" || slow));
  return (
    <Theme appearance={appearance} still={props.still}>
      {attached.kind === "ready" ? (
        <PayloadsFromHost>{language ? <Frame key={language} /> : null}</PayloadsFromHost>
      ) : (
        <NotAttached
          key={language}
          problem={attached.kind === "failed" && language ? attached.problem : null}
          slow={slow && language !== null}
        />
      )}
    </Theme>
  );
}

/** Whether the host has not answered for so long that a blank window would pass for a broken one. */
function useSlowStart(attaching: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!attaching) return;
    const timer = setTimeout(() => setSlow(true), SLOW_START_MS);
    return () => clearTimeout(timer);
  }, [attaching]);
  return attaching && slow;
}
