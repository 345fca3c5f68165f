import { Button } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { EmptyRoom } from "./EmptyRoom";
import { retryFailed } from "./lazyComponent";

/**
 * Keeps a mistake in one part of a window from taking the others with it. A request that cannot be drawn is answered by
 * nothing.
 */
export class Boundary extends Component<{ what: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  readonly again = () => {
    retryFailed();
    this.setState({ failed: false });
  };

  override render(): ReactNode {
    if (!this.state.failed) {
      return this.props.children;
    }
    return (
      <EmptyRoom
        title={`${this.props.what} cannot be shown`}
        action={<Button onClick={this.again}>Try again</Button>}
      >
        Portcullis made a mistake while drawing it. Nothing was answered and nothing was sent.
      </EmptyRoom>
    );
  }
}
