/** How long one server may take to start. The host bounds it again. */
import { TextInput } from "@mantine/core";

export function StartField(props: {
  seconds: number | null;
  problem: string | undefined;
  onChange: (seconds: number | null) => void;
}) {
  return (
    <TextInput
      label="Time to start, seconds"
      description="Empty for the usual time: 30, or 300 for what npx, uvx or docker download first."
      inputMode="numeric"
      autoComplete="off"
      value={props.seconds === null ? "" : String(props.seconds)}
      error={props.problem}
      onChange={(event) => {
        const digits = event.currentTarget.value.replace(/\D/g, "").slice(0, 4);
        props.onChange(digits === "" ? null : Number(digits));
      }}
    />
  );
}
