import type { Foreign } from "../bindings/host";
import { say } from "../l10n";
import { ForeignText } from "./ForeignText";
import { UntrustedBlock } from "./UntrustedBlock";

/** Whose words stand in a slot: of the server by the person's label for it, where one is at hand (S-34). */
export function textFrom(server: string | undefined): string {
  return server === undefined ? say("elements-text-unnamed") : say("elements-text", { server });
}

interface SaidBy {
  /** The person's label of the server. */
  server?: string | undefined;
  /** The label of the provider of models that said it, where it was no server; `true` where that is not known. */
  provider?: string | true | undefined;
  /** The authorization server said it, which may be another's than the server. */
  issuer?: boolean;
}

/** What a server said about a problem, beside our own sentence and never part of it. */
export function Attribution(props: SaidBy & { value: Foreign }) {
  return (
    <UntrustedBlock from={saidBy(props)}>
      <ForeignText value={props.value} />
    </UntrustedBlock>
  );
}

function saidBy({ server, provider, issuer }: SaidBy): string {
  if (issuer) {
    return say("elements-said-issuer");
  }
  if (provider !== undefined) {
    return provider === true
      ? say("elements-said-provider-unnamed")
      : say("elements-said-provider", { provider });
  }
  return server === undefined ? say("elements-said-unnamed") : say("elements-said", { server });
}
