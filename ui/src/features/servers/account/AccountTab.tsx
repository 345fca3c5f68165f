/** Who is signed in at a remote server, at which authorization server, for what and until when. */
import { Button } from "@mantine/core";
import { useId } from "react";
import type { ServerAccount, ServerSummary } from "../../../bindings/host";
import { ProblemNote } from "../../../elements";
import { Say, say } from "../../../l10n";
import { SIGN_IN, to, toSignIn } from "../../../route";
import { useHostQuery } from "../../../store";
import sections from "../sections.module.css";
import { AnotherAccount } from "./AnotherAccount";
import css from "./account.module.css";
import { More } from "./More";
import { OwnClient } from "./OwnClient";
import { SignedIn } from "./SignedIn";
import { SignInProgress } from "./SignInProgress";
import { SignInRequest, type SignInRequestState, useSignInRequest } from "./SignInRequest";

export function AccountTab({ server, item }: { server: ServerSummary; item: string | null }) {
  const account = useHostQuery("account", { server: server.id });
  const asking = useSignInRequest(server, item === SIGN_IN, account.data?.applies ?? null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
    <div className={sections.scroll} tabIndex={0} role="group" aria-label={say("servers-page-tab-account")}>
      <div className={sections.reading}>
        {account.error !== null ? <ProblemNote problem={account.error} server={server.label} /> : null}
        {account.data !== undefined ? <Whole server={server} account={account.data} asking={asking} /> : null}
      </div>
    </div>
  );
}

function Whole(props: { server: ServerSummary; account: ServerAccount; asking: SignInRequestState }) {
  const { server, account, asking } = props;
  const id = useId();
  const asks = asking.pending || asking.request !== null;
  return (
    <>
      <section className={sections.section} aria-labelledby={id}>
        <h2 id={id}>{say("servers-page-tab-account")}</h2>
        {account.applies ? (
          <>
            <SignInRequest server={server} asking={asking} />
            <SignInProgress server={server} account={account} again={asks} />
            {account.more !== null ? <More server={server} more={account.more} /> : null}
            {account.account === null ? (
              asks || asking.problem !== null ? null : (
                <NobodyYet server={server} account={account} />
              )
            ) : (
              <SignedIn server={server} account={account.account} />
            )}
          </>
        ) : (
          <OwnToken server={server} />
        )}
      </section>
      {account.applies ? <OwnClient server={server} account={account} /> : null}
      <AnotherAccount server={server} />
    </>
  );
}

function NobodyYet({ server, account }: { server: ServerSummary; account: ServerAccount }) {
  const needed = server.state.phase === "needs_sign_in";
  // While one is under way or has failed, that is said with its own buttons.
  if (account.state.phase !== "idle") return null;
  const way = (
    <Button component="a" href={toSignIn(server.id)} variant={needed ? "filled" : "default"}>
      {say("elements-sign-in")}
    </Button>
  );
  return needed ? (
    <ProblemNote
      tone="wait"
      problem={{
        sentence: say("servers-account-needed", { server: server.label }),
        remedy: say("servers-account-needed-help"),
      }}
      action={way}
    />
  ) : (
    <div className={`row ${css.line}`}>
      <p>
        <Say
          id="servers-account-none"
          args={{ server: server.label }}
          tags={{ note: (text) => <span className="dim">{text}</span> }}
        />
      </p>
      {way}
    </div>
  );
}

function OwnToken({ server }: { server: ServerSummary }) {
  if (server.state.phase === "needs_sign_in")
    return (
      <ProblemNote
        tone="wait"
        problem={{
          sentence: say("servers-account-token-refused", { server: server.label }),
          remedy: say("servers-account-token-refused-help"),
        }}
        action={
          <Button component="a" href={to("servers", server.id, "settings")}>
            {say("servers-open-settings")}
          </Button>
        }
      />
    );
  return (
    <p className={sections.none}>
      <Say
        id="servers-account-token"
        args={{ server: server.label }}
        tags={{
          settings: (text) => (
            <a className="link" href={to("servers", server.id, "settings")}>
              {text}
            </a>
          ),
        }}
      />
    </p>
  );
}
