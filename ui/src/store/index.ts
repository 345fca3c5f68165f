export type { HostState } from "./apply";
export { joined, seqIndex, withEarlier } from "./chat";
export { keyOf } from "./forget";
export { Gateway } from "./gateway";
export {
  makeQueries,
  StoreProvider,
  useAbout,
  useAct,
  useAsk,
  useAttached,
  useGateway,
  useHost,
  useStore,
} from "./hooks";
export { type Attached, HostStore } from "./host";
export { type SignInWaiting, useSignIns } from "./signIns";
