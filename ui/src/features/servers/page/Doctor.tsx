/** Why a server does not start or connect, by the rules of the host: one cause, one remedy, and what was looked at. */
import { Button } from "@mantine/core";
import type { DiagnosisView, InstallView, ObservationView, ServerSummary } from "../../../bindings/host";
import { Attribution, Copy, ForeignText, RawText, UntrustedBlock } from "../../../elements";
import { say } from "../../../l10n";
import { to, toSignIn } from "../../../route";
import { useHostQuery } from "../../../store";
import css from "./page.module.css";

export function Doctor({ server }: { server: ServerSummary }) {
  const { data: found } = useHostQuery("diagnose", { id: server.id });
  // Without a cause there is nothing to say beside the problem.
  if (found === undefined || found.cause === "nothing") return null;
  const saidAbove = found.said?.text === server.state.problem?.said?.text;
  return (
    <section className={css.doctor} aria-labelledby="doctor">
      <h2 id="doctor" className={css.doctorTitle}>
        {say("servers-page-doctor")}
      </h2>
      <p className={css.cause}>{found.sentence}</p>
      <p>{found.remedy}</p>
      {found.install !== null ? <Install install={found.install} /> : null}
      {found.said !== null && !saidAbove ? <Attribution value={found.said} server={server.label} /> : null}
      <div className={css.doctorFoot}>
        <Repair found={found} server={server} />
      </div>
      <details>
        <summary>{say("servers-page-doctor-looked-at")}</summary>
        <ul className={css.seen}>
          {found.looked_at.map((seen) => (
            <li key={seen.kind}>
              <Seen seen={seen} />
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

/** What installs what is missing. Nothing of it is run. */
function Install({ install }: { install: InstallView }) {
  if (install.kind === "page")
    return (
      <p>
        {say("servers-page-doctor-page")} <RawText text={install.url} mono /> <Copy text={install.url} />
      </p>
    );
  return (
    <div className={css.command}>
      <code>{install.command}</code>
      <Copy text={install.command} />
    </div>
  );
}

/** Where the remedy is. What starts the server again stands with its state. */
function Repair({ found, server }: { found: DiagnosisView; server: ServerSummary }) {
  switch (found.action) {
    case "sign_in":
      return (
        <Button component="a" size="xs" href={toSignIn(server.id)}>
          {say("servers-page-sign-in")}
        </Button>
      );
    case "open_log":
      return (
        <Button component="a" size="xs" href={to("servers", server.id, "logs")}>
          {say("servers-page-doctor-log")}
        </Button>
      );
    case "edit_command":
    case "edit_variables":
    case "edit_address":
    case "edit_headers":
    case "detect_transport":
    case "detect_version":
    case "raise_timeout":
      return (
        <Button component="a" size="xs" href={to("servers", server.id, "settings")}>
          {say("servers-page-doctor-settings")}
        </Button>
      );
    default:
      return null;
  }
}

function Seen({ seen }: { seen: ObservationView }) {
  return (
    <>
      <p>{seen.words}</p>
      {seen.said.length > 0 ? (
        <UntrustedBlock>
          {seen.said.map((line, index) => (
            <div key={index}>
              <ForeignText value={line} mono />
            </div>
          ))}
        </UntrustedBlock>
      ) : null}
    </>
  );
}
