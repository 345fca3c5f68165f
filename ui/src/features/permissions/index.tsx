import { Bar, EmptyRoom, Page } from "../../elements";

/** The room “Permissions”. `path` is what follows the room in the address. */
export function PermissionsRoom(_props: { path: string[] }) {
  return (
    <Page bar={<Bar title="Permissions" />}>
      <EmptyRoom title="Nothing here yet" />
    </Page>
  );
}
