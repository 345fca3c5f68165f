/** The limits of one server. The host bounds them again. */
import { TextInput } from "@mantine/core";
import type { ServerLimits } from "../../../bindings/host";
import { say } from "../../../l10n";
import css from "./form.module.css";

const fields = [
  ["idle_seconds", "idle"],
  ["total_seconds", "total"],
  ["message_mib", "message"],
] as const;

export function LimitFields(props: {
  limits: ServerLimits;
  problem: string | undefined;
  onChange: (limits: ServerLimits) => void;
}) {
  const { limits, problem, onChange } = props;
  return (
    <div>
      <div className={css.limits}>
        {fields.map(([key, name]) => (
          <TextInput
            key={key}
            label={say(`servers-form-${name}`)}
            description={say(`servers-form-${name}-help`)}
            inputMode="numeric"
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
