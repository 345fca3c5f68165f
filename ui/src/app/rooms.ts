import { type ComponentType, lazy } from "react";
import type { Room } from "../route";

type Shown = ComponentType<{ path: string[] }>;

const files: Record<Room, () => Promise<Shown>> = {
  chat: async () => (await import("../features/chat")).ChatRoom,
  servers: async () => (await import("../features/servers")).ServersRoom,
  waiting: async () => (await import("../features/waiting")).WaitingRoom,
  activity: async () => (await import("../features/activity")).ActivityRoom,
  permissions: async () => (await import("../features/permissions")).PermissionsRoom,
  settings: async () => (await import("../features/settings")).SettingsRoom,
};

function room(name: Room) {
  return lazy(async () => ({ default: await files[name]() }));
}

/** The rooms, each in a file of its own, so that the first paint reads only what it shows. The gate is never late. */
export const rooms: Record<Room, Shown> = {
  chat: room("chat"),
  servers: room("servers"),
  waiting: room("waiting"),
  activity: room("activity"),
  permissions: room("permissions"),
  settings: room("settings"),
};

/** Reads the files of all rooms, so that none has to be waited for later. */
export async function readRooms(): Promise<void> {
  await Promise.all(Object.values(files).map((read) => read()));
}
