/** The heading of the tab: where the focus is when the review is left. */
export const HOME = "account-home";
