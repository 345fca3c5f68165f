/** What the keyboard does everywhere, as the settings list it. */
const MAC = /Mac/.test(navigator.platform);
const MOD = MAC ? "⌘" : "Ctrl";

export const shortcuts: { keys: string[]; what: string }[] = [
  { keys: [MOD, "K"], what: "Go to a room, a server, a tool or an action" },
  { keys: ["A"], what: "At the gate: allow once" },
  { keys: ["D"], what: "At the gate: deny" },
  { keys: ["Esc"], what: "At the gate: leave it waiting, or cancel a review" },
  { keys: [MOD, "↵"], what: "On a tool’s page: run" },
  { keys: ["↑", "↓"], what: "In a list: move" },
  { keys: [MOD, "Q"], what: "Quit; asks first when something is running" },
];
