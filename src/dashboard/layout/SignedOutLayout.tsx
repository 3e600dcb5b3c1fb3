import { Center, Group, Paper, Text } from "@mantine/core"
import type { ReactNode } from "react"
import * as words from "../words/layout.ts"
import classes from "./Shell.module.css"

/** The logo with the product name. */
export const Logo = () => (
  <Group gap="sm" wrap="nowrap">
    <span className={classes["logo"]} aria-hidden>
      {words.productLetter}
    </span>
    <Text fw={700} size="lg">
      {words.product}
    </Text>
  </Group>
)

/** The centred card around pages for visitors who are not signed in. */
export const SignedOutLayout = ({ children }: { readonly children: ReactNode }) => (
  <Center mih="100vh" p="md" component="main" bg="var(--tally-surface)">
    <Paper withBorder p="xl" w={400} maw="100%" shadow="sm">
      <Logo />
      {children}
    </Paper>
  </Center>
)
