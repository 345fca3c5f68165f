/** Where signing in stands in the address, for links from elsewhere on the page. */
import { to } from "../../../route";

export const ACCOUNT = "account";

/** The review of a sign-in lies over the tab. */
export const SIGN_IN = "sign-in";

/** Where the focus is when the review is left. */
export const HOME = "account-home";

/** One click to the review; only a click leads there. */
export function toSignIn(server: string): string {
  return to("servers", server, ACCOUNT, SIGN_IN);
}
