import { type ComponentType, lazy } from "react";
import type { Room } from "../route";

type Shown = ComponentType<{ path: string[] }>;

const files: Record<Room, () => Promise<Shown>> = {
  chat: async () => (await import("../features/chat")).ChatRoom,
  servers: async () => (await import("../features/servers")).ServersRoom,
  waiting: async () => (await import("../features/waiting")).WaitingRoom,
  tasks: async () => (await import("../features/tasks")).TasksRoom,
  activity: async () => (await import("../features/activity")).ActivityRoom,
  permissions: async () => (await import("../features/permissions")).PermissionsRoom,
  settings: async () => (await import("../features/settings")).SettingsRoom,
};

/** What was read already. */
const read: Partial<Record<Room, Shown>> = {};
/** What a room was first shown by. It stays: another component in its place would forget what is in the room. */
const given: Partial<Record<Room, Shown>> = {};

async function readRoom(name: Room): Promise<Shown> {
  const room = await files[name]();
  read[name] = room;
  return room;
}

/**
 * The rooms, each in a file of its own, so that the first paint reads only what it shows. A room that was read is
 * there at once, without an empty frame before it. The gate is never late.
 */
export function roomOf(name: Room): Shown {
  given[name] ??= read[name] ?? lazy(async () => ({ default: await readRoom(name) }));
  return given[name];
}

/** Reads the files of all rooms, so that none has to be waited for later. */
export async function readRooms(): Promise<void> {
  await Promise.all((Object.keys(files) as Room[]).map(readRoom));
}
