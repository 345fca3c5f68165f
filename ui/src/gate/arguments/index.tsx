import { type ComponentProps, Suspense } from "react";
import type { Foreign } from "../../bindings/host";
import { ForeignText } from "../../elements/ForeignText";
import { lazyComponent } from "../../elements/lazyComponent";
import { Tag } from "../../elements/Tag";
import { Listed, Say, say } from "../../l10n";
import css from "./arguments.module.css";

const Editor = lazyComponent(
  async () => (await import("./EditArguments")).EditArguments,
  () => Promise.resolve(),
);

/** With fields, which are much, in a file of its own. The rest of the dialog stays while it comes: it can be denied. */
export function EditArguments(props: ComponentProps<typeof Editor>) {
  return (
    <Suspense fallback={<p className="dim">…</p>}>
      <Editor {...props} />
    </Suspense>
  );
}

/** Beside the name of an argument that is not as it was asked for. */
export function ChangedByYou({ changed }: { changed: boolean }) {
  return changed ? (
    <>
      {" "}
      <span className={css.changed}>
        <Tag tone="wait">{say("gate-changed-by-you")}</Tag>
      </span>
    </>
  ) : null;
}

/** The arguments that were asked for and are not there any more. */
export function LeftOut({ names }: { names: Foreign[] }) {
  if (names.length === 0) return null;
  return (
    <p className="small">
      <Say id="gate-arguments-left-out" args={{ names: <Listed items={names.map(quoted)} /> }} />
    </p>
  );
}

function quoted(name: Foreign) {
  return <Say id="gate-arguments-name" args={{ name: <ForeignText value={name} /> }} />;
}
