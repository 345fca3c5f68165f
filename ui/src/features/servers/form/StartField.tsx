/** How long one server may take to start. The host bounds it again. */
import { TextInput } from "@mantine/core";
import { say } from "../../../l10n";

export function StartField(props: {
  seconds: number | null;
  problem: string | undefined;
  onChange: (seconds: number | null) => void;
}) {
  return (
    <TextInput
      label={say("servers-form-start")}
      description={say("servers-form-start-help")}
      inputMode="numeric"
      value={props.seconds === null ? "" : String(props.seconds)}
      error={props.problem}
      onChange={(event) => {
        const digits = event.currentTarget.value.replace(/\D/g, "").slice(0, 4);
        props.onChange(digits === "" ? null : Number(digits));
      }}
    />
  );
}
