import type { Foreign } from "../../bindings/host";
import { textFrom } from "../../elements/Attribution";
import { UntrustedBlock } from "../../elements/UntrustedBlock";
import { say } from "../../l10n";
import { clamp } from "../clamp";
import type { Expanded, Shortened } from "../useExpanded";
import { Value } from "../Value";

/** Why a server asks, in its words. Addresses in it are text and never links (ELI-09, S-83). */
export function Message(props: { value: Foreign; label: string; opened: Expanded }) {
  return (
    <UntrustedBlock from={say("gate-elicitation-message", { from: textFrom(props.label) })}>
      <Value
        id="message"
        name={say("gate-elicitation-message-name")}
        value={props.value}
        bytes={new TextEncoder().encode(props.value.text).length}
        opened={props.opened}
        words
      />
    </UntrustedBlock>
  );
}

/** It is opened before anything can be answered where it is shortened (S-10). */
export function messageKeys(message: Foreign): Shortened[] {
  return clamp(message.text, message.text.length)
    ? [{ key: "message", name: say("gate-elicitation-message-name") }]
    : [];
}
