import { Button } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { EmptyRoom, retryFailed } from "../elements";

/**
 * Keeps a mistake in one part of the window from taking the others with it: a room that cannot be drawn must not
 * hide the gate, and a gate that cannot be drawn answers nothing.
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
