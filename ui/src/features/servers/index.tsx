import { Bar, EmptyRoom, Page } from "../../elements";

/** The room “Servers”. `path` is what follows the room in the address. */
export function ServersRoom(_props: { path: string[] }) {
  return (
    <Page bar={<Bar title="Servers" />}>
      <EmptyRoom title="Nothing here yet" />
    </Page>
  );
}
