import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Theme } from "../../theme/Theme";
import { AskedFor } from "./AskedFor";

it("shows the numbers that were sent, digit by digit", () => {
  const text = '{"id":9007199254740993,"of":{"list":[-18446744073709551615]}}';
  render(
    <Theme appearance="light" still>
      <AskedFor value={{ text, hidden: 0 }} />
    </Theme>,
  );
  expect(screen.getByText("9007199254740993")).toBeInTheDocument();
  expect(screen.getByText('{"list":[-18446744073709551615]}')).toBeInTheDocument();
});
