import { LINE, type LineList, PayloadLines, type PayloadProps } from "./PayloadLines";
import { VirtualList } from "./VirtualList";

const placeOf = (_: unknown, index: number) => index;

const Lines: LineList = (props) => <VirtualList {...props} keyOf={placeOf} estimate={LINE} beyond={2} />;

/** The whole content as lines, of which those in view exist. */
export function PayloadText(props: PayloadProps) {
  return <PayloadLines {...props} list={Lines} />;
}
