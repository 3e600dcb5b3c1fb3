import { Center, Group, Paper, Text } from "@mantine/core"
import type { ReactNode } from "react"
import classes from "./Shell.module.css"

/** The mark of the service, with its name. */
export const Mark = () => (
  <Group gap="sm" wrap="nowrap">
    <span className={classes["mark"]} aria-hidden>
      T
    </span>
    <Text fw={700} size="lg">
      Tally
    </Text>
  </Group>
)

/** What a page stands in before anybody is signed in. */
export const Welcome = ({ children }: { readonly children: ReactNode }) => (
  <Center mih="100vh" p="md" component="main" bg="var(--tally-quiet)">
    <Paper withBorder p="xl" w={400} maw="100%" shadow="sm">
      <Mark />
      {children}
    </Paper>
  </Center>
)
