import { someProviders } from "./models";
import { questions } from "./pictures";
import { someTasks } from "./tasks";
import { Twin, type TwinOptions } from "./twin";

export { Twin, type TwinOptions } from "./twin";

/**
 * The twin as the address asks for it, such as `?twin&fresh&dark`, `?twin&ask=form` or
 * `?twin&account=expired`.
 */
export function openTwin(query = window.location.search): Twin {
  const asked = new URLSearchParams(query);
  const options: TwinOptions = {
    fresh: asked.has("fresh"),
    big: asked.has("big"),
    long: asked.has("long"),
    locked: asked.has("locked"),
    given: asked.has("given"),
  };
  if (asked.has("dark")) {
    options.appearance = "dark";
  }
  if (asked.has("light")) {
    options.appearance = "light";
  }
  if (asked.has("calm")) {
    options.waiting = [];
  }
  if (asked.has("models")) {
    options.providers = someProviders();
    options.found = [{ kind: "ollama", address: "http://127.0.0.1:11434", models: 3 }];
  }
  if (asked.has("tasks")) {
    options.tasks = someTasks();
  }
  const account = asked.get("account");
  if (account !== null) {
    options.account = account;
  }
  const question = questions[asked.get("ask") ?? ""];
  if (question) {
    options.waiting = [question()];
  }
  return new Twin(options);
}
