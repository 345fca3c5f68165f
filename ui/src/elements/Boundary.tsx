import { Button } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { say } from "../l10n";
import { EmptyRoom } from "./EmptyRoom";
import { retryFailed } from "./lazyComponent";

/**
 * Keeps a mistake in one part of a window from taking the others with it. A request that cannot be drawn is answered by
 * nothing.
 */
export class Boundary extends Component<
  { part: "room" | "palette" | "quit" | "request"; children: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  readonly again = () => {
    retryFailed();
    this.setState({ failed: false });
  };

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <EmptyRoom
        title={say(`elements-boundary-${this.props.part}`)}
        action={<Button onClick={this.again}>{say("elements-try-again")}</Button>}
      >
        {say("elements-boundary-help")}
      </EmptyRoom>
    );
  }
}
