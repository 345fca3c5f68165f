import { useLanguage, useWantedLanguage } from "../l10n";
import { type HostStore, StoreProvider, useConnection } from "../store";
import { Theme } from "../theme/Theme";
import { Frame } from "./Frame";
import { NotAttached } from "./NotAttached";
import { PayloadsFromHost } from "./PayloadsFromHost";

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
  const language = useLanguage(useWantedLanguage(told, attached.kind === "failed"));
  return (
    <Theme appearance={appearance} still={props.still}>
      {attached.kind === "ready" ? (
        <PayloadsFromHost>{language ? <Frame key={language} /> : null}</PayloadsFromHost>
      ) : (
        <NotAttached
          key={language}
          problem={attached.kind === "failed" && language ? attached.problem : null}
        />
      )}
    </Theme>
  );
}
