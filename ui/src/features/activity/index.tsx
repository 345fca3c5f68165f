import { Bar, EmptyRoom, Page } from "../../elements";

/** The room “Activity”. `path` is what follows the room in the address. */
export function ActivityRoom(_props: { path: string[] }) {
  return (
    <Page bar={<Bar title="Activity" />}>
      <EmptyRoom title="Nothing here yet" />
    </Page>
  );
}
