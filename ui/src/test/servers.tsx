import { ServersRoom } from "../features/servers/ServersRoom";
import type { FakeHostOptions } from "../platform/fakeHost";
import { useRoute } from "../route";
import { show } from "./show";

function Room() {
  // As in the frame of the window.
  return (
    <main>
      <ServersRoom path={useRoute().path} />
    </main>
  );
}

/** The servers' room at an address such as `/srv-files/tools`. */
export function showServers(path: string, options: FakeHostOptions = {}) {
  window.location.hash = `#/servers${path}`;
  return show(<Room />, options);
}
