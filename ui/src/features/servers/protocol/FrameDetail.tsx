/** One frame, whole. */
import type { Frame } from "../../../bindings/host";
import { Bytes, CloseButton, ForeignText, ProblemNote, RawText, Slot, When } from "../../../elements";
import { Copy } from "../../../elements/Copy";
import { useAsk } from "../../../store";
import { duration } from "../../../words";
import { directionWord, kindWord } from "./filter";
import css from "./protocol.module.css";

export function FrameDetail(props: {
  server: string;
  frame: Frame;
  pair: number | null;
  onGo: (seq: number) => void;
  onClose: () => void;
}) {
  const { server, frame, pair, onGo, onClose } = props;
  const text = useAsk("frame_text", { server, seq: frame.seq });
  return (
    <div className={css.detail}>
      <div className={css.detailHead}>
        <h2>{frame.method === null ? kindWord[frame.kind] : <RawText text={frame.method} mono />}</h2>
        <CloseButton name="Close the frame" onClick={onClose} />
      </div>
      <p className="dim">
        {kindWord[frame.kind]}, {directionWord[frame.direction]} <When at={frame.at} style="both" /> ·{" "}
        <Bytes value={frame.bytes} />
        {frame.elapsed !== null && ` · after ${duration(frame.elapsed)}`}
      </p>
      <p className={css.links}>
        {pair !== null && (
          <button type="button" className="link" onClick={() => onGo(pair)}>
            {frame.kind === "request" ? "Its reply" : "The request it answers"}
          </button>
        )}
        {text.data !== undefined && <Copy text={text.data.text} label="Copy frame" />}
      </p>
      {text.error !== null && <ProblemNote problem={text.error} />}
      {text.data !== undefined && (
        <Slot
          from={
            frame.direction === "received"
              ? "From the server, secrets masked"
              : "From Portcullis to the server, secrets masked"
          }
        >
          <div className={css.text}>
            <ForeignText value={text.data} mono />
          </div>
        </Slot>
      )}
    </div>
  );
}
