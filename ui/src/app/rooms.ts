import { type ComponentType, lazy } from "react";
import { type Later, later } from "../elements";
import { ChatRoom } from "../features/chat";
import type { Room } from "../route";

type Shown = ComponentType<{ path: string[] }>;

const rooms: Record<Exclude<Room, "chat">, Later<{ path: string[] }>> = {
  servers: later(async () => (await import("../features/servers")).ServersRoom),
  waiting: later(async () => (await import("../features/waiting")).WaitingRoom),
  tasks: later(async () => (await import("../features/tasks")).TasksRoom),
  activity: later(async () => (await import("../features/activity")).ActivityRoom),
  permissions: later(async () => (await import("../features/permissions")).PermissionsRoom),
  settings: later(async () => (await import("../features/settings")).SettingsRoom),
};

/** What a room was first shown by. It stays: another component in its place would forget what is in the room. */
const given: Partial<Record<Room, Shown>> = {};

/**
 * The rooms. The one that a start shows comes with the window, each other in a file of its own. A room that was read is
 * there at once, without an empty frame before it.
 */
export function roomOf(name: Room): Shown {
  if (name === "chat") {
    return ChatRoom;
  }
  const room = rooms[name];
  given[name] ??= room.there() ?? lazy(async () => ({ default: await room.read() }));
  return given[name];
}
