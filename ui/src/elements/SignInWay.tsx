/** The way out of a problem that a sign-in solves; nothing for any other. */
import { Button } from "@mantine/core";
import { toSignIn } from "../route";

const SOLVED = new Set(["auth.required", "auth.more", "auth.ended"]);

export function SignInWay({ code, server }: { code: string; server: string }) {
  if (!SOLVED.has(code)) return null;
  return (
    <Button component="a" href={toSignIn(server)} size="xs">
      {code === "auth.more" ? "Review…" : "Sign in…"}
    </Button>
  );
}
