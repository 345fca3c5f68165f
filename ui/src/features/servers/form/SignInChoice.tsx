/** How a server at an address gets to know who the person is: by a sign-in when it asks, or by a token they have. */
import { PasswordInput, SegmentedControl } from "@mantine/core";
import { memo, useId } from "react";
import { say } from "../../../l10n";
import type { BearerToken } from "./draft";
import css from "./form.module.css";

export const SignInChoice = memo(function SignInChoice(props: {
  token: BearerToken | null;
  problem: string | undefined;
  onChange: (token: BearerToken | null) => void;
}) {
  const { token, problem, onChange } = props;
  const id = useId();
  return (
    <div className={css.signIn}>
      <div className={css.by}>
        <span className={css.byLabel} id={id}>
          {say("servers-form-authentication")}
        </span>
        <SegmentedControl
          aria-labelledby={id}
          data={[
            { value: "browser", label: say("servers-form-browser") },
            { value: "token", label: say("servers-form-own-token") },
          ]}
          value={token === null ? "browser" : "token"}
          onChange={(way) => onChange(way === "token" ? { value: "", stored: false } : null)}
        />
      </div>
      {token === null ? (
        <p className="small dim">{say("servers-form-browser-help")}</p>
      ) : (
        <PasswordInput
          label={say("servers-form-token")}
          description={say("servers-form-token-help")}
          placeholder={token.stored ? say("servers-form-stored") : ""}
          aria-required={!token.stored}
          aria-invalid={problem !== undefined}
          value={token.value}
          error={problem}
          classNames={{ innerInput: css.mono }}
          visibilityToggleButtonProps={{ "aria-label": say("servers-form-token-show") }}
          onChange={(event) => onChange({ value: event.currentTarget.value, stored: false })}
        />
      )}
    </div>
  );
});
