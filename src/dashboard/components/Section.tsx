import { Card, Group, Text, Title } from "@mantine/core"
import type { ReactNode } from "react"

/** A titled card of a page. `flush` drops the padding, so that a table reaches the edges. */
export const Section = (props: {
  readonly title: string
  readonly subtitle?: ReactNode
  readonly actions?: ReactNode
  readonly flush?: boolean
  readonly children: ReactNode
}) => (
  <Card withBorder padding={0} component="section" aria-label={props.title}>
    <Group justify="space-between" px="md" pt="sm" pb={props.flush === true ? "sm" : 0}>
      <div style={{ flex: "1 1 210px" }}>
        <Title order={2} size="h5">
          {props.title}
        </Title>
        {props.subtitle !== undefined && (
          <Text size="sm" c="dimmed">
            {props.subtitle}
          </Text>
        )}
      </div>
      {props.actions}
    </Group>
    <div style={{ padding: props.flush === true ? 0 : "var(--mantine-spacing-md)" }}>{props.children}</div>
  </Card>
)
