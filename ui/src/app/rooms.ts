import type { ComponentType } from "react";
import { lazyComponent } from "../elements";
import { ChatRoom } from "../features/chat";
import type { Room } from "../route";

type RoomComponent = ComponentType<{ path: string[] }>;

/** A room that a start shows is part of the first paint. */
const room = (file: () => Promise<RoomComponent>) => lazyComponent(file, () => Promise.resolve());

/** The first room of a start comes with the window, each other in a file of its own. */
export const rooms: Record<Room, RoomComponent> = {
  chat: ChatRoom,
  servers: room(async () => (await import("../features/servers")).ServersRoom),
  waiting: room(async () => (await import("../features/waiting")).WaitingRoom),
  tasks: room(async () => (await import("../features/tasks")).TasksRoom),
  activity: room(async () => (await import("../features/activity")).ActivityRoom),
  permissions: room(async () => (await import("../features/permissions")).PermissionsRoom),
  settings: room(async () => (await import("../features/settings")).SettingsRoom),
};
