import { Stack, Text } from "@mantine/core"
import type { ReactNode } from "react"
import * as words from "../words/accounts.ts"
import classes from "./OwnersOnly.module.css"

/** Disables the inputs and buttons within for users who are not owners, and says why. */
export const OwnersOnly = ({ may, children }: { readonly may: boolean; readonly children: ReactNode }) => (
  <Stack gap="xs">
    {!may && (
      <Text size="sm" c="dimmed">
        {words.ownersChangeThis}
      </Text>
    )}
    {/* Stays one element, so that a form keeps its input when the role becomes known. */}
    <fieldset disabled={!may} className={classes["plain"] ?? ""}>
      {children}
    </fieldset>
  </Stack>
)
