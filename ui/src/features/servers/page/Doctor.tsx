/** Why a server does not start or connect, by the rules of the host: one cause, one remedy, and what was looked at. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { DiagnosisView, InstallView, ObservationView, ServerSummary } from "../../../bindings/host";
import {
  Attribution,
  Copy,
  ForeignText,
  ProblemNote,
  RawText,
  UntrustedBlock,
  When,
} from "../../../elements";
import { Say, say } from "../../../l10n";
import { to, toSignIn } from "../../../route";
import { useHostQuery, useProposal } from "../../../store";
import css from "./page.module.css";

/** What is known of a server that fails, or that failed and is started again; `null` where there is nothing to say. */
export function useDiagnosis({ id, state: { phase } }: ServerSummary): DiagnosisView | null {
  const when = phase === "failing" || phase === "stopped" || phase === "starting";
  const { data: found } = useHostQuery("diagnose", { id }, { when });
  return !when || found === undefined || found.cause === "nothing" ? null : found;
}

export function Doctor({
  found,
  server,
  again,
}: {
  found: DiagnosisView;
  server: ServerSummary;
  again: ReactNode;
}) {
  const earlier = found.earlier || server.state.phase === "starting";
  const { problem } = server.state;
  const saidAbove = found.said?.text === problem?.said?.text;
  const seen = found.looked_at.filter((it) => it.said.length > 0 || it.words !== problem?.sentence);
  return (
    <section className={`card ${css.doctor}`} aria-labelledby="doctor">
      <h2 id="doctor" className={`small dim ${css.doctorTitle}`}>
        {say("servers-page-doctor")}
      </h2>
      {earlier && found.at !== null ? (
        <p className="small dim">
          <Say id="servers-page-doctor-earlier" args={{ time: <When at={found.at} /> }} />
        </p>
      ) : null}
      <p className={css.cause}>{found.sentence}</p>
      <p>{found.remedy}</p>
      {found.install !== null ? <InstallHelp install={found.install} /> : null}
      {found.said !== null && !saidAbove ? (
        <Attribution value={{ ...found.said, by: "program" }} server={server.label} />
      ) : null}
      <div className={css.doctorFoot}>
        <Repair found={found} server={server} again={earlier ? null : again} />
      </div>
      {seen.length > 0 ? (
        <details>
          <summary>{say("servers-page-doctor-looked-at")}</summary>
          <ul className={css.seen}>
            {seen.map((it) => (
              <li key={it.words}>
                <Seen seen={it} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}

/** What installs what is missing. Nothing of it is run. */
export function InstallHelp({ install }: { install: InstallView }) {
  if (install.kind === "page")
    return (
      <p>
        {say("servers-page-doctor-page")} <RawText text={install.url} mono /> <Copy text={install.url} />
      </p>
    );
  return (
    <div className={`row ${css.command}`}>
      <code>{install.command}</code>
      <Copy text={install.command} />
    </div>
  );
}

/** The remedy: done by a button where Portcullis can do it, after a review, or else where it is done. */
function Repair({ found, server, again }: { found: DiagnosisView; server: ServerSummary; again: ReactNode }) {
  if (found.proposes) return <Propose found={found} server={server} />;
  switch (found.action) {
    case "restart":
      return again;
    case "sign_in":
      return (
        <Button component="a" size="xs" href={toSignIn(server.id)}>
          {say("elements-sign-in")}
        </Button>
      );
    case "open_log":
      return (
        <Button component="a" size="xs" href={to("servers", server.id, "logs")}>
          {say("servers-page-doctor-log")}
        </Button>
      );
    case "edit_variables": {
      const [name, ...more] = found.variables;
      if (name === undefined) return <Settings server={server} />;
      return (
        <Button
          component="a"
          size="xs"
          href={to("servers", server.id, "settings", found.variables.join(","))}
        >
          {more.length > 0
            ? say("servers-page-doctor-variables")
            : say("servers-page-doctor-variable", { name })}
        </Button>
      );
    }
    case "edit_command":
    case "edit_address":
    case "edit_headers":
    case "detect_transport":
    case "detect_version":
    case "raise_timeout":
      return <Settings server={server} />;
    default:
      return null;
  }
}

function Settings({ server }: { server: ServerSummary }) {
  return (
    <Button component="a" size="xs" href={to("servers", server.id, "settings")}>
      {say("servers-open-settings")}
    </Button>
  );
}

/** Asks the host to propose what its diagnosis says. The gate shows what would change, and asks. */
function Propose({ found, server }: { found: DiagnosisView; server: ServerSummary }) {
  const propose = useProposal("propose_repair");
  return (
    <>
      <Button size="xs" loading={propose.isPending} onClick={() => propose.ask({ id: server.id })}>
        {proposeWord(found.action)}
      </Button>
      {propose.error !== null ? <ProblemNote problem={propose.error} server={server.label} live /> : null}
    </>
  );
}

function proposeWord(action: string | null): string {
  switch (action) {
    case "raise_timeout":
      return say("servers-page-doctor-raise-timeout");
    case "detect_transport":
      return say("servers-page-doctor-detect-transport");
    case "detect_version":
      return say("servers-page-doctor-detect-version");
    case "edit_address":
      return say("servers-page-doctor-change-url");
    case "allow_host":
      return say("servers-page-doctor-allow-host");
    case "allow_path":
      return say("servers-page-fence-allow-read");
    case "review":
      return say("servers-page-review-start");
    default:
      return say("servers-page-doctor-change-command");
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
