import type { SourcedText } from "../bindings/host";
import { say } from "../l10n";
import { ForeignText } from "./ForeignText";
import { UntrustedBlock } from "./UntrustedBlock";

/** Whose words stand in a slot: of the server by the person's label for it, where one is at hand (S-34). */
export function textFrom(server: string | undefined): string {
  return server === undefined ? say("elements-text-unnamed") : say("elements-text", { server });
}

/** The same as a heading of its own. */
export function textHeading(server: string | undefined): string {
  return server === undefined ? say("elements-from-server") : say("elements-from-named", { server });
}

interface Labels {
  /** The person's label of the server that it is about. */
  server?: string | undefined;
  /** The person's label of the provider of models that it is about. */
  provider?: string | undefined;
}

/** A text about a problem that is not ours, beside our own sentence and never part of it. */
export function Attribution({ value, ...labels }: Labels & { value: SourcedText }) {
  return (
    <UntrustedBlock from={sourceOf(value, labels)}>
      <ForeignText value={value} />
    </UntrustedBlock>
  );
}

function sourceOf({ by }: SourcedText, { server, provider }: Labels): string {
  switch (by) {
    case "server":
      return server === undefined
        ? say("elements-said-server-unnamed")
        : say("elements-said-server", { server });
    case "program":
      return server === undefined
        ? say("elements-said-program-unnamed")
        : say("elements-said-program", { server });
    case "provider":
      return provider === undefined
        ? say("elements-said-provider-unnamed")
        : say("elements-said-provider", { provider });
    case "authorization_server":
      return say("elements-said-authorization-server");
    case "registry":
      return say("elements-said-registry");
    case "client_document":
      return say("elements-said-client-document");
    case "network":
      return say("elements-said-network");
    case "library":
      return say("elements-said-library");
  }
}
