/** What was read. A server may answer with several contents, and under other addresses than the one asked for (RES-05). */
import type { Block, Foreign, ReadResource, ResourceContent, ServerSummary } from "../../../bindings/host";
import { Address, ForeignText, ProblemNote, Tag, When } from "../../../elements";
import { BlockView } from "../../../elements/ResultViewBlock";
import { ResultFrame, Ways } from "../../../elements/ResultViewWays";
import { Say, say } from "../../../l10n";
import { to } from "../../../route";
import { bytes } from "../../../words";
import css from "../catalog/catalog.module.css";
import { Insert } from "../offers/Insert";
import type { ResourceReading } from "./useReading";

export function Contents(props: {
  server: ServerSummary;
  reading: ResourceReading;
  /** The type that was claimed before; another one is said. */
  mime: Foreign | null;
  /** Says what was read: the page may show another address by now. */
  named?: boolean;
}) {
  const { server, reading, mime, named = false } = props;
  const { got, problem } = reading;
  return (
    <>
      {problem !== null ? (
        <ProblemNote
          problem={problem}
          server={server.label}
          tone={problem.code === "call.cancelled" ? "wait" : "bad"}
          live
        />
      ) : null}
      {got !== null ? <Read key={got.id} server={server} got={got} mime={mime} named={named} /> : null}
    </>
  );
}

function Read(props: { server: ServerSummary; got: ReadResource; mime: Foreign | null; named: boolean }) {
  const { server, got, mime, named } = props;
  const { contents } = got;
  const all = contents.length + got.more_contents;
  const size = contents.reduce((sum, it) => sum + sizeOf(it.block), 0);
  return (
    <ResultFrame
      label={say("servers-resources-contents")}
      head={
        <>
          <Tag tone="ok">
            <span>
              <Say id="servers-resources-read-at" args={{ time: <When at={got.read_at} /> }} />
            </span>
          </Tag>
          <span className="small dim">
            {got.nothing === null
              ? all > 1
                ? say("servers-resources-parts", { count: all, size: bytes(size) })
                : bytes(size)
              : null}
            {got.remembered ? ` · ${say("servers-resources-cached", { server: server.label })}` : null}
          </span>
          <a className={`underlined ${css.end}`} href={to("activity", `${got.record}`)}>
            {say("calls-record")}
          </a>
        </>
      }
    >
      {contents.length > 0 ? <Insert server={server} looked={{ kind: "resource", read: got.id }} /> : null}
      <Ways count={all} raw={got.raw}>
        {named ? <Address uri={got.shown} /> : null}
        {got.nothing !== null ? <p>{got.nothing}</p> : null}
        {contents.map((content, index) => (
          <Content
            key={index}
            content={content}
            place={index + 1}
            several={contents.length > 1}
            mime={mime}
          />
        ))}
        {got.more_contents > 0 ? (
          <p className="dim">{say("servers-resources-more", { count: got.more_contents })}</p>
        ) : null}
      </Ways>
    </ResultFrame>
  );
}

function Content(props: { content: ResourceContent; place: number; several: boolean; mime: Foreign | null }) {
  const { content, place, several, mime } = props;
  // A block that is to be saved says where it is from itself, where that is not said above.
  const said = content.block.kind === "resource";
  const asked = content.as_asked && !several;
  return (
    <div className={css.content}>
      {!content.as_asked ? (
        <p className="small dim">
          {several ? say("servers-resources-other-uri-of", { place }) : say("servers-resources-other-uri")}
        </p>
      ) : null}
      {!asked && !said ? <Address uri={content.shown} /> : null}
      <BlockView block={content.block} place={place} addressed={asked} />
      {!said && content.mime !== null && content.mime.text !== mime?.text ? (
        <p className="small dim">
          <Say id="servers-resources-type" args={{ type: <ForeignText value={content.mime} /> }} />
        </p>
      ) : null}
    </div>
  );
}

function sizeOf(block: Block): number {
  switch (block.kind) {
    case "text":
    case "resource":
      return block.bytes;
    case "image":
    case "audio":
      return block.data.bytes;
    default:
      return 0;
  }
}
