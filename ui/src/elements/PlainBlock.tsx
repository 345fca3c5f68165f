/** One block of a result, by its kind, without what draws Markdown and long lists. */
import { type ComponentType, useState } from "react";
import type { Block, Foreign, Payload } from "../bindings/host";
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

export function PlainBlock(props: { block: Block; place: number; parts: TextParts }) {
  const { block, place, parts } = props;
  switch (block.kind) {
    case "text":
      return (
        <UntrustedBlock from="Text from the server">
          <Text text={block.text} whole={block.whole} name={`text-${place}.txt`} parts={parts} />
        </UntrustedBlock>
      );
    case "image":
    case "audio":
      return (
        <UntrustedBlock from={block.kind === "image" ? "Picture from the server" : "Sound from the server"}>
          <Media kind={block.kind} mime={block.mime} data={block.data} place={place} />
        </UntrustedBlock>
      );
    case "link":
      return (
        <UntrustedBlock from="Link from the server, not opened">
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
        <UntrustedBlock from="Resource from the server">
          <Address uri={block.uri} />
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
          {block.text === null ? <p className="dim">It is not text, so it is not shown here.</p> : null}
        </UntrustedBlock>
      );
    case "unshown":
      return (
        <UntrustedBlock from="Block from the server, not shown">
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
            <fieldset className={css.choice} aria-label="Show the text as">
              <LinkButton aria-pressed={as === "plain"} onClick={() => setAs("plain")}>
                Plain
              </LinkButton>
              <LinkButton aria-pressed={as === "markdown"} onClick={() => setAs("markdown")}>
                Markdown
              </LinkButton>
            </fieldset>
          ) : null}
          {whole === null ? <Copy text={text.text} /> : <Save payload={whole} name={name} />}
        </div>
      ) : null}
      {all && whole !== null ? (
        <PayloadText payload={whole} name={name} label="The whole text" bare />
      ) : Markdown && as === "markdown" ? (
        <Markdown text={text.text} hidden={text.hidden} />
      ) : (
        <div className={css.plain}>
          <ForeignText value={text} mono={!prose(text.text)} />
        </div>
      )}
      {whole !== null && !all ? (
        <p className={css.more}>
          <span className="dim">This is the beginning.</span>
          <LinkButton look="link" onClick={() => setAll(true)}>
            Show the whole, {bytes(whole.bytes)}
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
