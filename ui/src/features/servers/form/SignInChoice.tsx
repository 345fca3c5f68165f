/** How a server at an address gets to know who the person is: by a sign-in when it asks, or by a token they have. */
import { PasswordInput, SegmentedControl } from "@mantine/core";
import { useId } from "react";
import type { Token } from "./draft";
import css from "./form.module.css";

export function SignInChoice(props: {
  token: Token | null;
  problem: string | undefined;
  onChange: (token: Token | null) => void;
}) {
  const { token, problem, onChange } = props;
  const id = useId();
  return (
    <div className={css.signIn}>
      <div className={css.by}>
        <span className={css.byLabel} id={id}>
          Signing in
        </span>
        <SegmentedControl
          aria-labelledby={id}
          data={[
            { value: "browser", label: "In the browser, if it asks" },
            { value: "token", label: "I have a token" },
          ]}
          value={token === null ? "browser" : "token"}
          onChange={(way) => onChange(way === "token" ? { value: "", stored: false } : null)}
        />
      </div>
      {token === null ? (
        <p className="small dim">
          Nothing is sent at first. A server that wants a sign-in says so; you see who asks for what before
          your browser opens.
        </p>
      ) : (
        <PasswordInput
          label="Token"
          description="Sent to this address as the header Authorization: Bearer …, and kept with your other secrets."
          placeholder={token.stored ? "Stored as a secret; type to replace it" : ""}
          aria-required={!token.stored}
          aria-invalid={problem !== undefined}
          autoComplete="off"
          spellCheck={false}
          value={token.value}
          error={problem}
          classNames={{ innerInput: css.mono }}
          visibilityToggleButtonProps={{ "aria-label": "Show the token" }}
          onChange={(event) => onChange({ value: event.currentTarget.value, stored: false })}
        />
      )}
    </div>
  );
}
