/** The limits of one server. The host bounds them again. */
import { TextInput } from "@mantine/core";
import type { ServerLimits } from "../../../bindings/host";
import css from "./form.module.css";

const fields: { key: Exclude<keyof ServerLimits, "start_seconds">; label: string; hint: string }[] = [
  {
    key: "idle_seconds",
    label: "Silent for at most, seconds",
    hint: "A call without answer or progress ends.",
  },
  { key: "total_seconds", label: "A call at most, seconds", hint: "Whatever happens." },
  { key: "message_mib", label: "Largest message, MiB", hint: "1 to 256." },
];

export function LimitFields(props: {
  limits: ServerLimits;
  problem: string | undefined;
  onChange: (limits: ServerLimits) => void;
}) {
  const { limits, problem, onChange } = props;
  return (
    <div>
      <div className={css.limits}>
        {fields.map(({ key, label, hint }) => (
          <TextInput
            key={key}
            label={label}
            description={hint}
            inputMode="numeric"
            autoComplete="off"
            value={Number.isNaN(limits[key]) ? "" : String(limits[key])}
            error={problem !== undefined && !(limits[key] > 0)}
            onChange={(event) => {
              const digits = event.currentTarget.value.replace(/\D/g, "").slice(0, 6);
              onChange({ ...limits, [key]: digits === "" ? Number.NaN : Number(digits) });
            }}
          />
        ))}
      </div>
      {problem !== undefined ? (
        <p className={css.error} role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
