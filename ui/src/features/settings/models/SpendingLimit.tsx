import { Button, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { ProblemNote, useLostFocus } from "../../../elements";
import { say } from "../../../l10n";
import { useHostCommand, useHostQuery } from "../../../store";
import css from "./models.module.css";

/** What models may cost in a month. */
export function SpendingLimit() {
  const asked = useHostQuery("spending", { conversation: null });
  if (asked.error) return <ProblemNote problem={asked.error} live />;
  if (!asked.data) return null;
  return <Limit limit={asked.data.limit} />;
}

function Limit({ limit }: { limit: number | null }) {
  const set = useHostCommand("set_spending_limit");
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  // The button that removed the limit is gone with it.
  useLostFocus(
    box,
    () => null,
    () => box.current?.querySelector("input"),
  );
  const text = typed ?? (limit === null ? "" : `${limit}`);
  const save = (next: number | null) =>
    set.mutate(
      { limit: next },
      {
        onSuccess: () => {
          setTyped(null);
          setWrong(false);
        },
      },
    );
  return (
    <form
      ref={box}
      className={css.spending}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed === null) return;
        const amount = Number(text.trim());
        const fits = text.trim() !== "" && amount >= 0.01 && amount <= 100_000;
        setWrong(!fits);
        if (fits) {
          save(amount);
        }
      }}
    >
      <TextInput
        label={say("settings-spending")}
        description={say("settings-spending-help")}
        placeholder={say("settings-spending-none")}
        inputMode="decimal"
        value={text}
        maxLength={12}
        error={wrong ? say("settings-spending-invalid") : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setWrong(false);
          set.reset();
        }}
      />
      <div className="buttons">
        <Button type="submit" size="xs" loading={set.isPending} aria-disabled={typed === null || undefined}>
          {say("settings-spending-save")}
        </Button>
        {limit === null ? null : (
          <Button size="xs" variant="subtle" disabled={set.isPending} onClick={() => save(null)}>
            {say("settings-spending-remove")}
          </Button>
        )}
        {set.isSuccess && typed === null ? (
          <span role="status" className="dim small">
            {say("settings-spending-saved")}
          </span>
        ) : null}
      </div>
      {set.error ? <ProblemNote problem={set.error} live /> : null}
    </form>
  );
}
