/** Installs an MCP bundle: what its file says of itself, the values that it asks for, then the review at the gate. */
import type { BundleView } from "../../../bindings/host";
import {
  Bar,
  Description,
  DescriptionList,
  EmptyRoom,
  ForeignText,
  ProblemNote,
  RawText,
} from "../../../elements";
import { say } from "../../../l10n";
import { go } from "../../../route";
import { useHostCommand, useHostQuery } from "../../../store";
import { bytes } from "../../../words";
import form from "../form/form.module.css";
import { useDropWhenDone } from "../useDropWhenDone";
import { BundleForm } from "./BundleForm";
import css from "./bundle.module.css";
import { useOpenBundle } from "./useOpenBundle";

export function BundlePage() {
  const bundle = useHostQuery("bundle", {});
  const { mutate: close } = useHostCommand("close_bundle");
  const there = bundle.data != null;
  const open = useOpenBundle(say(there ? "servers-bundle-open-another" : "servers-bundle-open"));
  const done = useDropWhenDone(close);
  if (bundle.error !== null) return <ProblemNote problem={bundle.error} live />;
  if (bundle.data === undefined) return null;
  if (bundle.data === null)
    return (
      <EmptyRoom title={say("servers-bundle-none")} action={open.button}>
        {open.problem ?? say("servers-bundle-none-help")}
      </EmptyRoom>
    );
  return (
    <>
      <Bar room={false} title={say("servers-bundle-title")} actions={open.button} />
      <div className={form.scroll}>
        <div className={form.reading}>
          {open.problem}
          <About bundle={bundle.data} />
          <BundleForm
            key={bundle.data.id}
            bundle={bundle.data}
            onProposed={done}
            onCancel={() => {
              done();
              go("servers");
            }}
          />
        </div>
      </div>
    </>
  );
}

/** What the file says of itself. Everything but its sizes and its hash is a claim. */
function About({ bundle }: { bundle: BundleView }) {
  return (
    <section className={css.about} aria-labelledby="bundle-name">
      <div className={css.name}>
        <h2 id="bundle-name">
          <ForeignText value={bundle.name} />
        </h2>
        <span className="dim">
          <ForeignText value={bundle.version} />
        </span>
      </div>
      {bundle.description.text !== "" ? (
        <p>
          <ForeignText value={bundle.description} />
        </p>
      ) : null}
      {bundle.remarks.map((remark) => (
        <p key={remark} className={form.pasted}>
          {remark}
        </p>
      ))}
      <DescriptionList label={say("servers-bundle-file")}>
        <Description name={say("servers-bundle-author")}>
          <ForeignText value={bundle.author} /> <span className="dim">{say("servers-bundle-claim")}</span>
        </Description>
        {bundle.license !== null ? (
          <Description name={say("servers-bundle-license")}>
            <ForeignText value={bundle.license} />
          </Description>
        ) : null}
        <Description name={say("servers-bundle-size")}>
          {say("servers-bundle-sizes", { file: bytes(bundle.bytes), disk: bytes(bundle.unpacked) })}
        </Description>
        <Description name="SHA-256">
          <RawText text={bundle.sha256} mono />
        </Description>
        <Description name={say("servers-bundle-signature")}>
          {say(bundle.signed ? "servers-bundle-signed" : "servers-bundle-unsigned")}
        </Description>
      </DescriptionList>
    </section>
  );
}
