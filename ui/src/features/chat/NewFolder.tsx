import { say } from "../../l10n";
import { useHostCommand, useWriteReply } from "../../store";
import { FolderForm } from "./FolderForm";

/** Makes a folder, and puts a conversation into it where one is given. */
export function NewFolder(props: { conversation: string | null; onDone: () => void }) {
  const write = useWriteReply("conversation_folders");
  const create = useHostCommand("create_folder");
  return (
    <FolderForm
      name=""
      words={say("chat-folder-create")}
      pending={create.isPending}
      problem={create.error}
      onSave={(name) =>
        create.mutate(
          { name, conversation: props.conversation },
          {
            onSuccess: (now) => {
              write({}, now);
              props.onDone();
            },
          },
        )
      }
      onCancel={props.onDone}
    />
  );
}
