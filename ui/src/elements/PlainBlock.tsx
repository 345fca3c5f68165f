/** One block of a result, by its kind, without what draws Markdown and long lists. */
import { type ComponentType, useState } from "react";
import type { Block, Foreign, Payload } from "../bindings/host";
import { say } from "../l10n";
import { bytes } from "../words";
import { Address } from "./Address";
import { Copy } from "./Copy";
import { ForeignText } from "./ForeignText";
import { LinkButton } from "./LinkButton";
import { markdownLike } from "./markdownLike";
import type { PayloadProps } from "./PayloadLines";
import css from "./ResultView.module.css";
import { Media } from "./ResultViewMedia";
import { Save } from "./ResultViewSave";
import { Tag } from "./Tag";
import { UntrustedBlock } from "./UntrustedBlock";

/** What draws text. */
export interface TextParts {
  /** The whole of a text that stays in the host. */
  payload: ComponentType<PayloadProps>;
  /** Text that looks like Markdown, where that is wanted. */
  markdown?: ComponentType<{ text: string; hidden?: number }>;
}

export function PlainBlock(props: {
  block: Block;
  place: number;
  parts: TextParts;
  /** The address of a resource stands above it. */
  addressed?: boolean;
}) {
  const { block, place, parts, addressed = false } = props;
  switch (block.kind) {
    case "text":
      return (
        <UntrustedBlock from={say("elements-from-server")}>
          <Text text={block.text} whole={block.whole} name={`text-${place}.txt`} parts={parts} />
        </UntrustedBlock>
      );
    case "image":
    case "audio":
      return (
        <UntrustedBlock from={say(`elements-block-${block.kind}`)}>
          <Media kind={block.kind} mime={block.mime} data={block.data} place={place} />
        </UntrustedBlock>
      );
    case "link":
      return (
        <UntrustedBlock from={say("elements-block-link")}>
          <div className={css.link}>
            <strong>
              <ForeignText value={block.name} />
            </strong>
            {block.mime !== null ? (
              <Tag>
                <ForeignText value={block.mime} badge={false} />
              </Tag>
            ) : null}
          </div>
          {block.description !== null ? (
            <p className="dim">
              <ForeignText value={block.description} />
            </p>
          ) : null}
          <Address uri={block.uri} />
        </UntrustedBlock>
      );
    case "resource":
      return (
        <UntrustedBlock from={say("elements-block-resource")}>
          {addressed ? null : <Address uri={block.uri} />}
          <div className={css.facts}>
            {block.mime !== null ? (
              <Tag>
                <ForeignText value={block.mime} badge={false} />
              </Tag>
            ) : null}
            <span className="small dim">{bytes(block.bytes)}</span>
            {block.text === null && block.whole !== null ? (
              <Save payload={block.whole} name={fileName(block.uri, place)} />
            ) : null}
          </div>
          {block.text !== null ? (
            <Text text={block.text} whole={block.whole} name={fileName(block.uri, place)} parts={parts} />
          ) : null}
          {block.text === null ? <p className="dim">{say("elements-block-binary")}</p> : null}
        </UntrustedBlock>
      );
    case "unshown":
      return (
        <UntrustedBlock from={say("elements-block-unshown")}>
          <p>{block.reason}</p>
          <p className={css.json}>
            <ForeignText value={block.json} mono />
          </p>
        </UntrustedBlock>
      );
  }
}

/** The last part of an address, as a name to save under; the save dialog lets the person change it. */
function fileName(uri: Foreign, place: number): string {
  const last = uri.text
    .split(/[\\/]/)
    .at(-1)
    ?.replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[.-]+/, "")
    .slice(-64);
  return last === undefined || last === "" ? `resource-${place}` : last;
}

function Text(props: { text: Foreign; whole: Payload | null; name: string; parts: TextParts }) {
  const { text, whole, name } = props;
  const { payload: PayloadText, markdown: Markdown } = props.parts;
  const formatted = Markdown !== undefined && markdownLike(text.text);
  const [as, setAs] = useState<"plain" | "markdown">(formatted && whole === null ? "markdown" : "plain");
  const [all, setAll] = useState(false);
  return (
    <>
      {formatted || whole !== null || text.text.includes("\n") ? (
        <div className={css.switches}>
          {formatted && !all ? (
            <fieldset className={css.choice} aria-label={say("elements-block-format")}>
              <LinkButton aria-pressed={as === "plain"} onClick={() => setAs("plain")}>
                {say("elements-block-plain")}
              </LinkButton>
              <LinkButton aria-pressed={as === "markdown"} onClick={() => setAs("markdown")}>
                {say("elements-block-markdown")}
              </LinkButton>
            </fieldset>
          ) : null}
          {whole === null ? <Copy text={text.text} /> : <Save payload={whole} name={name} />}
        </div>
      ) : null}
      {all && whole !== null ? (
        <PayloadText payload={whole} name={name} label={say("elements-block-whole")} bare />
      ) : Markdown && as === "markdown" ? (
        <Markdown text={text.text} hidden={text.hidden} />
      ) : (
        <div className={css.plain}>
          <ForeignText value={text} mono={!prose(text.text)} />
        </div>
      )}
      {whole !== null && !all ? (
        <p className={css.more}>
          <span className="dim">{say("elements-block-beginning")}</span>
          <LinkButton look="link" onClick={() => setAll(true)}>
            {say("elements-block-show-whole", { size: bytes(whole.bytes) })}
          </LinkButton>
        </p>
      ) : null}
    </>
  );
}

/** Words rather than code or a table: those keep their columns. */
function prose(text: string): boolean {
  return !/^[ \t]{2,}\S/m.test(text) && !/^[[{<]/.test(text.trimStart()) && !/\S {3,}\S/.test(text);
}
