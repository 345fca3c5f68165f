/** How hosts are written. */
import type { FenceHost } from "../bindings/host";

/** An address of IPv6 has colons of its own, and stands in brackets. */
export const hostName = ({ name }: FenceHost): string => (name.includes(":") ? `[${name}]` : name);

/** A host with its port. */
export const hostAddress = (host: FenceHost): string => `${hostName(host)}:${host.port}`;
