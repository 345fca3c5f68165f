/** The folder that a suggested server needs, typed or chosen with the picker of the system. */
import { Button, TextInput } from "@mantine/core";
import { ProblemNote } from "../../../elements";
import { say } from "../../../l10n";
import { useHostCommand } from "../../../store";
import { beside } from "../form/beside";
import css from "../form/form.module.css";

interface Props {
  use: string;
  value: string;
  problem: string | undefined;
  onChange: (folder: string) => void;
}

export function FolderField({ use, value, problem, onChange }: Props) {
  const pick = useHostCommand("pick_folder");
  return (
    <div>
      <TextInput
        label={say("servers-suggested-folder")}
        description={use}
        aria-required
        autoFocus
        value={value}
        error={problem}
        classNames={{ input: css.mono }}
        inputContainer={beside(
          <Button
            loading={pick.isPending}
            aria-label={say("servers-suggested-folder-choose-name")}
            onClick={() => pick.mutate({}, { onSuccess: (folder) => folder !== null && onChange(folder) })}
          >
            {say("words-choose")}
          </Button>,
        )}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {pick.error !== null ? <ProblemNote problem={pick.error} live /> : null}
    </div>
  );
}
