import type { Foreign } from "../../../bindings/host";
import { Slot, textFrom } from "../../../elements";
import type { Opened } from "../useOpened";
import { Value } from "../Value";

/** Why a server asks, in its words. Addresses in it are text and never links (ELI-09, S-83). */
export function Message(props: { value: Foreign; label: string; opened: Opened }) {
  return (
    <Slot from={`Message · ${textFrom(props.label)}`}>
      <Value
        id="message"
        name="message"
        value={props.value}
        bytes={new TextEncoder().encode(props.value.text).length}
        opened={props.opened}
        words
      />
    </Slot>
  );
}
