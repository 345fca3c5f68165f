import { Bar, EmptyRoom, Page } from "../../elements";

export function WaitingRoom(_props: { path: string[] }) {
  return (
    <Page bar={<Bar title="Waiting" />}>
      <EmptyRoom title="Nothing here yet" />
    </Page>
  );
}
