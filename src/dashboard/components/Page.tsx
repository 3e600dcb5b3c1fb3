import { Group, Stack, Text, Title } from "@mantine/core"
import { useDocumentTitle } from "@mantine/hooks"
import type { ReactNode } from "react"
import * as words from "../words/components.ts"

/** The frame of a page: link back, title (also of the document), subtitle, actions, content. */
export const Page = (props: {
  readonly title: string
  readonly back?: ReactNode
  readonly subtitle?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}) => {
  useDocumentTitle(words.documentTitle(props.title))
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="end" gap="md">
        <div style={{ minWidth: 0, maxWidth: "100%" }}>
          {props.back !== undefined && (
            <Text size="sm" mb={4}>
              {props.back}
            </Text>
          )}
          <Title order={1} size="h2" lineClamp={3} title={props.title} style={{ overflowWrap: "anywhere" }}>
            {props.title}
          </Title>
          {props.subtitle !== undefined && (
            <Text c="dimmed" size="sm" mt={4} component="div">
              {props.subtitle}
            </Text>
          )}
        </div>
        {props.actions !== undefined && <Group gap="xs">{props.actions}</Group>}
      </Group>
      {props.children}
    </Stack>
  )
}
