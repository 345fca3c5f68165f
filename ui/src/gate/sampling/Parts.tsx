import type { ReactNode } from "react";
import type { Block, Foreign, SampledPart } from "../../bindings/host";
import { ForeignText } from "../../elements/ForeignText";
import { LinkButton } from "../../elements/LinkButton";
import { PlainBlock } from "../../elements/PlainBlock";
import { Media } from "../../elements/ResultViewMedia";
import { Tag } from "../../elements/Tag";
import { aloud, Say, say } from "../../l10n";
import { bytes } from "../../words";
import { clamp } from "../clamp";
import { TextEnd } from "../useEnd";
import type { Expanded } from "../useExpanded";
import { Value } from "../Value";
import { nameOf, size } from "./parts";
import css from "./sampling.module.css";
import { Whole } from "./Whole";

/** The parts of a message or of an answer, in order. The caller says whose words they are. */
export function Parts(props: { parts: SampledPart[]; id: string; name: string; opened: Expanded }) {
  if (props.parts.length === 0) return <p className="dim">{say("gate-sampling-empty")}</p>;
  return (
    <div className={css.parts}>
      {props.parts.map((part, index) => (
        <PartView key={index} {...props} part={part} id={`${props.id}.${index}`} place={index + 1} />
      ))}
    </div>
  );
}

function PartView(props: { part: SampledPart; id: string; name: string; place: number; opened: Expanded }) {
  const { part, id, name, place, opened } = props;
  switch (part.kind) {
    case "content":
      return <Content block={part.block} id={id} name={name} place={place} opened={opened} />;
    case "tool_use":
      return (
        <Card title={say("gate-sampling-tool-use")} name={part.name} number={part.id}>
          <Json id={id} name={nameOf("arguments", part.name)} value={part.input} opened={opened} />
        </Card>
      );
    case "tool_result":
      return (
        <Card title={say("gate-sampling-tool-result")} number={part.id} failed={part.failed}>
          {part.blocks.map((block, at) => (
            <Content key={at} block={block} id={`${id}.${at}`} name={name} place={at + 1} opened={opened} />
          ))}
          {part.structured === null ? null : (
            <Json
              id={`${id}.structured`}
              name={say("gate-sampling-name-structured")}
              value={part.structured}
              opened={opened}
            />
          )}
        </Card>
      );
  }
}

/** A piece of the server's own tool loop: shown, never run (S-76). */
function Card(props: {
  title: string;
  name?: Foreign;
  number: Foreign;
  failed?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={css.card} aria-label={props.title}>
      <div className={css.cardHead}>
        <span className={css.cardTitle}>{props.title}</span>
        {props.name ? <ForeignText value={props.name} mono /> : null}
        {props.failed ? <Tag tone="bad">{say("gate-sampling-tool-failed")}</Tag> : null}
        <span className={`small dim ${css.number}`}>
          <Say id="gate-sampling-tool-id" args={{ id: <ForeignText value={props.number} mono /> }} />
        </span>
      </div>
      {props.children}
    </section>
  );
}

/** JSON, whole or with a marker that must be opened. */
export function Json(props: { value: Foreign; id: string; name: string; opened: Expanded }) {
  return (
    <Value
      id={props.id}
      name={props.name}
      value={props.value}
      bytes={size(props.value.text)}
      opened={props.opened}
    />
  );
}

/** Text as it stands, a picture, a sound, or what cannot be shown. */
export function Content(props: { block: Block; id: string; name: string; place: number; opened: Expanded }) {
  const { block, id, name, place, opened } = props;
  switch (block.kind) {
    case "text":
      return block.whole === null ? (
        <Value id={id} name={name} value={block.text} bytes={block.bytes} opened={opened} />
      ) : opened.has(id) ? (
        <TextEnd value={() => opened.ended(id)}>
          <Whole payload={block.whole} name={`${id}.txt`} label={say("gate-whole", { name })} bare />
        </TextEnd>
      ) : (
        <div>
          <ForeignText
            mono
            value={{ ...block.text, text: clamp(block.text.text, block.bytes)?.head ?? block.text.text }}
          />
          <div>
            <LinkButton look="link" small onClick={() => opened.open(id)}>
              <Say
                id="gate-sampling-beginning"
                args={{ size: bytes(block.bytes), name }}
                tags={{ name: aloud }}
              />
            </LinkButton>
          </div>
        </div>
      );
    case "audio":
      // Its bytes would be decoded by the engine as the server sent them, so it is named and not played.
      return <p>{say("gate-sampling-sound", { name, type: block.mime, size: bytes(block.data.bytes) })}</p>;
    case "image":
      return (
        <Media
          kind={block.kind}
          mime={block.mime}
          data={block.data}
          place={place}
          alt={say("gate-sampling-image", { name })}
        />
      );
    default:
      return <PlainBlock block={block} place={place} parts={{ payload: Whole }} />;
  }
}
