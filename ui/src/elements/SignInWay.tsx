/** The way out of a problem that a sign-in solves; nothing for any other. */
import { Button } from "@mantine/core";
import { say } from "../l10n";
import { toSignIn } from "../route";

const SOLVED = new Set(["auth.required", "auth.more", "auth.ended"]);

export function SignInWay({ code, server }: { code: string; server: string }) {
  if (!SOLVED.has(code)) return null;
  return (
    <Button component="a" href={toSignIn(server)} size="xs">
      {say(code === "auth.more" ? "elements-sign-in-review" : "elements-sign-in")}
    </Button>
  );
}
