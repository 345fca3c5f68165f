import { say } from "../../l10n";
import { useFolderCommand } from "./commands";
import { NameForm } from "./NameForm";

/** Makes a folder, and puts a conversation into it where one is given. */
export function NewFolder(props: { conversation: string | null; onDone: () => void }) {
  const create = useFolderCommand("create_folder");
  return (
    <NameForm
      field={{ label: say("chat-folder"), maxLength: 60 }}
      name=""
      words={say("chat-folder-create")}
      pending={create.isPending}
      problem={create.error}
      onSave={(name) =>
        create.mutate({ name, conversation: props.conversation }, { onSuccess: props.onDone })
      }
      onCancel={props.onDone}
    />
  );
}
