import { createContext, type ReactNode, useContext } from "react";
import type { Request } from "../../bindings/host";
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

/** A button at the foot of the dialog; with a shortcut, a key as well. */
export interface Action {
  label: ReactNode;
  /** It can be reached but does nothing otherwise. */
  active: boolean;
  run: () => void;
  shortcut?: "A" | "D";
  /** The key works, and the button does not name it. */
  unnamed?: boolean;
  variant?: "default" | "subtle" | "filled";
}

export interface Actions {
  /** On the left: ways to say no. */
  no: Action[];
  /** On the right: ways to go on. */
  yes: Action[];
  /** Before them, what is no single button. */
  menu?: ReactNode;
}

/** One kind of request. `State` is what its parts share. */
export interface RequestKind<K extends Kind, State extends object = object> {
  width?: "wide";
  useSheet: (context: RequestContext<K>) => State;
  /** Below the question: who asks. */
  Under: (props: RequestContext<K>) => ReactNode;
  Body: (props: RequestContext<K> & State) => ReactNode;
  actions: (sheet: RequestContext<K> & State) => Actions;
  /** Why a yes waits or is not possible, in words. */
  hold: (sheet: RequestContext<K> & State) => string | null;
}

export const RequestContext = createContext<RequestContext | null>(null);

/** The request that this part belongs to. */
export function useRequest(): RequestContext {
  const context = useContext(RequestContext);
  if (!context) {
    throw new Error("outside of a GateDialog");
  }
  return context;
}
