import { ActivityRoom } from "../features/activity";
import { ChatRoom } from "../features/chat";
import { PermissionsRoom } from "../features/permissions";
import { ServersRoom } from "../features/servers";
import { SettingsRoom } from "../features/settings";
import { WaitingRoom } from "../features/waiting";
import { type Room, useRoute } from "../route";

const shown: Record<Room, (props: { path: string[] }) => React.ReactNode> = {
  chat: ChatRoom,
  servers: ServersRoom,
  waiting: WaitingRoom,
  activity: ActivityRoom,
  permissions: PermissionsRoom,
  settings: SettingsRoom,
};

export function Frame() {
  const { room, path } = useRoute();
  const Here = shown[room];
  return <Here path={path} />;
}
