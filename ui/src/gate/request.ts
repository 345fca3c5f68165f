import { createContext, type ReactNode, useContext } from "react";
import type { Request } from "../bindings/host";
import type { Actions } from "../elements/DecisionDialog";
import type { Answering } from "./useAnswer";
import type { Guard } from "./useGuard";

export type Kind = Request["asked"]["kind"];
export type Asked<K extends Kind> = Extract<Request["asked"], { kind: K }>;

/** What every part of a dialog is given: the request, and whether and how it can be answered now. */
export interface RequestContext<K extends Kind = Kind> {
  request: Request;
  asked: Asked<K>;
  guard: Guard;
  answering: Answering;
}

/** One kind of request. `State` is what its parts share. */
export interface RequestKind<K extends Kind, State extends object = object> {
  useSheet: (context: RequestContext<K>) => State;
  /** Below the question: who asks. */
  Under: (props: RequestContext<K>) => ReactNode;
  Body: (props: RequestContext<K> & State) => ReactNode;
  actions: (sheet: RequestContext<K> & State) => Actions;
  /** Why a yes waits or is not possible, in words. */
  hold: (sheet: RequestContext<K> & State) => string | null;
  /** The question, where it is not always the host's. */
  question?: (sheet: RequestContext<K> & State) => string;
  /** What a yes covers, where it is not always what the host says of the request; `null` where no yes can be given. */
  covers?: (sheet: RequestContext<K> & State) => string | null;
}

export const RequestContext = createContext<RequestContext | null>(null);

/** The request that this part belongs to. */
export function useRequest(): RequestContext {
  const context = useContext(RequestContext);
  if (!context) throw new Error("outside of a GateDialog");
  return context;
}
