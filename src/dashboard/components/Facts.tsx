import { Card, SimpleGrid, Text } from "@mantine/core"
import type { ReactNode } from "react"

/** What is known of one thing: a label and a value each. */
export const Facts = ({ facts }: { readonly facts: ReadonlyArray<readonly [label: string, value: ReactNode]> }) => (
  <Card withBorder>
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <Text size="xs" c="dimmed">
            {label}
          </Text>
          <Text size="sm" component="div" style={{ overflowWrap: "anywhere" }}>
            {value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  </Card>
)
