/** Files that were dropped on the window: bundles and conversations to open, servers to choose from, and why others are not read. */
import { Button } from "@mantine/core";
import { type ReactNode, useId } from "react";
import type { DroppedBundle, DroppedChats, DroppedFiles, RefusedFile } from "../../../bindings/host";
import { Bar, ForeignText, ProblemNote } from "../../../elements";
import { say } from "../../../l10n";
import { BUNDLE, CHAT_IMPORT, go, to } from "../../../route";
import { useHostCommand, useHostQuery } from "../../../store";
import { AddInstead } from "../AddInstead";
import { useDropWhenDone } from "../useDropWhenDone";
import { ImportServers } from "./ImportServers";
import css from "./import.module.css";

export function DroppedPage() {
  const dropped = useHostQuery("dropped", {});
  const { mutate: forget } = useHostCommand("forget_dropped");
  const done = useDropWhenDone(forget);
  if (dropped.error !== null) return <ProblemNote problem={dropped.error} live />;
  if (dropped.data === undefined) return null;
  const { files } = dropped.data;
  if (files === null || files.opened)
    return (
      <AddInstead title={say("servers-import-dropped-none")}>
        {say("servers-import-dropped-none-help")}
      </AddInstead>
    );
  return (
    <>
      <Bar room={false} title={say("servers-import-dropped")} />
      <div className={`scrolls ${css.scroll}`}>
        <div className={css.reading}>
          <Files key={files.id} files={files} onDone={done} />
        </div>
      </div>
    </>
  );
}

function Files({ files, onDone }: { files: DroppedFiles; onDone: () => void }) {
  const { configurations, bundles, chats, refused } = files;
  return (
    <>
      {bundles.length > 0 ? <Bundles bundles={bundles} /> : null}
      {chats.length > 0 ? <Chats chats={chats} /> : null}
      {refused.length > 0 ? <Refused files={refused} /> : null}
      {configurations.length > 0 ? (
        <ImportServers
          text={null}
          groups={configurations}
          onProposed={onDone}
          onCancel={() => {
            onDone();
            go("servers");
          }}
        />
      ) : null}
    </>
  );
}

/** Files of one kind. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={css.application} aria-labelledby={id}>
      <div className={`small dim ${css.head}`}>
        <h2 id={id}>{title}</h2>
      </div>
      <ul className={`unmarked card ${css.servers}`}>{children}</ul>
    </section>
  );
}

function Bundles({ bundles }: { bundles: DroppedBundle[] }) {
  return (
    <Part title={say("servers-import-dropped-bundles", { count: bundles.length })}>
      {bundles.map((bundle) => (
        <li key={bundle.at} className={css.file}>
          <Bundle bundle={bundle} />
        </li>
      ))}
    </Part>
  );
}

function Bundle({ bundle }: { bundle: DroppedBundle }) {
  const open = useHostCommand("open_dropped_bundle");
  const problem = open.error ?? (open.isPending ? null : bundle.problem);
  return (
    <>
      <div className={css.fileRow}>
        <ForeignText value={bundle.file} />
        <Button
          size="xs"
          aria-label={say("servers-import-dropped-review-one", { file: bundle.file.text })}
          loading={open.isPending}
          onClick={() => open.mutate({ at: bundle.at }, { onSuccess: () => go("servers", BUNDLE) })}
        >
          {say("servers-form-review")}
        </Button>
      </div>
      {problem !== null ? <ProblemNote problem={problem} live /> : null}
    </>
  );
}

function Chats({ chats }: { chats: DroppedChats[] }) {
  return (
    <Part title={say("chat-conversations")}>
      {chats.map(({ at, file, product, conversations }) => (
        <li key={at} className={css.file}>
          <div className={css.fileRow}>
            <span>
              <ForeignText value={file} />{" "}
              <span className="dim small">
                {say("servers-import-dropped-chats-count", {
                  product: say(`chat-import-from-${product}`),
                  count: conversations,
                })}
              </span>
            </span>
            <Button
              component="a"
              size="xs"
              href={to("chat", CHAT_IMPORT, `${at}`)}
              aria-label={say("servers-import-dropped-review-one", { file: file.text })}
            >
              {say("servers-form-review")}
            </Button>
          </div>
        </li>
      ))}
    </Part>
  );
}

function Refused({ files }: { files: RefusedFile[] }) {
  return (
    <Part title={say("servers-import-dropped-refused")}>
      {files.map(({ file, why }, index) => (
        <li key={index} className={css.file}>
          {file !== null ? <ForeignText value={file} /> : null}
          <p className={css.problem}>{why}</p>
        </li>
      ))}
    </Part>
  );
}
