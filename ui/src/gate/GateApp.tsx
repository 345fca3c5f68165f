import { Boundary } from "../elements/Boundary";
import { useLanguage, useWantedLanguage } from "../l10n";
import { Theme } from "../theme/Theme";
import { Gate } from "./Gate";
import { NotAttached } from "./NotAttached";
import { PayloadsAtGate } from "./PayloadsAtGate";
import { type GateSession, Session, useGateState } from "./session";

/** The page of the gate's window. `still` takes transitions away (tests). */
export function GateApp(props: { session: GateSession; still?: boolean }) {
  return (
    <Session value={props.session}>
      <Themed still={props.still ?? false} />
    </Session>
  );
}

function Themed(props: { still: boolean }) {
  const state = useGateState();
  const view = state.kind === "ready" ? state.view : null;
  const language = useLanguage(useWantedLanguage(view?.language ?? null, state.kind === "failed"));
  return (
    <Theme appearance={view?.appearance ?? "system"} still={props.still}>
      {view && language ? (
        <PayloadsAtGate key={language}>
          <Boundary key={view.request?.id} part="request">
            <Gate view={view} />
          </Boundary>
        </PayloadsAtGate>
      ) : null}
      {state.kind === "failed" && language ? <NotAttached key={language} problem={state.problem} /> : null}
    </Theme>
  );
}
